import IPCProtocol
import Testing
import Values

@testable import matectl

@Suite("Details below rows and cards")
struct RenderingDetailTests {
  private func values() -> ValueText {
    ValueText(language: .english, now: Timestamp(microseconds: 0))
  }

  @Test("details stand below their rows where all of it has room, and nowhere else")
  func details() throws {
    let columns = [
      TableColumn(LocalizedText(en: "No."), "/id", format: "integer"),
      TableColumn(LocalizedText(en: "Title"), "/title", detail: "/more"),
      TableColumn(LocalizedText(en: "Tag"), "/tag"),
    ]
    let template = Rendering.table(rows: "/rows", columns: columns)
    let rows = try JSON.parse(
      #"""
      {"rows":[{"id":1,"title":"one","tag":"x","more":"first\u001b of one"},
       {"id":22,"title":"two","tag":"y"}, {"id":3,"title":"three","more":"한글로 된 긴 설명입니다"}]}
      """#)
    func text(_ columns: Int, _ height: Int, _ output: Invocation.Output? = nil) -> String {
      ResultPrinter(
        output: output, style: Style(isColored: false), values: values(), screen: (columns, height)
      ).human(rows, template)
    }
    let plain = "No.  Title  Tag\n  1  one    x\n 22  two    y\n  3  three"
    let detailed =
      "No.  Title  Tag\n  1  one    x\n     first\u{FFFD} of …\n 22  two    y\n  3  three\n     한글로 된 …"
    #expect(text(16, 9) == detailed)
    #expect(text(16, 8) == plain)
    #expect(text(16, 90, .wide) == plain)
    let piped = ResultPrinter(
      output: nil, style: Style(isColored: false), values: values(), screen: nil)
    #expect(piped.human(rows, template) == plain)
    let coloured = ResultPrinter(
      output: nil, style: Style(isColored: true), values: values(), screen: (80, 24)
    ).human(rows, template)
    #expect(coloured.contains(Style(isColored: true).apply(.muted, "한글로 된 긴 설명입니다")))
  }

  @Test("cards have theirs below them where the board has room for every one")
  func cardDetails() throws {
    let template = Rendering.board(
      BoardTemplate(columns: [
        BoardColumn(
          LocalizedText(en: "A"), items: "/a", card: LocalizedText(en: "{t}"), detail: "/more"),
        BoardColumn(LocalizedText(en: "B"), items: "/b", card: LocalizedText(en: "{t}")),
      ]))
    let board = try JSON.parse(
      #"{"a":[{"t":"one","more":"why"},{"t":"two"}],"b":[{"t":"three","more":"no"}]}"#)
    func lines(_ height: Int?) -> [String] {
      ResultPrinter(
        output: height == nil ? .wide : nil, style: Style(isColored: false), values: values(),
        screen: (80, height ?? 99)
      ).human(board, template).split(separator: "\n").dropFirst(2).map {
        $0.split(separator: " ").joined(separator: " ")
      }
    }
    #expect(lines(6) == ["one three", "why", "two"])
    #expect(lines(5) == ["one three", "two"])
    #expect(lines(nil) == ["one three", "two"])
  }
}
