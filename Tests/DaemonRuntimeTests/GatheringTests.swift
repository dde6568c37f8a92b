import Loop
import LoopSupport
import Storage
import Testing

@testable import DaemonRuntime

@Suite("Gathering")
struct GatheringTests {
  init() { RunningLoop.start() }

  private func makeDatabase() throws -> Database {
    let database = try Database(path: ":memory:")
    try database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY CHECK (n < 100))")
    return database
  }

  private func numbers(_ database: Database) throws -> [Int64] {
    try database.query("SELECT n FROM t ORDER BY n") { $0.integer(0) }
  }

  @LoopActor
  private func gathering(_ database: Database) -> Gathering<GatheredNumber> {
    Gathering("numbers") { numbers throws(SQLiteError) in
      for number in numbers { try database.run("INSERT INTO t VALUES (?)", .integer(number.value)) }
    }
  }

  @LoopActor
  @Test("what one change has added is taken out, what those before it added is written, once")
  func undo() throws {
    let database = try makeDatabase()
    let gathering = gathering(database)
    gathering.changeBegins()
    gathering.add(1)
    gathering.add(2)
    gathering.changeBegins()
    gathering.add(3)
    gathering.undoChange()
    #expect(try numbers(database) == [])
    try gathering.flush()
    #expect(!gathering.isUnwritten)
    try gathering.flush()
    #expect(try numbers(database) == [1, 2])
    gathering.wasCommitted()
    #expect(gathering.count == 0)
  }

  @LoopActor
  @Test("a change that is undone after all was written takes out nothing more")
  func undoAfterFlush() throws {
    let database = try makeDatabase()
    let gathering = gathering(database)
    gathering.changeBegins()
    gathering.add(1)
    try gathering.flush()
    gathering.changeBegins()
    gathering.add(3)
    gathering.undoChange()
    gathering.add(2)
    try gathering.flush()
    #expect(try numbers(database) == [1, 2])
  }

  @LoopActor
  @Test("a failure of the store is told, and what was dropped is not written later")
  func failure() throws {
    let database = try makeDatabase()
    let gathering = gathering(database)
    gathering.add(500)
    #expect(throws: SQLiteError.self) { try gathering.flush() }
    gathering.wasRolledBack()
    gathering.drop()
    try gathering.flush()
    #expect(try numbers(database) == [])
  }

  @LoopActor
  @Test("what the redo log has survives the failure of a turn, and is written when the store can")
  func kept() throws {
    let database = try makeDatabase()
    let gathering = gathering(database)
    gathering.add(1)
    var writer = RedoWriter()
    gathering.send(to: &writer)
    gathering.becameDurable()
    gathering.add(500)
    try database.begin()
    #expect(throws: SQLiteError.self) { try gathering.flush() }
    try database.rollback()
    gathering.wasRolledBack()
    gathering.drop()
    try gathering.flush()
    #expect(try numbers(database) == [1])

    let other = self.gathering(database)
    var reader = RedoReader(writer.bytes)
    try other.recover(from: &reader)
    #expect(other.elements == [1])
    #expect(!other.isUnsent && other.isUnwritten)
  }
}
