import IPCProtocol
import Testing
import Values

@testable import matectl

@Suite("What is chosen on a screen")
struct ViewSelectionTests {
  /// A line of tickets, and a clock that nothing is known by.
  private func content(_ tickets: [Int], clock: String = "1") throws -> ViewContent {
    let rendering: Rendering = .board(
      BoardTemplate(columns: [
        BoardColumn(
          LocalizedText(en: "Waiting"), items: "/waiting", key: "/number",
          card: LocalizedText(en: "{number}")),
        BoardColumn(
          LocalizedText(en: "Clock"), items: "/clock", card: LocalizedText(en: "{text}")),
      ]))
    let value: JSONValue = [
      "waiting": .array(tickets.map { ["number": .integer($0)] }),
      "clock": [["text": .string(clock)]],
    ]
    let values = ValueText(language: .english, now: Timestamp(microseconds: 0))
    return try #require(ViewContent(rendering, value, values))
  }

  private func chosen(_ selection: ViewSelection, _ content: ViewContent) -> String? {
    selection.item(in: content)?.cells.first?.text
  }

  @Test(
    "what nobody chose is what comes first: the first customer, and not the clock beside a line that was empty"
  )
  func first() throws {
    var selection = ViewSelection(keys: ["/number"])
    selection.follow(try content([]))
    #expect(chosen(selection, try content([])) == "1")
    selection.follow(try content([], clock: "2"))
    let line = try content([7, 8], clock: "3")
    selection.follow(line)
    #expect(chosen(selection, line) == "7")
    // It is no other one only because somebody came in front of it.
    let longer = try content([5, 7, 8], clock: "4")
    selection.follow(longer)
    #expect(chosen(selection, longer) == "7")
  }

  @Test("what a person chose, or does something with, stays chosen wherever something comes")
  func own() throws {
    for isDone in [false, true] {
      var selection = ViewSelection(keys: ["/number"])
      let empty = try content([])
      selection.follow(empty)
      if isDone { selection.keep() } else { selection.move(by: 1, in: empty) }
      let line = try content([7], clock: "2")
      selection.follow(line)
      #expect(chosen(selection, line) == "2")
    }
  }
}
