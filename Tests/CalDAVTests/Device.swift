import CalDAV
import CivilTime
import TaskFormats
import TestSupport
import Values

/// A machine with tasks in memory, which can be killed between any two steps.
actor Device: CalDAVStore {
  private(set) var tasks: [UUID: LocalTask] = [:]
  private var lastRevision: UInt64 = 0
  private var entries: [DAVAddress: CalDAVEntry] = [:]
  private var token: String?
  /// Seconds that pass with each change, so that the later one is known.
  private var clock: Int64
  /// One of so many calls of the synchronisation finds the process killed.
  private var crashesOneIn: Int?

  init(startingAt seconds: Int64 = 1_700_000_000) { clock = seconds * 1_000_000 }

  var ledger: CalDAVLedger { CalDAVLedger(entries: entries.values, token: token) }
  var records: [TaskRecord] { tasks.values.map(\.record).sorted { $0.id < $1.id } }

  func crash(oneIn count: Int?) { crashesOneIn = count }

  private var tokensUntilCrash: Int?

  /// Killed where it would remember the second token from now on.
  func crash(atTokens: Bool) { tokensUntilCrash = atTokens ? 1 : nil }

  private struct Crash: Error {}

  private func live() throws {
    if let crashesOneIn, Int.random(in: 0..<crashesOneIn) == 0 { throw Crash() }
  }

  // MARK: The user

  func put(_ record: TaskRecord) {
    var record = record
    clock += 1_000_000
    record.changed = Timestamp(microseconds: clock)
    set(record)
  }

  func edit(_ id: UUID, _ change: @Sendable (inout TaskRecord) -> Void) {
    guard var record = tasks[id]?.record else { return }
    change(&record)
    put(record)
  }

  func removeTask(_ id: UUID) { tasks[id] = nil }

  func forgetToken(_ other: String?) { token = other }

  private func set(_ record: TaskRecord) {
    lastRevision += 1
    tasks[record.id] = LocalTask(record: record, revision: lastRevision)
  }

  // MARK: The synchronisation

  func revisions() throws -> [UUID: UInt64] {
    try live()
    return tasks.mapValues(\.revision)
  }

  func task(_ id: UUID) throws -> LocalTask? {
    try live()
    return tasks[id]
  }

  func merge(_ remote: RemoteTask) throws -> LocalTask? {
    try live()
    let id = remote.record.id
    if let local = tasks[id]?.record {
      let merged = local.merged(with: remote)
      if merged != local { set(merged) }
    } else if !remote.isOurs {
      // Removed here: stays so unless it was edited there.
      set(remote.record)
    }
    let entry = remote.entry(with: tasks[id])
    entries[entry.address] = entry
    return tasks[id]
  }

  func lose(_ entry: CalDAVEntry) throws -> Bool {
    try live()
    guard let id = entry.task, tasks[id]?.revision == entry.revision else { return false }
    tasks[id] = nil
    return true
  }

  func remember(_ entry: CalDAVEntry) throws {
    try live()
    entries[entry.address] = entry
  }

  func forget(_ address: DAVAddress) throws {
    try live()
    entries[address] = nil
  }

  func remember(token: String?) throws {
    try live()
    if let left = tokensUntilCrash {
      if left == 0 { throw Crash() }
      tokensUntilCrash = left - 1
    }
    self.token = token
  }
}

extension Device {
  @discardableResult
  nonisolated func sync(
    _ client: CalDAVClient, _ collection: CalDAVCollection, acceptsLoss: Bool = false,
    telling tell: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> CalDAVReport {
    try await CalDAVSync.run(
      client, collection, self, ledger: await ledger, context: FormatContext(zone: .utc),
      acceptsLoss: acceptsLoss, telling: tell)
  }
}
