internal import IPCProtocol

/// What a replica has seen: the clock of the last change of each replica.
///
/// It says all, because the changes of one replica are always handed on in the order they were made
/// and from where the receiver's knowledge ends.
struct Knowledge: Hashable, Sendable {
  private(set) var clocks: [UUID: UInt64]

  init(_ clocks: [UUID: UInt64] = [:]) { self.clocks = clocks }

  subscript(replica: UUID) -> UInt64 { clocks[replica] ?? 0 }

  /// Whether a change was seen already.
  func covers(_ stamp: Stamp) -> Bool { stamp.clock <= self[stamp.replica] }

  /// Whether everything that `other` knows is known here.
  func covers(_ other: Knowledge) -> Bool {
    other.clocks.allSatisfy { $0.value <= self[$0.key] }
  }

  mutating func add(_ stamp: Stamp) {
    clocks[stamp.replica] = max(stamp.clock, self[stamp.replica])
  }

  mutating func add(_ other: Knowledge) {
    for (replica, clock) in other.clocks { clocks[replica] = max(clock, self[replica]) }
  }
}

/// A whole replica as a value: the log, what it has come to, and what it knows.
///
/// The daemon keeps the same in its store, project by project; here the rules of exchange stand
/// alone, and are tested with any number of replicas in any order.
struct Replica: Sendable {
  let id: UUID
  private(set) var clock = HybridClock()
  private(set) var log: [Change] = []
  private(set) var projects: [UUID: Registers] = [:]
  private(set) var knowledge = Knowledge()

  init(id: UUID) { self.id = id }

  /// Changes fields of one project here, under one stamp.
  mutating func write(
    _ project: UUID, _ values: [(Field, String?)], at milliseconds: UInt64
  ) {
    clock = HybridClock(last: max(clock.last + 1, milliseconds << 16))
    for (field, value) in values {
      let stamp = Stamp(clock: clock.last, replica: id)
      take(Change(stamp: stamp, project: project, field: field, value: value))
    }
  }

  /// What the owner of `knowledge` has not seen, each replica's changes in their order.
  func changes(since knowledge: Knowledge) -> [Change] {
    log.filter { !knowledge.covers($0.stamp) }.sorted { $0.stamp < $1.stamp }
  }

  /// Takes in changes of others, with what their sender knew.
  mutating func merge(_ changes: [Change], knowledge: Knowledge) {
    for change in changes where !self.knowledge.covers(change.stamp) {
      clock.observe(change.stamp.clock)
      log.append(change)
      projects[change.project, default: Registers()].merge(
        change.field, Register(stamp: change.stamp, value: change.value))
    }
    self.knowledge.add(knowledge)
  }

  private mutating func take(_ change: Change) {
    log.append(change)
    projects[change.project, default: Registers()].merge(
      change.field, Register(stamp: change.stamp, value: change.value))
    knowledge.add(change.stamp)
  }
}
