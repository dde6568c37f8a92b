import Testing

@testable import Storage

@Suite("Migrator")
struct MigratorTests {
  private let database: Database

  init() throws { database = try Database(path: ":memory:") }

  private func tables() throws -> [String] {
    try database.query("SELECT name FROM sqlite_schema ORDER BY name") { $0.text(0) }
  }

  @Test("only the steps that are missing are applied")
  func missingSteps() throws {
    let first = Migration(version: 1, sql: "CREATE TABLE a (x INTEGER PRIMARY KEY)")
    let second = Migration(
      version: 2, sql: "CREATE TABLE b (x INTEGER PRIMARY KEY); INSERT INTO a VALUES (1)")
    try Migrator([first]).migrate(database)
    try Migrator([first, second]).migrate(database)
    try Migrator([first, second]).migrate(database)
    #expect(try tables() == ["a", "b"])
    #expect(try database.first("SELECT count(*) FROM a") { $0.integer(0) } == 1)
    #expect(try Migrator.version(of: database) == 2)
  }

  @Test("a step that fails leaves no step behind")
  func allOrNothing() throws {
    let migrator = Migrator([
      Migration(version: 1, sql: "CREATE TABLE a (x INTEGER PRIMARY KEY)"),
      Migration(
        version: 2,
        sql: "CREATE TABLE b (x INTEGER PRIMARY KEY); CREATE TABLE a (x INTEGER PRIMARY KEY)"),
    ])
    #expect(throws: SQLiteError.self) { try migrator.migrate(database) }
    #expect(try tables() == [])
    #expect(try Migrator.version(of: database) == 0)
    #expect(!database.isInTransaction)
  }

  @Test("no migrations leave a store at version 0")
  func none() throws {
    try Migrator([]).migrate(database)
    #expect(try Migrator.version(of: database) == 0)
  }
}
