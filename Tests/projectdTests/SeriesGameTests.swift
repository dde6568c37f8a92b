import Foundation
import Loop
import LoopSupport
import TestSupport
import Testing
import Values

@testable import projectd

@Suite("Of a series one is open, whatever people do and undo while they are apart", .serialized)
struct SeriesGameTests {
  init() { RunningLoop.start() }

  /// As many as `MATE_SERIES_SEEDS` says, for a longer search.
  private static let count: UInt64 =
    ProcessInfo.processInfo.environment["MATE_SERIES_SEEDS"].flatMap { UInt64($0) } ?? 60

  @LoopActor
  private func check(_ game: SeriesGame, _ seed: UInt64) throws {
    let end = "seed \(seed): \(game.replicas.indices.map { game.rows($0) }) \(game.story)"
    #expect(try game.settle(), "\(end)")
    let contents = try game.replicas[0].contents()
    for (index, replica) in game.replicas.enumerated() {
      #expect(game.open(index).count == 1, "\(end)")
      #expect(try replica.contents() == contents, "\(end)")
      for (tag, id) in game.tags {
        let number = try #require(replica.projects.board.number(of: id))
        let project = replica.projects.board[number]
        #expect(!project.isRemoved && project.tags.contains(tag), "\(tag) \(end)")
      }
      for number in game.open(index) {
        let project = replica.projects.board[number]
        let words = project.tags + [project.title]
        #expect(game.undone.isDisjoint(with: words), "\(words) \(end)")
      }
      // What is done lies before what is open.
      #expect(game.rows(index).last?.hasSuffix("done") == false, "\(end)")
    }
  }

  @LoopActor
  private func meet(_ game: SeriesGame, _ index: Int) throws {
    switch game.pick(0..<3) {
    case 0: try game.leave(index)
    case 1: try game.read(index)
    default:
      let other = game.pick(0..<game.replicas.count)
      if other != index { try game.hear(index, from: other) }
    }
  }

  @LoopActor
  @Test("one is open, nobody's work is lost, all have the same, and it ends")
  func games() throws {
    for seed in 1...Self.count {
      let game = try SeriesGame(seed: seed)
      for step in 0..<16 {
        let index = game.pick(0..<game.replicas.count)
        let open = game.open(index)
        guard let first = open.first else { continue }
        switch game.pick(0..<10) {
        case 0, 1: try game.move(first, to: .done, index)
        case 2: try game.tag(first, "t\(step)", index)
        case 5: try game.title(first, "title\(step)", index)
        case 3: try game.undo(index)
        case 4:
          let state = game.replicas[index].projects.board[first].state
          try game.move(first, to: state == .todo ? .doing : .todo, index)
        default: try meet(game, index)
        }
      }
      try check(game, seed)
    }
  }

  @LoopActor
  @Test("one is open also where people open those again that are done")
  func reopening() throws {
    for seed in 1...Self.count {
      let game = try SeriesGame(seed: seed)
      for step in 0..<16 {
        let index = game.pick(0..<game.replicas.count)
        guard let first = game.open(index).first else { continue }
        switch game.pick(0..<10) {
        case 0, 1, 2: try game.move(first, to: .done, index)
        case 3, 4, 5: try game.reopen(index)
        case 6: try game.tag(first, "t\(step)", index)
        case 7: try game.undo(index)
        default: try meet(game, index)
        }
        #expect(game.open(index).count == 1, "seed \(seed): \(game.story)")
      }
      try check(game, seed)
    }
  }

  @LoopActor
  @Test("where people only finish one and take it back, the latest word counts")
  func latest() throws {
    for seed in 1...Self.count {
      let game = try SeriesGame(seed: seed)
      var isDone = false
      for _ in 0..<12 {
        let index = game.pick(0..<game.replicas.count)
        switch game.pick(0..<4) {
        case 0 where game.isOpen(1, index):
          try game.move(1, to: .done, index)
          isDone = true
        case 1:
          if try game.undo(index) == true { isDone = false }
        default: try meet(game, index)
        }
      }
      try check(game, seed)
      let wanted = isDone ? ["01 done", "02 todo"] : ["01 todo"]
      #expect(game.rows(0) == wanted, "seed \(seed): \(game.story)")
    }
  }
}
