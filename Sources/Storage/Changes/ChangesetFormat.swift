internal import CSQLite

/// Looks at bytes before SQLite reads them as changes: its reader does not end in some that are none.
///
/// The form is in SQLite's ext/session/sqlite3session.c, under "CHANGESET FORMAT": a table's head, and the
/// changes of its rows behind it. Takes time that is linear in the bytes.
struct ChangesetFormat {
  private var rest: ArraySlice<UInt8>
  private var columns = 0

  /// What a table may have at most: SQLITE_MAX_COLUMN can be no more, https://sqlite.org/limits.html.
  private static let mostColumns = 32767

  private struct Malformed: Error {}

  /// - Throws: ``SQLiteError`` where the bytes are no changes; of tables that a store lacks they may be.
  static func check(_ bytes: [UInt8]) throws(SQLiteError) {
    var format = ChangesetFormat(rest: bytes[...])
    do throws(Malformed) {
      while !format.rest.isEmpty { try format.readPart() }
    } catch {
      throw .badChangeset(code: SQLITE_CORRUPT)
    }
  }

  /// A table's head or a change.
  private mutating func readPart() throws(Malformed) {
    let part = try readByte()
    if part == UInt8(ascii: "T") { return try readHead() }
    guard columns > 0, try readByte() <= 1 else { throw Malformed() }  // whether a trigger did it
    switch Int32(part) {
    case SQLITE_INSERT, SQLITE_DELETE: try readRow()
    case SQLITE_UPDATE:
      try readRow()
      try readRow()
    default: throw Malformed()
    }
  }

  private mutating func readHead() throws(Malformed) {
    columns = try readCount()
    guard (1...Self.mostColumns).contains(columns) else { throw Malformed() }
    try skip(columns)  // the place of each in the primary key
    guard let end = rest.firstIndex(of: 0), end > rest.startIndex else { throw Malformed() }
    rest = rest[(end + 1)...]
  }

  private mutating func readRow() throws(Malformed) {
    for _ in 0..<columns {
      switch Int32(try readByte()) {
      case 0, SQLITE_NULL: break  // 0: this change does not tell it
      case SQLITE_INTEGER, SQLITE_FLOAT: try skip(8)
      case SQLITE_TEXT, SQLITE_BLOB: try skip(try readCount())
      default: throw Malformed()
      }
    }
  }

  /// A length of at most 35 bits: seven a byte, the highest first, https://sqlite.org/fileformat.html#varint.
  private mutating func readCount() throws(Malformed) -> Int {
    var count = 0
    for _ in 0..<5 {
      let byte = try readByte()
      count = count << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return count }
    }
    throw Malformed()
  }

  private mutating func readByte() throws(Malformed) -> UInt8 {
    guard let byte = rest.popFirst() else { throw Malformed() }
    return byte
  }

  private mutating func skip(_ count: Int) throws(Malformed) {
    guard count <= rest.count else { throw Malformed() }
    rest = rest.dropFirst(count)
  }
}
