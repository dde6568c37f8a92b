internal import CSQLite

/// Which tables travel from one machine to another, and what they need for that.
package enum RecordedTables {
  /// The runtime's tables that speak of the files of one machine alone.
  package static let hostsOwn: Set<String> = [
    "mate_store", "mate_ahead", "mate_own", "mate_redo", "mate_unsent",
  ]

  static func isHostsOwn(_ table: String) -> Bool { hostsOwn.contains(table) }

  /// Refuses tables whose rows could not be told apart.
  ///
  /// A row without a primary key, or with a NULL in it, is in no recording
  /// (https://sqlite.org/sessionintro.html, section 2.2), and what a trigger or a foreign key does would be
  /// done twice where its changes are applied.
  ///
  /// - Throws: ``SQLiteError`` that names the table.
  package static func check(_ database: SQLiteConnection) throws(SQLiteError) {
    for table in try names(in: database) {
      guard let problem = try problem(of: table, in: database) else { continue }
      throw SQLiteError(
        extendedCode: SQLITE_MISUSE, message: "table \(table) \(problem)", path: database.path)
    }
  }

  /// The tables in the order of their names, but for SQLite's.
  package static func names(in database: SQLiteConnection) throws(SQLiteError) -> [String] {
    try database.query(
      """
      SELECT name FROM sqlite_schema
      WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
      """
    ) { $0.text(0) }
  }

  /// Those of them that travel.
  package static func travelling(in database: SQLiteConnection) throws(SQLiteError) -> [String] {
    try names(in: database).filter { !isHostsOwn($0) }
  }

  private static func problem(
    of table: String, in database: SQLiteConnection
  ) throws(SQLiteError) -> String? {
    let list = try database.first(
      "SELECT type, wr FROM pragma_table_list WHERE schema = 'main' AND name = ?", .text(table)
    ) { (type: $0.text(0), isWithoutRowid: $0.integer(1) != 0) }
    guard list?.type == "table" else { return "is no plain table" }
    let key = try database.query(
      "SELECT type, \"notnull\" FROM pragma_table_info(?) WHERE pk > 0", .text(table)
    ) { (type: $0.text(0).uppercased(), isNotNull: $0.integer(1) != 0) }
    if key.isEmpty { return "has no primary key" }
    let isRowid = key.count == 1 && key[0].type == "INTEGER"
    if list?.isWithoutRowid == false, !isRowid, !key.allSatisfy(\.isNotNull) {
      return "may have a NULL in its primary key"
    }
    let hasTrigger = try database.first(
      "SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?", .text(table)
    ) { _ in true }
    if hasTrigger == true { return "has a trigger" }
    let acts = try database.first(
      """
      SELECT 1 FROM pragma_foreign_key_list(?)
      WHERE on_update NOT IN ('NO ACTION', 'RESTRICT') OR on_delete NOT IN ('NO ACTION', 'RESTRICT')
      """, .text(table)
    ) { _ in true }
    return acts == true ? "has a foreign key that changes rows" : nil
  }
}
