internal import PostgreSQL

/// What the server's tables for a head office lack: others may drop, empty and change them.
struct MirrorLack: Hashable {
  /// Tables that are gone, or are not as we make them, in the order of their names.
  var tables: [String] = []
  var views: [String] = []

  /// For people.
  var text: String { (tables + views).joined(separator: ", ") }
}

extension BranchTables {
  /// Looks which tables and views of a domain are there.
  ///
  /// A table may have columns that a newer program has added; one that lacks a column, or has it as another
  /// type, is not ours any more.
  func lack(
    _ tables: [MirrorTable], _ views: [BranchView]
  ) async throws(PostgresError) -> MirrorLack {
    let result = try await connection.ask(
      .sql(
        """
        SELECT c.relname::text, a.attname::text, format_type(a.atttypid, a.atttypmod)
        FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
        WHERE c.relnamespace = to_regnamespace($1) AND a.attnum > 0 AND NOT a.attisdropped
          AND c.relkind IN ('r', 'v')
        """, [.text(MirrorTable.quoted(domain))]))
    var found: [String: [String: String]] = [:]
    for row in 0..<result.rowCount {
      found[result.text(row, 0), default: [:]][result.text(row, 1)] = result.text(row, 2)
    }
    let lacking = tables.filter { table in
      guard let columns = found[table.name], columns["branch"] == "text" else { return true }
      return table.columns.contains { columns[$0.name] != $0.kind.rawValue }
    }
    return MirrorLack(
      tables: lacking.map(\.name).sorted(), views: views.map(\.name).filter { found[$0] == nil })
  }

  /// Which of the tables have no row of the branch.
  func emptied(_ tables: [MirrorTable]) async throws(PostgresError) -> [String] {
    guard !tables.isEmpty else { return [] }
    let parts = tables.map(\.isEmpty).joined(separator: " UNION ALL ")
    let result = try await connection.ask(.sql("\(parts) ORDER BY 1", [.text(branch)]))
    return (0..<result.rowCount).map { result.text($0, 0) }
  }
}

extension PostgresError {
  /// The server does not find a table or a column, or finds a row that should not be there
  /// (undefined_table, invalid_schema_name, undefined_column, datatype_mismatch, unique_violation).
  var isOfChangedTable: Bool {
    ["42P01", "3F000", "42703", "42804", "23505"].contains(where: isRefusal)
  }
}
