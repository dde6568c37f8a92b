import Loop
import LoopSupport
import TestSupport
import Testing
import Values

@testable import projectd

@Suite("Links between projects")
struct BoardLinksTests {
  init() { RunningLoop.start() }

  private static func id(_ number: Int) -> UUID { UUID(high: 9, low: UInt64(number)) }

  /// Who reaches whom over at least one link, by Warshall's closure: slow, and nothing like the search.
  private static func closure(_ links: [UUID: [UUID]], _ ids: [UUID]) -> [UUID: Set<UUID>] {
    var reached = Dictionary(uniqueKeysWithValues: ids.map { ($0, Set(links[$0] ?? [])) })
    for middle in ids {
      let further = reached[middle] ?? []
      for source in ids where reached[source]?.contains(middle) == true {
        reached[source]?.formUnion(further)
      }
    }
    return reached
  }

  @Test("what counts has no circle, and outside of circles everything counts")
  func circles() {
    var random = SeededNumbers(seed: 1315)
    for round in 0..<400 {
      let ids = (0..<(2 + random.below(9))).map { Self.id($0) }
      var kind = BoardLinks.Kind()
      for _ in 0..<random.below(25) {
        let source = random.one(of: ids)
        let targets = (0..<random.below(4)).map { _ in random.one(of: ids) }
        _ = kind.set(source, to: Set(targets).sorted())
      }
      kind.findCircles()
      let all = Self.closure(kind.targets, ids)
      let counted = Dictionary(
        uniqueKeysWithValues: ids.map { ($0, kind.counted(from: $0)) })
      let reached = Self.closure(counted, ids)
      for source in ids {
        #expect(reached[source]?.contains(source) == false, "round \(round)")
        for target in kind.targets[source] ?? [] {
          let isCircular = all[target]?.contains(source) == true
          #expect(kind.counts(from: source, to: target) == (!isCircular || source > target))
          #expect(kind.counted(to: target).contains(source) == counted[source]?.contains(target))
        }
        for target in ids where target != source {
          #expect(kind.reaches(target, from: source) == (all[source]?.contains(target) == true))
        }
      }
    }
  }

  @Test("a chain as long as the board is no depth to fall into")
  func chain() {
    var kind = BoardLinks.Kind()
    for number in 0..<100_000 { _ = kind.set(Self.id(number), to: [Self.id(number + 1)]) }
    kind.findCircles()
    #expect(kind.counted(from: Self.id(50_000)) == [Self.id(50_001)])
    _ = kind.set(Self.id(100_000), to: [Self.id(0)])
    kind.findCircles()
    #expect(kind.counted(from: Self.id(50_000)) == [])
    #expect(kind.counted(from: Self.id(100_000)) == [Self.id(0)])
  }

  @LoopActor
  @Test(
    "three machines that link at random come to the same, without a circle, however they exchange",
    arguments: [UInt64(3), 77, 20_261_123])
  func replicas(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let replicas = try (1...3).map { try ReplicaBench(UInt64($0)) }
    let ids = (0..<7).map { Self.id($0) }
    for step in 0..<600 {
      let one = random.below(3)
      if random.chance(75) {
        let (project, other) = (random.one(of: ids), random.one(of: ids))
        let isSet = random.chance(70)
        let values: [(Field, String?)] =
          switch random.below(8) {
          case 0: [(.state, random.one(of: ["todo", "doing", "done"]))]
          case 1: [(.removed, random.chance(30) ? "1" : nil)]
          case 2: [(.parent, isSet ? other.description : nil)]
          case 3: [(.note("\(step) noted"), isSet ? "" : nil), (.priority, isSet ? "3" : nil)]
          default: [(.depends(other), isSet ? "" : nil)]
          }
        try replicas[one].write(
          project, [(.title, "t")] + values, at: 1_795_251_600_000 + Int64(step) * 1000)
      } else {
        let giver = replicas[(one + 1 + random.below(2)) % 3]
        let changes = try giver.changes(since: replicas[one].projects.knowledge)
        try replicas[one].merge(changes, knowledge: giver.projects.knowledge)
      }
      try check(replicas[one].projects.board)
    }
    for (one, other) in [(0, 1), (0, 2), (2, 0), (1, 2), (1, 0)] {
      let changes = try replicas[other].changes(since: replicas[one].projects.knowledge)
      try replicas[one].merge(changes, knowledge: replicas[other].projects.knowledge)
    }
    let first = flags(replicas[0].projects.board)
    for replica in replicas {
      try check(replica.projects.board)
      #expect(flags(replica.projects.board) == first)
      // What was kept up step by step is what a start makes of the store.
      try replica.projects.load()
      #expect(flags(replica.projects.board) == first)
    }
  }

  private func flags(_ board: Board) -> [UUID: [Bool]] {
    var flags: [UUID: [Bool]] = [:]
    for project in board.projects where !project.isRemoved {
      let key = board.keys[project.number - 1]
      flags[project.id] = [key.isBlocked, key.isBlocking]
    }
    return flags
  }

  /// What the flags of a board must be, from its projects alone.
  private func check(_ board: Board) throws {
    let there = board.projects.filter { !$0.isRemoved }
    let all = Dictionary(uniqueKeysWithValues: there.map { ($0.id, $0.plan.depends) })
    let ids = board.projects.map(\.id)
    let reached = Self.closure(all, ids)
    func isOpen(_ id: UUID) -> Bool { there.contains { $0.id == id && $0.state != .done } }
    var (blocked, blocking): (Set<UUID>, Set<UUID>) = ([], [])
    for project in there where isOpen(project.id) {
      for target in project.plan.depends where isOpen(target) {
        if reached[target]?.contains(project.id) == true, project.id <= target { continue }
        blocked.insert(project.id)
        blocking.insert(target)
      }
    }
    for project in there {
      let key = board.keys[project.number - 1]
      #expect(key.isBlocked == blocked.contains(project.id))
      #expect(key.isBlocking == blocking.contains(project.id))
    }
  }
}
