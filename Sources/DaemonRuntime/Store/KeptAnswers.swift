internal import Loop
internal import Storage
internal import Values

/// First answers to requests that carry a key, kept in the same transaction as their change.
///
/// A key belongs to the user who sent it: nobody is given an answer that was another's. The store has
/// answers in batches (``AnswerBatch``), and an ``AnswerIndex`` of them.
@LoopActor
final class KeptAnswers {
  /// How long an answer is kept: 24 hours, as the protocol promises, and a minute more at most.
  static let retention: Int64 = 24 * 3600 * 1_000_000
  /// Bytes of answers that one purge removes, and of one batch more, so that a turn stays short.
  static let purgeBytes: Int64 = 512 << 10

  private let database: Database
  private let index: AnswerIndex
  /// Answers on their way to the store; the runtime brings them there.
  let gathering: Gathering<KeptAnswer>
  /// Their keys, and perhaps some of answers that were taken back.
  private(set) var onTheirWay: Set<KeyedRequest.Place> = []

  init(database: Database, runLength: Int = KeyFilter.usualCount) {
    self.database = database
    let index = AnswerIndex(database: database, runLength: runLength)
    self.index = index
    gathering = Gathering("answers") { answers throws(SQLiteError) in
      try Self.write(answers, to: database, index)
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
    guard let answer = try answer(to: keyed.place, now: now) else { return .unknown }
    return answer.request == keyed.request ? .answered(answer.result) : .mismatch
  }

  private func answer(
    to key: KeyedRequest.Place, now: Timestamp
  ) throws(SQLiteError) -> KeptAnswer? {
    let oldest = now.microseconds - Self.retention
    if onTheirWay.contains(key) {
      for answer in gathering.elements.reversed() where answer.key == key && answer.at > oldest {
        return answer
      }
    }
    let place = try index.place(of: key)
    for batch in try index.batches(of: place) {
      let sql = "SELECT answers FROM mate_answers WHERE id = ? AND at > ?"
      let bytes = try database.first(sql, .integer(batch), .integer(oldest)) { $0.blob(0) }
      guard let bytes else { continue }
      do throws(RedoDefect) {
        if let answer = try AnswerBatch.answer(at: place, key, in: bytes) { return answer }
      } catch {
        throw .damagedAnswers(database)
      }
    }
    return nil
  }

  /// Keeps the answer to a key that ``lookup(_:now:)`` does not know.
  func keep(_ result: [UInt8], to keyed: KeyedRequest, now: Timestamp) {
    onTheirWay.insert(keyed.place)
    gathering.add(
      KeptAnswer(at: now.microseconds, key: keyed.place, request: keyed.request, result: result))
  }
}

// MARK: The store

extension KeptAnswers {
  /// The runtime's tables have migrations of their own, apart from the domain's.
  static func makeTables(in database: Database) throws(SQLiteError) {
    try database.execute(
      """
      CREATE TABLE IF NOT EXISTS mate_answers (
        id INTEGER PRIMARY KEY, at INTEGER NOT NULL, answers BLOB NOT NULL);
      """ + AnswerIndex.schema)
    guard try database.hasTable("mate_answer") else { return }
    do {
      try database.begin()
      try moveRows(of: database)
      try database.execute("DROP TABLE mate_answer")
      try database.commit()
    } catch {
      database.abandon()
      throw error
    }
  }

  /// Answers had rows of their own, until 2026-11-22.
  private static func moveRows(of database: Database) throws(SQLiteError) {
    let index = AnswerIndex(database: database)
    var last: Int64 = 0
    while true {
      let rows = try database.query(
        """
        SELECT id, at, uid, key, request, result FROM mate_answer WHERE id > ?
        ORDER BY id LIMIT 1000
        """, .integer(last)
      ) { row in
        last = row.integer(0)
        return KeptAnswer(
          at: row.integer(1),
          key: KeyedRequest.Place(
            uid: UInt32(truncatingIfNeeded: row.integer(2)), key: row.text(3)),
          request: row.blob(4), result: row.blob(5))
      }
      guard !rows.isEmpty else { return }
      try write(rows[...], to: database, index)
    }
  }

  /// Writes answers into the store's open transaction.
  private static func write(
    _ answers: ArraySlice<KeptAnswer>, to database: Database, _ index: AnswerIndex
  ) throws(SQLiteError) {
    var newest = try database.first("SELECT max(id) FROM mate_answers") { $0.integer(0) } ?? 0
    var rest = answers[...]
    while !rest.isEmpty {
      var batch = AnswerBatch()
      while let answer = rest.first, batch.hasRoom(for: answer) {
        batch.add(rest.removeFirst(), at: try index.place(of: answer.key))
      }
      newest += 1
      try database.run(
        "INSERT INTO mate_answers VALUES (?, ?, ?)", .integer(newest), .integer(batch.newest),
        .blob(batch.bytes))
      for place in batch.places { index.add(place, in: newest) }
    }
    try index.batchesAdded(newest: newest)
  }

  /// Answers came from a log, or went with a turn that failed: on a full disk nothing else would
  /// forget the keys of what is refused.
  func gatheringChanged() { onTheirWay = Set(gathering.elements.lazy.map(\.key)) }

  /// The store's transaction is on disk.
  func wasCommitted() {
    onTheirWay.removeAll(keepingCapacity: true)
    index.wasCommitted()
  }

  func wasRolledBack() { index.wasRolledBack() }

  /// The store has other rows than it had.
  func forget() {
    gatheringChanged()
    index.forget()
  }

  /// Whether the newest answer was kept at a time that has not come yet: the wall clock was set back
  /// while no daemon ran.
  func isAhead(of now: Timestamp) throws(SQLiteError) -> Bool {
    let newest = try database.first("SELECT at FROM mate_answers ORDER BY id DESC LIMIT 1") {
      $0.integer(0)
    }
    return newest.map { $0 > now.microseconds } ?? false
  }

  /// Moves the times of all answers, which are in the store, with a wall clock that was set.
  ///
  /// None is forgotten before its day is over, and none is kept for years.
  func move(by step: Int64, now: Timestamp) throws(SQLiteError) {
    try database.run(
      "UPDATE mate_answers SET at = min(at + ?, ?)", .integer(step), .integer(now.microseconds))
  }

  /// Whether the oldest answer is older than the retention; to look costs no transaction.
  func hasOld(now: Timestamp) throws(SQLiteError) -> Bool {
    let oldest = try database.first("SELECT at FROM mate_answers ORDER BY id LIMIT 1") {
      $0.integer(0)
    }
    return oldest.map { $0 <= now.microseconds - Self.retention } ?? false
  }

  /// Removes what is older than the retention, from the oldest on, and no more than a piece.
  ///
  /// - Returns: Whether there may be more to remove.
  func purge(now: Timestamp) throws(SQLiteError) -> Bool {
    let oldest = now.microseconds - Self.retention
    var last: Int64?
    var bytes: Int64 = 0
    // SQLite knows the length of a row without reading it.
    let rows = try database.query(
      "SELECT id, at, length(answers) FROM mate_answers ORDER BY id LIMIT 1000"
    ) { row in (id: row.integer(0), at: row.integer(1), bytes: row.integer(2)) }
    for row in rows.prefix(while: { $0.at <= oldest }) where bytes < Self.purgeBytes {
      last = row.id
      bytes += row.bytes
    }
    guard let last else { return false }
    try database.run("DELETE FROM mate_answers WHERE id <= ?", .integer(last))
    try index.removed(through: last)
    return last == rows.last?.id && rows.count == 1000 || bytes >= Self.purgeBytes
  }
}
