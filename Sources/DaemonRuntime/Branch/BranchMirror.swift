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
  private let schema: [String: MirrorTable]
  private let epoch: Int64
  /// The newest turn that the server's tables have.
  private(set) var mirrored: UInt64
  /// Why the tables do not follow; nil where they do.
  private(set) var trouble: BranchTrouble?
  private var appended: UInt64
  private var hasEnded = false
  private var timer: LoopTimer?
  private var wake: CheckedContinuation<Void, Never>?
  private var roundsSinceTidying = 0

  /// Microseconds between two rounds, in which changes wait for others, and of a second try after a failure.
  private static let delay: Int64 = 50_000
  private static let delayAfterFailure: Int64 = 1_000_000
  private static let roundsBetweenTidyings = 5000

  init(
    _ settings: BranchSettings, _ owner: BranchTables.Owner, of database: Database
  ) throws {
    self.settings = settings
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
          try await follow()
        } catch {
          // Another owner has a mirror of its own.
          if let trouble = error as? BranchTrouble, trouble == .fenced { return }
          failed(BranchTrouble(error))
          await pause(Self.delayAfterFailure)
        }
      }
    }
  }

  func end() {
    hasEnded = true
    wakeUp()
  }

  /// The log has a turn.
  func appended(_ turn: UInt64) {
    appended = turn
    wakeUp()
  }

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

  private func failed(_ trouble: BranchTrouble) {
    if self.trouble?.reason != trouble.reason {
      Journal.shared.log(
        .warning, "the tables for the head office stand still: \(trouble.sentence.en)")
    }
    self.trouble = trouble
  }

  // MARK: Following

  private func follow() async throws {
    let tables = try await BranchTables.open(settings, for: " mirror")
    defer { tables.connection.close() }
    // What is lost of it with the primary is done again from the log, which has waited for both disks. So the
    // row of the owner, which each turn changes as well, is locked for a moment only.
    try await tables.connection.ask(.script("SET synchronous_commit = off"))
    var isBehind = false
    while !hasEnded {
      if mirrored == appended { await withCheckedContinuation { wake = $0 } }
      // Under load as well: a round costs the server as much as several turns, whatever it brings.
      if !isBehind { await pause(Self.delay) }
      guard !hasEnded, mirrored < appended else { continue }
      let records = try await tables.records(after: mirrored)
      isBehind = records.count == BranchTables.mostRecords
      guard let last = records.last else { throw BranchTrouble.gap(after: mirrored) }
      guard records.first?.turn == mirrored + 1 else { throw BranchTrouble.gap(after: mirrored) }
      let changes = try Changeset.combined(records.map { Changeset(bytes: $0.payload) })
      try await bring(changes, through: last.turn, tables)
      trouble = nil
      try await tidyNowAndThen(tables)
    }
  }

  /// One transaction: rows and the number of the newest turn in them.
  private func bring(
    _ changes: Changeset, through turn: UInt64, _ tables: BranchTables
  ) async throws {
    let batches = try MirrorBatches(changes, schema)
    let connection = tables.connection
    try await connection.ask(.script("BEGIN"))
    for statement in batches.statements(of: settings.branch) {
      try await connection.ask(statement)
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
}

/// Changes of many rows as few statements: of each table the rows that go, those that change in the same
/// columns, and those that come.
struct MirrorBatches {
  private struct Key: Hashable {
    enum Kind: Int { case removal, update, insertion }

    let table: String
    let kind: Kind
    /// The columns that change.
    let columns: [Int]
  }

  private var batches: [Key: (table: MirrorTable, rows: MirrorRows)] = [:]

  /// - Throws: ``BranchTrouble`` where a value has no place in the server's tables, or ``SQLiteError``.
  init(_ changes: Changeset, _ schema: [String: MirrorTable]) throws {
    for change in try changes.rowChanges() {
      guard let table = schema[change.table], table.columns.count == change.isKey.count else {
        throw BranchTrouble.unmirrored(change.table, "it is not known")
      }
      let keys = table.columns.indices.filter { change.isKey[$0] }
      switch (change.before, change.after) {
      case (let before?, nil): try add(.removal, [], keys.map { before[$0] }, keys, table)
      case (nil, let after?):
        try add(.insertion, [], after, Array(table.columns.indices), table)
      case (let before?, let after?):
        let changed = table.columns.indices.filter { !change.isKey[$0] && after[$0] != nil }
        let row = keys.map { before[$0] } + changed.map { after[$0] }
        try add(.update, changed, row, keys + changed, table)
      case (nil, nil): break
      }
    }
  }

  private mutating func add(
    _ kind: Key.Kind, _ changed: [Int], _ row: [SQLiteValue?], _ columns: [Int],
    _ table: MirrorTable
  ) throws(BranchTrouble) {
    let key = Key(table: table.name, kind: kind, columns: changed)
    let columns = columns.map { table.columns[$0] }
    try batches[key, default: (table, MirrorRows(columns))].rows.add(
      row.map { $0 ?? .null }, of: table.name)
  }

  /// What goes, before what comes.
  func statements(of branch: String) -> [PostgresConnection.Statement] {
    batches.sorted { $0.key.kind.rawValue < $1.key.kind.rawValue }.map { key, batch in
      let (table, rows) = batch
      let sql =
        switch key.kind {
        case .removal: table.removal
        case .update: table.update(of: key.columns.map { table.columns[$0] })
        case .insertion: table.insertion
        }
      return .sql(sql, [.text(branch)] + rows.values)
    }
  }
}
