@testable import IPCProtocol
import LinuxSystem
import Testing
import Values

@testable import matectl

/// What stands dim below a row or a card, on a full screen.
@Suite("Details on a screen")
struct ScreenDetailTests {
  private func state(_ rendering: Rendering, _ value: JSONValue) -> ScreenState {
    let method = MethodDescription("toy.list", summary: LocalizedText(en: "list"))
    let view = ScreenView(
      title: LocalizedText(en: "list"), method: method, rendering: rendering, keys: ["/id"])
    var state = ScreenState(domain: "toy", language: .english, tabs: [ViewState(view)])
    state.tab.take(value, ValueText(language: .english, now: Timestamp(microseconds: 0)))
    return state
  }

  private static let rows: JSONValue = [
    ["id": 1, "title": "one", "more": "first of one\u{1B}"], ["id": 22, "title": "two"],
    ["id": 3, "title": "three", "more": "third"],
  ]

  private static let table: Rendering = .table(
    rows: "/rows",
    columns: [
      TableColumn(LocalizedText(en: "No."), "/id", format: "integer"),
      TableColumn(LocalizedText(en: "Title"), "/title", detail: "/more"),
    ])

  private static let board: Rendering = .board(
    BoardTemplate(columns: [
      BoardColumn(
        LocalizedText(en: "one"), items: "/rows", card: LocalizedText(en: "{title}"),
        detail: "/more"),
      BoardColumn(
        LocalizedText(en: "two"), items: "/others", card: LocalizedText(en: "{title}"),
        detail: "/more"),
    ]))

  /// The lines, without the spaces around them, and what a click on each finds.
  private func drawn(
    _ rendering: Rendering, _ value: JSONValue, rows: Int
  ) -> (lines: [String], items: [Int: Int]) {
    var state = state(rendering, value)
    let painter = ScreenPainter(&state, columns: 60, rows: rows)
    var items: [Int: Int] = [:]
    for place in painter.places {
      if case .item(0, let index) = place.target { items[place.row] = index }
    }
    return (painter.grid.lines.map { $0.split(separator: " ").joined(separator: " ") }, items)
  }

  @Test("why nothing newer is there is told to its end, and leaves half of the screen at least")
  func problem() {
    var state = state(Self.table, ["rows": Self.rows])
    let why = (1...30).map { "word\($0)" }.joined(separator: " ")
    state.tab.problem = why
    let lines = ScreenPainter(&state, columns: 40, rows: 24).grid.lines
    #expect(lines.filter { $0.hasPrefix("word") }.joined(separator: " ") == why)
    #expect(lines.contains { $0.hasSuffix("three") })
    // Where it is too long for that, a line tells its beginning.
    let small = ScreenPainter(&state, columns: 40, rows: 8).grid.lines
    #expect(small.filter { $0.contains("word") } == [small[6]] && small[6].hasSuffix("…"))
  }

  @Test("rows have theirs where every one has room, and a click on it is one on the row")
  func table() throws {
    let value: JSONValue = ["rows": Self.rows]
    let (lines, items) = drawn(Self.table, value, rows: 24)
    let title = try #require(lines.firstIndex { $0.hasSuffix("one") })
    #expect(lines[title + 1] == "first of one\u{FFFD}")
    #expect(lines[title + 2].hasSuffix("two"))
    #expect(lines[title + 3].hasSuffix("three"))
    #expect(lines[title + 4] == "third")
    #expect(items[title] == 0 && items[title + 1] == 0 && items[title + 2] == 1)
    #expect(items[title + 4] == 2)
    // With one line less than all of it there is none.
    let roomy = (6...24).first { drawn(Self.table, value, rows: $0).lines.contains("third") }
    let least = try #require(roomy)
    #expect(!drawn(Self.table, value, rows: least - 1).lines.contains { $0.hasPrefix("first of") })
    #expect(drawn(Self.table, value, rows: least).lines.contains { $0.hasPrefix("first of") })
  }

  @Test("cards have theirs where every column has room")
  func board() throws {
    let few = drawn(Self.board, ["rows": Self.rows, "others": []], rows: 24)
    #expect(few.lines.contains { $0.hasPrefix("first of one") })
    let many = JSONValue.array(
      (1...40).map { ["id": .integer($0 + 100), "title": .string("\($0)")] })
    let lines = drawn(Self.board, ["rows": Self.rows, "others": many], rows: 24).lines
    #expect(lines.contains { $0.contains("three") })
    #expect(!lines.contains { $0.contains("first of one") })
  }
}
