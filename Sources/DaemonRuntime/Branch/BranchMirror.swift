internal import Loop
internal import PostgreSQL
internal import Storage
internal import Values

/// Brings what the log has into the server's tables, for a head office that asks in SQL and for machines that
/// copy the branch.
///
/// Over a connection of its own, so that no turn waits for it, and from the log itself: whoever owned the branch
/// when a turn was appended, and however long the mirror stood still, the next owner goes on where it is.
@LoopActor
final class BranchMirror {
  private let settings: BranchSettings
  /// The path of the store, which is not held here: who ends it waits for nobody.
  private let path: String
  private let views: [BranchView]
  private let schema: [String: MirrorTable]
  private let epoch: Int64
  /// The newest turn that the server's tables have.
  private(set) var mirrored: UInt64
  /// Why the tables do not follow; nil where they do.
  private(set) var trouble: BranchTrouble?
  /// Whether the server waits for no standby, as of the last look.
  private(set) var serverStandsAlone = false
  private var appended: UInt64
  private var hasEnded = false
  private var connection: PostgresConnection?
  private var timer: LoopTimer?
  private var wake: CheckedContinuation<Void, Never>?
  private var roundsSinceTidying = 0
  /// Whether the tables have to be copied anew, whatever they look like.
  private var isDistrusted = false
  /// When they are looked at again (CLOCK_MONOTONIC, nanoseconds).
  private var nextLook: UInt64 = 0
  /// Which tables of the store had rows after a turn: when the server's come to it, they have some as well.
  private var sample: (turn: UInt64, filled: Set<String>)?

  /// Behind which turns it waits, for who compares the tables with the store after one of them.
  private var holds: [UInt64] = []

  /// Microseconds between two rounds, in which changes wait for others, and of a second try after a failure.
  private static let delay: Int64 = 50_000
  private static let delayAfterFailure: Int64 = 1_000_000
  private static let roundsBetweenTidyings = 5000
  /// Nanoseconds between two looks whether the tables are still there.
  private let lookInterval: UInt64

  init(
    _ settings: BranchSettings, _ owner: BranchTables.Owner, of database: Database,
    _ views: [BranchView], looksEvery lookInterval: UInt64
  ) throws {
    (self.settings, path) = (settings, database.path)
    (self.views, self.lookInterval) = (views, lookInterval)
    schema = Dictionary(
      uniqueKeysWithValues: try MirrorTable.all(of: database, domain: settings.domain).map {
        ($0.name, $0)
      })
    (epoch, mirrored, appended) = (owner.epoch, owner.mirrored, owner.turn)
  }

  /// Begins to follow the log, until ``end()``.
  func start() {
    Task { @LoopActor in
      while !hasEnded {
        do {
          // Another owner has a mirror of its own.
          guard try await follow() else { return }
        } catch {
          if hasEnded { return }
          // By another owner, or by an earlier round of this one: the next try sees which.
          if let trouble = error as? BranchTrouble, trouble == .fenced {
            await pause(Self.delay)
            continue
          }
          nextLook = 0
          failed(Self.trouble(error))
          await pause(Self.delayAfterFailure)
        }
      }
    }
  }

  func end() {
    hasEnded = true
    connection?.close()
    wakeUp()
  }

  /// The log has a turn.
  func appended(_ turn: UInt64) {
    appended = turn
    wakeUp()
  }

  /// Brings nothing that is newer than a turn, until ``release(_:)``.
  func hold(at turn: UInt64) { holds.append(turn) }

  func release(_ turn: UInt64) {
    guard let place = holds.firstIndex(of: turn) else { return }
    holds.remove(at: place)
    wakeUp()
  }

  private var limit: UInt64 { holds.min() ?? .max }

  private func wakeUp() {
    wake?.resume()
    wake = nil
  }

  private func pause(_ microseconds: Int64) async {
    guard !hasEnded else { return }
    await withCheckedContinuation { continuation in
      let timer = EventLoop.shared.makeTimer { continuation.resume() }
      timer.arm(afterMicroseconds: microseconds)
      self.timer = timer
    }
  }

  /// The server does not find what it should have: the look that comes next tells what.
  private static func trouble(_ error: any Error) -> BranchTrouble {
    guard let error = error as? PostgresError, error.isOfChangedTable else {
      return BranchTrouble(error)
    }
    return .mirrorChanged(error.message)
  }

  private func failed(_ trouble: BranchTrouble) {
    if trouble.reason == BranchTrouble.mirrorChanged("").reason { isDistrusted = true }
    if self.trouble?.reason != trouble.reason {
      Journal.shared.log(
        .warning, "the tables for the head office stand still: \(trouble.sentence.en)")
    }
    self.trouble = trouble
  }

  // MARK: Following

