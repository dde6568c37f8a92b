internal import CSQLite

/// One row of a ``Changeset``.
package struct RowChange: Sendable {
  package let table: String
  /// Of each column, whether it is part of the key.
  package let isKey: [Bool]
  /// Nil for a row that was added; of one that was changed, what stayed is left out, but for the key.
  package let before: [SQLiteValue?]?
  /// Nil for a row that was removed.
  package let after: [SQLiteValue?]?
}

extension Changeset {
  /// The rows, in the order in which they stand.
  ///
  /// - Throws: ``SQLiteError`` where the bytes are no changeset.
  package func rowChanges() throws(SQLiteError) -> [RowChange] {
    try ChangesetFormat.check(bytes)
    var bytes = bytes
    var found: [RowChange] = []
    let code = bytes.withUnsafeMutableBytes { bytes in
      var iterator: OpaquePointer?
      var code = sqlite3changeset_start(&iterator, Int32(bytes.count), bytes.baseAddress)
      guard code == SQLITE_OK, let iterator else { return code }
      while true {
        code = sqlite3changeset_next(iterator)
        guard code == SQLITE_ROW else { break }
        if let change = RowChange(iterator) { found.append(change) }
      }
      let end = sqlite3changeset_finalize(iterator)
      return code == SQLITE_DONE ? end : code
    }
    guard code == SQLITE_OK else { throw .badChangeset(code: code) }
    return found
  }

  /// What several, one after the other, come to: each row once.
  ///
  /// - Throws: ``SQLiteError`` where one is no changeset.
  package static func combined(_ all: [Changeset]) throws(SQLiteError) -> Changeset {
    guard all.count > 1 else { return all.first ?? Changeset(bytes: []) }
    var group: OpaquePointer?
    var code = sqlite3changegroup_new(&group)
    guard code == SQLITE_OK, let group else { throw .badChangeset(code: code) }
    defer { sqlite3changegroup_delete(group) }
    for changes in all where !changes.isEmpty {
      try ChangesetFormat.check(changes.bytes)
      var bytes = changes.bytes
      code = bytes.withUnsafeMutableBytes {
        sqlite3changegroup_add(group, Int32($0.count), $0.baseAddress)
      }
      guard code == SQLITE_OK else { throw .badChangeset(code: code) }
    }
    var count: Int32 = 0
    var made: UnsafeMutableRawPointer?
    code = sqlite3changegroup_output(group, &count, &made)
    defer { sqlite3_free(made) }
    guard code == SQLITE_OK else { throw .badChangeset(code: code) }
    return Changeset(copying: made, count: Int(count))
  }
}

extension RowChange {
  fileprivate init?(_ iterator: OpaquePointer) {
    var name: UnsafePointer<CChar>?
    var (count, kind, isIndirect): (Int32, Int32, Int32) = (0, 0, 0)
    guard sqlite3changeset_op(iterator, &name, &count, &kind, &isIndirect) == SQLITE_OK, let name
    else { return nil }
    var keys: UnsafeMutablePointer<UInt8>?
    // Not 1 alone, as the documents say: it is the column's place in the key.
    sqlite3changeset_pk(iterator, &keys, nil)
    table = String(cString: name)
    isKey = (0..<Int(count)).map { (keys?[$0] ?? 0) > 0 }
    before = kind == SQLITE_INSERT ? nil : Self.values(iterator, count, sqlite3changeset_old)
    after = kind == SQLITE_DELETE ? nil : Self.values(iterator, count, sqlite3changeset_new)
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
