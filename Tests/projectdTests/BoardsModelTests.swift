import TestSupport
import Testing
import Values

@testable import projectd

/// Thousands of histories of boards that share a folder and servers, in a second.
@Suite("Boards that share a folder and servers come to one state")
struct BoardsModelTests {
  private static let seeds: UInt64 = 1000

  /// Who does something: people who only remove and bring back; who edit as well; and phones.
  private enum Hand {
    case people, editors, phones
  }

  /// A history, as the seed says: who is there, over what they meet, and what happens.
  private func history(
    seed: UInt64, _ rule: BoardsModel.Rule, hand: Hand
  ) -> (model: BoardsModel, wanted: Bool) {
    var numbers = SeededNumbers(seed: seed)
    let count = Int.random(in: 2...3, using: &numbers)
    let hasFolder = Int.random(in: 0..<3, using: &numbers) > 0
    let others = Int.random(in: 1...2, using: &numbers)
    let boards = (0..<count).map { index in
      BoardsModel.Board(
        id: UUID(random: seed, UInt64(index)), skew: Int64.random(in: 0...40, using: &numbers))
    }
    var model = BoardsModel(
      rule: rule, boards: boards, servers: Array(repeating: .init(), count: others),
      usesFolder: boards.map { _ in hasFolder },
      knows: boards.map { _ in Bool.random(using: &numbers) && others > 1 ? [0, 1] : [0] })
    if Int.random(in: 0..<4, using: &numbers) == 0 { model.servers[0].drops = true }
    model.change(0, [.title: "a", .created: "0"])
    if Bool.random(using: &numbers) { _ = model.settle() }
    /// Whether it is there as the one who did something to that last wanted it.
    var wanted = (clock: UInt64(0), isThere: true)
    /// Of each server, what a phone has taken away and can put back.
    var taken: [Int: BoardsModel.Object] = [:]
    for step in 0..<30 {
      model.time += Int64.random(in: 0...20, using: &numbers)
      let index = Int.random(in: 0..<count, using: &numbers)
      let server = model.knows[index].sorted().randomElement(using: &numbers) ?? 0
      let board = model.boards[index]
      switch Int.random(in: 0..<12, using: &numbers) {
      case 0 where board.isThere:
        model.change(index, [.removed: "1"])
        wanted = max((model.boards[index].life.clock, false), wanted) { $0.0 < $1.0 }
      case 1 where board.title != nil && board.life.isRemoved:
        model.change(index, [.removed: nil])
        wanted = max((model.boards[index].life.clock, true), wanted) { $0.0 < $1.0 }
      case 2 where board.isThere && hand != .people:
        model.change(index, [.title: "e\(step)"])
      case 3 where hand == .phones:
        if var version = model.servers[server].version {
          version.object.title = "p\(step)"
          version.object.changed = HybridClock.clock(
            of: Timestamp(microseconds: model.time * 1000))
          if Bool.random(using: &numbers) { version.object.mark = 0 }
          model.servers[server].put(version.object)
        }
      case 4 where hand == .phones:
        if let version = model.servers[server].version {
          taken[server] = version.object
          model.servers[server].version = nil
        } else if let object = taken[server] {
          model.servers[server].put(object)
        }
      case 5, 6: model.read(index)
      case 7: model.write(index)
      case 8, 9: model.pull(index, server)
      default: model.push(index, server)
      }
    }
    return (model, wanted.isThere)
  }

  private func max<T>(_ one: T, _ other: T, _ isLess: (T, T) -> Bool) -> T {
    isLess(one, other) ? other : one
  }

  @Test("whatever people and phones do, it ends, and everybody has the same")
  func rest() {
    for seed in 1...Self.seeds {
      let hand: Hand = seed % 2 == 0 ? .phones : .editors
      var (model, _) = history(seed: seed, .asOfWhatItSpeaksOf, hand: hand)
      let rounds = model.settle()
      #expect(rounds != nil, "seed \(seed)")
      #expect(model.views.count == 1, "seed \(seed): \(model.views)")
    }
  }

  @Test("where people only remove and bring back, the last one's wish stands")
  func wish() {
    for seed in 1...Self.seeds {
      var (model, wanted) = history(seed: seed, .asOfWhatItSpeaksOf, hand: .people)
      // Where a server drops the marks, only a folder could tell which wish was the last.
      if model.servers.contains(where: \.drops) { continue }
      #expect(model.settle() != nil, "seed \(seed)")
      #expect(model.views == [wanted ? "a" : nil], "seed \(seed)")
    }
  }

  @Test("a server's word that is taken for a deed of now goes round without an end")
  func oldRule() {
    var endless = 0
    for seed in 1...Self.seeds / 10 {
      var (model, _) = history(seed: seed, .asOfNow, hand: .people)
      if model.settle() == nil { endless += 1 }
    }
    #expect(endless > 0)
  }

  @Test("of a removal and of work on another board the later one counts, whoever hears of it first")
  func work() {
    for seed in 1...Self.seeds {
      var numbers = SeededNumbers(seed: seed)
      let boards = (0..<3).map { BoardsModel.Board(id: UUID(random: seed, $0), skew: 0) }
      var model = BoardsModel(
        rule: .asOfWhatItSpeaksOf, boards: boards, servers: [], usesFolder: [true, true, true],
        knows: [[], [], []])
      model.change(0, [.title: "a", .created: "0"])
      #expect(model.settle() != nil)
      var isThere = true
      // Each at its own moment, and nobody hears of the others before the end.
      for index in (0..<3).shuffled(using: &numbers) {
        model.time += 1 + Int64.random(in: 0...20, using: &numbers)
        let deeds: [(isThere: Bool, fields: [Field: String?])] = [
          (true, [.title: "b\(index)"]), (true, [.tag("work"): ""]), (false, [.removed: "1"]),
        ]
        guard let deed = deeds.randomElement(using: &numbers) else { continue }
        model.change(index, deed.fields)
        isThere = deed.isThere
      }
      #expect(model.settle() != nil)
      #expect(model.views.count == 1)
      #expect(model.boards.allSatisfy { $0.isThere == isThere }, "seed \(seed)")
    }
  }
}
