internal import CalDAV
internal import DaemonRuntime
internal import Loop
internal import TaskFormats
internal import Values

/// The board as the synchronisation with a server sees it; what the server has is remembered in the
/// same store, in the same transaction as what came of it.
struct CalendarStore: CalDAVStore {
  let projects: Projects
  let name: String

  func revisions() async throws -> [UUID: UInt64] { await projects.revisions }

  func task(_ id: UUID) async throws -> LocalTask? { try await projects.localTask(id) }

  func merge(_ remote: RemoteTask) async throws -> LocalTask? {
    var task: LocalTask?
    try await projects.host.change {
      task = try projects.merge(remote)
      try rows.save(remote.entry(with: task))
    }
    return task
  }

  func remove(_ id: UUID, unlessChangedSince revision: UInt64) async throws -> Bool {
    var isRemoved = false
    try await projects.host.change {
      isRemoved = try projects.remove(id, unlessChangedSince: revision)
    }
    return isRemoved
  }

  func remember(_ entry: CalDAVEntry) async throws {
    try await projects.host.change { try rows.save(entry) }
  }

  func forget(_ address: DAVAddress) async throws {
    try await projects.host.change { try rows.remove(address) }
  }

  func remember(token: String?) async throws {
    try await projects.host.change { try rows.save(token: token) }
  }

  /// What was last seen of a collection; nothing where that was another one, whose objects would
  /// look as if they had been removed.
  func ledger(of collection: CalDAVCollection) async throws -> CalDAVLedger {
    let ledger = try await ledger()
    let isKnown = ledger.entries.keys.allSatisfy { $0.isMember(of: collection.address) }
    if isKnown { return ledger }
    try await projects.host.change { try rows.forget() }
    return CalDAVLedger()
  }

  @LoopActor
  private func ledger() throws -> CalDAVLedger {
    CalDAVLedger(entries: try rows.entries(), token: try rows.token())
  }

  @LoopActor
  private var rows: CalendarRows { CalendarRows(database: projects.host.database, name: name) }
}

extension Projects {
  /// Of every project that is there, the clock of its last change.
  var revisions: [UUID: UInt64] {
    var revisions: [UUID: UInt64] = [:]
    for project in board.projects where !project.isRemoved {
      revisions[project.id] = project.lastClock
    }
    return revisions
  }

  func localTask(_ id: UUID) throws -> LocalTask? {
    guard let number = board.number(of: id), !board[number].isRemoved else { return nil }
    return LocalTask(
      record: TaskRecord(board[number], try registers(of: number), as: .ics, context),
      revision: board[number].lastClock)
  }

  /// Puts a task of the server together with ours.
  ///
  /// One that was removed here stays so where the server says only what we knew. What is there
  /// without a memory of it was made anew, by an edit or an undo elsewhere, and comes back.
  func merge(_ remote: RemoteTask) throws -> LocalTask? {
    let id = remote.record.id
    if let number = board.number(of: id), board[number].isRemoved,
      try remote.isOurs || isEcho(remote, of: board[number])
    {
      return nil
    }
    let record = try localTask(id)?.record.merged(with: remote) ?? remote.record
    let rules = ImportRules(
      board: board, registers: { try self.registers(of: $0) }, skipsBad: false,
      context: context)
    if let edit = try rules.edit(record.id, record.fields(.ics, context), at: host.now) {
      try takeOver([edit], at: host.now)
    }
    return try localTask(id)
  }

  /// Whether another machine has put a task on the server that somebody has removed by then, and of
  /// whose removal that machine has not heard yet, as it hears of it over another way: ssh or a folder.
  ///
  /// It says nothing newer than what was removed. Taken for a task that was made anew it would come
  /// back here, while it is removed there, and so on without an end. A removal that the server itself
  /// has told is none of a person's whom we know, and whoever puts the task there again has undone it.
  private func isEcho(_ remote: RemoteTask, of project: Project) throws -> Bool {
    guard remote.isNewThere, let changed = remote.record.changed,
      try lastActor(of: project) != nil
    else { return false }
    var known = Registers()
    for (field, register) in try registers(of: project.number).entries where field != .removed {
      known.append(field, register)
    }
    let before = Project(number: project.number, id: project.id, known, zones: zones)
    // A calendar has whole seconds; within the last one only the same words are no edit.
    let there = changed.microseconds / 1_000_000
    let here = before.changedAt.microseconds / 1_000_000
    if there != here { return there < here }
    return CalendarObject.isSame(TaskRecord(before, known, as: .ics, context), remote.record)
  }

  func remove(_ id: UUID, unlessChangedSince revision: UInt64) throws -> Bool {
    guard let number = board.number(of: id), !board[number].isRemoved,
      board[number].lastClock == revision
    else { return false }
    let edits = try board.remove([ProjectReference(number: number)])
    try takeOver(edits, at: host.now)
    return true
  }
}
