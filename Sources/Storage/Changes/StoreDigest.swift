internal import CSQLite

/// What a store holds, in one number a table: two copies with equal digests hold the same rows.
///
/// Not against somebody who wants two to be equal: it finds what was lost on the way.
package struct StoreDigest: Sendable, Hashable {
  package struct Table: Sendable, Hashable {
    package let name: String
    package let rows: Int
    /// FNV-1a of 128 bits, over all values in the order of the primary key, each with its kind and length.
    package let hash: [UInt8]
  }

  /// In the order of their names.
  package let tables: [Table]

  /// Reads all rows; in one transaction of the connection they are those of one moment.
  ///
  /// Tables of ``RecordedTables/hostsOwn``, and those in `excluded`, are not looked at.
  package init(_ database: SQLiteConnection, except excluded: Set<String> = []) throws(SQLiteError)
  {
    var tables: [Table] = []
    let names = try RecordedTables.names(in: database)
    for name in names where !RecordedTables.isHostsOwn(name) && !excluded.contains(name) {
      tables.append(try Self.table(name, in: database))
    }
    self.tables = tables
  }

  private static func table(
    _ name: String, in database: SQLiteConnection
  ) throws(SQLiteError) -> Table {
    let key = try database.query(
      "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", .text(name)
    ) { Self.quoted($0.text(0)) }
    var hash = FNV1a128()
    var rows = 0
    let order = key.isEmpty ? "rowid" : key.joined(separator: ",")
    try database.forEachRow("SELECT * FROM \(quoted(name)) ORDER BY \(order)") { row in
      rows += 1
      for column in 0..<row.columnCount { row.mix(column, into: &hash) }
    }
    return Table(name: name, rows: rows, hash: hash.bytes)
  }

  /// A name as SQL has it, whatever is in it.
  static func quoted(_ name: String) -> String {
    "\"\(name.replacing("\"", with: "\"\""))\""
  }
}

extension Row {
  /// Adds a value to a hash, as it is stored: its kind, its length, its bytes.
  fileprivate func mix(_ column: Int, into hash: inout FNV1a128) {
    let kind = sqlite3_column_type(handle, Int32(column))
    hash.mix([UInt8(truncatingIfNeeded: kind)])
    switch kind {
    case SQLITE_INTEGER: withUnsafeBytes(of: integer(column).littleEndian) { hash.mix($0) }
    case SQLITE_FLOAT: withUnsafeBytes(of: real(column).bitPattern.littleEndian) { hash.mix($0) }
    case SQLITE_TEXT, SQLITE_BLOB:
      // A blob that is asked for as a text would be converted.
      let start =
        kind == SQLITE_BLOB
        ? sqlite3_column_blob(handle, Int32(column))
        : UnsafeRawPointer(sqlite3_column_text(handle, Int32(column)))
      let count = Int(sqlite3_column_bytes(handle, Int32(column)))
      withUnsafeBytes(of: count.littleEndian) { hash.mix($0) }
      hash.mix(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    default: break
    }
  }
}
