import CivilTime
import Loop
import LoopSupport
import TestSupport
import Testing
import Values

@testable import projectd

@Suite("Of a series with which one machine went on unheard of on another one", .serialized)
struct SeriesUnheardTests {
  init() { RunningLoop.start() }

  private static let never = ProjectChanges(recurrence: .some(nil))

  @LoopActor
  private func check(_ game: SeriesGame, _ rows: [String], _ what: String = "") throws {
    #expect(try game.settle(), "\(what) \(game.story)")
    let contents = try game.replicas[0].contents()
    for (index, replica) in game.replicas.enumerated() {
      #expect(game.rows(index) == rows, "\(what) \(game.story)")
      #expect(try replica.contents() == contents, "\(what) \(game.story)")
    }
  }

  /// What the other one does with the next one, which who opens the one before again has never heard of.
  private enum Work: CaseIterable {
    case nothing, tagged, taggedLater, finished
  }

  @LoopActor
  @Test("who opens one again takes the next one with it, also where it made none itself")
  func opened() throws {
    for (machines, isKnown, work) in [2, 3].flatMap({ count in
      [true, false].flatMap { known in Work.allCases.map { (count, known, $0) } }
    }) {
      let game = try SeriesGame(seed: 1, machines: machines)
      // For 1 nothing repeats; 0 has heard of that and taken it back, or has not heard of it.
      if isKnown {
        try game.edit(1, Self.never, 0)
        try game.settle()
        try game.reverse(0)
      } else {
        try game.edit(1, Self.never, 1)
      }
      try game.move(1, to: .done, 0)
      if work == .tagged { try game.tag(2, "t", 0) }
      if work == .finished { try game.move(2, to: .done, 0) }
      try game.move(1, to: .done, 1)
      try game.reverse(1)
      if !isKnown { try game.reverse(1) }
      if work == .taggedLater { try game.tag(2, "t", 0) }
      let rows =
        switch work {
        case .nothing: ["01 todo"]
        case .tagged, .taggedLater: ["01 done", "02 todo"]
        case .finished: ["01 done", "02 done", "03 todo"]
        }
      try check(game, rows, "\(machines) \(isKnown) \(work)")
      // And it goes on.
      try game.move(try #require(game.open(0).first), to: .done, 0)
      #expect(try game.settle())
      #expect(game.replicas.indices.allSatisfy { game.open($0).count == 1 }, "\(game.story)")
    }
  }

  @LoopActor
  @Test("one that comes back beside a next one on which somebody has worked is done")
  func broughtBack() throws {
    for isWorkFirst in [true, false] {
      for order in [[1, 2], [2, 1]] {
        let game = try SeriesGame(seed: 1, machines: 3)
        try game.move(1, to: .done, 1)
        if isWorkFirst { try game.tag(2, "t", 1) }
        try game.move(1, to: .done, 0)
        try game.reverse(0)
        try game.reverse(0)
        if !isWorkFirst { try game.tag(2, "t", 1) }
        try game.edit(1, ProjectChanges(group: .some("x")), 2)
        for other in order { try game.hear(0, from: other) }
        try check(game, ["01 done", "02 todo"])
      }
    }
  }

  @LoopActor
  @Test("what was said reaches the open one, whatever days those between had")
  func said() throws {
    for count in 2...4 {
      for isEarlier in [true, false] {
        let game = try SeriesGame(seed: 1, machines: 2, due: "2099-01-20", rule: "FREQ=WEEKLY")
        try game.edit(1, ProjectChanges(title: "water them", addedTags: ["t"]), 1)
        for number in 1...count {
          let day = isEarlier ? 20 - number : 20 + 2 * number
          let due = try #require(CalendarTime("2099-01-\(day)"))
          if number > 1 { try game.edit(number, ProjectChanges(due: .some(due)), 0) }
          try game.move(number, to: .done, 0)
        }
        #expect(try game.settle())
        for replica in game.replicas {
          let all = replica.projects.board.projects
          #expect(all.count == count + 1)
          #expect(all.allSatisfy { $0.title == "water them" && $0.tags == ["t"] }, "\(game.story)")
        }
      }
    }
  }

  @LoopActor
  @Test("a word that is taken back, or said again, does not bring a next one back that was removed")
  func removed() throws {
    for reversals in 1...4 {
      let game = try SeriesGame(seed: 1, machines: 2)
      try game.edit(1, ProjectChanges(body: .some("can")), 1)
      try game.move(1, to: .done, 0)
      try game.remove(2, 0)
      try game.settle()
      for number in 1...reversals { try game.reverse(1, isUndo: number % 2 == 1) }
      #expect(game.rows(1) == ["01 done"])
      try check(game, ["01 done"])
      let body = game.replicas[0].projects.board[1].body
      #expect(body == (reversals % 2 == 1 ? nil : "can"))
    }
  }
}
