import Testing

@testable import Storage

@Suite("Database")
struct DatabaseTests {
  private let database: Database

  init() throws {
    database = try Database(path: ":memory:")
    try database.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, value)")
  }

  private func stored() throws -> [Int64] {
    try database.query("SELECT id FROM item ORDER BY id") { $0.integer(0) }
  }

  @Test(
    "every type comes back as it went in",
    arguments: [
      SQLiteValue.null, .integer(Int64.min), .integer(Int64.max), .real(0.1), .real(-.infinity),
      .text(""),
      .text("예금 3번 고객\u{0}뒤"), .blob([]), .blob([0, 255, 1]),
    ])
  func roundTrip(_ value: SQLiteValue) throws {
    try database.run("INSERT INTO item (value) VALUES (?)", value)
    let back = try database.first("SELECT value FROM item") { $0.value(0) }
    #expect(back == value)
  }

  @Test("optional columns tell NULL from an empty value")
  func optionals() throws {
    let row: ([String?], [Int64?]) = try #require(
      try database.first("SELECT NULL, '', NULL, 0") {
        ([$0.optionalText(0), $0.optionalText(1)], [$0.optionalInteger(2), $0.optionalInteger(3)])
      })
    #expect(row.0 == [nil, ""])
    #expect(row.1 == [nil, 0])
  }

  @Test("a statement with too few or too many bindings is refused", arguments: [0, 1, 3])
  func bindingCount(_ count: Int) throws {
    let values = [SQLiteValue](repeating: 1, count: count)
    #expect(throws: SQLiteError.self) {
      try database.run("INSERT INTO item (id, value) VALUES (?, ?)", bindings: values)
    }
    #expect(try stored() == [])
  }

  @Test("a query may run the same query for each of its rows")
  func reentrantQuery() throws {
    try database.execute("INSERT INTO item (id) VALUES (1), (2), (3)")
    let sql = "SELECT id FROM item ORDER BY id"
    let seen = try database.query(sql) { row in
      [row.integer(0)] + (try database.query(sql) { $0.integer(0) })
    }
    #expect(seen == [[1, 1, 2, 3], [2, 1, 2, 3], [3, 1, 2, 3]])
  }

  @Test("an error of the row closure ends the query and leaves the statement usable")
  func rowError() throws {
    try database.execute("INSERT INTO item (id) VALUES (1), (2)")
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try database.query("SELECT id FROM item") { _ in throw Stop() }
    }
    #expect(try stored() == [1, 2])
    try database.begin()
    try database.rollback()
  }

  @Test("a syntax error names the statement and its defect")
  func syntaxError() throws {
    let error = try #require(throws: SQLiteError.self) { try database.run("SELEC 1") }
    #expect(error.sql == "SELEC 1")
    #expect(error.message == "near \"SELEC\": syntax error")
    #expect(!error.isFull && !error.isCorrupt && !error.isReadOnly && !error.isIO)
  }

  @Test("the number of touched rows and the new row's id are known")
  func counts() throws {
    try database.run("INSERT INTO item (id) VALUES (41), (42)")
    #expect(database.changeCount == 2)
    #expect(database.lastInsertedRow == 42)
    try database.run("DELETE FROM item WHERE id = 7")
    #expect(database.changeCount == 0)
  }

  // MARK: Savepoints

  @Test("a savepoint undoes only what came after it, at every depth")
  func nestedSavepoints() throws {
    try database.begin()
    try database.run("INSERT INTO item (id) VALUES (1)")
    try database.savepoint()
    try database.run("INSERT INTO item (id) VALUES (2)")
    try database.savepoint()
    try database.run("INSERT INTO item (id) VALUES (3)")
    try database.rollbackToSavepoint()
    #expect(try stored() == [1, 2])
    try database.run("INSERT INTO item (id) VALUES (4)")
    try database.releaseSavepoint()
    try database.savepoint()
    try database.run("DELETE FROM item")
    try database.rollbackToSavepoint()
    #expect(database.isInTransaction)
    try database.commit()
    #expect(!database.isInTransaction)
    #expect(try stored() == [1, 2, 4])
  }

  @Test("an outer savepoint takes back what an inner one kept")
  func outerWins() throws {
    try database.begin()
    try database.savepoint()
    try database.savepoint()
    try database.run("INSERT INTO item (id) VALUES (1)")
    try database.releaseSavepoint()
    try database.rollbackToSavepoint()
    try database.commit()
    #expect(try stored() == [])
  }

  @Test("a constraint undoes its own statement and leaves the transaction open")
  func constraint() throws {
    try database.begin()
    try database.run("INSERT INTO item (id) VALUES (1)")
    let error = try #require(throws: SQLiteError.self) {
      try database.run("INSERT INTO item (id) VALUES (1)")
    }
    #expect(error.isConstraint)
    #expect(database.isInTransaction)
    try database.commit()
    #expect(try stored() == [1])
  }
}
