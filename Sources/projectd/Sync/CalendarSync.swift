internal import CalDAV
internal import DaemonRuntime
internal import HTTPClient
internal import IPCProtocol
internal import Storage
internal import TaskFormats

/// One exchange with a server of calendars.
struct CalendarSync: Sendable {
  let projects: Projects
  let name: String
  let target: SyncTarget

  /// - Throws: ``PeerFailure``, or what the store throws.
  func run() async throws -> SyncCounts {
    do {
      let client = try CalDAVClient(
        url: target.target, credentials: try target.account.credentials(), fetcher: HTTPFetcher())
      let collection = try choose(try await client.discover())
      let store = CalendarStore(projects: projects, name: name)
      let report = try await CalDAVSync.run(
        client, collection, store, ledger: try await store.ledger(), context: projects.context)
      var counts = SyncCounts()
      counts.received = report.received + report.merged + report.removedHere
      counts.sent = report.sent + report.removedThere
      counts.knowledge = try await projects.knowledge
      return counts
    } catch let error as CalDAVError {
      throw PeerFailure(isOffline: error.isOffline, text: error.text)
    }
  }

  private func choose(_ found: [CalDAVCollection]) throws(PeerFailure) -> CalDAVCollection {
    if let name = target.account.collection {
      if let collection = found.first(where: { $0.name == name }) { return collection }
    } else if found.count == 1, let only = found.first {
      return only
    }
    let names = found.map(\.name).joined(separator: ", ")
    throw PeerFailure(
      isOffline: false,
      text: LocalizedText(
        en: "the server has these lists of tasks; choose one with --collection: \(names)",
        ko: "서버의 할 일 목록 가운데 하나를 --collection으로 고르세요: \(names)"))
  }
}

/// The board as the synchronisation with a server sees it; what the server has is remembered in the
/// same store, in the same transaction as what came of it.
struct CalendarStore: CalDAVStore {
  let projects: Projects
  let name: String

  func revisions() async throws -> [UUID: UInt64] { await projects.revisions }

  func task(_ id: UUID) async throws -> LocalTask? { try await projects.localTask(id) }

  func merge(_ remote: TaskRecord, base: TaskRecord?) async throws -> LocalTask? {
    var task: LocalTask?
    try await projects.host.change { task = try projects.merge(remote, base: base) }
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

  @LoopActor
  func ledger() throws -> CalDAVLedger {
    CalDAVLedger(entries: try rows.entries(), token: try rows.token())
  }

  @LoopActor
  private var rows: CalendarRows { CalendarRows(database: projects.host.database, name: name) }
}

extension Projects {
  var context: FormatContext { Exchange.context(zones.own, zones) }

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
    let registers = try store.registers(of: number, replicas) ?? Registers()
    return LocalTask(
      record: TaskRecord(board[number], registers), revision: board[number].lastClock)
  }

  /// Puts a task of the server together with ours.
  ///
  /// One that was removed here comes back only where it was changed there since.
  func merge(_ remote: TaskRecord, base: TaskRecord?) throws -> LocalTask? {
    let isRemoved = board.number(of: remote.id).map { board[$0].isRemoved } ?? false
    if isRemoved, base == nil || base == remote { return nil }
    let record = try localTask(remote.id)?.record.merged(with: remote, base: base) ?? remote
    let rules = ImportRules(
      board: board,
      registers: { [store, replicas] in try store.registers(of: $0, replicas) ?? Registers() },
      skipsBad: false)
    if let edit = try rules.edit(record.id, record.fields(), at: host.now) {
      try takeOver([edit], at: host.now)
    }
    return try localTask(remote.id)
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

/// What was last seen of a server, row by row.
struct CalendarRows {
  let database: Database
  let name: String

  func entries() throws -> [CalDAVEntry] {
    try database.query(
      """
      SELECT address, etag, text, task, revision, is_unlisted FROM calendar_entry WHERE sync = ?
      """, .text(name)
    ) { row in
      CalDAVEntry(
        address: try DAVAddress(row.text(0)), etag: row.text(1), text: row.text(2),
        task: row.optionalText(3).flatMap { UUID($0) },
        revision: UInt64(bitPattern: row.integer(4)), isUnlisted: row.bool(5))
    }
  }

  func token() throws -> String? {
    try database.first("SELECT token FROM calendar WHERE sync = ?", .text(name)) {
      $0.optionalText(0)
    } ?? nil
  }

  func save(_ entry: CalDAVEntry) throws(SQLiteError) {
    try database.run(
      """
      INSERT OR REPLACE INTO calendar_entry (sync, address, etag, text, task, revision, is_unlisted)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      .text(name), .text(entry.address.url), .text(entry.etag), .text(entry.text),
      .optional(entry.task?.description), .integer(Int64(bitPattern: entry.revision)),
      .bool(entry.isUnlisted))
  }

  func remove(_ address: DAVAddress) throws(SQLiteError) {
    try database.run(
      "DELETE FROM calendar_entry WHERE sync = ? AND address = ?", .text(name), .text(address.url))
  }

  func save(token: String?) throws(SQLiteError) {
    try database.run(
      "INSERT OR REPLACE INTO calendar (sync, token) VALUES (?, ?)", .text(name), .optional(token))
  }

  /// Forgets the server; the next run compares everything.
  func forget() throws(SQLiteError) {
    try database.run("DELETE FROM calendar WHERE sync = ?", .text(name))
    try database.run("DELETE FROM calendar_entry WHERE sync = ?", .text(name))
  }
}
