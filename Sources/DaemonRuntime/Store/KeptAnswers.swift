internal import Loop
internal import Storage
internal import Values

/// First answers to requests that carry a key, kept in the same transaction as their change.
///
/// A key belongs to the user who sent it: nobody is given an answer that was another's.
@LoopActor
final class KeptAnswers {
  /// The runtime's tables have migrations of their own, apart from the domain's.
  ///
  /// Keys are random, answers are long: answers are appended, and only a number made of the key is
  /// where the key falls. A table in the order of the keys wrote three times as much.
  static let schema = """
    CREATE TABLE IF NOT EXISTS mate_answer (
      id INTEGER PRIMARY KEY, place INTEGER NOT NULL, at INTEGER NOT NULL, uid INTEGER NOT NULL,
      key TEXT NOT NULL, request BLOB NOT NULL, result BLOB NOT NULL);
    CREATE INDEX IF NOT EXISTS mate_answer_place ON mate_answer (place);
    DROP TABLE IF EXISTS mate_idempotency;
    """
  /// How long an answer is kept: 24 hours, as the protocol promises.
  static let retention: Int64 = 24 * 3600 * 1_000_000
  /// Rows that one purge removes at most, so that a turn stays short.
  static let purgeBatch: Int64 = 1000

  private let database: Database
  private let known: KnownKeys
  /// Answers on their way to the store; the runtime brings them there.
  let gathering: Gathering<KeptAnswer>

  init(database: Database) {
    self.database = database
    let known = KnownKeys(database: database)
    self.known = known
    gathering = Gathering("answers") { answers throws(SQLiteError) in
      for answer in answers {
        known.add(answer.place)
        try Self.insert(answer, into: database)
      }
    }
  }

  enum Lookup {
    case unknown
    case answered([UInt8])
    /// The key was used for another request.
    case mismatch
  }

  /// What is known of a key.
  func lookup(_ keyed: KeyedRequest, now: Timestamp) throws(SQLiteError) -> Lookup {
    let (uid, key, request) = (keyed.place.uid, keyed.place.key, keyed.request)
    let oldest = now.microseconds - Self.retention
    let place = Self.place(uid: uid, key: key)
    if let answer = gathering.elements.last(where: { $0.isOf(place, uid, key) && $0.at > oldest }) {
      return answer.request == request ? .answered(answer.result) : .mismatch
    }
    guard try known.mayKnow(place) else { return .unknown }
    let found: [([UInt8], [UInt8])]
    do {
      found = try database.query(
        """
        SELECT request, result FROM mate_answer WHERE place = ? AND uid = ? AND key = ? AND at > ?
        """,
        .integer(place), .integer(Int64(uid)), .text(key), .integer(oldest)
      ) { row in (row.blob(0), row.blob(1)) }
    } catch let error as SQLiteError {
      throw error
    } catch {
      preconditionFailure("reading two blobs throws nothing else: \(error)")
    }
    guard let (known, result) = found.first else { return .unknown }
    return known == request ? .answered(result) : .mismatch
  }

  /// Keeps the answer to a key that ``lookup(_:now:)`` does not know.
  func keep(_ result: [UInt8], to keyed: KeyedRequest, now: Timestamp) {
    let (uid, key) = (keyed.place.uid, keyed.place.key)
    gathering.add(
      KeptAnswer(
        place: Self.place(uid: uid, key: key), at: now.microseconds, uid: uid, key: key,
        request: keyed.request, result: result))
  }

  private static func insert(
    _ answer: KeptAnswer, into database: Database
  ) throws(SQLiteError) {
    try database.run(
      """
      INSERT INTO mate_answer (place, at, uid, key, request, result) VALUES (?, ?, ?, ?, ?, ?)
      """,
      .integer(answer.place), .integer(answer.at), .integer(Int64(answer.uid)), .text(answer.key),
      .blob(answer.request), .blob(answer.result))
  }

  /// Whether the newest answer was kept at a time that has not come yet: the wall clock was set back
  /// while no daemon ran.
  func isAhead(of now: Timestamp) throws -> Bool {
    let newest = try database.first("SELECT at FROM mate_answer ORDER BY id DESC LIMIT 1") {
      $0.integer(0)
    }
    return newest.map { $0 > now.microseconds } ?? false
  }

  /// Moves the times of all answers, which are in the store, with a wall clock that was set.
  ///
  /// None is forgotten before its day is over, and none is kept for years.
  func move(by step: Int64, now: Timestamp) throws(SQLiteError) {
    try database.run(
      "UPDATE mate_answer SET at = min(at + ?, ?)", .integer(step), .integer(now.microseconds))
  }

  /// Whether the oldest answer is older than the retention; to look costs no transaction.
  func hasOld(now: Timestamp) throws -> Bool {
    let oldest = try database.first("SELECT at FROM mate_answer ORDER BY id LIMIT 1") {
      $0.integer(0)
    }
    return oldest.map { $0 <= now.microseconds - Self.retention } ?? false
  }

  /// Removes what is older than the retention, looking at no more than the oldest rows of a batch.
  ///
  /// - Returns: Whether there may be more to remove.
  func purge(now: Timestamp) throws(SQLiteError) -> Bool {
    try database.run(
      """
      DELETE FROM mate_answer WHERE id IN (SELECT id FROM (
        SELECT id, at FROM mate_answer ORDER BY id LIMIT ?) WHERE at <= ?)
      """,
      .integer(Self.purgeBatch), .integer(now.microseconds - Self.retention))
    return database.changeCount == Self.purgeBatch
  }

  /// Where the index has a user's key; rows of one place are told apart.
  private static func place(uid: UInt32, key: String) -> Int64 {
    var hash = FNV1a()
    withUnsafeBytes(of: uid.littleEndian) { hash.mix($0) }
    var key = key
    key.withUTF8 { hash.mix(UnsafeRawBufferPointer($0)) }
    return Int64(bitPattern: hash.value)
  }
}
