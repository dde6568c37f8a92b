internal import Storage
internal import Values

/// Filters under a name, of which one may be in use: read anew each time, so that a rehearsal leaves
/// nothing behind.
struct ContextStore {
  let database: Database

  struct Entry: Sendable {
    let name: String
    let filter: String
    let isUsed: Bool
  }

  func entries() throws -> [Entry] {
    try database.query("SELECT name, filter, is_used FROM context ORDER BY name") { row in
      Entry(name: row.text(0), filter: row.text(1), isUsed: row.bool(2))
    }
  }

  /// The one in use.
  func used() throws -> Entry? {
    try database.first("SELECT name, filter FROM context WHERE is_used") { row in
      Entry(name: row.text(0), filter: row.text(1), isUsed: true)
    }
  }

  /// Puts a filter under a name; one that was in use stays so.
  func set(_ name: String, to filter: String) throws(SQLiteError) {
    try database.run(
      """
      INSERT INTO context (name, filter) VALUES (?, ?)
      ON CONFLICT (name) DO UPDATE SET filter = excluded.filter
      """, .text(name), .text(filter))
  }

  /// Uses one, or none.
  ///
  /// - Returns: Whether there is such a name.
  func use(_ name: String?) throws -> Bool {
    try database.run("UPDATE context SET is_used = 0 WHERE is_used")
    guard let name else { return true }
    try database.run("UPDATE context SET is_used = 1 WHERE name = ?", .text(name))
    return database.changeCount > 0
  }

  func remove(_ name: String) throws -> Bool {
    try database.run("DELETE FROM context WHERE name = ?", .text(name))
    return database.changeCount > 0
  }
}
