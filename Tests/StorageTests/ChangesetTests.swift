import TestSupport
import Testing

@testable import Storage

@Suite("Changes of a store")
struct ChangesetTests {
  /// Unique names and places, values of every kind, a key of two columns, and one without a rowid.
  private static let schema = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT UNIQUE, seat INTEGER UNIQUE, note);
    CREATE TABLE "odd ""name" (a TEXT NOT NULL, b INTEGER NOT NULL, value, PRIMARY KEY (a, b));
    CREATE TABLE setting (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
    """

  private static func store() throws -> Database {
    let database = try Database(path: ":memory:")
    try database.execute(schema)
    try RecordedTables.check(database)
    return database
  }

  /// Runs `body` as a transaction of a store that records.
  private static func record(
    in store: Database, _ body: () throws -> Void
  ) throws -> Changeset {
    store.recordsChanges = true
    try store.begin()
    do {
      try body()
      let changes = try store.changes()
      try store.commit()
      return changes
    } catch {
      store.abandon()
      throw error
    }
  }

  private static func apply(_ changes: Changeset, to store: Database) throws {
    try store.begin()
    do {
      try store.apply(changes)
      try store.commit()
    } catch {
      store.abandon()
      throw error
    }
  }

  private static func value(_ random: inout SeededNumbers) -> SQLiteValue {
    random.one(of: [
      .null, .integer(Int64(random.below(5))), .integer(Int64.min),
      .real(Double(random.below(3)) / 2),
      .text(""), .text("가\u{0}나"), .text("a"), .blob([]), .blob([0, 255]),
    ])
  }

  /// Rows that exchange names and seats in twos, threes and more, beside every other kind of change;
  /// a savepoint undoes some of it.
  private static func change(_ store: Database, _ random: inout SeededNumbers) throws {
    let id = SQLiteValue.integer(Int64(1 + random.below(12)))
    let name = SQLiteValue.text("n\(random.below(12))")
    switch random.below(9) {
    case 0...1:
      try store.run(
        "INSERT OR REPLACE INTO person VALUES (?, ?, ?, ?)", id, name,
        .integer(Int64(random.below(12))), value(&random))
    case 2: try store.run("DELETE FROM person WHERE id = ?", id)
    case 3:
      try store.run(
        "UPDATE OR IGNORE person SET note = ?, name = ? WHERE id = ?", value(&random), name, id)
    case 4...5:
      // Everybody moves on by one, in a ring.
      let count = try store.first("SELECT count(*) FROM person") { $0.integer(0) } ?? 0
      try store.execute("UPDATE person SET name = 'x' || name, seat = -1 - seat")
      try store.run(
        """
        WITH ring AS (
          SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, name, seat FROM person)
        UPDATE person SET (name, seat) = (
          SELECT substr(b.name, 2), -1 - b.seat FROM ring a JOIN ring b
          ON b.place = (a.place + 1) % ?1 WHERE a.id = person.id)
        """, .integer(max(1, count)))
    case 6:
      try store.run(
        "INSERT OR REPLACE INTO \"odd \"\"name\" VALUES (?, ?, ?)", name,
        .integer(Int64(random.below(3))), value(&random))
    case 7: try store.run("DELETE FROM \"odd \"\"name\" WHERE a = ?", name)
    default: try store.run("INSERT OR REPLACE INTO setting VALUES (?, ?)", name, value(&random))
    }
  }

  @Test("are done again in a copy, and taken back, whatever they are", arguments: 1...60)
  func property(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let (store, copy) = (try Self.store(), try Self.store())
    for turn in 1...40 {
      let before = try StoreDigest(store)
      let changes = try Self.record(in: store) {
        for _ in 0..<random.below(6) {
          try store.savepoint()
          try Self.change(store, &random)
          if random.chance(20) {
            try store.rollbackToSavepoint()
          } else {
            try store.releaseSavepoint()
          }
        }
      }
      let after = try StoreDigest(store)
      #expect((before == after) == changes.isEmpty, "seed \(seed), turn \(turn)")
      try Self.apply(changes, to: copy)
      try #require(try StoreDigest(copy) == after, "seed \(seed), turn \(turn)")
      try Self.apply(changes.inverted(), to: copy)
      try #require(try StoreDigest(copy) == before, "seed \(seed), turn \(turn): back")
      try Self.apply(changes, to: copy)
    }
  }

  @Test("of another state are refused, and change nothing")
  func unfit() throws {
    for statement in [
      "UPDATE person SET note = 'other' WHERE id = 1", "DELETE FROM person WHERE id = 2",
      "INSERT INTO person VALUES (3, 'z', 9, NULL)", "UPDATE person SET name = 'c' WHERE id = 2",
    ] {
      let (store, copy) = (try Self.store(), try Self.store())
      for database in [store, copy] {
        try database.execute("INSERT INTO person VALUES (1, 'a', 1, NULL), (2, 'b', 2, NULL)")
      }
      try copy.execute(statement)
      let before = try StoreDigest(copy)
      let changes = try Self.record(in: store) {
        try store.run("INSERT INTO setting VALUES ('first', 1)")
        try store.run("UPDATE person SET note = 'new' WHERE id = 1")
        try store.run("DELETE FROM person WHERE id = 2")
        try store.run("INSERT INTO person VALUES (3, 'c', 3, NULL)")
      }
      let error = #expect(throws: SQLiteError.self) { try Self.apply(changes, to: copy) }
      #expect(error?.doesNotFit == true, "\(statement): \(String(describing: error))")
      #expect(try StoreDigest(copy) == before, "\(statement)")
    }
  }

  @Test("that were damaged are no end of the program")
  func damaged() throws {
    let store = try Self.store()
    var random = SeededNumbers(seed: 1)
    let changes = try Self.record(in: store) {
      for _ in 0..<40 { try Self.change(store, &random) }
    }
    var refused = 0
    for _ in 0..<2000 {
      var bytes = changes.bytes
      if random.chance(50) { bytes.removeLast(random.below(bytes.count)) }
      for _ in 0..<random.below(3) where !bytes.isEmpty {
        bytes[random.below(bytes.count)] = UInt8(random.below(256))
      }
      let copy = try Self.store()
      do {
        try Self.apply(Changeset(bytes: bytes), to: copy)
        _ = try Changeset(bytes: bytes).inverted()
      } catch { refused += 1 }
      #expect(!copy.isInTransaction)
    }
    #expect(refused > 500)
  }

  @Test("need tables whose rows can be told apart")
  func tables() throws {
    for (sql, problem) in [
      ("CREATE TABLE t (x)", "has no primary key"),
      ("CREATE TABLE t (x TEXT PRIMARY KEY)", "may have a NULL in its primary key"),
      (
        "CREATE TABLE t (x INTEGER, y TEXT, PRIMARY KEY (x, y))",
        "may have a NULL in its primary key"
      ),
      (
        "CREATE TABLE t (x INTEGER PRIMARY KEY);"
          + "CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END", "has a trigger"
      ),
      (
        "CREATE TABLE t (x INTEGER PRIMARY KEY, y INTEGER REFERENCES t (x) ON DELETE CASCADE)",
        "has a foreign key that changes rows"
      ),
    ] {
      let database = try Database(path: ":memory:")
      let error = #expect(throws: SQLiteError.self) {
        try Migrator([Migration(version: 1, sql: sql)]).migrate(database)
      }
      #expect(error?.message == "table t \(problem)", "\(sql)")
      #expect(try Migrator.version(of: database) == 0)
    }
  }

  @Test("a digest tells any two values from each other")
  func digests() throws {
    let values: [SQLiteValue] = [
      .null, 0, 1, 0.5, "", "0", "a", .blob([]), .blob([0]), .blob([0x30]), .integer(Int64.min),
      1e300,
    ]
    var seen: [StoreDigest: SQLiteValue] = [:]
    for value in values {
      let store = try Self.store()
      try store.run("INSERT INTO setting VALUES ('x', ?)", value)
      #expect(seen.updateValue(value, forKey: try StoreDigest(store)) == nil, "\(value)")
    }
  }
}
