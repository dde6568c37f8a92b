import Loop
import Storage
import LoopSupport
import Testing

@testable import DaemonRuntime

@Suite("StoreTransaction")
struct StoreTransactionTests {
  init() { RunningLoop.start() }

  private struct Refusal: Error {}

  private func makeDatabase() throws -> Database {
    let database = try Database(path: ":memory:")
    try database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY CHECK (n < 100))")
    return database
  }

  private func numbers(_ database: Database) throws -> [Int64] {
    try database.query("SELECT n FROM t ORDER BY n") { $0.integer(0) }
  }

  @LoopActor
  @Test("a refusal undoes its own writes and nothing else of the turn")
  func refusalUndoesItself() throws {
    let database = try makeDatabase()
    let transaction = StoreTransaction(database)
    _ = try transaction.run { try database.run("INSERT INTO t VALUES (1)") }
    let outcome = try transaction.run {
      try database.run("INSERT INTO t VALUES (2)")
      throw Refusal()
    }
    guard case .undone(let error) = outcome else {
      Issue.record("the refusal was kept")
      return
    }
    #expect(error is Refusal)
    _ = try transaction.run { try database.run("INSERT INTO t VALUES (3)") }
    try transaction.commit()
    #expect(try numbers(database) == [1, 3])
    #expect(!transaction.isOpen)
  }

  @LoopActor
  @Test("a rehearsal leaves nothing")
  func rehearsal() throws {
    let database = try makeDatabase()
    let transaction = StoreTransaction(database)
    _ = try transaction.run(keeping: false) { try database.run("INSERT INTO t VALUES (1)") }
    try transaction.commit()
    #expect(try numbers(database) == [])
  }

  @LoopActor
  @Test("a failure of the store undoes the whole turn")
  func failureUndoesTheTurn() throws {
    let database = try makeDatabase()
    let transaction = StoreTransaction(database)
    _ = try transaction.run { try database.run("INSERT INTO t VALUES (1)") }
    #expect(throws: SQLiteError.self) {
      _ = try transaction.run { try database.run("INSERT INTO t VALUES (500)") }
    }
    transaction.rollback()
    #expect(!transaction.isOpen)
    #expect(try numbers(database) == [])
    _ = try transaction.run { try database.run("INSERT INTO t VALUES (4)") }
    try transaction.commit()
    #expect(try numbers(database) == [4])
  }
}
