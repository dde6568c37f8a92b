import DiskFaults
import Glibc
import Testing

@testable import Storage

@Suite("Store failures")
struct StoreFailureTests {
  private let files = TemporaryStore()
  private static let steps = [
    Migration(version: 1, sql: "CREATE TABLE item (id INTEGER PRIMARY KEY, value BLOB)"),
    Migration(
      version: 2,
      sql: "ALTER TABLE item ADD COLUMN note TEXT; CREATE TABLE more (a INTEGER PRIMARY KEY)"),
  ]

  private func open() throws -> Database {
    let database = try Database(path: files.path)
    try Migrator(Self.steps).migrate(database)
    return database
  }

  private func insert(_ count: Int, in database: Database) throws {
    for _ in 0..<count {
      try database.run(
        "INSERT INTO item (value) VALUES (?)", .blob([UInt8](repeating: 7, count: 1000)))
    }
  }

  private func count(in database: Database) throws -> Int64? {
    try database.first("SELECT count(*) FROM item") { $0.integer(0) }
  }

  @Test("the store's folder and its files are the owner's alone")
  func privacy() throws {
    let database = try open()
    try insert(1, in: database)
    #expect(TemporaryStore.mode(of: "\(files.folder)/state") == 0o700)
    #expect(TemporaryStore.mode(of: files.path) == 0o600)
    #expect(TemporaryStore.mode(of: "\(files.path)-wal") == 0o600)
    #expect(database.sizeInBytes > 4096)
  }

  @Test("commits go to a write-ahead log and wait for the disk")
  func durability() throws {
    let database = try open()
    let settings = try database.first(
      "SELECT journal_mode, synchronous FROM pragma_journal_mode, pragma_synchronous"
    ) { "\($0.text(0)) \($0.integer(1))" }
    #expect(settings == "wal 2")
  }

  @Test("what was committed before a kill is there afterwards, what was not is not")
  func killed() throws {
    let database = try open()
    try insert(3, in: database)
    try database.begin()
    try insert(4, in: database)
    // What a killed process leaves: the files as they are, and no one to close them.
    let copy = TemporaryStore()
    mkdir("\(copy.folder)/state", 0o700)
    for suffix in ["", "-wal"] {
      TemporaryStore.write(TemporaryStore.read(files.path + suffix), to: copy.path + suffix)
    }
    let reopened = try Database(path: copy.path)
    try Migrator(Self.steps).migrate(reopened)
    #expect(try count(in: reopened) == 3)
  }

  @Test("a full disk is told as such, and the store goes on when there is room again")
  func full() throws {
    let database = try open()
    try insert(1, in: database)
    let pages = try #require(try database.first("PRAGMA page_count") { $0.integer(0) })
    try database.execute("PRAGMA max_page_count = \(pages + 2)")
    try database.begin()
    let error = try #require(throws: SQLiteError.self) { try insert(100, in: database) }
    #expect(error.isFull && !error.isCorrupt)
    #expect(error.remedy.hasPrefix("the disk is full"))
    if database.isInTransaction { try database.rollback() }
    #expect(try count(in: database) == 1)
    try database.execute("PRAGMA max_page_count = 1000000")
    try insert(100, in: database)
    #expect(try count(in: database) == 101)
  }

  @Test("a file that is no store is refused and left as it is")
  func garbage() throws {
    mkdir("\(files.folder)/state", 0o700)
    let bytes = [UInt8](repeating: 0x61, count: 10_000)
    TemporaryStore.write(bytes, to: files.path)
    let error = try #require(throws: SQLiteError.self) { try open() }
    #expect(error.isCorrupt)
    #expect(error.remedy.hasPrefix("the store \(files.path) is damaged; restore a backup"))
    #expect(TemporaryStore.read(files.path) == bytes)
  }

  @Test("a store with a damaged page is refused when it is opened")
  func damaged() throws {
    do {
      let database = try open()
      try insert(200, in: database)
    }
    var bytes = TemporaryStore.read(files.path)
    try #require(bytes.count > 100_000)
    for index in 4096 * 3..<4096 * 20 { bytes[index] = 0xA5 }
    TemporaryStore.write(bytes, to: files.path)
    let error = try #require(throws: SQLiteError.self) { try open() }
    #expect(error.isCorrupt)
  }

  @Test("a store of a newer version is refused with what to do, and not changed")
  func newer() throws {
    do {
      let database = try open()
      try database.execute("PRAGMA user_version = 3")
    }
    let error = try #require(throws: SQLiteError.self) { try open() }
    #expect(error.message == "the store has schema version 3, this program knows 2")
    #expect(error.remedy.contains("install that version again"))
    let database = try Database(path: files.path)
    #expect(try Migrator.version(of: database) == 3)
  }

  @Test("a second owner is refused until the first is gone")
  func secondOwner() throws {
    var first: Database? = try open()
    try first?.execute("INSERT INTO item (id) VALUES (5)")
    let error = try #require(throws: SQLiteError.self) { try Database(path: files.path) }
    #expect(error.isBusy)
    #expect(error.remedy.hasPrefix("another daemon is using"))
    first = nil
    #expect(try count(in: try open()) == 1)
  }

  @Test("who has waited once for another program's lock does not wait again until it is gone")
  func patience() throws {
    let owner = try open()
    func patience() throws -> Int64? { try owner.first("PRAGMA busy_timeout") { $0.integer(0) } }
    #expect(try patience() == 2000)
    // As another program does, which knows nothing of owners.
    let other = try Database(path: ":memory:")
    try other.execute("ATTACH '\(files.path)' AS store")
    try other.execute("BEGIN IMMEDIATE")
    for _ in 0..<2 {
      let error = try #require(throws: SQLiteError.self) { try owner.begin() }
      #expect(error.isBusy)
      #expect(try patience() == 0)
    }
    try other.execute("ROLLBACK")
    try owner.begin()
    #expect(try patience() == 2000)
    try owner.rollback()
  }

  @Test("a reader beside the owner sees what is committed and cannot write")
  func reader() throws {
    let owner = try open()
    try insert(2, in: owner)
    try owner.begin()
    try insert(1, in: owner)
    let reader = try Database(path: files.path, mode: .reader)
    #expect(try count(in: reader) == 2)
    let error = try #require(throws: SQLiteError.self) { try insert(1, in: reader) }
    #expect(error.isReadOnly)
    try owner.commit()
    #expect(try count(in: reader) == 3)
  }

  @Test("folders that are made for a store are on disk before anything is in them")
  func foldersOnDisk() throws {
    for spared in 0... {
      let files = TemporaryStore()
      disk_fault_arm(Int32(spared), 0, EIO, disk_fault_undone)
      let isPrepared = (try? StoreFile.prepare(files.path)) != nil
      let isHit = disk_fault_disarm() > 0
      #expect(isPrepared != isHit)
      // Opening and syncing the folder that the new one is in.
      guard isHit else { return #expect(spared == 2) }
    }
  }

  @Test("a folder that cannot be made is told with its path")
  func noFolder() throws {
    TemporaryStore.write([1], to: "\(files.folder)/file")
    let path = "\(files.folder)/file/below/store.sqlite"
    let error = try #require(throws: SQLiteError.self) { try Database(path: path) }
    #expect(error.cannotOpen)
    #expect(error.remedy.contains(path))
  }
}
