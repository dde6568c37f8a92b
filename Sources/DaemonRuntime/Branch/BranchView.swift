/// What a head office asks of all branches of a domain, as a view in the server.
package struct BranchView: Sendable {
  package let name: String
  /// A `SELECT` over the tables of the domain, in each of which `branch` stands first.
  package let sql: String

  package init(_ name: String, _ sql: String) { (self.name, self.sql) = (name, sql) }

  /// Made anew, as its columns may be others than they were.
  func definition(in schema: String) -> String {
    let place = "\(MirrorTable.quoted(schema)).\(MirrorTable.quoted(name))"
    return "DROP VIEW IF EXISTS \(place); CREATE VIEW \(place) AS \(sql);"
  }

  /// Whoever has the role `mate_reader`, where the administrator has made one, may read everything.
  static func grants(in schema: String) -> String {
    let place = MirrorTable.quoted(schema)
    return """
      DO $$ BEGIN
        IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'mate_reader') THEN
          GRANT USAGE ON SCHEMA \(place) TO mate_reader;
          GRANT SELECT ON ALL TABLES IN SCHEMA \(place) TO mate_reader;
          GRANT SELECT ON mate_owner TO mate_reader;
        END IF;
      END $$;
      """
  }
}
