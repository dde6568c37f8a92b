import IPCProtocol
import Loop
import LoopSupport
import PostgreSQL
import Storage
import TestSupport
import Testing

@testable import DaemonRuntime

/// Machines that share a branch in a real PostgreSQL: who owns it, who follows, and what becomes of turns.
@Suite(
  "A branch on several machines", .serialized,
  .enabled(if: PostgresServer.isPossible, "needs Debian's postgresql-15"))
struct BranchTests {
  init() { RunningLoop.start() }

  @LoopActor
  @Test("one owns it, the other copies and follows, and goes on where the first ends")
  func handedOn() async throws {
    let world = try BranchWorld("handed")
    try world.machine("first").start()
    try await world["first"].becomes("owner")
    for _ in 0..<20 { world.change(on: "first") }
    try world.machine("second").start()
    #expect(try await world.settled() == "first")
    #expect(try world["second"].digest == world["first"].digest)
    #expect(try world["second"].stored == Array(1..<21))
    for _ in 0..<10 { world.change(on: "first") }
    try await world.settled()
    #expect(try world["second"].digest == world["first"].digest)
    // A standby refuses, and says who owns the branch.
    #expect(throws: WireError.self) { try world["second"].change(1000) }
    let refusal = try #require(world["second"].member.refusal(ofChange: false))
    #expect(refusal.kind == .notOwner && refusal.data["at"] == "first")
    await world.end("first")
    try await world["second"].becomes("owner")
    #expect(world["second"].memory == Array(1..<31) && world["second"].member.known?.epoch == 2)
    world.change(on: "second")
    try world.machine("first").start()
    try await world.settled()
    #expect(try world["first"].digest == world["second"].digest)
    #expect(world.told == Dictionary(uniqueKeysWithValues: (1..<32).map { ($0, true) }))
    await world.endAll()
  }

  @LoopActor
  @Test("who is told to end does, at whatever moment of its way", arguments: [false, true])
  func endsAtAnyMoment(standsBy: Bool) async throws {
    let world = try BranchWorld("moment\(standsBy)")
    for moment in 0..<24 {
      if standsBy {
        try world.machine("first").start()
        try await world["first"].becomes("owner")
      }
      try world.machine("second").start()
      if standsBy {
        try await world.settled()
        await world.end("first")
      }
      // In steps no longer than a round trip that waits for two disks.
      try await Task.sleep(nanoseconds: UInt64(moment) * 1_000_000)
      await world.end("second")
    }
  }

  @LoopActor
  @Test("the server's tables follow, row by row, also what an earlier owner has left")
  func mirrored() async throws {
    let world = try BranchWorld("mirror")
    try world.machine("first").start()
    try await world["first"].becomes("owner")
    for _ in 0..<300 { world.change(on: "first") }
    try await world.settled()
    try world["first"].commit.change {
      try world["first"].store.database.run("UPDATE t SET pad = x'0102' WHERE n % 7 = 0")
      try world["first"].store.database.run("DELETE FROM t WHERE n % 5 = 0")
      try world["first"].store.database.run("INSERT INTO t VALUES (5, x'05')")
    }
    try await world.settled()
    try await world.mirrors()
    try await world.judgeMirror(of: "first")
    // What is behind when an owner ends, the next one brings.
    for _ in 0..<50 { world.change(on: "first") }
    try await world.settled()
    await world.end("first")
    try await world.sql(
      "UPDATE mate_turn SET at = now() - interval '2 days' WHERE branch = 'mirror'")
    try world.machine("second").start()
    try await world["second"].becomes("owner")
    world.change(on: "second")
    try await world.settled()
    try await world.mirrors()
    try await world.judgeMirror(of: "second")
    // A machine that begins needs nothing but the tables.
    try world.machine("third").start()
    try await world.settled()
    #expect(try world["third"].digest == world["second"].digest)
    await world.endAll()
  }

  @LoopActor
  @Test("a raised epoch takes back the turn that comes too late, and the branch is taken anew")
  func fenced() async throws {
    let world = try BranchWorld("fenced")
    try world.machine("only").start()
    try await world["only"].becomes("owner")
    world.change(on: "only")
    try await world.settled()
    for round in 1...3 {
      try await world.sql("UPDATE mate_owner SET epoch = epoch + 1 WHERE branch = 'fenced'")
      let number = world.next
      world.change(on: "only")
      try await world["only"].becomes("owner")
      try await world.settled()
      while world["only"].member.known?.epoch != Int64(1 + 2 * round) {
        try await Task.sleep(nanoseconds: 1_000_000)
      }
      #expect(world.told[number] == nil)
      #expect(try !world["only"].stored.contains(number) && !world["only"].memory.contains(number))
      world.change(on: "only")
      try await world.settled()
      #expect(world.told[number + 1] == true)
    }
    #expect(try world["only"].stored == [1, 3, 5, 7])
    await world.endAll()
  }

