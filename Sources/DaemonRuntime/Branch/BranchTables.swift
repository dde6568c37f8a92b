internal import Loop
internal import PostgreSQL

/// What a server has of a branch: a row that says who owns it, and a row a turn.
///
/// An append is one statement: it changes the row of the owner where the epoch is still its own, and adds
/// the turn only where it has. So the fence, the number and the turn are one transaction, and an owner that
/// was frozen in between is never left inside of one.
@LoopActor
struct BranchTables {
  let connection: PostgresConnection
  let domain: String
  let branch: String

  /// `payload` is not compressed: changes are short, and the server has other work.
  private static let schema = """
    BEGIN;
    SELECT pg_advisory_xact_lock(\(makingKey));
    CREATE TABLE IF NOT EXISTS mate_owner (
      domain text NOT NULL, branch text NOT NULL, epoch bigint NOT NULL, turn bigint NOT NULL,
      mirrored bigint NOT NULL, schema int NOT NULL, holder text NOT NULL, origin bigint NOT NULL,
      own boolean NOT NULL DEFAULT false, PRIMARY KEY (domain, branch)) WITH (fillfactor = 50);
    ALTER TABLE mate_owner ADD COLUMN IF NOT EXISTS own boolean NOT NULL DEFAULT false;
    CREATE TABLE IF NOT EXISTS mate_turn (
      domain text NOT NULL, branch text NOT NULL, turn bigint NOT NULL, kind smallint NOT NULL,
      payload bytea NOT NULL, at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (domain, branch, turn));
    ALTER TABLE mate_turn ALTER payload SET STORAGE EXTERNAL;
    COMMIT
    """
  /// Of the lock under which tables are made: two that begin at once would stand in each other's way.
  static let makingKey = 0x6D61_7465

  /// One that has a row in `mate_owner`.
  struct Owner: Hashable {
    let epoch: Int64
    /// The newest turn, and the newest that the mirrored tables have.
    let turn: UInt64
    let mirrored: UInt64
    /// The version of the domain's tables.
    let schema: Int
    /// The machine that owns it, or owned it last.
    let holder: String
    /// A number that no other branch has: a store of another one is no copy of it.
    let origin: Int64
    /// Whether the owner goes on without the server, so that nobody knows from here how far it is.
    let worksAlone: Bool

    static let columns = "epoch, turn, mirrored, schema, holder, origin, own"
    static let columnCount = 7

    @LoopActor
    init(_ result: PostgresResult) {
      epoch = result.integer(0, 0)
      turn = UInt64(result.integer(0, 1))
      mirrored = UInt64(result.integer(0, 2))
      schema = Int(result.integer(0, 3))
      holder = result.text(0, 4)
      origin = result.integer(0, 5)
      worksAlone = result.integer(0, 6) == 1
    }
  }

  struct Record {
    let turn: UInt64
    let payload: [UInt8]
  }

  var names: [PostgresValue] { [.text(domain), .text(branch)] }

  /// Connects to the server of a branch.
  ///
  /// Whoever is frozen inside of a transaction, with rows locked, is ended by the server.
  static func open(
    _ settings: BranchSettings, for purpose: String = ""
  ) async throws(PostgresError) -> BranchTables {
    let connection = try await PostgresConnection.open(
      settings.address, name: "mate \(settings.domain)@\(settings.branch)\(purpose)")
    // An answer waits for both disks, whatever the server's configuration has for other programs.
    try await connection.ask(
      .script(
        """
        SET idle_in_transaction_session_timeout = '2s';
        SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')
          WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false)
        """))
    return BranchTables(
      connection: connection, domain: settings.domain, branch: settings.branch)
  }

  /// Makes the tables, where nobody has.
  func prepare() async throws(PostgresError) {
    let found = try await connection.ask(
      """
      SELECT count(*) FROM pg_attribute
      WHERE attrelid = to_regclass('mate_owner') AND attname = 'own' AND to_regclass('mate_turn') IS NOT NULL
      """)
    guard found.integer(0, 0) == 0 else { return }
    try await connection.ask(.script(Self.schema))
  }

  // MARK: Standing by

  /// Looks who owns the branch, and takes the lock where nobody has it.
  ///
  /// - Parameters:
  ///   - machine: Who asks. The branch of an owner that works alone is for that one only.
  ///   - isTaken: Whether it is for this one all the same.
  /// - Returns: Nil for a branch that the server has never seen.
  /// - Throws: ``PostgresError``.
  func look(
    as machine: String, taking isTaken: Bool
  ) async throws(PostgresError) -> (owner: Owner?, isLocked: Bool) {
    let lock = "pg_try_advisory_lock(hashtextextended($1 || '/' || $2, 0))"
    let may = "NOT own OR holder = $3 OR $4::bigint = 1"
    let result = try await connection.ask(
      .sql(
        """
        SELECT \(Owner.columns), CASE WHEN \(may) THEN \(lock) ELSE false END
        FROM mate_owner WHERE domain = $1 AND branch = $2
        """, names + [.text(machine), .integer(isTaken ? 1 : 0)]))
    if result.rowCount == 1 {
      return (Owner(result), result.integer(0, Owner.columnCount) == 1)
    }
    let alone = try await connection.ask(.sql("SELECT \(lock)", names))
    return (nil, alone.integer(0, 0) == 1)
  }

