import Storage
import TestSupport

@testable import DaemonRuntime

/// What waits for the tables in the server, and stands in their way.
extension BranchWorld {
  /// Has the server's tables wait for turns while `body` runs, and then does something to the server.
  func whileTablesWait(
    then harm: String, _ body: () async throws -> Void
  ) async throws {
    // Each query of a function sees what was committed by then.
    async let harmed = sql(
      """
      BEGIN; LOCK TABLE numbers.t IN SHARE ROW EXCLUSIVE MODE;
      DO $$ BEGIN
        FOR tried IN 1..12000 LOOP
          EXIT WHEN EXISTS (SELECT FROM pg_class WHERE relname = 'go_\(branch)');
          PERFORM pg_sleep(0.01);
        END LOOP;
      END $$;
      \(harm); COMMIT
      """)
    try await seesLock("mode = 'ShareRowExclusiveLock' AND granted")
    try await body()
    try await sql("CREATE TABLE go_\(branch) ()")
    _ = try await harmed
    try await sql("DROP TABLE go_\(branch)")
  }

  func seesLock(_ kind: String, of table: String = "numbers.t") async throws {
    let locks = "SELECT count(*) FROM pg_locks WHERE relation = '\(table)'::regclass AND \(kind)"
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if try await sql(locks) != "0" { return }
      // Who starts one program after the other leaves those nothing that are waited for.
      try await Task.sleep(nanoseconds: 10_000_000)
    }
    let states = machines.map { machine in
      "\(machine.name) \(machine.member.turn), tables \(machine.member.mirror?.mirrored ?? 0)"
    }
    let held = try await sql(
      "SELECT l.pid, mode, granted, state, left(query, 80) FROM pg_locks l JOIN pg_stat_activity a "
        + "USING (pid) WHERE relation = '\(table)'::regclass")
    throw TestFailure("no lock is seen: \(kind); \(states); \(told); \(held)")
  }

  /// Waits until the server's rows are those of a machine.
  func comesBack(_ name: String) async throws {
    for _ in 0..<2000 {
      if let mirror = self[name].member.mirror, mirror.trouble == nil,
        try await hasRows(of: name)
      {
        return
      }
      try await Task.sleep(nanoseconds: 5_000_000)
    }
    throw TestFailure("the tables do not come back: \(self[name].member.checks)")
  }

  /// Also where there is no such table.
  private func hasRows(of name: String) async throws -> Bool {
    let found =
      (try? await sql(
        "SELECT count(*) || ',' || count(pad) FROM numbers.t WHERE branch = '\(branch)'")) ?? ""
    let wanted = try self[name].store.database.first(
      "SELECT count(*) || ',' || count(pad) FROM t"
    ) { $0.text(0) }
    let view = (try? await sql("SELECT 1 FROM numbers.seen LIMIT 1")) ?? ""
    return found == wanted && view == "1"
  }
}