  @LoopActor
  @Test("a server without its standby keeps changes waiting, and what was settled can be read")
  func standbyAway() async throws {
    let world = try BranchWorld("away")
    try world.machine("only")
    world["only"].member.patience.turn = 300_000_000
    world["only"].start()
    try await world["only"].becomes("owner")
    try await world.withoutStandby {
      try await world.changes(on: "only", until: "silent")
      let kept = world.told.keys.filter { world.told[$0] == true }.sorted()
      #expect(world["only"].memory == kept)
      #expect(world["only"].member.refusal(ofChange: false) == nil)
      #expect(world["only"].member.refusal(ofChange: true)?.data["reason"] == "silent")
    }
    try await world["only"].becomes("owner")
    try await world.settled()
    // The server had it all the time.
    let lost = Array(1..<world.next).filter { world.told[$0] == nil }
    #expect(Set(lost).isSubset(of: world["only"].memory) && !lost.isEmpty)
    await world.endAll()
  }

  @LoopActor
  @Test("a wait for the standby that somebody ends is no acknowledgement")
  func cancelledWait() async throws {
    let world = try BranchWorld("cancelled")
    try world.machine("only").start()
    try await world["only"].becomes("owner")
    try await world.withoutStandby {
      let waits = "FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%owner%'"
      var process = ""
      for _ in 0..<500 where process.isEmpty {
        if !world["only"].commit.isAwaited { world.change(on: "only") }
        process = try await world.sql("SELECT pid \(waits)")
      }
      try await world.sql("SELECT pg_cancel_backend(\(process))")
      try await world["only"].becomes("alone")
      let kept = world.told.keys.filter { world.told[$0] == true }.sorted()
      #expect(world["only"].memory == kept)
    }
    try await world["only"].becomes("owner")
    try await world.settled()
    #expect(world["only"].memory == Array(1..<world.next))
    await world.endAll()
  }

  @LoopActor
  @Test("who was away until the turns that it lacks were gone is copied anew")
  func copiedAnew() async throws {
    let world = try BranchWorld("anew")
    try world.machine("first").start()
    try await world["first"].becomes("owner")
    for _ in 0..<5 { world.change(on: "first") }
    try world.machine("second").start()
    try await world.settled()
    await world.end("second")
    for _ in 0..<5 { world.change(on: "first") }
    try await world.settled()
    await world.end("first")
    // The next owner has mirrored them long ago, and removed all but the newest.
    try world.machine("third").start()
    try await world["third"].becomes("owner")
    world.change(on: "third")
    try await world.settled()
    try await world.mirrors()
    try await world.sql(
      """
      UPDATE mate_turn SET at = now() - interval '2 days' WHERE branch = 'anew';
      DELETE FROM mate_turn t USING mate_owner o
        WHERE t.branch = 'anew' AND o.branch = 'anew' AND t.turn < o.turn
      """)
    await world.end("third")
    try world.machine("second").start()
    try await world["second"].becomes("owner")
    #expect(world["second"].memory == Array(1..<12))
    world.change(on: "second")
    try world.machine("third").start()
    try await world.settled()
    #expect(try world["third"].digest == world["second"].digest)
    await world.endAll()
  }

  @LoopActor
  @Test("a migration is the owner's; an older program stands aside, and says so")
  func migrated() async throws {
    let world = try BranchWorld("migrated")
    let more =
      NumberStore.migrations + [
        Migration(
          version: 2,
          sql: "ALTER TABLE t ADD COLUMN more REAL; CREATE TABLE u (name TEXT PRIMARY KEY NOT NULL)"
        )
      ]
    try world.machine("old").start()
    try await world["old"].becomes("owner")
    for _ in 0..<5 { world.change(on: "old") }
    try world.machine("new", migrations: more).start()
    try await world.settled()
    #expect(try world["new"].store.version() == 1)
    await world.end("old")
    try await world["new"].becomes("owner")
    #expect(try world["new"].store.version() == 2 && world["new"].memory == [1, 2, 3, 4, 5])
    try world["new"].commit.change {
      try world["new"].store.database.run("UPDATE t SET more = n / 2.0")
      try world["new"].store.database.run("INSERT INTO u VALUES ('유')")
    }
    try await world.settled()
    try world.machine("old").start()
    try await world["old"].becomes("newer")
    #expect(try world["old"].store.version() == 1)
    await world.end("old")
    try world.machine("third", migrations: more).start()
    try await world.settled()
    #expect(try world["third"].digest == world["new"].digest)
    await world.endAll()
  }
}