  /// - Returns: False where the branch is another owner's.
  private func follow() async throws -> Bool {
    let tables = try await BranchTables.open(settings, for: " mirror")
    defer { tables.connection.close() }
    if hasEnded { return false }
    connection = tables.connection
    guard let owner = try await tables.owner(), owner.epoch == epoch else { return false }
    // Of a round whose end was not heard nobody knows but the server whether it came to one.
    mirrored = owner.mirrored
    // What is lost of it with the primary is done again from the log, which has waited for both disks. So the
    // row of the owner, which each turn changes as well, is locked for a moment only.
    try await tables.connection.ask(.script("SET synchronous_commit = off"))
    var isBehind = false
    while !hasEnded {
      if MonotonicClock.nanoseconds() >= nextLook || isDistrusted { try await look(tables) }
      if mirrored >= limit || mirrored == appended, !isDistrusted { await rest() }
      // Under load as well: a round costs the server as much as several turns, whatever it brings.
      if !isBehind || mirrored >= limit { await pause(Self.delay) }
      guard !hasEnded, mirrored < min(appended, limit) else { continue }
      let records = try await tables.records(after: mirrored)
      isBehind = records.count == BranchTables.mostRecords
      guard !records.isEmpty else {
        // Somebody has removed turns that the tables have not; what they changed is in the store.
        failed(.mirrorChanged("mate_turn"))
        continue
      }
      let next = records.prefix { $0.turn <= min(sample?.turn ?? .max, limit) }
      guard let last = next.last else { continue }
      let changes = try Changeset.combined(next.map { Changeset(bytes: $0.payload) })
      try await bring(changes, through: last.turn, tables)
      if !isDistrusted { trouble = nil }
      try await compare(tables)
      try await tidyNowAndThen(tables)
    }
    return true
  }

  /// Waits for a turn, or for the next look.
  private func rest() async {
    let now = MonotonicClock.nanoseconds()
    guard now < nextLook, !hasEnded else { return }
    let timer = EventLoop.shared.makeTimer { [weak self] in self?.wakeUp() }
    timer.arm(afterMicroseconds: Int64((nextLook - now) / 1000) + 1)
    await withCheckedContinuation { wake = $0 }
    timer.disarm()
  }

  /// One transaction: rows and the number of the newest turn in them.
  private func bring(
    _ changes: Changeset, through turn: UInt64, _ tables: BranchTables
  ) async throws {
    let batches = try MirrorBatches(changes, schema)
    let connection = tables.connection
    try await connection.ask(.script("BEGIN"))
    for (table, rows, statement) in batches.statements(of: settings.branch) {
      let found = try await connection.ask(statement).changedCount
      guard found == rows else { throw BranchTrouble.mirrorChanged(table) }
    }
    try await tables.mirrored(through: turn, after: mirrored, epoch: epoch)
    mirrored = turn
  }

  /// Turns that the tables have are kept for a day, for machines that were away.
  private func tidyNowAndThen(_ tables: BranchTables) async throws {
    roundsSinceTidying += 1
    guard roundsSinceTidying == 1 || roundsSinceTidying > Self.roundsBetweenTidyings else { return }
    roundsSinceTidying = 1
    try await tables.removeOldRecords()
  }

  // MARK: What others do to the tables

  /// The tables are not what they should be: they are copied anew from the store.
  func distrust(_ what: String) {
    failed(.mirrorChanged(what))
    wakeUp()
  }

  /// Looks whether the tables are there as we make them, and makes them anew where they are not.
  ///
  /// Whoever has the rights may drop or empty them; the log has no more than a day of what was in them.
  private func look(_ tables: BranchTables) async throws {
    nextLook = MonotonicClock.nanoseconds() + lookInterval
    try await lookForStandby(tables)
    let lack = try await tables.lack(Array(schema.values), views)
    if !lack.tables.isEmpty, !isDistrusted { failed(.mirrorChanged(lack.text)) }
    if isDistrusted { return try await renew(tables) }
    let reader = try Database(path: path, mode: .reader)
    try reader.execute("BEGIN")
    if !lack.views.isEmpty {
      try await MirrorCopy(tables: tables, database: reader, views: views).mendTables()
      Journal.shared.log(
        .warning, "views for the head office were gone, and are made anew: \(lack.text)")
    }
    let filled = try schema.values.filter { try reader.first($0.hasRows) { $0.bool(0) } == true }
    sample = (try AheadTurn.turn(of: reader), Set(filled.map(\.name)))
    try await compare(tables)
  }

  private func lookForStandby(_ tables: BranchTables) async throws {
    let isAlone = try await tables.standsAlone()
    guard isAlone != serverStandsAlone else { return }
    serverStandsAlone = isAlone
    guard settings.acknowledge == .all else { return }
    let sentence = BranchTrouble.serverStandsAlone.sentence.en
    Journal.shared.log(
      isAlone ? .warning : .notice,
      isAlone ? sentence : "the database server waits for a standby again")
  }

  /// A table that was emptied is seen where both sides are after the same turn.
  private func compare(_ tables: BranchTables) async throws {
    guard let sample, mirrored >= sample.turn else { return }
    self.sample = nil
    guard mirrored == sample.turn else { return }
    let filled = schema.values.filter { sample.filled.contains($0.name) }
    let emptied = try await tables.emptied(filled)
    guard emptied.isEmpty else {
      throw BranchTrouble.mirrorChanged(emptied.joined(separator: ", "))
    }
  }

  /// Copies the whole store into the tables, as of one moment, while changes go on.
  private func renew(_ tables: BranchTables) async throws {
    let reader = try Database(path: path, mode: .reader)
    try reader.execute("BEGIN")
    let turn = try AheadTurn.turn(of: reader)
    // What was told to nobody yet is not shown.
    while appended < turn, !hasEnded { await withCheckedContinuation { wake = $0 } }
    guard !hasEnded else { return }
    let copy = MirrorCopy(tables: tables, database: reader, views: views)
    try await copy.mendTables()
    try await tables.connection.ask(.script("BEGIN"))
    try await copy.sendRows()
    try await tables.mirrored(through: turn, after: mirrored, epoch: epoch)
    (mirrored, isDistrusted, trouble, sample) = (turn, false, nil, nil)
    Journal.shared.log(
      .notice, "the tables for the head office are whole again, as of turn \(turn)")
  }
}
