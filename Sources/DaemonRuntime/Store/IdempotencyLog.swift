internal import IPCProtocol
internal import Storage

/// First answers to requests that carry a key, kept in the same transaction as their change.
///
/// A key belongs to the user who sent it: nobody is given an answer that was another's.
@LoopActor
final class IdempotencyLog {
  /// The runtime's tables have migrations of their own, apart from the domain's.
  static let schema = """
    CREATE TABLE IF NOT EXISTS mate_idempotency (
      uid INTEGER NOT NULL, key TEXT NOT NULL, request BLOB NOT NULL, result BLOB NOT NULL,
      at INTEGER NOT NULL, PRIMARY KEY (uid, key)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS mate_idempotency_at ON mate_idempotency (at);
    """
  /// How long an answer is kept: 24 hours, as the protocol promises.
  static let retention: Int64 = 24 * 3600 * 1_000_000
  /// Rows that one purge removes at most, so that a turn stays short.
  private static let purgeBatch: Int64 = 10_000

  private let database: Database

  init(database: Database) { self.database = database }

  enum Lookup {
    case unknown
    case answered([UInt8])
    /// The key was used for another request.
    case mismatch
  }

  /// What is known of a key; `request` is its ``fingerprint(method:params:)``.
  func lookup(
    uid: UInt32, key: String, request: [UInt8], now: Timestamp
  ) throws(SQLiteError) -> Lookup {
    let oldest = now.microseconds - Self.retention
    let found: [([UInt8], [UInt8])]
    do {
      found = try database.query(
        "SELECT request, result FROM mate_idempotency WHERE uid = ? AND key = ? AND at > ?",
        .integer(Int64(uid)), .text(key), .integer(oldest)
      ) { row in (row.blob(0), row.blob(1)) }
    } catch let error as SQLiteError {
      throw error
    } catch {
      preconditionFailure("reading two blobs throws nothing else: \(error)")
    }
    guard let (known, result) = found.first else { return .unknown }
    return known == request ? .answered(result) : .mismatch
  }

  func keep(
    uid: UInt32, key: String, request: [UInt8], result: [UInt8], now: Timestamp
  ) throws(SQLiteError) {
    try database.run(
      """
      INSERT OR REPLACE INTO mate_idempotency (uid, key, request, result, at)
      VALUES (?, ?, ?, ?, ?)
      """,
      .integer(Int64(uid)), .text(key), .blob(request), .blob(result), .integer(now.microseconds))
  }

  /// Removes what is older than the retention; at most a bounded number of rows a call.
  func purge(now: Timestamp) throws(SQLiteError) {
    try database.run(
      """
      DELETE FROM mate_idempotency WHERE (uid, key) IN
      (SELECT uid, key FROM mate_idempotency WHERE at <= ? ORDER BY at LIMIT ?)
      """,
      .integer(now.microseconds - Self.retention), .integer(Self.purgeBatch))
  }

  /// The method and the canonical form of its params as 128 bits of FNV-1a.
  ///
  /// Source: Fowler, Noll, Vo; offset basis and prime of the 128-bit variant. Two requests of one
  /// user under one key are compared, so no adversary gains from a collision.
  static func fingerprint(method: String, params: JSONCursor) -> [UInt8] {
    let prime = UInt128(0x0000_0000_0100_0000) << 64 | UInt128(0x13B)
    var hash = UInt128(0x6C62_272E_07BB_0142) << 64 | UInt128(0x62B8_2175_6295_C58D)
    func mix(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt128(byte)) &* prime }
    }
    mix(method.utf8)
    mix(CollectionOfOne(0))
    mix(JSON.canonical(params, leavingOut: "_meta"))
    return (0..<16).map { UInt8(truncatingIfNeeded: hash >> ($0 * 8)) }
  }
}
