internal import Glibc
package import Loop

/// What a statement gave, in binary.
@LoopActor
package final class PostgresResult {
  private let library: LibPQ
  private let handle: LibPQ.Result

  init(_ handle: LibPQ.Result, _ library: LibPQ) {
    self.handle = handle
    self.library = library
  }

  isolated deinit { library.clear(handle) }

  package var rowCount: Int { Int(library.rowCount(handle)) }

  package var columnCount: Int { Int(library.columnCount(handle)) }

  /// How many rows the statement has added, changed or removed.
  package var changedCount: Int {
    library.commandCount(handle).flatMap { Int(String(cString: $0)) } ?? 0
  }

  package func isNull(_ row: Int, _ column: Int) -> Bool {
    library.isNull(handle, Int32(row), Int32(column)) == 1
  }

  /// The value as it came; it lives as long as the result.
  package func bytes(_ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: library.value(handle, Int32(row), Int32(column)),
      count: Int(library.length(handle, Int32(row), Int32(column))))
  }

  /// Of any integer type, or a boolean.
  package func integer(_ row: Int, _ column: Int) -> Int64 {
    let bytes = bytes(row, column)
    guard let first = bytes.first else { return 0 }
    let isNegative = bytes.count > 1 && first >= 0x80
    return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
  }

  package func real(_ row: Int, _ column: Int) -> Double {
    Double(bitPattern: UInt64(bitPattern: integer(row, column)))
  }

  package func text(_ row: Int, _ column: Int) -> String {
    String(decoding: bytes(row, column), as: UTF8.self)
  }

  package func blob(_ row: Int, _ column: Int) -> [UInt8] { Array(bytes(row, column)) }

  /// What went wrong; nil where nothing did.
  var failure: PostgresError? {
    let status = library.resultStatus(handle)
    guard status != LibPQ.commandOK, status != LibPQ.rowsOK else { return nil }
    return PostgresError(
      .refused(sqlState: field(LibPQ.sqlState) ?? ""), field(LibPQ.message) ?? "no reason given")
  }

  private func field(_ name: Int32) -> String? {
    library.resultErrorField(handle, name).map { String(cString: $0) }
  }
}
