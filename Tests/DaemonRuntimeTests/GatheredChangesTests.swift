import Foundation
import LoopSupport
import Storage
import TestSupport
import Testing

@testable import DaemonRuntime

@Suite("GatheredChanges")
struct GatheredChangesTests {
  init() { RunningLoop.start() }

  /// A store with numbers below 100, and what changes gather for it.
  @LoopActor
  private final class Store {
    let database: Database
    let gathered: GatheredChanges
    let numbers: Gathering<GatheredNumber>

    init(_ path: String, name: String = "numbers") throws {
      let database = try Database(path: path)
      self.database = database
      try database.execute(
        "CREATE TABLE IF NOT EXISTS t (n INTEGER PRIMARY KEY CHECK (n < 100))")
      gathered = GatheredChanges(database: database)
      numbers = Gathering(name) { numbers throws(SQLiteError) in
        for number in numbers {
          try database.run("INSERT INTO t VALUES (?)", .integer(number.value))
        }
      }
      gathered.add(numbers)
      gathered.isUsed = true
      try gathered.recover()
    }

    /// A turn of one change.
    func turn(_ number: GatheredNumber) throws -> Bool {
      gathered.changeBegins()
      numbers.add(number)
      return gathered.keep()
    }

    func settle() throws {
      try database.begin()
      try gathered.write()
      try database.commit()
      gathered.wasCommitted()
    }

    var stored: [Int64] {
      get throws { try database.query("SELECT n FROM t ORDER BY n") { $0.integer(0) } }
    }
  }

  /// A start of a daemon, and its end without a word.
  @LoopActor
  private func start(_ path: String, _ body: (Store) throws -> Void) throws {
    try body(Store(path))
  }

  @LoopActor
  @Test("what was kept and not stored comes back at the next start, what was stored does not")
  func comesBack() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("numbers.db")
    try start(path) { store in
      #expect(try store.turn(1))
      #expect(try store.turn(2))
      try store.settle()
      #expect(!store.gathered.isBehind)
      #expect(try store.turn(3))
      #expect(try store.stored == [1, 2])
      #expect(store.gathered.isBehind && store.gathered.isUnwritten)
    }
    try start(path) { store in
      #expect(store.numbers.elements == [3])
      #expect(store.gathered.isBehind)
      try store.settle()
      #expect(try store.stored == [1, 2, 3])
    }
    try start(path) { store in
      #expect(store.numbers.elements == [])
      #expect(!store.gathered.isBehind)
    }
  }

  @LoopActor
  @Test("a store that ended between its commit and the log's new beginning takes nothing in twice")
  func betweenCommitAndRewind() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("numbers.db")
    try start(path) { store in
      #expect(try store.turn(1))
      #expect(try store.turn(2))
      try store.database.begin()
      try store.gathered.write()
      try store.database.commit()
    }
    try start(path) { store in
      #expect(store.numbers.elements == [])
      let isKept = try store.turn(3)
      #expect(isKept)
    }
    try start(path) { store in
      #expect(store.numbers.elements == [3])
    }
  }

  @LoopActor
  @Test("it is time for the store at 256 elements, or when the log is almost full")
  func due() throws {
    let directory = try TemporaryDirectory()
    let store = try Store(directory.file("numbers.db"))
    for _ in 1...255 { #expect(try store.turn(1)) }
    #expect(!store.gathered.isDue)
    #expect(try store.turn(1))
    #expect(store.gathered.isDue)
    // Two megabytes have 512 blocks, and each turn takes one.
    for _ in 257...512 { #expect(try store.turn(1)) }
    #expect(try !store.turn(1))
  }

  @LoopActor
  @Test("records of what nobody knows keep the daemon from starting")
  func unknown() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("numbers.db")
    #expect(try Store(path).turn(1))
    #expect(throws: InconsistentStore.self) { try Store(path, name: "other") }
    #expect(try Store(path).numbers.elements == [1])
  }

  @LoopActor
  @Test("the log of another store is not read")
  func otherStore() throws {
    let directory = try TemporaryDirectory()
    #expect(try Store(directory.file("numbers.db")).turn(1))
    try FileManager.default.copyItem(
      atPath: directory.file("numbers.db-redo"), toPath: directory.file("other.db-redo"))
    #expect(try Store(directory.file("other.db")).numbers.elements == [])
  }
}
