import DiskFaults
import Glibc
import Testing

@testable import Storage

/// What a commit says that could not be made, and what is on disk then.
@Suite("Commits that fail")
struct DatabaseCommitTests {
  private let files = TemporaryStore()

  private func open(_ files: TemporaryStore) throws -> Database {
    let database = try Database(path: files.path, pageBytes: 1024)
    try database.execute("CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY, value BLOB)")
    return database
  }

  /// A transaction of four rows of a page each.
  private func add(_ first: Int64, to database: Database) throws(SQLiteError) {
    try database.begin()
    for id in first..<first + 4 {
      try database.run(
        "INSERT INTO item VALUES (?, ?)", .integer(id), .blob([UInt8](repeating: 7, count: 900)))
    }
    try database.commit()
  }

  /// How the same fails when a call of it does; nil where so many calls are not made.
  private func failure(
    adding first: Int64, to database: Database, spared: Int, error: Int32, mode: disk_fault_mode
  ) -> SQLiteError? {
    disk_fault_arm(Int32(spared), 0, error, mode)
    defer { _ = disk_fault_disarm() }
    do throws(SQLiteError) { try add(first, to: database) } catch { return error }
    return nil
  }

  private func ids(_ database: Database) throws -> [Int64] {
    try database.query("SELECT id FROM item ORDER BY id") { $0.integer(0) }
  }

  /// What a start finds after a kill at this moment.
  private func afterKill(_ files: TemporaryStore) throws -> [Int64] {
    let copy = TemporaryStore()
    mkdir("\(copy.folder)/state", 0o700)
    for suffix in ["", "-wal"] {
      TemporaryStore.write(TemporaryStore.read(files.path + suffix), to: copy.path + suffix)
    }
    return try ids(try open(copy))
  }

  @Test("a commit without room leaves nothing, also where all of it was written")
  func full() throws {
    for mode in [disk_fault_undone, disk_fault_done, disk_fault_half] {
      let files = TemporaryStore()
      let database = try open(files)
      try add(0, to: database)
      var refusals = 0
      for spared in 0... {
        let error = failure(adding: 4, to: database, spared: spared, error: ENOSPC, mode: mode)
        // A sync that fails is one whatever its reason, and comes after all writes.
        guard let error, error.isFull else { break }
        #expect(spared < 100)
        #expect(!error.isOutcomeUnknown)
        #expect(try ids(database) == [0, 1, 2, 3])
        #expect(try afterKill(files) == [0, 1, 2, 3])
        refusals += 1
      }
      #expect(refusals >= 4)
    }
  }

