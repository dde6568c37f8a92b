import Storage
import Testing

@Suite("Database: page size")
struct PageSizeTests {
  private func pageSize(_ database: Database) throws -> Int64? {
    try database.first("PRAGMA page_size") { $0.integer(0) }
  }

  @Test("a new store has the page size that was asked for, and keeps it")
  func kept() throws {
    let folder = TemporaryStore()
    var database: Database? = try Database(path: folder.path, pageBytes: 1024)
    try database?.execute("CREATE TABLE t (n)")
    #expect(try pageSize(#require(database)) == 1024)
    database = nil
    #expect(try pageSize(Database(path: folder.path)) == 1024)
  }

  @Test(
    "the log is to be copied at the same size, whatever the pages are", arguments: [1024, 4096])
  func logSize(_ pageBytes: Int) throws {
    let folder = TemporaryStore()
    let database = try Database(path: folder.path, pageBytes: pageBytes)
    #expect(try pageSize(database) == Int64(pageBytes))
    try database.execute("CREATE TABLE t (n BLOB)")
    // A commit writes the page of its row, and one or two above it.
    var commits = 0
    while !database.isCheckpointDue, commits < 4096 {
      try database.run("INSERT INTO t VALUES (zeroblob(?))", .integer(Int64(pageBytes) / 2))
      commits += 1
    }
    let bytes = database.sizeInBytes
    #expect((4_096_000...4_400_000).contains(bytes), "\(commits) commits, \(bytes) bytes")
    #expect(try database.checkpoint())
    #expect(!database.isCheckpointDue)
  }
}
