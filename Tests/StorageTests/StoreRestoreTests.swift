import DiskFaults
import Glibc
import Testing

@testable import Storage

@Suite("StoreRestore")
struct StoreRestoreTests {
  private static let steps = [
    Migration(version: 1, sql: "CREATE TABLE item (id INTEGER PRIMARY KEY)")
  ]

  /// A store with one row, closed.
  private func make(_ files: TemporaryStore, row: Int64) throws {
    let database = try Database(path: files.path)
    try database.claim(domain: "items")
    try Migrator(Self.steps).migrate(database)
    try database.begin()
    try database.run("INSERT INTO item VALUES (?)", .integer(row))
    try database.commit()
    try database.endCleanly()
  }

  private func rows(_ path: String) throws -> [Int64] {
    let database = try Database(path: path)
    try database.claim(domain: "items")
    return try database.query("SELECT id FROM item") { $0.integer(0) }
  }

  @Test(
    "whichever call fails the old store is there or the new one, and done is said of the new one"
  )
  func everyCall() throws {
    let backup = TemporaryStore()
    try make(backup, row: 2)
    var failed: Set<String> = []
    for spared in 0... {
      let files = TemporaryStore()
      try make(files, row: 1)
      let source = open(backup.path, O_RDONLY)
      defer { close(source) }
      let restore = StoreRestore(
        store: files.path, domain: "items", migrations: Self.steps, moment: "now")
      disk_fault_arm(Int32(spared), 0, EIO, disk_fault_undone)
      var isDone = false
      do throws(CopyProblem) {
        _ = try restore.run(source, isRehearsal: false)
        isDone = true
      } catch {
        if case .failed(let error) = error { failed.insert("\(error.message) \(error.path)") }
      }
      let isHit = disk_fault_disarm() > 0
      let found = try rows(files.path)
      #expect(found == [2] || !isDone && found == [1], "after \(spared) calls")
      guard isHit else {
        #expect(isDone)
        break
      }
    }
    // Its name is on disk as well before it is done.
    #expect(failed.contains { $0.hasPrefix("fsync: ") && $0.hasSuffix("/state") }, "\(failed)")
  }
}
