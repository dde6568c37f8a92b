import Foundation
import Testing

@testable import Storage

/// A store's file from which bytes are missing: SQLite reads zeros there, and nobody may be told those.
@Suite("A store that was cut off")
struct StoreLengthTests {
  private let files = TemporaryStore()

  private var copy: String { "\(files.folder)/copy.db" }

  /// Copies the store and its log, as they are at this moment.
  private func copyStore() throws {
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: files.path + suffix, toPath: copy + suffix)
    }
  }

  private func fill(_ database: Database, _ rows: ClosedRange<Int>) throws {
    try database.execute("CREATE TABLE IF NOT EXISTS t (n INTEGER PRIMARY KEY, text TEXT)")
    for row in rows {
      try database.run(
        "INSERT INTO t VALUES (?, ?)", .integer(Int64(row)),
        .text(String(repeating: "x", count: 300)))
    }
  }

  private func count(_ database: Database) throws -> Int64? {
    try database.first("SELECT count(*) FROM t") { $0.integer(0) }
  }

  @Test(
    "none is opened, wherever it was cut", arguments: [1, 10, 60, 100, 4095, 4096, 4097, 20_000])
  func cut(_ missing: Int) throws {
    do {
      let database = try Database(path: files.path)
      try fill(database, 1...200)
      try database.checkpoint(truncating: true)
    }
    let size = try #require(
      FileManager.default.attributesOfItem(atPath: files.path)[.size] as? Int)
    truncate(files.path, off_t(size - missing))
    let error = #expect(throws: SQLiteError.self) { _ = try Database(path: files.path) }
    #expect(error?.isCorrupt == true)
    let check = StoreCheck(domain: "t", migrations: [])
    let problem = #expect(throws: CopyProblem.self) { _ = try check.run(files.path) }
    #expect(problem?.code == "damaged")
  }

  @Test("half a page at its end is damage also beside a log", arguments: [1, 10, 4095])
  func cutBesideLog(_ missing: Int) throws {
    do {
      let database = try Database(path: files.path)
      try fill(database, 1...200)
      try database.checkpoint(truncating: true)
      try database.run("UPDATE t SET text = 'y' WHERE n = 1")
      try copyStore()
    }
    let size = try #require(FileManager.default.attributesOfItem(atPath: copy)[.size] as? Int)
    truncate(copy, off_t(size - missing))
    #expect(throws: SQLiteError.self) { _ = try Database(path: copy) }
  }

  /// Pages that were taken and given back in one transaction are in no file.
  @Test("free pages at its end may be missing while the log has a part of the store")
  func freePages() throws {
    do {
      let database = try Database(path: files.path)
      try fill(database, 1...20)
      try database.checkpoint(truncating: true)
      try database.execute("BEGIN")
      try fill(database, 21...4000)
      try database.execute("DELETE FROM t WHERE n > 20; COMMIT")
      try copyStore()
    }
    #expect(try count(Database(path: copy)) == 20)
  }

  /// A checkpoint writes the first page, which says how long the store is, before the last ones.
  @Test("what the log still has is not missing, as after a kill in the middle of a checkpoint")
  func inLog() throws {
    do {
      let database = try Database(path: files.path)
      try fill(database, 1...20)
      try database.checkpoint(truncating: true)
      try fill(database, 21...400)
      try copyStore()
      try database.checkpoint()
      // The first page as the checkpoint has left it, and all others as they were.
      let bytes = try Data(contentsOf: URL(filePath: files.path))
      let file = try FileHandle(forUpdating: URL(filePath: copy))
      try file.write(contentsOf: bytes.prefix(Database.usualPageBytes))
      try file.close()
    }
    let database = try Database(path: copy)
    #expect(try count(database) == 400)
  }
}
