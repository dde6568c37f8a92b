internal import CSQLite

/// Rows that were added, changed and removed, as SQLite's session extension writes them
/// (https://sqlite.org/sessionintro.html).
package struct Changeset: Sendable, Hashable {
  package let bytes: [UInt8]

  /// One that was kept or sent.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  init(copying start: UnsafeMutableRawPointer?, count: Int) {
    bytes = Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  package var isEmpty: Bool { bytes.isEmpty }

  /// What takes these changes back.
  ///
  /// - Throws: ``SQLiteError`` where the bytes are no changeset.
  package func inverted() throws(SQLiteError) -> Changeset {
    try ChangesetFormat.check(bytes)
    var count: Int32 = 0
    var made: UnsafeMutableRawPointer?
    let code = bytes.withUnsafeBytes {
      sqlite3changeset_invert(Int32($0.count), $0.baseAddress, &count, &made)
    }
    defer { sqlite3_free(made) }
    guard code == SQLITE_OK else { throw .badChangeset(code: code) }
    return Changeset(copying: made, count: Int(count))
  }
}

extension SQLiteConnection {
  /// SQLite's own way: a row at a time.
  ///
  /// - Returns: False where rows that are unique among each other stood in each other's way, as two
  ///   that exchange their names do; nothing is changed then.
  final func applyRowByRow(_ changes: Changeset) throws(SQLiteError) -> Bool {
    var conflict: Int32 = 0
    let code = changes.bytes.withUnsafeBytes { bytes in
      withUnsafeMutablePointer(to: &conflict) { conflict in
        sqlite3changeset_apply(
          handle, Int32(bytes.count), UnsafeMutableRawPointer(mutating: bytes.baseAddress), nil,
          { context, kind, _ in
            context?.assumingMemoryBound(to: Int32.self).pointee = kind
            return SQLITE_CHANGESET_ABORT
          }, conflict)
      }
    }
    if code == SQLITE_ABORT {
      if conflict == SQLITE_CHANGESET_CONSTRAINT { return false }
      throw .doesNotFit(path: path)
    }
    try check(code, "changes of another store")
    return true
  }
}

extension SQLiteError {
  /// Rows here are not as they were where the changes were made.
  static func doesNotFit(path: String) -> SQLiteError {
    SQLiteError(
      extendedCode: SQLITE_ABORT, message: "changes that are of another state of the store",
      path: path, remedy: "\(path) is no copy of the store that was changed; copy it anew")
  }

  /// Whether changes were refused because the store is no copy of the one they were made in.
  package var doesNotFit: Bool { extendedCode == SQLITE_ABORT }

  static func badChangeset(code: Int32) -> SQLiteError {
    SQLiteError(
      extendedCode: code == SQLITE_NOMEM ? code : SQLITE_CORRUPT,
      message: "bytes that are no changes of a store", path: "")
  }
}
