internal import PostgreSQL
internal import Storage

/// Rows on their way to the server: a column of values for each column of a table.
struct MirrorRows {
  private let columns: [MirrorTable.Column]
  private var arrays: [PostgresColumn]
  private(set) var count = 0

  init(_ columns: [MirrorTable.Column]) {
    self.columns = columns
    arrays = columns.map { PostgresColumn($0.kind) }
  }

  /// - Throws: ``BranchTrouble`` where a value is of another kind than its column.
  mutating func add(_ row: [SQLiteValue], of table: String) throws(BranchTrouble) {
    for (column, value) in row.enumerated() {
      switch (value, arrays[column].kind) {
      case (.null, _): arrays[column].addNull()
      case (.integer(let number), .integer): arrays[column].add(number)
      case (.integer(let number), .real) where Int64(exactly: Double(number)) == number:
        arrays[column].add(Double(number))
      case (.real(let number), .real): arrays[column].add(number)
      case (.text(let text), .text) where !text.utf8.contains(0): arrays[column].add(text.utf8)
      case (.blob(let bytes), .blob): arrays[column].add(bytes)
      default:
        throw .unmirrored(table, "a value in \(columns[column].name)")
      }
    }
    count += 1
  }

  var values: [PostgresValue] { arrays.map(\.array) }
}
