internal import CSQLite

/// The current row of a query; it lives only while the closure that got it runs.
///
/// Columns count from 0. A value of another type is converted as SQLite does; NULL reads as 0, ""
/// or no bytes, so ask the optional forms where a column may be NULL.
package struct Row: ~Copyable {
  let handle: OpaquePointer

  init(handle: OpaquePointer) { self.handle = handle }

  package var columnCount: Int { Int(sqlite3_column_count(handle)) }

  package func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }

  package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

  package func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

  package func bool(_ column: Int) -> Bool { integer(column) != 0 }

  package func text(_ column: Int) -> String {
    guard let start = sqlite3_column_text(handle, Int32(column)) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  package func blob(_ column: Int) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, Int32(column)) else { return [] }
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  package func optionalInteger(_ column: Int) -> Int64? {
    isNull(column) ? nil : integer(column)
  }

  package func optionalReal(_ column: Int) -> Double? { isNull(column) ? nil : real(column) }

  package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

  /// The value with the type that it is stored as.
  package func value(_ column: Int) -> SQLiteValue {
    switch sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(blob(column))
    default: .null
    }
  }
}
