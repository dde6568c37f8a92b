internal import Loop
internal import Storage

/// Which batches of answers a key may be in.
///
/// Whoever sends changes gives each a key of its own, so nearly every key is new: what came last is
/// known by heart, of what is older a filter says for nearly every new key that no store need be
/// asked. It may name a batch that does not have the key, or is gone; it never leaves one out.
@LoopActor
final class AnswerIndex {
  static let schema = """
    CREATE TABLE IF NOT EXISTS mate_answer_run (id INTEGER PRIMARY KEY, entries BLOB NOT NULL);
    """

  private let database: Database
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
    for run in runs where run.filter.mayContain(probe) {
      guard let entries = try entries(of: run.newest) else { continue }
      batches += AnswerRun.batches(of: place, in: entries)
    }
    if batches.count > 1 { batches.sort(by: >) }
    return batches
  }

  private func entries(of run: Int64) throws(SQLiteError) -> [UInt8]? {
    try database.first("SELECT entries FROM mate_answer_run WHERE id = ?", .integer(run)) {
      $0.blob(0)
    }
  }

  // MARK: Runs

  /// After batches were written: what came since the newest run becomes one where it is much.
  func batchesAdded(newest: Int64) throws(SQLiteError) {
    guard written == nil, recent.count >= runLength else { return }
    var bytes: [UInt8] = []
    let entries = recent.lazy.map { AnswerRun.Entry(place: $0.key, batch: $0.value) }
    let run = AnswerRun(Array(entries) + others, newest: newest, into: &bytes)
    // An earlier attempt, whose transaction was undone, is not there any more.
    try database.run("INSERT INTO mate_answer_run VALUES (?, ?)", .integer(newest), .blob(bytes))
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

  /// Batches were removed, up to one; old answers are none, also where the removal is undone.
  func removed(through batch: Int64) throws(SQLiteError) {
    try database.run("DELETE FROM mate_answer_run WHERE id <= ?", .integer(batch))
    runs.removeAll { $0.newest <= batch }
  }

  /// Reads what earlier runs of the daemon have left, when the first key comes.
  private func load() throws(SQLiteError) {
    guard !isLoaded else { return }
    let runs = try database.query("SELECT id, entries FROM mate_answer_run ORDER BY id") { row in
      AnswerRun(row.blob(1), newest: row.integer(0))
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
