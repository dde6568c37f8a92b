import DaemonRuntime
import Loop
import LoopSupport
import TestSupport
import Testing
import Values

@testable import projectd

/// Boards over stores of their own that exchange what they have done, without daemons.
@Suite("Replica")
struct ReplicaTests {
  init() { RunningLoop.start() }

  private static let start: Int64 = 1_795_251_600_000
  private static let project = UUID(high: 7, low: 100)

  /// One command of one replica, with a wall clock that is wrong by up to an hour.
  @LoopActor
  private func change(
    _ replica: ReplicaBench, at time: Int64, _ numbers: inout SeededNumbers
  ) throws {
    let skew = Int64.random(in: 0..<3_600_000, using: &numbers)
    let project = UUID(high: 7, low: 100 + .random(in: 0..<8, using: &numbers))
    let value = "\(UInt16.random(in: 0...999, using: &numbers))"
    let isSet = Bool.random(using: &numbers)
    let values: [(Field, String?)] =
      switch Int.random(in: 0..<6, using: &numbers) {
      case 0: [(.title, value), (.state, "todo")]
      case 1: [(.state, ["todo", "doing", "done"].randomElement(using: &numbers))]
      case 2: [(.tag(["a", "b", "c"].randomElement(using: &numbers) ?? "a"), isSet ? "" : nil)]
      case 3: [(.removed, isSet ? "1" : nil)]
      case 4: [(.extra("x\(value.prefix(1))"), isSet ? value : nil)]
      default: [(.deadline, isSet ? "2026-11-21" : nil), (.group, value)]
      }
    try replica.write(project, values, at: time + skew)
  }

  /// Brings what `giver` has to `taker`: in pieces, in any order, some of them twice.
  ///
  /// `isCut` leaves pieces out, and what would have been known after the last one.
  @LoopActor
  private func deliver(
    from giver: ReplicaBench, to taker: ReplicaBench, isCut: Bool, _ numbers: inout SeededNumbers
  ) throws {
    var changes = try giver.changes(since: taker.projects.knowledge).shuffled(using: &numbers)
    changes += changes.prefix(.random(in: 0...3, using: &numbers))
    if isCut { changes.removeLast(.random(in: 0...changes.count, using: &numbers)) }
    let known = try giver.projects.knowledge
    repeat {
      let piece = Array(changes.prefix(.random(in: 0...40, using: &numbers)))
      changes.removeFirst(piece.count)
      let isLast = changes.isEmpty && !isCut
      try taker.merge(piece, knowledge: isLast ? known : nil)
    } while !changes.isEmpty
  }

  @LoopActor
  @Test(
    "three replicas that change and exchange in random order end as the last writers had it",
    arguments: [UInt64(1), 20_261_121, 0xDEAD_BEEF])
  func threeReplicas(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let replicas = try (1...3).map { try ReplicaBench(UInt64($0)) }
    for round in 0..<2000 {
      let one = Int.random(in: 0..<3, using: &numbers)
      if Int.random(in: 0..<4, using: &numbers) > 0 {
        try change(replicas[one], at: Self.start + Int64(round) * 1000, &numbers)
      } else {
        let other = (one + Int.random(in: 1...2, using: &numbers)) % 3
        let isCut = Int.random(in: 0..<3, using: &numbers) == 0
        try deliver(from: replicas[other], to: replicas[one], isCut: isCut, &numbers)
      }
    }
    // Nobody is alone any more: everybody hears everybody, in one order and in another.
    for (one, other) in [(0, 1), (0, 2), (2, 0), (1, 2), (1, 0)] {
      try deliver(from: replicas[other], to: replicas[one], isCut: false, &numbers)
    }
    let all = try replicas[0].changes(since: Knowledge())
    let expected = LastWriters(all).projects
    #expect(expected.count == 8)
    #expect(Set(all).count == all.count)
    for replica in replicas {
      #expect(try Set(replica.changes(since: Knowledge())) == Set(all))
      #expect(try replica.projects.knowledge == replicas[0].projects.knowledge)
      #expect(try replica.contents() == expected)
      #expect(replica.shown() == replicas[0].shown())
      // What memory has is what the store has.
      let shown = replica.shown()
      try replica.projects.load()
      #expect(replica.shown() == shown)
    }
  }

