internal import Loop
internal import Storage

/// Which batches of answers a key may be in.
///
/// Whoever sends changes gives each a key of its own, so nearly every key is new: what came last is
/// known by heart, of what is older a filter says for nearly every new key that no store need be
/// asked. It may name a batch that does not have the key, or is gone; it never leaves one out.
@LoopActor
final class AnswerIndex {
  /// The seed is the store's own, so that nobody can make keys of one place.
  static let schema = """
    CREATE TABLE IF NOT EXISTS mate_answer_places (id INTEGER PRIMARY KEY, entries BLOB NOT NULL);
    CREATE TABLE IF NOT EXISTS mate_answer_seed (
      id INTEGER PRIMARY KEY CHECK (id = 1), seed INTEGER NOT NULL);
    INSERT OR IGNORE INTO mate_answer_seed VALUES (1, random());
    """

  private let database: Database
  private var seed: Int64?
  private var isLoaded = false
  /// The newest batch of each place that came after the newest run, and what other batches it has.
  private var recent: [Int64: Int64] = [:]
  private var others: [AnswerRun.Entry] = []
  private var runs: [AnswerRun] = []
  /// One in the store's open transaction; until that is on disk ``recent`` has all of it.
  private var written: AnswerRun?

  /// So many places are made a run of.
  private let runLength: Int

  init(database: Database, runLength: Int = KeyFilter.usualCount) {
    self.database = database
    self.runLength = runLength
  }

  /// A number made of a key, by which it is found; keys of one place are told apart.
  func place(of key: KeyedRequest.Place) throws(SQLiteError) -> Int64 {
    var hash = FNV1a()
    withUnsafeBytes(of: try readSeed().littleEndian) { hash.mix($0) }
    withUnsafeBytes(of: key.uid.littleEndian) { hash.mix($0) }
    var text = key.key
    text.withUTF8 { hash.mix(UnsafeRawBufferPointer($0)) }
    return Int64(bitPattern: hash.value)
  }

  private func readSeed() throws(SQLiteError) -> Int64 {
    if let seed { return seed }
    guard
      let found = try database.first("SELECT seed FROM mate_answer_seed", row: { $0.integer(0) })
    else { throw .damagedAnswers(database) }
    seed = found
    return found
  }

  /// An answer goes into a batch of the store.
  func add(_ place: Int64, in batch: Int64) {
    // What came before the first question is read with everything else.
    guard isLoaded else { return }
    note(place, in: batch)
  }

  private func note(_ place: Int64, in batch: Int64) {
    guard let known = recent.updateValue(batch, forKey: place), known != batch else { return }
    others.append(AnswerRun.Entry(place: place, batch: known))
  }

  /// The batches that may have a place, the newest first.
  func batches(of place: Int64) throws(SQLiteError) -> [Int64] {
    try load()
    var batches: [Int64] = []
    if let newest = recent[place] {
      batches.append(newest)
      batches += others.lazy.filter { $0.place == place }.map(\.batch)
    }
    let probe = KeyFilter.Probe(UInt64(bitPattern: place))
    for run in runs {
      guard let row = run.row(of: place, probe) else { continue }
      let sql = "SELECT entries FROM mate_answer_places WHERE id = ?"
      let entries = try database.first(sql, .integer(row)) { $0.blob(0) }
      batches += entries.map { AnswerRun.batches(of: place, in: $0) } ?? []
    }
    if batches.count > 1 { batches.sort(by: >) }
    return batches
  }

  // MARK: Runs

  /// After batches were written: what came since the newest run becomes one where it is much.
  func batchesAdded(newest: Int64) throws(SQLiteError) {
    guard written == nil, recent.count >= runLength else { return }
    let entries = recent.lazy.map { AnswerRun.Entry(place: $0.key, batch: $0.value) }
    var run = AnswerRun(newest: newest)
    for (number, row) in AnswerRun.rows(Array(entries) + others).enumerated() {
      try database.run(
        "INSERT INTO mate_answer_places VALUES (?, ?)",
        .integer(AnswerRun.id(ofRow: number, newest: newest)), .blob(row))
      run.add(row)
    }
    written = run
  }

  func wasCommitted() {
    guard let run = written else { return }
    written = nil
    runs.append(run)
    recent = recent.filter { $0.value > run.newest }
    others.removeAll { $0.batch <= run.newest }
  }

  func wasRolledBack() { written = nil }

  /// The store has other rows than it had: all of it is read again, when the next key comes.
  func forget() {
    (isLoaded, seed, written) = (false, nil, nil)
    (recent, others, runs) = ([:], [], [])
  }

  /// Batches were removed, up to one; old answers are none, also where the removal is undone.
  func removed(through batch: Int64) throws(SQLiteError) {
    try database.run(
      "DELETE FROM mate_answer_places WHERE id < ?",
      .integer(AnswerRun.id(ofRow: 0, newest: batch + 1)))
    runs.removeAll { $0.newest <= batch }
  }

  /// Reads what earlier runs of the daemon have left, when the first key comes.
  private func load() throws(SQLiteError) {
    guard !isLoaded else { return }
    var runs: [AnswerRun] = []
    try database.forEachRow("SELECT id, entries FROM mate_answer_places ORDER BY id") { row in
      let newest = AnswerRun.newest(ofRow: row.integer(0))
      if runs.last?.newest != newest { runs.append(AnswerRun(newest: newest)) }
      runs[runs.count - 1].add(row.blob(1))
    }
    let batches = "SELECT id, answers FROM mate_answers WHERE id > ? ORDER BY id"
    var isDamaged = false
    try database.forEachRow(batches, bindings: [.integer(runs.last?.newest ?? 0)]) { row in
      guard let places = AnswerBatch.places(in: row.blob(1)) else { return isDamaged = true }
      for place in places { note(place, in: row.integer(0)) }
    }
    if isDamaged { throw .damagedAnswers(database) }
    self.runs = runs
    isLoaded = true
  }
}

extension SQLiteError {
  static func damagedAnswers(_ database: Database) -> SQLiteError {
    .damaged(path: database.path, detail: "kept answers cannot be read")
  }
}
