internal import CSQLite

/// A prepared statement of one connection, kept for the next use.
final class Statement {
  let handle: OpaquePointer
  /// In use further up the stack: a query whose row closure runs the same SQL again.
  var isBusy = false

  init(handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  /// False for what ends a transaction, and true for `BEGIN IMMEDIATE`.
  var mayWrite: Bool { sqlite3_stmt_readonly(handle) == 0 }

  /// - Returns: A result code; SQLITE_OK where all were bound.
  func bind(_ values: [SQLiteValue]) -> Int32 {
    guard values.count == Int(sqlite3_bind_parameter_count(handle)) else { return SQLITE_RANGE }
    for (index, value) in values.enumerated() {
      let code = bind(value, at: Int32(index + 1))
      guard code == SQLITE_OK else { return code }
    }
    return SQLITE_OK
  }

  private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let number): return sqlite3_bind_int64(handle, index, number)
    case .real(let number): return sqlite3_bind_double(handle, index, number)
    case .text(var text):
      return text.withUTF8 { bytes in
        // A null pointer would bind NULL instead of an empty text.
        guard let start = bytes.baseAddress else { return mate_bind_text(handle, index, "", 0) }
        return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
          mate_bind_text(handle, index, $0, Int32(bytes.count))
        }
      }
    case .blob(let bytes):
      // A null pointer would bind NULL instead of an empty blob.
      if bytes.isEmpty { return sqlite3_bind_zeroblob(handle, index, 0) }
      return bytes.withUnsafeBytes {
        mate_bind_blob(handle, index, $0.baseAddress, Int32(bytes.count))
      }
    }
  }

  func step() -> Int32 { sqlite3_step(handle) }

  /// Makes it ready for the next use; the result repeats what `step` said already.
  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }
}
