import IPCProtocol
import TestSupport
import Testing
import Values

@testable import matectl

/// Manuals are made from descriptions, which anybody may write: none of their texts is an order to roff.
@Suite struct ManualPageTests {
  private static func pages(_ language: Language = .english) -> ManualPages {
    ManualPages(
      help: Help(language: language, style: Style(isColored: false)), version: "1",
      date: "2026-11-22")
  }

  /// The orders that our pages give; whatever else begins with a dot is somebody's text.
  private static let orders = [
    ".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".nh", ".ad", ".in", ".nf", ".fi",
  ]

  private static func foreignOrders(_ roff: String) -> [Substring] {
    roff.split(separator: "\n").filter { line in
      guard line.hasPrefix(".") || line.hasPrefix("'") else { return false }
      return !orders.contains { line == $0 || line.hasPrefix("\($0) ") }
    }
  }

  @Test func noTextOfADescriptionIsAnOrder() throws {
    let nasty = [
      ".so /etc/passwd", "'so /etc/passwd", "\\X'x'", "\\!.so x", "a\n.so b", "\".B\" x", "\\",
      "ends with \\", "... dots", String(repeating: "word ", count: 40) + ".so x", "\u{1B}[31m", "",
    ]
    for text in nasty {
      let method = MethodDescription(
        "tea.make", summary: LocalizedText(en: text, ko: text),
        parameters: [
          ParameterDescription(
            "kind", .string, required: true, LocalizedText(en: text, ko: text))
        ],
        command: CommandDescription(["make"], positionals: ["kind"], examples: [text]))
      let domain = DomainDescription(
        domain: "tea", version: "1", exec: "tead", summary: LocalizedText(en: text, ko: text),
        methods: [method])
      for language in [Language.english, .korean] {
        for name in ["tea", "tead", "matectl"] {
          let page = try #require(Self.pages(language).page(name, among: [domain]))
          #expect(Self.foreignOrders(page.roff).isEmpty, "\(text) in \(name)")
          // A backslash of the text is shown as one: only ours begin an escape.
          let escapes = page.roff.split(separator: "\\", omittingEmptySubsequences: false)
            .dropFirst()
          for escape in escapes {
            #expect("e-(& ".contains(escape.first ?? "\n"), "\\\(escape.prefix(8)) of \(text)")
          }
        }
      }
    }
  }

  @Test func aPageOfADomainTellsEveryCommandAndRefusal() throws {
    let domain = JuiceFixture.domain
    let roff = try #require(Self.pages().page("juice", among: [domain])).roff
    for method in domain.methods {
      guard let command = method.command else { continue }
      let words = (["matectl", "juice"] + command.path).joined(separator: " ")
      #expect(roff.contains(".SS \"\(words.replacing("-", with: "\\-"))"))
    }
    for error in domain.errors { #expect(roff.contains("\(error.kind.name) (\(error.kind.code))")) }
  }

  @Test("the page of a daemon, and that of webd, tells every option that its program takes")
  func options() throws {
    for (name, domains) in [("juiced", [JuiceFixture.domain]), ("webd", [])] {
      let help = try SystemProgram.run(BuiltPrograms.path(name), ["--help"]).output
      let taken = help.split(separator: "\n").compactMap { line in
        line.hasPrefix("  --") ? line.split(separator: " ").first.map(String.init) : nil
      }
      #expect(taken.count > 3, "\(help)")
      for language in [Language.english, .korean] {
        let roff = try #require(Self.pages(language).page(name, among: domains)).roff
        for option in taken { #expect(roff.contains(option.replacing("-", with: "\\-"))) }
      }
    }
  }

  @Test func linesAreShortEnoughForManuals() throws {
    let domain = JuiceFixture.domain
    for language in [Language.english, .korean] {
      let roff = try #require(Self.pages(language).page("juiced", among: [domain])).roff
      for line in roff.split(separator: "\n") where !line.hasPrefix(".") {
        let bytes = line.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 8) }
        #expect(bytes <= 80 || !line.contains(" "), "\(line)")
      }
    }
  }
}
