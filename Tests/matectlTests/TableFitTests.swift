import Foundation
import IPCProtocol
import LinuxSystem
import TestSupport
import Testing
import Values

@testable import matectl

/// Tables and boards of every description of ours, with rows made up, on terminals of every width.
@Suite("Tables fit")
struct TableFitTests {
  /// Renderings of results and events, by where they stand.
  private static func renderings() throws -> [(name: String, rendering: Rendering)] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    var found: [(String, Rendering)] = []
    for domain in ["bank", "juice", "project", "transit"] {
      let file = root.appending(path: "deploy/domains/\(domain).json")
      let value = try JSON.parse(Array(try Data(contentsOf: file)))
      for method in try DomainDescription(openRPC: value).methods {
        for rendering in [method.render, method.renderEvent] {
          if let rendering { found.append((method.name, rendering)) }
        }
      }
    }
    return found
  }

  private static let words = [
    "loan", "대출 업무", "strawberry banana with a very long name", "김수한무거북이와두루미삼천갑자동방삭", "VIP", "",
    "日本",
    "신촌(지하)", "e\u{301}tude", "👩‍👩‍👧", "a b c d e f g h i j k l m n o p",
  ]

  private func cell(_ column: TableColumn, _ numbers: inout SeededNumbers) -> JSONValue {
    let format = column.shownFormat ?? "text"
    switch ValueFormat(rawValue: format) {
    case .date, .time, .relative: return "2026-11-21T09:30:05Z"
    case .text: return .string(Self.words.randomElement(using: &numbers) ?? "")
    case .percent, .bar: return .double(Double.random(in: 0...1, using: &numbers))
    default: return .integer(Int64.random(in: 0...2_000_000, using: &numbers))
    }
  }

  /// The value with another at a path of members, which are made where they are missing.
  private func set(
    _ value: JSONValue, _ path: ArraySlice<Substring>, _ other: JSONValue
  ) -> JSONValue {
    guard let first = path.first else { return other }
    var object = value.objectValue ?? JSONObject()
    object[String(first)] = set(object[String(first)] ?? .null, path.dropFirst(), other)
    return .object(object)
  }

  private func printer(_ width: Int, _ language: Language) -> ResultPrinter {
    ResultPrinter(
      output: nil, style: Style(isColored: false),
      values: ValueText(
        language: language, now: Timestamp(microseconds: 20_778 * 86_400_000_000)),
      screen: (width, 24))
  }

  /// What is there of a name on any terminal.
  private static func name(_ text: String) -> String {
    guard text.terminalCells > 24 else { return text }
    return String(text.fitted(toCells: 24).prefix { $0 != "…" })
  }

  @Test("a name of 64 characters is cut before any column leaves for it", arguments: [60, 80, 100])
  func longName(width: Int) {
    let template = TableTemplate(
      rows: "/rows",
      columns: [TableColumn(LocalizedText(en: "Service"), "/name")]
        + ["Of", "Served", "Left"].map {
          TableColumn(LocalizedText(en: $0), "/\($0)", format: "integer")
        })
    let name = String(repeating: "long name ", count: 6) + "name"
    let row: JSONValue = ["name": .string(name), "Of": 12, "Served": 1234, "Left": 5]
    let lines = printer(width, .english).human(["rows": [row]], .table(template))
      .split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasSuffix("Of  Served  Left"), "\(lines)")
    // All that there is room for is the name's.
    #expect(lines[1].hasSuffix("  12    1234     5") && lines[1].count == min(width, 82))
    #expect(lines[1].contains("…") == (width < 82))
  }

  @Test("each column that says something is on a sheet, beside the first, at every width")
  func sheets() throws {
    var sheets = 0
    for (name, rendering) in try Self.renderings() {
      guard case .table(let template) = rendering else { continue }
      let row = template.columns.reduce(JSONValue.object([:])) { row, column in
        let value: JSONValue =
          switch ValueFormat(rawValue: column.shownFormat ?? "text") {
          case .date, .time, .relative: "2026-11-21T09:30:05Z"
          case .text: "words of some length"
          case .percent, .bar: .double(0.5)
          default: 1_000_000
          }
        return set(row, column.value.split(separator: "/")[...], value)
      }
      let result = set(.object([:]), template.rows.split(separator: "/")[...], [row])
      let table = Table(template, result, printer(80, .english).values)
      for width in [30, 40, 60, 80, 120] {
        let found = table.fit().sheets(within: width)
        guard !found.isEmpty else { continue }
        sheets = max(sheets, found.count)
        #expect(found.allSatisfy { $0.columns.first == 0 }, "\(name) at \(width)")
        let shown = Set(found.flatMap(\.columns))
        #expect(shown == Set(template.columns.indices), "\(name) at \(width): \(found)")
      }
    }
    #expect(sheets > 1)
  }

  private func squeezed(_ text: String) -> String { text.filter { !$0.isWhitespace } }

  @Test("no line is wider than the terminal, no header is cut, and no first column before 24 cells")
  func tables() throws {
    var numbers = SeededNumbers(seed: 13)
    var tables = 0
    for (name, rendering) in try Self.renderings() {
      guard case .table(let template) = rendering, let first = template.columns.first else {
        continue
      }
      tables += 1
      // A step that meets every width with some table.
      for width in stride(from: 20 + tables % 3, through: 200, by: 3) {
        let rows = (0..<Int.random(in: 1...4, using: &numbers)).map { _ in
          template.columns.reduce(JSONValue.object([:])) { row, column in
            set(row, column.value.split(separator: "/")[...], cell(column, &numbers))
          }
        }
        let result = set(.object([:]), template.rows.split(separator: "/")[...], .array(rows))
        let printer = printer(width, width.isMultiple(of: 2) ? .korean : .english)
        let text = printer.human(result, rendering)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for line in lines {
          #expect(line.terminalCells <= width, "\(name) at \(width): \(line)")
        }
        #expect(lines.first?.contains("…") == false, "\(name) at \(width): \(lines[0])")
        for row in rows {
          let known = printer.values.text(row.value(at: first.value), format: first.shownFormat)
          #expect(
            known.isEmpty || squeezed(text).contains(squeezed(Self.name(known))),
            "\(name) at \(width): \(text)")
        }
      }
    }
    #expect(tables > 20)
  }

  @Test("no line of a board is wider than the terminal, and cards that are left out are counted")
  func boards() throws {
    let card = LocalizedText(en: "{text}")
    let template = BoardTemplate(columns: [
      BoardColumn(LocalizedText(en: "대기"), items: "/a", card: card),
      BoardColumn(LocalizedText(en: "Done"), items: "/b", card: card),
    ])
    let cards = (0..<800).map { number -> JSONValue in
      ["text": .string("\(number) \(Self.words[number % Self.words.count])")]
    }
    let result: JSONValue = ["a": .array(cards), "b": []]
    for width in 20...200 {
      let text = printer(width, .english).human(result, .board(template))
      for line in text.split(separator: "\n") { #expect(line.terminalCells <= width) }
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 23, "at \(width)")
      let shown = lines.count { $0.first?.isNumber == true }
      #expect(text.contains("and \(800 - shown) more"), "at \(width): \(text)")
    }
  }

  private static let template = TableTemplate(
    rows: "/rows",
    columns: [
      TableColumn(LocalizedText(en: "Name"), "/name"),
      TableColumn(LocalizedText(en: "Minor"), "/minor", rank: 9),
      TableColumn(LocalizedText(en: "Count"), "/count", format: "integer"),
      TableColumn(LocalizedText(en: "Remark"), "/remark"),
    ])
  private let result: JSONValue = [
    "rows": [["name": "strawberry", "minor": "1234567890", "count": 1_234_567, "remark": "ok"]]
  ]

  @Test("what matters least leaves first, is counted, and comes back with -o wide")
  func ranks() {
    var narrow = printer(30, .english)
    #expect(
      narrow.human(result, .table(Self.template)) == """
        Name          Count  Remark
        strawberry  1234567  ok
        1 column more: -o wide
        """)
    narrow.output = .wide
    #expect(
      narrow.human(result, .table(Self.template)) == """
        Name        Minor         Count  Remark
        strawberry  1234567890  1234567  ok
        """)
    #expect(
      printer(25, .korean).human(result, .table(Self.template)) == """
        Name          Count
        strawberry  1234567
        열 2개 더: -o wide
        """)
  }

  @Test("where not two columns have room, a row turns into lines that have everything")
  func vertical() {
    #expect(
      printer(18, .english).human(result, .table(Self.template)) == """
        Name    strawberry
        Minor   1234567890
        Count   1234567
        Remark  ok
        """)
  }

  @Test("columns are chosen and rows sorted by names on the wire or headers")
  func choice() throws {
    let rows: JSONValue = [
      "rows": [
        ["name": "b", "count": 10], ["name": "a", "count": 9], ["name": "c"],
        ["name": "d", "count": 9],
      ]
    ]
    func plain(_ columns: [String], _ sort: String?) throws -> String {
      var printer = printer(80, .english)
      printer.output = .plain
      printer.choice.columns = columns
      printer.choice.sort = sort
      try printer.choice.check(.table(Self.template), isForJSON: false)
      return printer.printed(Array(JSON.text(rows).utf8), .table(Self.template)).text
    }
    #expect(try plain(["count", "NAME"], "count") == "9\ta\n9\td\n10\tb\n\tc\n")
    #expect(try plain(["name"], "-Count") == "b\na\nd\nc\n")
    let failure = #expect(throws: UsageError.self) { try plain(["nam"], nil) }
    #expect(failure?.message.en == "there is no column nam; do you mean name?")
  }
}
