import IPCProtocol
import Loop
import LoopSupport
import Storage
import TestSupport
import Testing

@testable import DaemonRuntime

/// What is told to end, or is lost, while an answer of the server is under way.
///
/// In the same suite, as what one test does to the server another would feel.
extension BranchTests {
  @LoopActor
  @Test("an owner by its own disk ends at any moment of its way to the server, and loses nothing")
  func ownEndsAtAnyMoment() async throws {
    let world = try await OwnWorld.followed("moments", changes: 1)
    await world.end("first")
    for moment in 0..<24 {
      try world.begin("first")
      for _ in 0..<3 { world.change(on: "first") }
      try await world["first"].isQuiet()
      try await Task.sleep(nanoseconds: UInt64(moment) * 1_000_000)
      await world.end("first")
    }
    try world.begin("first")
    try await world.followed("first")
    try await world.mirrors()
    try await world.judgeMirror(of: "first")
    #expect(world.told.count == 73 && world.told.values.allSatisfy { $0 })
    #expect(try world["first"].stored == Array(1...73))
    await world.endAll()
  }

  @LoopActor
  @Test("who leaves while it asks who owns the branch begins none with the answer")
  func leavesWhileLooking() async throws {
    let world = try BranchWorld("looking")
    try world.machine("first").start()
    try await world["first"].becomes("owner")
    for _ in 0..<3 { world.change(on: "first") }
    try await world.settled()
    try await world.sql(Self.forget("looking"))
    world.change(on: "first")
    try await world["first"].becomes("forgotten")
    try await world.whileWaiting(for: "mate_owner") {
      let left = try await world["first"].desk.leave(.init(withoutServer: false))
      #expect(!left.isServerTold)
    }
    // Long enough for an answer.
    try await Task.sleep(nanoseconds: 200_000_000)
    #expect(try await world.sql("SELECT 1 FROM mate_owner WHERE branch = 'looking'") == "")
    #expect(try AheadTurn(world["first"].store.database).origin == nil)
    #expect(try world["first"].stored.starts(with: 1...3) && world["first"].member.isOver)
    await world.endAll()
  }

  @LoopActor
  @Test("who leaves while its store is copied anew has the store that it had")
  func leavesWhileCopied() async throws {
    let world = try BranchWorld("copying")
    for name in ["first", "second"] {
      try world.machine(name).start()
      try await world[name].becomes(name == "first" ? "owner" : "standby")
    }
    for _ in 0..<5 { world.change(on: "first") }
    try await world.settled()
    await world.end("second")
    for _ in 0..<5 {
      world.change(on: "first")
      try await world.settled()
    }
    try await world.mirrors()
    try await world.sql("DELETE FROM mate_turn WHERE branch = 'copying'")
    await world.end("first")
    try world.machine("second")
    try await world.whileWaiting(for: "numbers.t") {
      world["second"].start()
    } _: {
      _ = try await world["second"].desk.leave(.init(withoutServer: true))
      #expect(try AheadTurn(world["second"].store.database).origin == nil)
      #expect(try world["second"].stored == Array(1...5) && world["second"].member.isOver)
    }
    await world.endAll()
  }

  @LoopActor
  @Test("who cannot leave, as its store cannot be written, stands in line as before")
  func cannotLeave() async throws {
    let world = try await OwnWorld.followed("cannot", changes: 3)
    try await world.goOnAlone("first", changes: 2)
    // As where somebody else writes there.
    try world["first"].store.database.begin()
    await #expect(throws: (any Error).self) {
      try await world["first"].desk.leave(.init(withoutServer: true))
    }
    try world["first"].store.database.rollback()
    world.change(on: "first")
    try await world["first"].isQuiet()
    try world.connect("first")
    try await world.followed("first")
    #expect(world.told.count == 6 && world.told.values.allSatisfy { $0 })
    try await world.mirrors()
    try await world.judgeMirror(of: "first")
    await world.endAll()
  }

  @LoopActor
  @Test("the server's tables follow on where the end of a round was not heard")
  func roundUnheard() async throws {
    let world = try BranchWorld("unheard")
    try world.machine("first").start()
    try await world["first"].becomes("owner")
    for _ in 0..<3 { world.change(on: "first") }
    try await world.settled()
    try await world.mirrors()
    // What the mirror had sent is there all the same.
    let lost = """
      INSERT INTO numbers.t (branch, n) VALUES ('unheard', 4);
      UPDATE mate_owner SET mirrored = turn WHERE branch = 'unheard';
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = 'mate numbers@unheard mirror'
      """
    try await world.whileTablesWait(then: lost) {
      world.change(on: "first")
      try await world.settled()
      try await world.seesLock("NOT granted")
    }
    for _ in 0..<3 { world.change(on: "first") }
    try await world.settled()
    try await world.mirrors()
    try await world.judgeMirror(of: "first")
    #expect(world["first"].member.mirror?.trouble == nil)
    await world.endAll()
  }

  @LoopActor
  @Test("what a server has lost is kept aside once, however often the copy of the rest fails")
  func keptAsideOnce() async throws {
    let world = try BranchWorld("once")
    try world.machine("first").start()
    try await world["first"].becomes("owner")
    for _ in 0..<5 {
      world.change(on: "first")
      try await world.settled()
    }
    try await world.mirrors()
    await world.end("first")
    try await world.sql(
      """
      UPDATE mate_owner SET turn = 1, mirrored = 1 WHERE branch = 'once';
      DELETE FROM mate_turn WHERE branch = 'once' AND turn > 1;
      DELETE FROM numbers.t WHERE branch = 'once'; ALTER SCHEMA numbers RENAME TO away
      """)
    try world.machine("first").start()
    try await world["first"].becomes("otherTables")
    // Long enough for several tries.
    try await Task.sleep(nanoseconds: 400_000_000)
    #expect(AsideFile.all(of: world.path("first")).count == 1)
    try await world.sql("ALTER SCHEMA away RENAME TO numbers")
    try await world["first"].becomes("owner")
    #expect(AsideFile.all(of: world.path("first")).count == 1)
    await world.endAll()
  }
}

extension BranchWorld {
  /// Runs `body` while somebody waits for a table of the server.
  func whileWaiting(
    for table: String, _ before: () -> Void = {}, _ body: () async throws -> Void
  ) async throws {
    async let locked = sql(
      """
      BEGIN; LOCK TABLE \(table) IN ACCESS EXCLUSIVE MODE;
      DO $$ BEGIN
        FOR tried IN 1..6000 LOOP
          EXIT WHEN EXISTS (SELECT FROM pg_class WHERE relname = 'go_\(branch)');
          PERFORM pg_sleep(0.01);
        END LOOP;
      END $$;
      COMMIT
      """)
    var failure: (any Error)?
    do {
      try await seesLock("mode = 'AccessExclusiveLock' AND granted", of: table)
      before()
      try await seesLock("NOT granted", of: table)
      try await body()
    } catch {
      failure = error
    }
    try await sql("CREATE TABLE go_\(branch) ()")
    _ = try await locked
    try await sql("DROP TABLE go_\(branch)")
    if let failure { throw failure }
  }
}
