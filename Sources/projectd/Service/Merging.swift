internal import IPCProtocol
internal import Values

/// Taking in what other replicas have changed.
extension Projects {
  /// What a merge came to.
  struct Merged: Sendable {
    /// Changes that were new here.
    var changes = 0
    /// Projects that they made or touched.
    var projects = 0
  }

  /// What this replica has seen; of itself, all it has done.
  var knowledge: Knowledge {
    get throws {
      Knowledge(
        Dictionary(
          try store.replicas().map { ($0.id, $0.seen) }, uniquingKeysWith: { $1 }))
    }
  }

  /// Takes in changes, whatever is known of them already.
  ///
  /// - Parameters:
  ///   - changes: A part of what another replica has, or all of it.
  ///   - knowledge: What is seen when these are in; nil where more are to come.
  ///   - now: By which clocks are judged.
  /// - Returns: How many changes were new, and of how many projects.
  /// - Throws: ``ProjectError`` where a clock is too far ahead to be believed.
  func merge(
    _ changes: [Change], knowledge: Knowledge?, at now: Timestamp
  ) throws -> Merged {
    try checkClocks(changes, now)
    var batch = Batch()
    var merged = Merged()
    for change in changes {
      let number = try number(of: change.project, &batch)
      let replica = try self.number(of: change.stamp.replica)
      guard try log.take(change, project: number, replica: replica) else { continue }
      merged.changes += 1
      let fields = change.fields.map { (field: $0.key, value: $0.value) }
      // Words on it may have come before it, from a third machine.
      let isKnown = batch.touched[number]?.registers.register(of: .created) != nil
      batch.touched[number]?.registers.merge(fields, at: change.stamp)
      if Birth.isOne(change.fields.keys), !isKnown || batch.isBorn(change.project) {
        batch.births.append(NewBirth(number: number, id: change.project, fields: fields))
      }
      observe(change.stamp.clock)
    }
    if let knowledge { try credit(knowledge) }
    merged.projects = batch.touched.count
    try keep(batch)
    try takeAway(unheard: batch.away.union(batch.births.map(\.number)), at: now)
    try keepOneOpen(batch.touched.keys, at: now)
    let handed = try handOn(to: batch.births + returned(batch.away), at: now)
    // What was handed on may be the end of the series.
    try keepOneOpen(batch.births.map(\.number), at: now)
    // Of several people the last one's name stands for all; the log has each.
    let who = changes.last { $0.who != nil }?.who
    if merged.changes > 0 {
      tell(at: now, by: who) { reader in
        [Self.sentence(merged)] + handed.map { self.sentence($0, reader) }
      }
    }
    return merged
  }

  /// The projects of a merge as they become, until all of them are written at once.
  private struct Batch {
    var touched: [Int: (id: UUID, registers: Registers)] = [:]
    /// Those that were not known before.
    var new: [UUID: Int] = [:]
    /// New ones of series, in the order in which they came.
    var births: [NewBirth] = []
    /// Those of a series that were known and not there.
    var away: Set<Int> = []

    func isBorn(_ id: UUID) -> Bool { births.contains { $0.id == id } }
  }

  private static func sentence(_ merged: Merged) -> LocalizedText {
    LocalizedText(
      en: "Merged \(merged.changes) changes of \(merged.projects) projects.",
      ko: "변경 \(merged.changes)건을 합침 (프로젝트 \(merged.projects)개).")
  }

  private func checkClocks(_ changes: [Change], _ now: Timestamp) throws(ProjectError) {
    guard let latest = changes.map(\.stamp.clock).max(), HybridClock.isAhead(latest, of: now)
    else { return }
    let hours = HybridClock.time(of: latest).seconds(since: now) / 3600
    throw ProjectError(.clockAhead, ["hours": .integer(Int(hours.rounded(.up)))])
  }

  /// The number of a project, a new one where it is not known here yet.
  private func number(of id: UUID, _ batch: inout Batch) throws -> Int {
    if let number = batch.new[id] { return number }
    if let number = board.number(of: id) {
      if batch.touched[number] == nil {
        batch.touched[number] = (id, try registers(of: number))
        if board[number].series != nil, board[number].isRemoved { batch.away.insert(number) }
      }
      return number
    }
    let number = board.nextNumber + batch.new.count
    guard number <= Board.limit else {
      throw ProjectError(.tooManyProjects, ["maximum": .integer(Board.limit)])
    }
    // Its row must be there before the log speaks of it.
    try store.save(Registers(), of: number, id: id, isNew: true, replicas)
    batch.new[id] = number
    batch.touched[number] = (id, Registers())
    return number
  }

  private func keep(_ batch: Batch) throws {
    var changed: [Project] = []
    for (number, project) in batch.touched.sorted(by: { $0.key < $1.key }) {
      try store.save(project.registers, of: number, id: project.id, isNew: false, replicas)
      changed.append(Project(number: number, id: project.id, project.registers, zones: zones))
    }
    apply(changed)
  }

  /// Notes what is seen from now on.
  private func credit(_ knowledge: Knowledge) throws {
    let seen = try self.knowledge
    for (id, clock) in knowledge.clocks where clock > seen[id] {
      try store.setSeen(clock, ofReplica: try number(of: id))
    }
  }

  private func number(of replica: UUID) throws -> Int {
    if !replicas.knows(replica) {
      try store.insert(
        ProjectStore.KnownReplica(number: replicas.count + 1, id: replica, seen: 0))
      learn(of: replica)
    }
    return replicas.number(of: replica)
  }
}
