internal import PostgreSQL
internal import Storage

/// Changes of many rows as few statements: of each table the rows that go, those that change in the same
/// columns, and those that come.
struct MirrorBatches {
  private struct Key: Hashable {
    enum Kind: Int { case removal, update, insertion }

    let table: String
    let kind: Kind
    /// The columns that change.
    let columns: [Int]
  }

  private var batches: [Key: (table: MirrorTable, rows: MirrorRows)] = [:]

  /// - Throws: ``BranchTrouble`` where a value has no place in the server's tables, or ``SQLiteError``.
  init(_ changes: Changeset, _ schema: [String: MirrorTable]) throws {
    for change in try changes.rowChanges() {
      guard let table = schema[change.table], table.columns.count == change.isKey.count else {
        throw BranchTrouble.unmirrored(change.table, "it is not known")
      }
      let keys = table.columns.indices.filter { change.isKey[$0] }
      switch (change.before, change.after) {
      case (let before?, nil): try add(.removal, [], keys.map { before[$0] }, keys, table)
      case (nil, let after?):
        try add(.insertion, [], after, Array(table.columns.indices), table)
      case (let before?, let after?):
        let changed = table.columns.indices.filter { !change.isKey[$0] && after[$0] != nil }
        let row = keys.map { before[$0] } + changed.map { after[$0] }
        try add(.update, changed, row, keys + changed, table)
      case (nil, nil): break
      }
    }
  }

  private mutating func add(
    _ kind: Key.Kind, _ changed: [Int], _ row: [SQLiteValue?], _ columns: [Int],
    _ table: MirrorTable
  ) throws(BranchTrouble) {
    let key = Key(table: table.name, kind: kind, columns: changed)
    let columns = columns.map { table.columns[$0] }
    try batches[key, default: (table, MirrorRows(columns))].rows.add(
      row.map { $0 ?? .null }, of: table.name)
  }

  /// What goes, before what comes; of each the rows that the server has to find.
  func statements(
    of branch: String
  ) -> [(table: String, rows: Int, statement: PostgresConnection.Statement)] {
    batches.sorted { $0.key.kind.rawValue < $1.key.kind.rawValue }.map { key, batch in
      let (table, rows) = batch
      let sql =
        switch key.kind {
        case .removal: table.removal
        case .update: table.update(of: key.columns.map { table.columns[$0] })
        case .insertion: table.insertion
        }
      return (table.name, rows.count, .sql(sql, [.text(branch)] + rows.values))
    }
  }
}
