import DiskFaults
import Glibc
import Testing

@testable import Storage

@Suite("StoreLock")
struct StoreLockTests {
  private let files = TemporaryStore()

  private func open() throws -> Database {
    let database = try Database(path: files.path)
    try database.claim(domain: "test")
    try database.begin()
    try database.execute("CREATE TABLE IF NOT EXISTS item (n)")
    try database.commit()
    return database
  }

  private func change(_ database: Database) throws {
    try database.begin()
    try database.execute("INSERT INTO item VALUES (1)")
    try database.commit()
  }

  @Test(
    "a first start whose calls fail, any of them once, leaves a store that is locked and opens",
    arguments: [EMFILE, EIO, ENOSPC])
  func firstStartFails(_ code: Int32) throws {
    for spared in 0..<40 {
      unlinkAll()
      disk_fault_arm(Int32(spared), 0, code, disk_fault_undone)
      do {
        // Closed at the end of the scope, as by an end without warning where it was opened.
        let database = try open()
        _ = disk_fault_disarm()
        #expect(throws: SQLiteError.self) { try Database(path: files.path) }
        try change(database)
      } catch is SQLiteError {
        _ = disk_fault_disarm()
      }
      #expect(throws: Never.self, "after \(spared) calls") { try change(try open()) }
    }
  }

  private func unlinkAll() {
    for suffix in ["", "-wal", "-shm", ".lock"] { unlink(files.path + suffix) }
  }

  @Test("a second owner is refused, also where somebody has removed or replaced the lock file")
  func lockFileRemoved() throws {
    let first = try open()
    unlink("\(files.path).lock")
    #expect(throws: SQLiteError.self) { try Database(path: files.path) }
    TemporaryStore.write([], to: "\(files.path).lock")
    let error = try #require(throws: SQLiteError.self) { try Database(path: files.path) }
    #expect(error.isBusy)
    #expect(error.remedy.hasPrefix("another daemon is using"))
    try change(first)
  }

  @Test("a second owner under another name of the store is refused")
  func otherName() throws {
    let first = try open()
    let other = "\(files.folder)/other.sqlite"
    #expect(symlink(files.path, other) == 0)
    #expect(throws: SQLiteError.self) { try Database(path: other) }
    try change(first)
  }

  /// Ways in which a file of a store is not what it was; each is undone by nobody.
  private static let ways: [(name: String, apply: @Sendable (String) -> Void)] = [
    ("removed", { unlink($0) }),
    ("renamed", { rename($0, "\($0).away") }),
    (
      "replaced",
      {
        TemporaryStore.write(TemporaryStore.read($0), to: "\($0).new")
        rename("\($0).new", $0)
      }
    ),
  ]

  @Test(
    "a change is refused when a file of the store is not where it was",
    arguments: ["", "-wal"], 0..<3)
  func notInPlace(suffix: String, way: Int) throws {
    let first = try open()
    try change(first)
    Self.ways[way].apply(files.path + suffix)
    let error = try #require(throws: SQLiteError.self) { try change(first) }
    #expect(error.isReplaced)
    #expect(error.message.hasPrefix(files.path + suffix))
    #expect(!first.isInTransaction)
    // Nor does its end touch what is there now.
    let there = TemporaryStore.read(files.path + suffix)
    #expect(throws: SQLiteError.self) { try first.endCleanly() }
    #expect(TemporaryStore.read(files.path + suffix) == there)
  }

  @Test("an owner that lost its store leaves the files of the next one alone")
  func nextOwner() throws {
    var first: Database? = try open()
    for suffix in ["", "-wal", "-shm", ".lock"] { unlink(files.path + suffix) }
    let second = try open()
    try change(second)
    let log = TemporaryStore.read("\(files.path)-wal")
    #expect(!log.isEmpty)
    #expect(throws: SQLiteError.self) { try change(try #require(first)) }
    first = nil
    #expect(TemporaryStore.read("\(files.path)-wal") == log)
    try change(second)
    let count = try second.first("SELECT count(*) FROM item") { $0.integer(0) }
    #expect(count == 2)
  }

  @Test("a file is another one when it was copied, and the same one under a new name")
  func identity() throws {
    mkdir("\(files.folder)/state", 0o700)
    TemporaryStore.write([1], to: files.path)
    let first = try #require(FileIdentity(path: files.path))
    rename(files.path, "\(files.path)2")
    #expect(FileIdentity(path: "\(files.path)2")?.isSame(as: first) == true)
    // Also where the copy gets the inode of what is removed.
    for _ in 0..<20 {
      unlink("\(files.path)2")
      TemporaryStore.write([1], to: "\(files.path)2")
      #expect(FileIdentity(path: "\(files.path)2")?.isSame(as: first) == false)
    }
  }
}