  /// Whether the server waits for no standby: a turn is then on its disk alone.
  func standsAlone() async throws(PostgresError) -> Bool {
    let result = try await connection.ask(
      "SELECT (current_setting('synchronous_standby_names') = '')::int")
    return result.integer(0, 0) == 1
  }

  func owner() async throws(PostgresError) -> Owner? {
    let result = try await connection.ask(
      .sql("SELECT \(Owner.columns) FROM mate_owner WHERE domain = $1 AND branch = $2", names))
    return result.rowCount == 1 ? Owner(result) : nil
  }

  // MARK: Owning

  /// Raises the epoch, in the name of a machine that has the lock: from then on nobody else can append.
  ///
  /// - Returns: Nil for a branch that the server has never seen.
  func takeOver(
    _ machine: String, worksAlone: Bool
  ) async throws(PostgresError) -> Owner? {
    let result = try await connection.ask(
      .sql(
        """
        UPDATE mate_owner SET epoch = epoch + 1, holder = $3, own = ($4::bigint = 1)
        WHERE domain = $1 AND branch = $2 RETURNING \(Owner.columns)
        """, names + [.text(machine), .integer(worksAlone ? 1 : 0)]))
    return result.rowCount == 1 ? Owner(result) : nil
  }

  /// Adds the row of a branch that begins, in the name of a machine that has the lock; in a transaction.
  ///
  /// Turns of an earlier branch of that name, of which somebody has removed that row alone, are none of it.
  func begin(
    _ machine: String, schema: Int, origin: Int64, worksAlone: Bool
  ) async throws(PostgresError) -> Owner {
    try await connection.ask(
      .sql("DELETE FROM mate_turn WHERE domain = $1 AND branch = $2", names))
    let result = try await connection.ask(
      .sql(
        """
        INSERT INTO mate_owner (domain, branch, epoch, turn, mirrored, schema, holder, origin, own)
        VALUES ($1, $2, 1, 0, 0, $3, $4, $5, $6::bigint = 1) RETURNING \(Owner.columns)
        """,
        names + [
          .integer(Int64(schema)), .text(machine), .integer(origin),
          .integer(worksAlone ? 1 : 0),
        ]))
    return Owner(result)
  }

  /// Says that the server's tables are those of another version of the domain, and what they will hold is
  /// as new as the newest turn.
  ///
  /// - Throws: ``BranchTrouble/fenced`` where the epoch is not ours any more, or ``PostgresError``.
  func migrate(_ owner: Owner, schema: Int) async throws -> Owner {
    let result = try await connection.ask(
      .sql(
        """
        UPDATE mate_owner SET mirrored = turn, schema = $4
        WHERE domain = $1 AND branch = $2 AND epoch = $3 RETURNING \(Owner.columns)
        """, names + [.integer(owner.epoch), .integer(Int64(schema))]))
    guard result.rowCount == 1 else { throw BranchTrouble.fenced }
    return Owner(result)
  }

  /// Says that the server's tables are those of an owner that works alone after one of its turns, whatever
  /// was between.
  ///
  /// - Throws: ``BranchTrouble/fenced`` where the epoch has changed since, or ``PostgresError``.
  func replace(
    _ owner: Owner, by machine: String, epoch: Int64, turn: UInt64, schema: Int
  ) async throws -> Owner {
    let result = try await connection.ask(
      .sql(
        """
        UPDATE mate_owner SET epoch = $4, turn = $5, mirrored = $5, schema = $6, holder = $7, own = true
        WHERE domain = $1 AND branch = $2 AND epoch = $3 RETURNING \(Owner.columns)
        """,
        names + [
          .integer(owner.epoch), .integer(epoch), .integer(Int64(turn)), .integer(Int64(schema)),
          .text(machine),
        ]))
    guard result.rowCount == 1 else { throw BranchTrouble.fenced }
    return Owner(result)
  }

  /// Removes the row of the owner and all turns, in a transaction that removes the rest.
  ///
  /// - Throws: ``BranchTrouble/fenced`` where the epoch is another one, or ``PostgresError``.
  func remove(epoch: Int64) async throws {
    let result = try await connection.ask(
      .sql(
        "DELETE FROM mate_owner WHERE domain = $1 AND branch = $2 AND epoch = $3",
        names + [.integer(epoch)]))
    guard result.changedCount == 1 else { throw BranchTrouble.fenced }
    try await connection.ask(
      .sql("DELETE FROM mate_turn WHERE domain = $1 AND branch = $2", names))
  }

  /// Has the server end the session where nothing is heard of us for so long.
  ///
  /// It goes by the server's clock alone. What it ends is a session between two statements, and an owner
  /// that has nothing to append gives a sign of life.
  func endSession(afterSilence seconds: Int) async throws(PostgresError) {
    try await connection.ask(.script("SET idle_session_timeout = '\(seconds)s'"))
  }

  /// A sign of life, which says whether the epoch is still ours.
  func isOwner(
    epoch: Int64, _ completion: @escaping @LoopActor (Result<Bool, PostgresError>) -> Void
  ) {
    connection.send(
      .sql("SELECT epoch FROM mate_owner WHERE domain = $1 AND branch = $2", names)
    ) { completion($0.map { $0.rowCount == 1 && $0.integer(0, 0) == epoch }) }
  }
}
