internal import PostgreSQL

/// The log of turns in the server: what is read of it, and what an owner appends.
extension BranchTables {
  /// So many turns are read at once.
  static let mostRecords = 200

  /// Turns behind one, in order; not more than ``mostRecords``, and none behind one that is damaged or gone.
  ///
  /// - Throws: ``PostgresError``; ``BranchTrouble`` where the next one is damaged.
  func records(after turn: UInt64) async throws -> [Record] {
    let result = try await connection.ask(
      .sql(
        """
        SELECT turn, payload FROM mate_turn WHERE domain = $1 AND branch = $2 AND turn > $3
        ORDER BY turn LIMIT \(Self.mostRecords)
        """, names + [.integer(Int64(turn))]))
    var records: [Record] = []
    var last = turn
    for row in 0..<result.rowCount {
      let turn = UInt64(result.integer(row, 0))
      guard turn == last + 1 else { break }
      last = turn
      guard let payload = SealedTurn.opened(result.blob(row, 1), turn: turn) else {
        if records.isEmpty { throw BranchTrouble.damaged(turn: turn) }
        break
      }
      records.append(Record(turn: turn, payload: payload))
    }
    return records
  }

  /// What a turn changed; nil where the server does not have it, or not any more.
  ///
  /// - Throws: ``PostgresError``; ``BranchTrouble`` where it is damaged.
  func payload(of turn: UInt64) async throws -> [UInt8]? {
    let result = try await connection.ask(
      .sql(
        "SELECT payload FROM mate_turn WHERE domain = $1 AND branch = $2 AND turn = $3",
        names + [.integer(Int64(turn))]))
    guard result.rowCount == 1 else { return nil }
    guard let payload = SealedTurn.opened(result.blob(0, 0), turn: turn) else {
      throw BranchTrouble.damaged(turn: turn)
    }
    return payload
  }

  // MARK: Appending

  private static let append = "append"

  func prepareAppend() async throws(PostgresError) {
    try await connection.ask(
      .prepare(
        Self.append,
        sql: """
          WITH owner AS (
            UPDATE mate_owner SET turn = $4::bigint
            WHERE domain = $1 AND branch = $2 AND epoch = $3 AND turn = $4::bigint - 1 RETURNING 1)
          INSERT INTO mate_turn (domain, branch, turn, kind, payload)
          SELECT $1, $2, $4::bigint, 1, $5 FROM owner
          """))
  }

  /// Appends a turn; no row is changed where another one owns the branch.
  func append(
    _ payload: [UInt8], turn: UInt64, epoch: Int64,
    _ completion: @escaping PostgresConnection.Completion
  ) {
    connection.send(
      .prepared(
        Self.append,
        names + [
          .integer(epoch), .integer(Int64(turn)), .blob(SealedTurn.sealed(payload, turn: turn)),
        ]), completion)
  }
}
