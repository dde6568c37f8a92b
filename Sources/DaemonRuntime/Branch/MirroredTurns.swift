internal import PostgreSQL

/// What the mirror says to the server of how far it is.
extension BranchTables {
  /// Says how far the server's tables have come, and ends the transaction that brings them there.
  ///
  /// Both without a word from us in between: each turn changes the row that is locked here as well. A script
  /// takes no values, and names of domains and branches have nothing that would have to be quoted.
  ///
  /// - Throws: ``BranchTrouble/fenced`` where another owner brings them on, or ``PostgresError``.
  func mirrored(through turn: UInt64, after before: UInt64, epoch: Int64) async throws {
    do throws(PostgresError) {
      try await connection.ask(
        .script(
          """
          DO $$ BEGIN
            UPDATE mate_owner SET mirrored = \(turn) WHERE domain = '\(domain)'
              AND branch = '\(branch)' AND epoch = \(epoch) AND mirrored = \(before);
            IF NOT FOUND THEN RAISE SQLSTATE '\(Self.fence)'; END IF;
          END $$;
          COMMIT
          """))
    } catch {
      throw error.isRefusal(Self.fence) ? BranchTrouble.fenced : error
    }
  }

  private static var fence: String { "MT001" }

  /// Removes turns that the server's tables have and that are older than a day, but for the newest.
  func removeOldRecords() async throws(PostgresError) {
    try await connection.ask(
      .sql(
        """
        DELETE FROM mate_turn AS t USING mate_owner AS o
        WHERE o.domain = $1 AND o.branch = $2 AND t.domain = $1 AND t.branch = $2
          AND t.turn <= o.mirrored AND t.turn < o.turn AND t.at < now() - interval '1 day'
        """, names))
  }
}
