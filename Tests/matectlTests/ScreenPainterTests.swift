@testable import IPCProtocol
import LinuxSystem
import TestSupport
import Testing
import Values

@testable import matectl

/// A board that is changed at random, beside a model of it and a terminal that is not ours.
@Suite("Boards on a screen")
struct ScreenPainterTests {
  private struct Card {
    let id: Int
    let title: String
  }

  /// What must be seen: cards by column, and which one is chosen.
  private struct Model {
    var columns: [[Card]] = [[], [], []]
    var chosen: Int?
    var lastID = 0

    var value: JSONValue {
      let names = ["todo", "doing", "done"]
      return .object(
        JSONObject(
          zip(names, columns).map { name, cards in
            let items = cards.map { card -> JSONValue in
              ["id": .integer(card.id), "title": .string(card.title)]
            }
            return (name, ["items": .array(items), "count": .integer(items.count)])
          }))
    }

    func place(of id: Int) -> (column: Int, index: Int)? {
      for column in columns.indices {
        if let index = columns[column].firstIndex(where: { $0.id == id }) {
          return (column, index)
        }
      }
      return nil
    }
  }

  private static let rendering: Rendering = .board(
    BoardTemplate(
      columns: ["todo", "doing", "done"].map { name in
        BoardColumn(
          LocalizedText(en: "\(name) ({\(name)/count})", ko: "\(name) {\(name)/count}개"),
          items: "/\(name)/items", card: LocalizedText(en: "{title}"))
      }))

  private static let words = [
    "우유 사기", "월간 보고서 쓰기", "call the bank", "김수한무거북이와두루미삼천갑자동방삭", "日本語", "e\u{301}tude", "ㄱㄴㄷ",
    "a very long title that no column has room for, whatever is done",
  ]

  private func change(_ model: inout Model, _ numbers: inout SeededNumbers) {
    let column = numbers.below(3)
    switch numbers.below(5) {
    case 0, 1:
      model.lastID += 1
      let card = Card(id: model.lastID, title: "\(model.lastID) \(numbers.one(of: Self.words))")
      model.columns[column].insert(card, at: numbers.below(model.columns[column].count + 1))
    case 2:
      guard !model.columns[column].isEmpty else { return }
      let card = model.columns[column].remove(at: numbers.below(model.columns[column].count))
      model.columns[(column + 1) % 3].append(card)
    case 3:
      guard model.columns[column].count > 3 else { return }
      model.columns[column].remove(at: numbers.below(model.columns[column].count))
    default: model.columns[column].shuffle(using: &numbers)
    }
  }

  private func press(_ state: inout ScreenState, _ numbers: inout SeededNumbers) {
    let step = numbers.below(9) - 4
    switch numbers.below(3) {
    case 0: state.tab.select { $0.move(by: step, in: $1) }
    case 1: state.tab.select { $0.moveColumn(by: step < 0 ? -1 : 1, in: $1) }
    default: state.tab.select { $0.walk(by: 1, in: $1) }
    }
  }

  private func state() -> ScreenState {
    let method = MethodDescription("toy.board", summary: LocalizedText(en: "board"))
    let view = ScreenView(
      title: LocalizedText(en: "board", ko: "보드"), method: method, rendering: Self.rendering,
      keys: ["/id"])
    return ScreenState(domain: "toy", language: .korean, tabs: [ViewState(view)])
  }

  @Test(
    "after each of 1,000 changes a terminal shows the model, in Korean, at 40 to 200 columns",
    .enabled(if: PyteTerminal.isPossible, "needs Debian's python3-pyte"))
  func random() throws {
    var numbers = SeededNumbers(seed: 1_000)
    var (model, state) = (Model(), state())
    var writer = FrameWriter(isColored: true)
    var size = (columns: 80, rows: 24)
    var frames: [PyteTerminal.Frame] = []
    var expected: [(lines: [String], spots: [(text: String, isChosen: Bool)])] = []
    let values = ValueText(language: .korean, now: Timestamp(microseconds: 0))
    for step in 0..<1_000 {
      if numbers.chance(60) { change(&model, &numbers) } else { press(&state, &numbers) }
      if step % 50 == 49 { size = (40 + numbers.below(161), 5 + numbers.below(36)) }
      let before = model.chosen
      let isPressed = state.tab.item.map { $0.row["id"]?.integerValue }
      state.tab.take(model.value, values)
      model.chosen = state.tab.item?.row["id"]?.integerValue.map { Int($0) }
      // What is chosen stays chosen as long as it is there, wherever it goes.
      if let id = isPressed ?? nil, model.place(of: Int(id)) != nil {
        #expect(model.chosen == Int(id), "step \(step), before \(before ?? 0)")
      }
      let painter = ScreenPainter(&state, columns: size.columns, rows: size.rows)
      let items = painter.places.compactMap { place -> ([Int], String, Bool)? in
        guard case .item(let column, let index) = place.target else { return nil }
        let card = model.columns[column][index]
        let room = place.columns.count - 2
        return (
          [place.row, place.columns.lowerBound, place.columns.upperBound],
          card.title.fitted(toCells: room), card.id == model.chosen
        )
      }
      let start = step == 0 ? "\u{1B}[?7l" : ""
      frames.append(
        .init(
          columns: size.columns, rows: size.rows, bytes: start + writer.frame(painter.grid),
          spots: items.map(\.0)))
      expected.append((painter.grid.lines, items.map { ($0.1, $0.2) }))
      #expect(model.chosen == nil || items.filter(\.2).count == 1, "step \(step): is seen")
    }
    for (step, (shown, wanted)) in zip(try PyteTerminal.shown(frames), expected).enumerated() {
      let spots = wanted.spots.map { ($0.isChosen ? "› " : "  ") + $0.text }
      guard shown.lines == wanted.lines, shown.spots == spots else {
        Issue.record("step \(step): \(shown) is not \(wanted)")
        break
      }
    }
  }

  @Test("a screen of any size is drawn, down to nothing")
  func sizes() {
    var numbers = SeededNumbers(seed: 3)
    var (model, state) = (Model(), state())
    for _ in 0..<60 { change(&model, &numbers) }
    state.tab.take(model.value, ValueText(language: .korean, now: Timestamp(microseconds: 0)))
    state.strip = .init("event")
    for columns in [1, 2, 3, 7, 20, 41, 300] {
      for rows in 1...12 {
        let painter = ScreenPainter(&state, columns: columns, rows: rows)
        #expect(painter.grid.rows.count == rows)
        #expect(painter.grid.lines.allSatisfy { $0.terminalCells <= columns })
        state.overlay = .page(TextPage(title: "help", lines: [.init("우유 사기")], first: 9))
        _ = ScreenPainter(&state, columns: columns, rows: rows)
        state.overlay = nil
      }
    }
  }
}
