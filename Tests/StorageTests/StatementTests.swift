import Testing

@testable import Storage

@Suite("Statements")
struct StatementTests {
  private let database: Database

  init() throws {
    database = try Database(path: ":memory:")
    try database.execute("CREATE TABLE t (x)")
  }

  @Test("more different statements than are kept prepared all work, also those that are under way")
  func manyStatements() throws {
    try database.run("INSERT INTO t VALUES (1), (2)")
    var seen: [Int64] = []
    // The outer statement is busy while the inner ones push everything else out.
    try database.forEachRow("SELECT x FROM t ORDER BY x") { row in
      seen.append(row.integer(0))
      for number in 0..<600 {
        let answer = try database.first("SELECT \(number)") { $0.integer(0) }
        #expect(answer == Int64(number))
      }
    }
    #expect(seen == [1, 2])
  }

  @Test("the same query inside itself runs twice without mixing")
  func nested() throws {
    try database.run("INSERT INTO t VALUES (1), (2), (3)")
    var pairs: [Int64] = []
    try database.forEachRow("SELECT x FROM t ORDER BY x") { outer in
      let first = outer.integer(0)
      try database.forEachRow("SELECT x FROM t ORDER BY x") { inner in
        pairs.append(first * 10 + inner.integer(0))
      }
    }
    #expect(pairs == [11, 12, 13, 21, 22, 23, 31, 32, 33])
  }

  @Test("literals are bound as what they are")
  func literals() throws {
    try database.run("INSERT INTO t VALUES (?), (?), (?), (?), (?)", 7, 2.5, "한", nil, true)
    let types = try database.query("SELECT typeof(x) FROM t ORDER BY rowid") { $0.text(0) }
    #expect(types == ["integer", "real", "text", "null", "integer"])
    let reals = try database.query("SELECT x FROM t ORDER BY rowid LIMIT 4 OFFSET 1") {
      $0.optionalReal(0)
    }
    #expect(reals[0] == 2.5)
    #expect(reals[2] == nil)
  }

  @Test(
    "text without a statement in it is an error, and not nothing", arguments: ["", " ", "-- x"])
  func empty(_ sql: String) {
    #expect(throws: SQLiteError.self) { try database.run(sql) }
  }

  @Test("a body that throws ends the query, and the statement can be used again")
  func throwingBody() throws {
    struct Stop: Error {}
    try database.run("INSERT INTO t VALUES (1), (2)")
    var count = 0
    #expect(throws: Stop.self) {
      try database.forEachRow("SELECT x FROM t") { _ in
        count += 1
        throw Stop()
      }
    }
    #expect(count == 1)
    #expect(try database.query("SELECT x FROM t") { $0.integer(0) }.count == 2)
  }

  @Test("a place where no file can be is an error with a remedy")
  func noPlace() {
    for path in ["/proc/no/such/place.db", "/"] {
      #expect {
        _ = try Database(path: path)
      } throws: { error in
        (error as? SQLiteError)?.remedy.isEmpty == false
      }
    }
  }
}
