/// Applies changes that stand in each other's way row by row: first every row that is changed or removed
/// goes, then every row that is to be there comes.
///
/// Two rows that exchange a unique name, or a ring of them, have no order in which one `UPDATE` after
/// the other is allowed.
struct TwoPassApply {
  private let database: SQLiteConnection

  init(_ database: SQLiteConnection) { self.database = database }

  func apply(_ changes: Changeset) throws(SQLiteError) {
    try database.execute("PRAGMA defer_foreign_keys=ON")
    var coming: [(table: String, row: [SQLiteValue])] = []
    for change in try changes.rowChanges() {
      let row = try change.before.map { before throws(SQLiteError) in try take(change, before) }
      guard let after = change.after else { continue }
      coming.append(
        (
          change.table,
          after.enumerated().map { place, new in new ?? row?[place] ?? .null }
        ))
    }
    for (table, row) in coming {
      let places = Array(repeating: "?", count: row.count).joined(separator: ",")
      let sql = "INSERT INTO \(StoreDigest.quoted(table)) VALUES (\(places))"
      do throws(SQLiteError) {
        try database.run(sql, bindings: row)
      } catch {
        throw error.isConstraint ? .doesNotFit(path: database.path) : error
      }
    }
  }

  /// Removes a row, which must be as it was.
  ///
  /// - Returns: All of its values.
  private func take(_ change: RowChange, _ before: [SQLiteValue?]) throws(SQLiteError)
    -> [SQLiteValue]
  {
    let columns = try columns(of: change.table)
    guard columns.count == before.count else { throw .doesNotFit(path: database.path) }
    var conditions: [String] = []
    var key: [SQLiteValue] = []
    for (index, column) in columns.enumerated() where change.isKey[index] {
      conditions.append("\(StoreDigest.quoted(column)) IS ?")
      key.append(before[index] ?? .null)
    }
    let table = StoreDigest.quoted(change.table)
    let condition = conditions.joined(separator: " AND ")
    var found: [SQLiteValue]?
    try database.forEachRow("SELECT * FROM \(table) WHERE \(condition)", bindings: key) { row in
      found = (0..<row.columnCount).map { row.value($0) }
    }
    guard let found, zip(found, before).allSatisfy({ $1 == nil || $1 == $0 }) else {
      throw .doesNotFit(path: database.path)
    }
    try database.run("DELETE FROM \(table) WHERE \(condition)", bindings: key)
    return found
  }

  private func columns(of table: String) throws(SQLiteError) -> [String] {
    try database.query("SELECT name FROM pragma_table_info(?)", .text(table)) { $0.text(0) }
  }
}
