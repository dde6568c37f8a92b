internal import CalDAV
internal import CivilTime
internal import DaemonRuntime
internal import Loop
internal import TaskFormats
internal import Values

/// The board as the synchronisation with a server sees it; what the server has is remembered in the
/// same store, in the same transaction as what came of it.
struct CalendarStore: CalDAVStore {
  let projects: Projects
  let name: String
  let remarks: SyncRemarks

  func revisions() async throws -> [UUID: UInt64] { await projects.revisions }

  func task(_ id: UUID) async throws -> LocalTask? { try await projects.localTask(id) }

  func merge(_ remote: RemoteTask) async throws -> LocalTask? {
    var task: LocalTask?
    try await projects.host.change {
      let merged = try projects.merge(remote) { task in
        try rows.text(of: task).flatMap { try? CalendarObject($0) }?.record
      }
      task = merged.task
      remarks.texts += merged.remark.map { [$0] } ?? []
      try rows.save(remote.entry(with: task))
    }
    return task
  }

  func lose(_ entry: CalDAVEntry) async throws -> Bool {
    var isRemoved = false
    try await projects.host.change { isRemoved = try projects.lose(entry) }
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
  /// Of every project that is there, what stands for its changes.
  var revisions: [UUID: UInt64] {
    var revisions: [UUID: UInt64] = [:]
    for project in board.projects where !project.isRemoved {
      revisions[project.id] = project.revision
    }
    return revisions
  }

  func localTask(_ id: UUID) throws -> LocalTask? {
    guard let number = board.number(of: id), !board[number].isRemoved else { return nil }
    let registers = try registers(of: number)
    var record = TaskRecord(board[number], registers, as: .ics, context)
    LifeMark.set(registers.life, in: &record)
    return LocalTask(record: record, revision: board[number].revision)
  }

  /// Puts a task of the server together with ours.
  ///
  /// One that was removed here stays so where the server says only what we knew. What is there
  /// without a memory of it was made anew, by an edit or an undo elsewhere, and comes back, with
  /// what was changed here before it was removed.
  ///
  /// - Parameters:
  ///   - remote: What the server has.
  ///   - served: What the server had of another task when it was last seen.
  /// - Returns: The task as it is here then, nil of one that is not there; and what people are to be told.
  /// - Throws: What the store throws.
  func merge(
    _ remote: RemoteTask, served: (UUID) throws -> TaskRecord?
  ) throws -> (task: LocalTask?, remark: LocalizedText?) {
    let id = remote.record.id
    let number = board.number(of: id)
    let registers = try number.map { try self.registers(of: $0) } ?? Registers()
    let life = registers.life
    let before = number.map { calendarRecord(of: $0, id, registers) }
    let told = try life.seeing(mark: believed(LifeMark.clock(in: remote.record))) {
      try isNews(remote, before)
    }
    if life.isRemoved, told == nil { return (nil, nil) }
    let record = before?.merged(inSeriesWith: remote, registers) ?? remote.record
    let rules = ImportRules(
      board: board, registers: { _ in registers }, skipsBad: false, context: context)
    var edit: Edit =
      try rules.edit(id, record.fields(.ics, context), at: host.now)
      ?? Edit(
        number: number ?? board.nextNumber, id: id, values: [],
        note: Note(kind: .edited, title: record.title))
    edit.values.removeAll { $0.field == .removed }
    if number == nil, let changed = remote.record.changed {
      edit = try inheriting(edit, changed: changed, served: served)
    }
    try dropEchoes(from: &edit, remote, before, registers)
    let opened = try openedAgain(&edit)
    // That somebody there has finished it as well is a word, though it changes nothing.
    if let before, remote.isFinished(besides: before), edit[.state] == nil {
      let done = ProjectState.done.word
      edit.values.append(Edit.Value(field: .state, before: done, after: done))
    }
    if !edit.values.isEmpty, let changed = remote.record.changed {
      let fields = Set(edit.values.map(\.field))
      let replaced = registers.entries.filter { fields.contains($0.field) }
      edit.values.append(
        ServerWord.value(changed: changed, replaced: replaced.map(\.register.stamp.clock)))
    }
    if let told {
      observe(told.clock)
      edit.values += ServerWord.values(of: told, instead: life)
    }
    // Who speaks of it there, or has finished it there, has not heard that there is a next one.
    let isLate = remote.isOpenBefore && number.map { board[$0].state == .done } ?? false
    if !edit.values.isEmpty {
      try takeOver([edit], at: host.now)
      if let next = opened.next { try takeBack(next, after: edit.number, at: host.now) }
      if isLate { try handOn(edit) }
      let wasUndone = registers[.removed] == SeriesWord.undone
      try keepOneOpen(edit.number, isBack: wasUndone && told != nil)
    }
    return (try localTask(id)?.withoutMark(ifNotIn: remote), opened.remark)
  }

  /// An object that the server has no more: nothing is done where the project was changed since it
  /// was seen there, or was brought back.
  ///
  /// - Returns: Whether the project was removed now.
  func lose(_ entry: CalDAVEntry) throws -> Bool {
    guard let number = entry.task.flatMap({ board.number(of: $0) }) else { return false }
    let project = board[number]
    let registers = try registers(of: number)
    let object = try? CalendarObject(entry.text)
    // Entries of before there were revisions have the clock of the last change in their place. Who hears the
    // same over a second way has another revision then, and no other words.
    let isUnchanged =
      try project.revision == entry.revision
      || registers.entries.map(\.register.stamp.clock).max() == entry.revision
      || isSame(localTask(project.id), object?.record)
    let life = registers.life
    let seen = object.map { LifeMark.clock(in: $0.record) } ?? 0
    // A server may drop what it does not know.
    let known = seen == 0 && isUnchanged ? life.clock : seen
    guard let told = life.losing(known: known, isUnchanged: isUnchanged) else { return false }
    let edit = Edit(
      number: number, id: project.id, values: ServerWord.values(of: told, instead: life),
      note: Note(
        kind: told.isRemoved ? .removed : .edited, title: project.title, from: project.state))
    try takeOver([edit], at: host.now)
    try keepOneOpen(number, isBack: !told.isRemoved)
    return told.isRemoved
  }

  private func isSame(_ task: LocalTask?, _ record: TaskRecord?) -> Bool {
    guard let task, let record else { return false }
    return CalendarObject.isSame(task.record, record)
  }

  /// - Parameters:
  ///   - number: What a server has told something of.
  ///   - isBack: Whether it is there against what somebody wanted who had not heard of work on it, as who
  ///     undid its making: then the one before it is done.
  /// - Throws: What the store throws.
  private func keepOneOpen(_ number: Int, isBack: Bool) throws {
    if isBack, board[number].series != nil, let before = try predecessor(of: number) {
      try revive(number, after: before, at: host.now)
    }
    try keepOneOpen([number], at: host.now)
  }

  /// A project as a calendar has it, as it is or was before it was removed.
  private func calendarRecord(of number: Int, _ id: UUID, _ registers: Registers) -> TaskRecord {
    var known = Registers()
    for (field, register) in registers.entries where field != .removed || register.value == nil {
      known.append(field, register)
    }
    let project = Project(number: number, id: id, known, zones: zones)
    var record = TaskRecord(project, known, as: .ics, context)
    LifeMark.set(known.life, in: &record)
    return record
  }

  /// A clock that is too far ahead would win over everything until then.
  private func believed(_ clock: UInt64) -> UInt64 {
    HybridClock.isAhead(clock, of: host.now) ? 0 : clock
  }

  /// Whether the server says what nobody here knew when the project was removed.
  ///
  /// A removal that a server has told is none of a person's whom we know, and whoever puts the task
  /// there again has undone it; but what was brought back before and has the same mark and words as
  /// then may as well come from a board that has not heard of the removal yet.
  private func isNews(_ remote: RemoteTask, _ before: TaskRecord?) throws -> Bool {
    guard let before, let number = board.number(of: before.id) else { return true }
    if try remover(of: number) != nil { return !remote.isOurs && !isEcho(remote, before) }
    if remote.wasSent { return false }
    if LifeMark.clock(in: remote.record) == 0 { return true }
    return (remote.record.changed?.wholeSeconds ?? 0) > (before.changed?.wholeSeconds ?? 0)
  }

  /// Whether another machine has put a task on the server that somebody has removed by then, and of
  /// whose removal that machine has not heard yet, as it hears of it over another way: ssh or a folder.
  ///
  /// It says nothing newer than what was removed. Taken for a task that was made anew it would come
  /// back here, while it is removed there, and so on without an end. `before` is what it was then.
  private func isEcho(_ remote: RemoteTask, _ before: TaskRecord) -> Bool {
    guard let here = before.changed, let there = remote.record.changed else { return false }
    var record = remote.record
    // A calendar has whole seconds; within the last one only the same words are no edit.
    let isTimed = remote.isNewThere && LifeMark.clock(in: record) == 0
    if isTimed, there.wholeSeconds != here.wholeSeconds { return there < here }
    LifeMark.set(Life(), in: &record)
    return CalendarObject.isSame(before, record)
  }
}

extension LocalTask {
  /// A mark that was sent and is not there was dropped by the server or by another program; sent
  /// again it would be dropped again, without an end.
  fileprivate func withoutMark(ifNotIn remote: RemoteTask) -> LocalTask {
    let mark = LifeMark.clock(in: record)
    let isSaid =
      remote.settled == revision
      || [remote.base, remote.sent].contains { $0.map { LifeMark.clock(in: $0) } == mark }
    guard mark > 0, isSaid, LifeMark.clock(in: remote.record) == 0 else { return self }
    var record = record
    LifeMark.set(Life(), in: &record)
    return LocalTask(record: record, revision: revision)
  }
}