  @LoopActor
  @Test("the registers of a project do not depend on the order in which changes arrive")
  func anyOrder() throws {
    var numbers = SeededNumbers(seed: 4)
    let writers = [try ReplicaBench(1), try ReplicaBench(2)]
    for round in 0..<100 {
      for writer in writers { try change(writer, at: Self.start + Int64(round), &numbers) }
    }
    let changes = try writers.flatMap { try $0.changes(since: Knowledge()) }
    let expected = LastWriters(changes).projects
    func merged(_ changes: [Change]) -> [UUID: [Field: Register]] {
      var projects: [UUID: Registers] = [:]
      for change in changes {
        for (field, value) in change.fields {
          projects[change.project, default: Registers()].merge(
            field, Register(stamp: change.stamp, value: value))
        }
      }
      return projects.mapValues(\.byField)
    }
    for _ in 0..<20 {
      #expect(merged(changes.shuffled(using: &numbers)) == expected)
      // Twice is as good as once.
      #expect(merged((changes + changes).shuffled(using: &numbers)) == expected)
    }
  }

  @LoopActor
  private func exchange(_ one: ReplicaBench, _ other: ReplicaBench) throws {
    try one.merge(
      other.changes(since: one.projects.knowledge), knowledge: other.projects.knowledge)
  }

  @LoopActor
  @Test("changes of different fields made apart are both kept")
  func differentFields() throws {
    let (one, other) = (try ReplicaBench(1), try ReplicaBench(2))
    let project = Self.project
    try one.write(project, [(.title, "점심먹기"), (.tag("food"), "")], at: 1000)
    try exchange(other, one)
    try one.write(project, [(.state, "doing"), (.tag("noon"), "")], at: 2000)
    try other.write(project, [(.deadline, "2026-11-21"), (.tag("home"), "")], at: 2001)
    try exchange(one, other)
    try exchange(other, one)
    for replica in [one, other] {
      #expect(try replica.value(.title, of: project) == "점심먹기")
      #expect(try replica.value(.state, of: project) == "doing")
      #expect(try replica.value(.deadline, of: project) == "2026-11-21")
      for tag in ["food", "noon", "home"] {
        #expect(try replica.value(.tag(tag), of: project) == "")
      }
    }
  }

  @LoopActor
  @Test("of two changes of one field the later one wins; at the same time the larger replica does")
  func lastWriterWins() throws {
    let cases: [([Int64], String)] = [
      ([1000, 2000], "other"), ([2000, 1000], "one"), ([1000, 1000], "other"),
    ]
    for (times, winner) in cases {
      let (one, other) = (try ReplicaBench(1), try ReplicaBench(2))
      try one.write(Self.project, [(.title, "one")], at: times[0])
      try other.write(Self.project, [(.title, "other")], at: times[1])
      try exchange(one, other)
      try exchange(other, one)
      #expect(try one.value(.title, of: Self.project) == winner)
      #expect(try other.value(.title, of: Self.project) == winner)
    }
  }

  @LoopActor
  @Test("a change after a merge wins against what was merged, however slow the clock here is")
  func clockFollows() throws {
    let (fast, slow) = (try ReplicaBench(1), try ReplicaBench(2))
    try fast.write(Self.project, [(.title, "from the future")], at: 9_000_000)
    try exchange(slow, fast)
    try slow.write(Self.project, [(.title, "the answer")], at: 1000)
    try exchange(fast, slow)
    #expect(try fast.value(.title, of: Self.project) == "the answer")
    #expect(try slow.value(.title, of: Self.project) == "the answer")
  }

  @LoopActor
  @Test("what is known already is not sent, and what is sent is in each replica's order")
  func onlyWhatIsMissing() throws {
    let (one, other) = (try ReplicaBench(1), try ReplicaBench(2))
    for time in 1...5 { try one.write(Self.project, [(.title, "\(time)")], at: Int64(time)) }
    try exchange(other, one)
    #expect(try one.changes(since: other.projects.knowledge).isEmpty)
    try one.write(UUID(high: 7, low: 101), [(.title, "six")], at: 6)
    try other.write(UUID(high: 7, low: 102), [(.title, "seven")], at: 7)
    let missing = try one.changes(since: other.projects.knowledge)
    #expect(missing.map(\.fields) == [[.title: "six"]])
    try exchange(one, other)
    let all = try one.changes(since: Knowledge())
    #expect(all.count == 7)
    for replica in [one, other] {
      let clocks = all.filter { $0.stamp.replica == replica.projects.own }.map(\.stamp.clock)
      #expect(clocks == clocks.sorted())
    }
  }
}
