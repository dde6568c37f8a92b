import IPCProtocol
import Testing
import Values

@testable import matectl

@Suite("What is chosen on a screen")
struct ViewSelectionTests {
  /// A line of tickets, and a clock that nothing is known by.
  private func content(
    _ tickets: [Int], serving: [Int] = [], clock: String = "1"
  ) throws -> ViewContent {
    let rendering: Rendering = .board(
      BoardTemplate(columns: [
        BoardColumn(
          LocalizedText(en: "Waiting"), items: "/waiting", key: "/number",
          card: LocalizedText(en: "{number}")),
        BoardColumn(
          LocalizedText(en: "Serving"), items: "/serving", key: "/number",
          card: LocalizedText(en: "{number}")),
        BoardColumn(
          LocalizedText(en: "Clock"), items: "/clock", card: LocalizedText(en: "{text}")),
      ]))
    let value: JSONValue = [
      "waiting": .array(tickets.map { ["number": .integer($0)] }),
      "serving": .array(serving.map { ["number": .integer($0)] }),
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

  @Test("after one that is done in another column comes the next where it was chosen")
  func goesBack() throws {
    for others in [[], [3, 9]] {
      var selection = ViewSelection(keys: ["/number"])
      func shows(_ waiting: [Int], _ serving: [Int]) throws -> String? {
        let content = try content(waiting, serving: serving + others)
        selection.follow(content)
        return chosen(selection, content)
      }
      #expect(try shows([4, 5, 6], []) == "4")
      // Call, done, call, done: each time the first who waits.
      for number in 4...6 {
        selection.keep()
        let left = Array((number + 1)..<7)
        #expect(try shows(left, [number]) == "\(number)")
        #expect(try shows(left, []) == (left.first ?? others.first ?? 1).description)
      }
      // Nobody waited, so that what came first was no choice of a person's.
      #expect(try shows([7], []) == "7")
    }
  }

  @Test("the neighbour of one that is gone is chosen, wherever it stood by then")
  func neighbour() throws {
    var selection = ViewSelection(keys: ["/number"])
    let line = try content([4, 5, 6])
    selection.follow(line)
    selection.move(by: 1, in: line)
    selection.follow(try content([1, 2, 4, 5, 6]))
    let without = try content([1, 2, 4, 6])
    selection.follow(without)
    #expect(chosen(selection, without) == "6")
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
