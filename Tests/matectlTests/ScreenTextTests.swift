import IPCProtocol
@testable import IPCTransport
import LinuxSystem
import LongTables
import TestSupport
import Testing
import Values

@testable import matectl

/// Hostile texts through every way of showing something.
@Suite("What reaches a terminal")
struct ScreenTextTests {
  private static let colours: Set<String> = [
    "\u{1B}[0m", "\u{1B}[1m", "\u{1B}[1;31m", "\u{1B}[2m", "\u{1B}[32m", "\u{1B}[33m", "\u{1B}[35m",
  ]
  private let values = ValueText(language: .english, now: Timestamp(microseconds: 0))

  /// The text without the sequences that colours are.
  private func uncoloured(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)[...]
    var result = ""
    while let scalar = scalars.first {
      let sequence = Self.colours.first { scalars.starts(with: $0.unicodeScalars) }
      if let sequence {
        scalars = scalars.dropFirst(sequence.unicodeScalars.count)
      } else {
        result.unicodeScalars.append(scalar)
        scalars.removeFirst()
      }
    }
    return result
  }

  @Test("what is printed has colours where they are wanted, and nothing else that steers")
  func filtered() {
    for text in HostileText.all {
      let plain = ScreenText.filtered(text, Style(isColored: false))
      #expect(HostileText.found(in: plain, besides: ["\t"]).isEmpty, "\(text.debugDescription)")
      let style = Style(isColored: true)
      let coloured = ScreenText.filtered(style.apply(.danger, "x") + text, style)
      #expect(coloured.hasPrefix("\u{1B}[1;31mx\u{1B}[0m"))
      #expect(HostileText.found(in: uncoloured(coloured), besides: ["\t"]).isEmpty)
    }
  }

  @Test("JSON on a terminal means what it meant, and steers nothing")
  func json() throws {
    for text in HostileText.all {
      let json = JSON.text(["text": .string(text)], pretty: true)
      let escaped = ScreenText.escaped(json: json)
      #expect(try JSON.parse(escaped) == JSON.parse(json))
      #expect(HostileText.found(in: escaped).isEmpty)
    }
    #expect(ScreenText.escaped(json: "{\"a\": \"한글\"}\n") == "{\"a\": \"한글\"}\n")
  }

  /// Each way of showing a result, with the description's texts as hostile as the values.
  private func renderings(_ text: String) -> [Rendering?] {
    let words = LocalizedText(en: text)
    return [
      nil, .message(.text(LocalizedText(en: "\(text) {text} {a/b} {deep:text}"))),
      .message(.cases(by: "/text", [MessageCase(text, words)])),
      .table(
        rows: "/rows",
        columns: [
          TableColumn(
            words, "/text", style: [StyleRule(when: "/text", is: .string(text), use: .danger)]),
          TableColumn(words, "/list"), TableColumn(words, "/when", format: "relative"),
        ], empty: words, footer: LocalizedText(en: "{text}")),
      .table(rows: "/none", columns: [TableColumn(words, "/text")], empty: words),
      .board(
        BoardTemplate(
          columns: [
            BoardColumn(words, items: "/rows", card: LocalizedText(en: "{text} \(text)")),
            BoardColumn(LocalizedText(en: "{text}"), items: "/rows", card: words),
          ], footer: LocalizedText(en: "{text}"))),
    ]
  }

  @Test("no result steers, in any form, whoever wrote the texts of its description")
  func results() {
    for text in HostileText.some {
      let row: JSONValue = [
        "text": .string(text), "list": [.string(text), ["en": .string(text)]],
        "when": .string(text),
      ]
      var object: JSONObject = [
        "text": .string(text), "rows": [row, row], "deep": ["x": .string(text)],
      ]
      object[text] = row
      let bytes = Array(JSON.text(.object(object)).utf8)
      for rendering in renderings(text) {
        for output in [nil, Invocation.Output.table, .plain, .csv, .waybar, .i3blocks] {
          let printer = ResultPrinter(
            output: output, style: Style(isColored: false), values: values, screen: nil)
          let allowed: Set<Unicode.Scalar> =
            output == .csv ? ["\r"] : output == .plain ? ["\t"] : []
          let shown = printer.printed(bytes, rendering).text
          // Before the last look already, so that widths are right.
          #expect(
            HostileText.found(in: shown, besides: allowed).isEmpty, "\(text.debugDescription)")
        }
      }
    }
  }

  @Test("a row of a table and a card of a board are one line, whatever they hold")
  func lines() {
    for text in HostileText.all where text.contains("\n") {
      let result: JSONValue = ["text": .string(text), "rows": [["text": .string(text)]]]
      let style = Style(isColored: false)
      for rendering in renderings(text) {
        switch rendering {
        case .table(let template)? where template.rows == "/rows":
          let lines = Table(template, result, values).rendered(style: style, width: nil)
          #expect(lines.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
        case .board(let template)?:
          let lines = Board(template, result, values).rendered(style: style, width: 200)
          #expect(lines.split(separator: "\n", omittingEmptySubsequences: false).count == 4)
        default: break
        }
      }
    }
  }

  @Test("a long table shows such texts as a short one does")
  func longTable() throws {
    let template = TableTemplate(
      rows: "/rows",
      columns: [
        TableColumn(LocalizedText(en: "T\u{1B}[31m"), "/text"),
        TableColumn(LocalizedText(en: "L"), "/list"),
        TableColumn(LocalizedText(en: "S"), "/waitSeconds"),
      ])
    let rows = HostileText.all.map { text -> JSONValue in
      ["text": .string(text), "list": [.string(text), "b"], "waitSeconds": 90]
    }
    let result: JSONValue = ["rows": .array(rows)]
    let bytes = Array(JSON.text(result).utf8)
    let table = try #require(
      LongTable(template, in: values.language) { values.text($0, format: $1) })
    var printed: [UInt8] = []
    #expect(
      table.write(bytes[...], isAligned: true) {
        printed += Array($0)
        return true
      })
    let text = String(decoding: printed, as: UTF8.self)
    #expect(HostileText.found(in: text).isEmpty)
    let short = Table(template, result, values).rendered(style: Style(isColored: false), width: nil)
    #expect(text == short + "\n")
    #expect(text.contains("1m 30s"))
  }

  @Test("help steers nothing, whoever wrote the description")
  func help() {
    for text in HostileText.all {
      let words = LocalizedText(en: text)
      let method = MethodDescription(
        "x.do", summary: words,
        parameters: [
          ParameterDescription("p", .oneOf([text], default: text), required: true, words),
          ParameterDescription("q", .string(default: text), words),
        ],
        command: CommandDescription(["do"], positionals: ["p"], examples: [text], summary: words))
      let domain = DomainDescription(
        domain: "x", version: "1", exec: "xd", summary: words, methods: [method])
      let help = Help(language: .english, style: Style(isColored: false))
      let entry = DescriptionCatalog.Entry(label: "x", path: text, description: .success(domain))
      let wrong = DescriptionCatalog.Entry(
        label: "y", path: text,
        description: .failure(DescriptionError(path: text, reason: text)))
      let pages = [help.overview([entry, wrong]), help.domain(domain)]
      for page in pages + [
        help.command(method, method.command ?? CommandDescription([]), of: domain)
      ] {
        #expect(HostileText.found(in: page).isEmpty, "\(text.debugDescription)")
      }
    }
  }
}