  @Test("a commit whose sync failed may be there; nothing more is written, and the log stays")
  func unknown() throws {
    var database: Database? = try open(files)
    try add(0, to: try #require(database))
    var unknown: SQLiteError?
    for spared in 0..<100 where unknown == nil {
      let error = failure(
        adding: 4, to: try #require(database), spared: spared, error: EIO, mode: disk_fault_done)
      #expect(error?.isOutcomeUnknown != false)
      unknown = error
    }
    #expect(unknown?.isIO == true)
    #expect(throws: SQLiteError.self) { try database?.begin() }
    let refused = #expect(throws: SQLiteError.self) { try add(8, to: try #require(database)) }
    #expect(refused?.isOutcomeUnknown == false)
    database = nil
    #expect(!TemporaryStore.read("\(files.path)-wal").isEmpty)
    let found = try ids(try open(files))
    #expect(found == [0, 1, 2, 3] || found == Array(0..<8))
  }

  @Test("a log that a start finds is written again, and where that fails nobody starts")
  func writtenAgain() throws {
    let database = try open(files)
    try add(0, to: database)
    let copy = TemporaryStore()
    mkdir("\(copy.folder)/state", 0o700)
    for suffix in ["", "-wal"] {
      TemporaryStore.write(TemporaryStore.read(files.path + suffix), to: copy.path + suffix)
    }
    let log = TemporaryStore.read("\(copy.path)-wal")
    var calls = 0
    for mode in [disk_fault_undone, disk_fault_done] {
      for spared in 0... {
        disk_fault_arm(Int32(spared), 0, EIO, mode)
        let isDone = (try? WriteAheadLog.secure(copy.path)) != nil
        let isHit = disk_fault_disarm() > 0
        #expect(isDone != isHit)
        #expect(TemporaryStore.read("\(copy.path)-wal") == log)
        guard isHit else { break }
        calls += 1
      }
    }
    // Opening and writing and syncing the log, opening and syncing its folder; twice.
    #expect(calls == 10)
    #expect(try ids(try open(copy)) == [0, 1, 2, 3])
  }

  @Test("a bit that is put right in a log is on disk before anybody relies on it")
  func mended() throws {
    let database = try open(files)
    for first: Int64 in [0, 4] { try add(first, to: database) }
    let copy = TemporaryStore()
    mkdir("\(copy.folder)/state", 0o700)
    TemporaryStore.write(TemporaryStore.read(files.path), to: copy.path)
    let log = TemporaryStore.read("\(files.path)-wal")
    var damaged = log
    // In the page of the first frame, behind the heads of the log and of the frame.
    damaged[32 + 24 + 100] ^= 4
    for spared in 0... {
      TemporaryStore.write(damaged, to: "\(copy.path)-wal")
      let scan = try #require(try WALScan(store: copy.path))
      disk_fault_arm(Int32(spared), 0, EIO, disk_fault_undone)
      let isMended = (try? scan.mend(store: copy.path)) != nil
      let isHit = disk_fault_disarm() > 0
      #expect(isMended != isHit)
      // Opening, writing and syncing it.
      guard isHit else {
        #expect(spared == 3)
        break
      }
    }
    #expect(TemporaryStore.read("\(copy.path)-wal") == log)
    #expect(try ids(try open(copy)) == Array(0..<8))
  }

  @Test("a log that has grown long is copied, and begins anew")
  func copied() throws {
    let database = try open(files)
    var longest = 0
    var copies = 0
    for number in 0..<3000 {
      try add(Int64(number) * 4, to: database)
      if database.isCheckpointDue {
        longest = max(longest, TemporaryStore.read("\(files.path)-wal").count)
        try database.checkpoint()
        #expect(!database.isCheckpointDue)
        copies += 1
      }
    }
    #expect(copies >= 3)
    #expect(longest < 5_000_000)
    try database.checkpoint(truncating: true)
    #expect(TemporaryStore.read("\(files.path)-wal").isEmpty)
    #expect(try ids(database).count == 12_000)
  }

  @Test("a copy that comes while a transaction is open is made when it has ended")
  func copyWaits() throws {
    let database = try open(files)
    try add(0, to: database)
    var reader: Database? = try Database(path: files.path, mode: .reader)
    try reader?.execute("BEGIN; SELECT * FROM item")
    try add(4, to: database)
    // With a reader in the way some pages are copied, and not synced.
    #expect(try !database.checkpoint())
    reader = nil
    try database.begin()
    try database.run("DELETE FROM item WHERE id = 1")
    #expect(try !database.checkpoint())
    try database.commit()
    #expect(try database.checkpoint())
    #expect(try ids(try Database(path: files.path, mode: .alone)) == [0] + Array(2..<8))
  }

  @Test("a copy that fails loses nothing and is made later", arguments: [false, true])
  func copyFails(isPartial: Bool) throws {
    var database: Database? = try open(files)
    try add(0, to: try #require(database))
    var reader: Database? = try Database(path: files.path, mode: .reader)
    try reader?.execute("BEGIN; SELECT * FROM item")
    if !isPartial { reader = nil }
    try add(4, to: try #require(database))
    // With a reader in the way some pages are copied, and not synced.
    if isPartial { try database?.checkpoint() }
    reader = nil
    var failures = 0
    for spared in 0..<20 {
      disk_fault_arm(Int32(spared), 0, EIO, disk_fault_done)
      do { try database?.checkpoint() } catch { failures += 1 }
      guard disk_fault_disarm() > 0 else { break }
    }
    #expect(failures > 0)
    database = nil
    // What may have lost a page keeps the log, which has it.
    #expect(TemporaryStore.read("\(files.path)-wal").isEmpty == !isPartial)
    #expect(try ids(try open(files)) == Array(0..<8))
  }
}
