import Glibc
import TestSupport

@testable import Storage

/// A store, its log and its index as a real writer left them after each of its commits.
///
/// Commit number n added the row n to `done` and pages of other rows. The log has had another life
/// before, whose frames are still behind those of this one; and a transaction that was undone has
/// left some, too.
struct WrittenLog {
  struct Moment {
    let log: [UInt8]
    let index: [UInt8]
  }

  static let commits = 10
  static let pageBytes = 512
  static let frameBytes = 24 + pageBytes

  let store: [UInt8]
  /// A hash of each row of `content`.
  private(set) var rows: [Int: UInt64] = [:]
  /// After 0, 1, 2 … commits.
  private(set) var moments: [Moment] = []
  /// Before the next commit, with what a transaction has left that was undone.
  private(set) var before: [Moment] = []

  init() throws {
    let files = TemporaryStore()
    let database = try Database(path: files.path, pageBytes: Self.pageBytes)
    try database.execute(
      """
      PRAGMA wal_autocheckpoint=0; PRAGMA cache_size=5; PRAGMA cache_spill=1;
      CREATE TABLE done (n INTEGER PRIMARY KEY);
      CREATE TABLE content (n INTEGER PRIMARY KEY, value BLOB)
      """)
    var random = SeededNumbers(seed: 11)
    // A longer life before, so that its frames are there to be taken for others.
    for number in 1000..<1040 {
      rows[number] = try Self.write(1400, to: database, row: number, &random)
    }
    try database.execute("PRAGMA wal_checkpoint(RESTART)")
    store = TemporaryStore.read(files.path)
    for number in 0...Self.commits {
      if number > 0 {
        try database.begin()
        try database.run("INSERT INTO done VALUES (?)", .integer(number))
        rows[number] = try Self.write(
          Int(random.next() % 2200), to: database, row: number, &random)
        try database.commit()
      }
      moments.append(Self.moment(files))
      if number % 3 == 2 {
        try database.begin()
        for row in 2000..<2010 { _ = try Self.write(1000, to: database, row: row, &random) }
        try database.rollback()
      }
      before.append(Self.moment(files))
    }
  }

  private static func moment(_ files: TemporaryStore) -> Moment {
    Moment(
      log: TemporaryStore.read("\(files.path)-wal"),
      index: TemporaryStore.read("\(files.path)-shm"))
  }

  private static func write(
    _ bytes: Int, to database: Database, row: Int, _ random: inout SeededNumbers
  ) throws -> UInt64 {
    let value = (0..<bytes).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    try database.run("INSERT INTO content VALUES (?, ?)", .integer(row), .blob(value))
    return hash(value)
  }

  private static func hash(_ value: [UInt8]) -> UInt64 {
    var hash = FNV1a()
    value.withUnsafeBytes { hash.mix($0) }
    return hash.value
  }

  var last: Moment { moments[Self.commits] }

  /// Where the frames of the last life end, in bytes.
  var end: Int {
    let salts = last.log[16..<24]
    var place = 32
    var end = 32
    while place + Self.frameBytes <= last.log.count, last.log[(place + 8)..<(place + 16)] == salts {
      place += Self.frameBytes
      if last.log[(place - Self.frameBytes + 4)..<(place - Self.frameBytes + 8)] != [0, 0, 0, 0] {
        end = place
      }
    }
    return end
  }

  /// Where the frame with the end of each transaction begins, in bytes.
  var ends: [Int] {
    stride(from: 32, to: end, by: Self.frameBytes).filter {
      last.log[($0 + 4)..<($0 + 8)] != [0, 0, 0, 0]
    }
  }

  /// What a start makes of such files.
  enum Outcome: Equatable {
    case refused
    case opened(commits: Int)
  }

  func outcome(log: [UInt8], index: [UInt8]?) throws -> Outcome {
    let files = TemporaryStore()
    mkdir("\(files.folder)/state", 0o700)
    TemporaryStore.write(store, to: files.path)
    TemporaryStore.write(log, to: "\(files.path)-wal")
    if let index { TemporaryStore.write(index, to: "\(files.path)-shm") }
    do {
      let database = try Database(path: files.path, pageBytes: Self.pageBytes)
      let rows = try database.first("SELECT count(*), coalesce(max(n), 0) FROM done") {
        ($0.integer(0), $0.integer(1))
      }
      guard let rows, rows.0 == rows.1 else { return .opened(commits: -1) }
      let read = try database.query("SELECT n, value FROM content") {
        (Int($0.integer(0)), Self.hash($0.blob(1)))
      }
      let expected = self.rows.filter { $0.key >= 1000 || $0.key <= rows.0 }
      guard Dictionary(uniqueKeysWithValues: read) == expected else { return .opened(commits: -3) }
      return .opened(commits: Int(rows.0))
    } catch {
      guard error.isCorrupt else { throw error }
      guard TemporaryStore.read("\(files.path)-wal") == log else { return .opened(commits: -2) }
      return .refused
    }
  }
}
