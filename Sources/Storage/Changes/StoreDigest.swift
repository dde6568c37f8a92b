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
    var hash = TableHash()
    let order = key.isEmpty ? "rowid" : key.joined(separator: ",")
    try database.forEachRow("SELECT * FROM \(quoted(name)) ORDER BY \(order)") { row in
      hash.add((0..<row.columnCount).map { row.value($0) })
    }
    return hash.table(name)
  }

  /// A name as SQL has it, whatever is in it.
  static func quoted(_ name: String) -> String {
    "\"\(name.replacing("\"", with: "\"\""))\""
  }
}

/// The hash of a table, row by row in the order of the primary key, wherever the rows are.
package struct TableHash {
  private var hash = FNV1a128()
  private var rows = 0

  package init() {}

  /// Adds a row, each value as it is stored: its kind, its length, its bytes.
  package mutating func add(_ row: [SQLiteValue]) {
    rows += 1
    for value in row { mix(value) }
  }

  package func table(_ name: String) -> StoreDigest.Table {
    StoreDigest.Table(name: name, rows: rows, hash: hash.bytes)
  }

  private mutating func mix(_ value: SQLiteValue) {
    switch value {
    case .null: hash.mix([UInt8(SQLITE_NULL)])
    case .integer(let number):
      hash.mix([UInt8(SQLITE_INTEGER)])
      withUnsafeBytes(of: number.littleEndian) { hash.mix($0) }
    case .real(let number):
      hash.mix([UInt8(SQLITE_FLOAT)])
      withUnsafeBytes(of: number.bitPattern.littleEndian) { hash.mix($0) }
    case .text(var text):
      hash.mix([UInt8(SQLITE_TEXT)])
      text.withUTF8 { mix(UnsafeRawBufferPointer($0)) }
    case .blob(let bytes):
      hash.mix([UInt8(SQLITE_BLOB)])
      bytes.withUnsafeBytes { mix($0) }
    }
  }

  private mutating func mix(_ bytes: UnsafeRawBufferPointer) {
    withUnsafeBytes(of: bytes.count.littleEndian) { hash.mix($0) }
    hash.mix(bytes)
  }
}
