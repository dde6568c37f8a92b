import IPCProtocol
import TestSupport
import Testing

@testable import projectd

@Suite("Replica")
struct ReplicaTests {
  private static func id(_ number: UInt64) -> UUID { UUID(high: 7, low: number) }

  /// One command of one replica, with a wall clock that is wrong by up to an hour.
  private func change(
    _ replica: inout Replica, at time: UInt64, _ numbers: inout SeededNumbers
  ) {
    let skew = UInt64.random(in: 0..<3_600_000, using: &numbers)
    let project = Self.id(100 + .random(in: 0..<8, using: &numbers))
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
    replica.write(project, values, at: time + skew)
  }

  private func exchange(_ one: inout Replica, _ other: inout Replica) {
    let known = one.knowledge
    let changes = other.changes(since: known)
    one.merge(changes, knowledge: other.knowledge)
  }

  @Test(
    "three replicas that change and exchange in random order end in equal states",
    arguments: [UInt64(1), 20_261_121, 0xDEAD_BEEF])
  func threeReplicas(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    var replicas = (1...3).map { Replica(id: Self.id($0)) }
    for round in 0..<2000 {
      let one = Int.random(in: 0..<3, using: &numbers)
      if Int.random(in: 0..<4, using: &numbers) > 0 {
        change(&replicas[one], at: 1_795_251_600_000 + UInt64(round) * 1000, &numbers)
      } else {
        let other = (one + Int.random(in: 1...2, using: &numbers)) % 3
        var pair = (replicas[one], replicas[other])
        exchange(&pair.0, &pair.1)
        replicas[one] = pair.0
      }
    }
    // Nobody is alone any more: everybody hears everybody, in one order and in another.
    for (one, other) in [(0, 1), (0, 2), (2, 0), (1, 2), (1, 0)] {
      var pair = (replicas[one], replicas[other])
      exchange(&pair.0, &pair.1)
      replicas[one] = pair.0
    }
    #expect(replicas[0].projects.count == 8)
    #expect(replicas[0].projects == replicas[1].projects)
    #expect(replicas[1].projects == replicas[2].projects)
    #expect(replicas[0].knowledge == replicas[1].knowledge)
    #expect(replicas[1].knowledge == replicas[2].knowledge)
    #expect(Set(replicas[0].log) == Set(replicas[2].log))
    #expect(replicas[0].log.count == Set(replicas[0].log).count)
  }

  @Test("the registers of a project do not depend on the order in which changes arrive")
  func anyOrder() {
    var numbers = SeededNumbers(seed: 4)
    var writer = Replica(id: Self.id(1))
    var other = Replica(id: Self.id(2))
    for round in 0..<100 {
      change(&writer, at: 1_795_251_600_000 + UInt64(round), &numbers)
      change(&other, at: 1_795_251_600_000 + UInt64(round), &numbers)
    }
    let changes = writer.log + other.log
    func merged(_ changes: [Change]) -> [UUID: Registers] {
      var projects: [UUID: Registers] = [:]
      for change in changes {
        projects[change.project, default: Registers()].merge(
          change.field, Register(stamp: change.stamp, value: change.value))
      }
      return projects
    }
    let expected = merged(changes)
    for _ in 0..<20 {
      #expect(merged(changes.shuffled(using: &numbers)) == expected)
      // Twice is as good as once.
      #expect(merged((changes + changes).shuffled(using: &numbers)) == expected)
    }
  }

  @Test("changes of different fields made apart are both kept")
  func differentFields() {
    var one = Replica(id: Self.id(1))
    var other = Replica(id: Self.id(2))
    let project = Self.id(100)
    one.write(project, [(.title, "점심먹기"), (.tag("food"), "")], at: 1000)
    exchange(&other, &one)
    one.write(project, [(.state, "doing"), (.tag("noon"), "")], at: 2000)
    other.write(project, [(.deadline, "2026-11-21"), (.tag("home"), "")], at: 2001)
    exchange(&one, &other)
    exchange(&other, &one)
    for replica in [one, other] {
      let registers = replica.projects[project]
      #expect(registers?[.title] == "점심먹기")
      #expect(registers?[.state] == "doing")
      #expect(registers?[.deadline] == "2026-11-21")
      for tag in ["food", "noon", "home"] { #expect(registers?[.tag(tag)] == "") }
    }
  }

  @Test("of two changes of one field the later one wins; at the same time the larger replica does")
  func lastWriterWins() {
    let project = Self.id(100)
    var one = Replica(id: Self.id(1))
    var other = Replica(id: Self.id(2))
    one.write(project, [(.title, "early")], at: 1000)
    other.write(project, [(.title, "late")], at: 2000)
    exchange(&one, &other)
    exchange(&other, &one)
    #expect(one.projects[project]?[.title] == "late")
    #expect(other.projects[project]?[.title] == "late")
    var third = Replica(id: Self.id(1))
    var fourth = Replica(id: Self.id(2))
    third.write(project, [(.title, "smaller")], at: 1000)
    fourth.write(project, [(.title, "larger")], at: 1000)
    exchange(&third, &fourth)
    exchange(&fourth, &third)
    #expect(third.projects[project]?[.title] == "larger")
    #expect(fourth.projects[project]?[.title] == "larger")
  }

  @Test("a change after a merge wins against what was merged, however slow the clock here is")
  func clockFollows() {
    let project = Self.id(100)
    var fast = Replica(id: Self.id(1))
    var slow = Replica(id: Self.id(2))
    fast.write(project, [(.title, "from the future")], at: 9_000_000)
    exchange(&slow, &fast)
    slow.write(project, [(.title, "the answer")], at: 1000)
    exchange(&fast, &slow)
    #expect(fast.projects[project]?[.title] == "the answer")
    #expect(slow.projects[project]?[.title] == "the answer")
  }

  @Test("what is known already is not sent, and what is sent is in each replica's order")
  func onlyWhatIsMissing() {
    var one = Replica(id: Self.id(1))
    var other = Replica(id: Self.id(2))
    for time in 1...5 { one.write(Self.id(100), [(.title, "\(time)")], at: UInt64(time)) }
    exchange(&other, &one)
    #expect(one.changes(since: other.knowledge).isEmpty)
    one.write(Self.id(101), [(.title, "six")], at: 6)
    other.write(Self.id(102), [(.title, "seven")], at: 7)
    let missing = one.changes(since: other.knowledge)
    #expect(missing.map(\.value) == ["six"])
    exchange(&one, &other)
    let all = one.changes(since: Knowledge())
    #expect(all.count == 7)
    #expect(all.map(\.stamp.clock) == all.map(\.stamp.clock).sorted())
  }
}
