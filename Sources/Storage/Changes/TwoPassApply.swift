internal import CSQLite

/// Applies changes that stand in each other's way row by row: first every row that is changed or removed
/// goes, then every row that is to be there comes.
///
/// Two rows that exchange a unique name, or a ring of them, have no order in which one `UPDATE` after
/// the other is allowed.
struct TwoPassApply {
  private let database: SQLiteConnection

  init(_ database: SQLiteConnection) { self.database = database }

  /// A row as a changeset tells it; of an update, what does not change is left out.
  private struct Change {
    let table: String
    let isKey: [Bool]
    let before: [SQLiteValue?]?
    let after: [SQLiteValue?]?
  }

  func apply(_ changes: Changeset) throws(SQLiteError) {
    try database.execute("PRAGMA defer_foreign_keys=ON")
    var coming: [(table: String, row: [SQLiteValue])] = []
    for change in try read(changes) {
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
  private func take(_ change: Change, _ before: [SQLiteValue?]) throws(SQLiteError) -> [SQLiteValue]
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

  // MARK: Reading

  private func read(_ changes: Changeset) throws(SQLiteError) -> [Change] {
    var bytes = changes.bytes
    var found: [Change] = []
    let code = bytes.withUnsafeMutableBytes { bytes in
      var iterator: OpaquePointer?
      var code = sqlite3changeset_start(&iterator, Int32(bytes.count), bytes.baseAddress)
      guard code == SQLITE_OK, let iterator else { return code }
      while true {
        code = sqlite3changeset_next(iterator)
        guard code == SQLITE_ROW else { break }
        if let change = Self.change(iterator) { found.append(change) }
      }
      let end = sqlite3changeset_finalize(iterator)
      return code == SQLITE_DONE ? end : code
    }
    guard code == SQLITE_OK else { throw .badChangeset(code: code) }
    return found
  }

  private static func change(_ iterator: OpaquePointer) -> Change? {
    var name: UnsafePointer<CChar>?
    var (count, kind, isIndirect): (Int32, Int32, Int32) = (0, 0, 0)
    guard sqlite3changeset_op(iterator, &name, &count, &kind, &isIndirect) == SQLITE_OK, let name
    else { return nil }
    var keys: UnsafeMutablePointer<UInt8>?
    // Not 1 alone, as the documents say: it is the column's place in the key.
    sqlite3changeset_pk(iterator, &keys, nil)
    return Change(
      table: String(cString: name), isKey: (0..<Int(count)).map { (keys?[$0] ?? 0) > 0 },
      before: kind == SQLITE_INSERT ? nil : values(iterator, count, sqlite3changeset_old),
      after: kind == SQLITE_DELETE ? nil : values(iterator, count, sqlite3changeset_new))
  }

  private static func values(
    _ iterator: OpaquePointer, _ count: Int32,
    _ read: (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Int32
  ) -> [SQLiteValue?] {
    (0..<count).map { column in
      var value: OpaquePointer?
      guard read(iterator, column, &value) == SQLITE_OK, let value else { return nil }
      return SQLiteValue(value)
    }
  }
}

extension SQLiteValue {
  /// A value that SQLite holds, copied.
  fileprivate init(_ value: OpaquePointer) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let text = UnsafeBufferPointer(
        start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
      self = .text(String(decoding: text, as: UTF8.self))
    case SQLITE_BLOB:
      let count = Int(sqlite3_value_bytes(value))
      self = .blob(
        Array(UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: count)))
    default: self = .null
    }
  }
}
