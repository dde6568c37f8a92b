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
    world.change(on: "only")
    try await world.settled()
    try await world.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    try await world.sql("SELECT pg_reload_conf()")
    world.change(on: "only")
    try await world["only"].becomes("silent")
    #expect(world.told == [1: true] && world["only"].memory == [1])
    #expect(world["only"].member.refusal(ofChange: false) == nil)
    #expect(world["only"].member.refusal(ofChange: true)?.data["reason"] == "silent")
    try await world.sql("ALTER SYSTEM RESET synchronous_standby_names")
    try await world.sql("SELECT pg_reload_conf()")
    try await world["only"].becomes("owner")
    try await world.settled()
    // The server had it all the time.
    #expect(world["only"].memory == [1, 2])
    await world.endAll()
  }

  @LoopActor
  @Test("a wait for the standby that somebody ends is no acknowledgement")
  func cancelledWait() async throws {
    let world = try BranchWorld("cancelled")
    try world.machine("only").start()
    try await world["only"].becomes("owner")
    world.change(on: "only")
    try await world.settled()
    try await world.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
    try await world.sql("SELECT pg_reload_conf()")
    world.change(on: "only")
    let waits = "FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%owner%'"
    while try await world.sql("SELECT count(*) \(waits)") == "0" { await Task.yield() }
    try await world.sql("SELECT pg_cancel_backend(pid) \(waits)")
    try await world["only"].becomes("alone")
    #expect(world.told == [1: true] && world["only"].memory == [1])
    try await world.sql("ALTER SYSTEM RESET synchronous_standby_names")
    try await world.sql("SELECT pg_reload_conf()")
    try await world["only"].becomes("owner")
    #expect(world["only"].memory == [1, 2])
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
    // As if another owner had been there, which has mirrored everything, long ago.
    try await world.sql(
      """
      INSERT INTO numbers.t (branch, n) SELECT 'anew', generate_series(1, 10);
      UPDATE mate_owner SET mirrored = turn WHERE branch = 'anew';
      DELETE FROM mate_turn WHERE branch = 'anew'
      """)
    try world.machine("second").start()
    try await world["second"].becomes("owner")
    #expect(world["second"].memory == Array(1..<11))
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

  @LoopActor
  @Test("a store of its own is never overwritten, nor a branch begun twice")
  func strangers() async throws {
    let world = try BranchWorld("strange")
    try world.machine("first").start()
    try await world["first"].becomes("owner")
    world.change(on: "first")
    try await world.settled()
    let path = world.directory.file("other.db")
    try {
      let other = try NumberStore(Database(path: path))
      try other.add(77, gathers: false)
      other.commit.turnEnds()
    }()
    try world.machine("other").start()
    try await world["other"].becomes("stranger")
    #expect(try world["other"].stored == [77])
    await world.endAll()
    // The server has lost the branch, and a copy is no reason to begin it.
    try await world.sql("DELETE FROM mate_owner WHERE branch = 'strange'")
    try world.machine("first").start()
    try await world["first"].becomes("forgotten")
    #expect(try world["first"].stored == [1])
    await world.endAll()
  }

  @LoopActor
  @Test("a first owner that dies before it hears that the branch is there goes on with it")
  func begunTwice() async throws {
    let world = try BranchWorld("begun")
    try world.machine("first").start()
    try await world["first"].becomes("owner")
    await world.end("first")
    try await world.sql(
      "DELETE FROM mate_owner WHERE branch = 'begun'; DELETE FROM numbers.t WHERE branch = 'begun'")
    try world.machine("first").start()
    try await world["first"].becomes("owner")
    world.change(on: "first")
    try await world.settled()
    #expect(world.told == [1: true])
    await world.endAll()
  }

  @LoopActor
  @Test(
    "a server that cannot be used is a sentence, and nothing is changed",
    arguments: [
      ("host=/nowhere dbname=mate", "unreachable"), ("nonsense", "unreachable"),
      ("target_session_attrs=standby", "unreachable"), ("options='-c search_path=none'", "refused"),
    ])
  func noServer(address: String, reason: String) async throws {
    let world = try BranchWorld("none")
    let whole = address.contains("host") || address == "nonsense"
    try world.machine(
      "only", address: whole ? address : "\(world.server.address) \(address)"
    ).start()
    try await world["only"].becomes(reason)
    #expect(throws: WireError.self) { try world["only"].change(1) }
    let refusal = try #require(world["only"].member.refusal(ofChange: false))
    #expect(refusal.kind == .notOwner && refusal.message.hasPrefix("nothing was changed: "))
    await world.endAll()
  }

  @LoopActor
  @Test("what no column of the server can hold is told, and the branch does not begin")
  func unmirrored() async throws {
    let world = try BranchWorld("unmirrored")
    let path = world.directory.file("only.db")
    try {
      let store = try NumberStore(Database(path: path))
      try store.commit.change {
        try store.database.run("INSERT INTO t VALUES (1, 'a text among blobs')")
      }
      store.commit.turnEnds()
    }()
    try world.machine("only").start()
    try await world["only"].becomes("unmirrored")
    #expect(try await world.sql("SELECT 1 FROM mate_owner WHERE branch = 'unmirrored'") == "")
    #expect(try world["only"].stored == [1])
    await world.endAll()
  }
}
