internal import PostgreSQL
internal import Storage

/// A table of the store and its equal in the server, where the name of the branch stands first in the key.
///
/// The server knows nothing else of the domain: no check, no index, no default.
struct MirrorTable: Sendable, Hashable {
  struct Column: Sendable, Hashable {
    let name: String
    let kind: PostgresValue.Kind
    let isKey: Bool
  }

  /// Of all tables of a domain.
  let schema: String
  let name: String
  let columns: [Column]

  /// The tables of a store that travel, in the order of their names.
  ///
  /// - Throws: ``BranchTrouble`` where a column is of no known type, or ``SQLiteError``.
  static func all(of database: SQLiteConnection, domain: String) throws -> [MirrorTable] {
    try RecordedTables.travelling(in: database).map { table in
      let columns = try database.query(
        "SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid", .text(table)
      ) { row in
        let type = row.text(1).uppercased()
        guard let kind = kinds[type] else {
          throw BranchTrouble.unmirrored(table, "\(row.text(0)) is \(type)")
        }
        return Column(name: row.text(0), kind: kind, isKey: row.integer(2) > 0)
      }
      return MirrorTable(schema: domain, name: table, columns: columns)
    }
  }

  private static let kinds: [String: PostgresValue.Kind] = [
    "INTEGER": .integer, "REAL": .real, "TEXT": .text, "BLOB": .blob,
  ]

  // MARK: Its statements

  static func quoted(_ name: String) -> String {
    "\"\(name.replacing("\"", with: "\"\""))\""
  }

  private var place: String { "\(Self.quoted(schema)).\(Self.quoted(name))" }

  private func list(_ columns: [Column]) -> String {
    columns.map { Self.quoted($0.name) }.joined(separator: ", ")
  }

  /// Makes it, and adds the columns that it has not.
  var definition: String {
    let keys = (["branch"] + columns.filter(\.isKey).map { Self.quoted($0.name) })
      .joined(separator: ", ")
    let all = columns.map { "\(Self.quoted($0.name)) \($0.kind.rawValue)" }
    let added = columns.map {
      "ALTER TABLE \(place) ADD COLUMN IF NOT EXISTS \(Self.quoted($0.name)) \($0.kind.rawValue);"
    }
    return """
      CREATE TABLE IF NOT EXISTS \(place) (branch text, \(all.joined(separator: ", ")),
        PRIMARY KEY (\(keys))) WITH (fillfactor = 80);
      \(added.joined(separator: "\n"))
      """
  }

  /// Removes it, with the views over it.
  var removalOfAll: String { "DROP TABLE IF EXISTS \(place) CASCADE;" }

  /// One row with its name where the branch `$1` has none.
  var isEmpty: String {
    "SELECT '\(name)'::text WHERE NOT EXISTS (SELECT FROM \(place) WHERE branch = $1)"
  }

  /// Of the store: whether there is a row.
  var hasRows: String { "SELECT EXISTS (SELECT 1 FROM \(Self.quoted(name)))" }

  /// Removes all rows of the branch `$1`.
  var deletion: String { "DELETE FROM \(place) WHERE branch = $1" }

  /// Adds rows to the branch `$1`, a column of them in each value behind it.
  var insertion: String {
    "INSERT INTO \(place) (branch, \(list(columns))) SELECT $1, u.* FROM \(arrays(columns)) AS u"
  }

  /// Changes some columns of rows of the branch `$1`: first come the keys, then what changes.
  func update(of changed: [Column]) -> String {
    let keys = columns.filter(\.isKey)
    let sets = changed.map { "\(Self.quoted($0.name)) = u.\(Self.quoted($0.name))" }
    return """
      UPDATE \(place) AS t SET \(sets.joined(separator: ", "))
      FROM \(arrays(keys + changed)) AS u(\(list(keys + changed))) WHERE t.branch = $1\(match(keys))
      """
  }

  /// Removes the rows of the branch `$1` that have one of the keys.
  var removal: String {
    let keys = columns.filter(\.isKey)
    return "DELETE FROM \(place) AS t USING \(arrays(keys)) AS u(\(list(keys))) "
      + "WHERE t.branch = $1\(match(keys))"
  }

  private func arrays(_ columns: [Column]) -> String {
    let arrays = columns.enumerated().map { "$\($0.offset + 2)::\($0.element.kind.rawValue)[]" }
    return "unnest(\(arrays.joined(separator: ", ")))"
  }

  private func match(_ keys: [Column]) -> String {
    keys.map { " AND t.\(Self.quoted($0.name)) = u.\(Self.quoted($0.name))" }.joined()
  }

  /// All rows of a branch in the order of a store's, by a cursor: statements of that kind take no values, and the name of a branch
  /// has nothing that would have to be quoted.
  func cursor(_ name: String, branch: String) -> String {
    "DECLARE \(name) NO SCROLL CURSOR FOR SELECT \(list(columns)) FROM \(place) "
      + "WHERE branch = '\(branch)' ORDER BY \(order)"
  }

  /// Texts byte by byte, as SQLite has them.
  private var order: String {
    columns.filter(\.isKey).map { column in
      Self.quoted(column.name) + (column.kind == .text ? " COLLATE \"C\"" : "")
    }.joined(separator: ", ")
  }

  /// Of the store: some rows in the order of their keys, behind the one whose key is bound.
  func selection(after isBehind: Bool, limit: Int) -> String {
    let keys = columns.filter(\.isKey)
    let places = Array(repeating: "?", count: keys.count).joined(separator: ", ")
    let condition = isBehind ? "WHERE (\(list(keys))) > (\(places))" : ""
    return "SELECT \(list(columns)) FROM \(Self.quoted(name)) \(condition) "
      + "ORDER BY \(list(keys)) LIMIT \(limit)"
  }

  /// Of the store: adds a row.
  var addition: String {
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    return "INSERT INTO \(Self.quoted(name)) (\(list(columns))) VALUES (\(places))"
  }
}
