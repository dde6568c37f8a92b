import Glibc
import IPCProtocol
import Loop
import LoopSupport
import PostgreSQL
import Storage
import TestSupport
import Testing
import Values

@testable import DaemonRuntime

/// What others do to the tables for a head office, and how these come back.
///
/// In the same suite, as what one test does to the server another would feel.
extension BranchTests {
  nonisolated static let harms = [
    "DROP SCHEMA numbers CASCADE", "DROP TABLE numbers.t CASCADE", "TRUNCATE numbers.t",
    "ALTER TABLE numbers.t DROP COLUMN pad CASCADE", "DROP VIEW numbers.seen",
    "DROP VIEW numbers.seen; ALTER TABLE numbers.t ALTER pad TYPE text USING encode(pad, 'hex')",
  ]

  private static let views = [
    BranchView(
      "seen", "SELECT branch, count(*) AS count, count(pad) AS pads FROM numbers.t GROUP BY branch")
  ]

  @LoopActor
  private func world(_ branch: String, looks: Bool = true) async throws -> BranchWorld {
    let world = try BranchWorld(branch)
    world.views = Self.views
    try world.machine("first")
    if looks { world["first"].member.patience.look = 50_000_000 }
    world["first"].start()
    try await world["first"].becomes("owner")
    for _ in 0..<20 { world.change(on: "first") }
    try await world.settled()
    try world["first"].commit.change {
      try world["first"].store.database.run("UPDATE t SET pad = x'0102' WHERE n % 3 = 0")
    }
    try await world.settled()
    try await world.mirrors()
    return world
  }

  @LoopActor
  @Test("tables that are dropped, emptied or changed come back for every branch", arguments: harms)
  func tablesComeBack(harm: String) async throws {
    let busy = try await world("busy")
    let idle = try await world("idle")
    try await busy.sql(harm)
    busy.change(on: "first")
    try await busy.settled()
    for world in [busy, idle] {
      try await world.comesBack("first")
      try await world.judgeMirror(of: "first")
      #expect(world["first"].member.mirror?.trouble == nil)
      let count = try world["first"].stored.count
      #expect(
        try await world.sql("SELECT count FROM numbers.seen WHERE branch = '\(world.branch)'")
          == "\(count)")
    }
    busy.change(on: "first")
    try await busy.settled()
    try await busy.mirrors()
    try await busy.judgeMirror(of: "first")
    let digest = try await busy["first"].desk.digest()
    #expect(digest.isEqual == true && digest.unproven == [])
    await busy.endAll()
    await idle.endAll()
  }

  @LoopActor
  @Test("rows that somebody removed are found by the next change of them, and by a digest")
  func rowsComeBack() async throws {
    let world = try await world("rows", looks: false)
    try await world.sql("DELETE FROM numbers.t WHERE branch = 'rows' AND n = 6")
    try world["first"].commit.change {
      try world["first"].store.database.run("UPDATE t SET pad = x'07' WHERE n = 6")
    }
    try await world.settled()
    try await world.comesBack("first")
    try await world.sql("DELETE FROM numbers.t WHERE branch = 'rows' AND n = 7")
    let digest = try await world["first"].desk.digest()
    #expect(digest.isEqual == false && digest.tables.contains { $0.isEqual == false })
    #expect(digest.unproven == ["t"])
    try await world.comesBack("first")
    await world.endAll()
  }

  private static func size(of path: String) -> Int {
    var about = stat()
    return stat(path, &about) == 0 ? about.st_size : -1
  }

  nonisolated static let ends = [
    "DELETE FROM mate_turn WHERE branch = '?'",
    "DELETE FROM mate_turn WHERE branch = '?' AND turn % 3 = 0", "DROP TABLE mate_turn",
  ]

  @LoopActor
  @Test(
    "who comes first after turns were removed and the owner ended has all of them in its store, and goes on",
    arguments: ends, ["first", "second"])
  func turnsGoneAtTheEnd(harm: String, who: String) async throws {
    let world = try await world("end\(Self.ends.firstIndex(of: harm) ?? 0)\(who)", looks: false)
    try world.machine("second")
    world["second"].start()
    try await world.settled()
    try await world.mirrors()
    var stored: [Int64] = []
    try await world.whileTablesWait(then: harm.replacing("?", with: world.branch)) {
      for _ in 0..<8 {
        world.change(on: "first")
        try await world.settled()
      }
      stored = try world["second"].stored
      await world.end("second")
      await world.end("first")
    }
    try world.machine(who)
    world[who].start()
    try await world[who].becomes("owner")
    #expect(try world[who].stored == stored)
    world.change(on: who)
    let other = who == "first" ? "second" : "first"
    try world.machine(other)
    world[other].start()
    try await world.settled()
    try await world.comesBack(who)
    try await world.judgeMirror(of: who)
    #expect(try world[other].stored == world[who].stored)
    #expect(try world[who].stored.count == stored.count + 1)
    await world.endAll()
  }

  @LoopActor
  @Test("what a server has lost is kept aside before the store becomes a copy of what it has")
  func lostByTheServer() async throws {
    let world = try await world("loser", looks: false)
    try await world.mirrors()
    let turn = world["first"].member.turn
    let rows = try world["first"].stored
    try await world.sql("CREATE TABLE kept AS SELECT * FROM numbers.t WHERE branch = 'loser'")
    for _ in 0..<3 {
      world.change(on: "first")
      try await world.settled()
    }
    let all = try world["first"].stored
    await world.end("first")
    // A standby of the server's that had not followed is promoted.
    try await world.sql(
      """
      UPDATE mate_owner SET turn = \(turn), mirrored = \(turn) WHERE branch = 'loser';
      DELETE FROM mate_turn WHERE branch = 'loser' AND turn > \(turn);
      DELETE FROM numbers.t WHERE branch = 'loser';
      INSERT INTO numbers.t SELECT * FROM kept; DROP TABLE kept
      """)
    try world.machine("first")
    world["first"].start()
    try await world["first"].becomes("owner")
    #expect(try world["first"].stored == rows)
    let file = try #require(AsideFile.all(of: world["first"].store.path).first)
    let kept = try Database(path: file, mode: .alone)
      .query("SELECT n FROM t ORDER BY n") { $0.integer(0) }
    #expect(kept == all)
    #expect(world["first"].member.status.aside == [file])
    await world.endAll()
  }

  @LoopActor
  @Test("the log of a standby's store is copied into it as the owner's is")
  func standbyCopiesItsLog() async throws {
    let world = try await world("logs", looks: false)
    try world.machine("second")
    world["second"].start()
    try await world.settled()
    for number in 0..<120 {
      try world["first"].commit.change {
        try world["first"].store.database.run(
          "UPDATE t SET pad = randomblob(100000) WHERE n = ?", .integer(Int64(number % 20 + 1)))
      }
      try await world.settled()
    }
    let path = world["second"].store.path
    #expect(Self.size(of: path) > 2_000_000)
    #expect(Self.size(of: path + "-wal") < 6_000_000)
    await world.endAll()
  }

  @LoopActor
  @Test("a server that waits for no standby is told of, and an answer waits for its disk")
  func withoutStandby() async throws {
    let world = try await world("alone")
    try await world.mirrors()
    let member = world["first"].member
    #expect(member.withMore(member.statusText).en.contains("synchronous_standby_names is empty"))
    #expect(member.checks.contains { $0.name == "standby" && $0.state == .warning })
    await world.endAll()
    for (setting, wanted) in [
      ("off", "on"), ("local", "on"), ("remote_write", "on"), ("remote_apply", "remote_apply"),
    ] {
      let tables = try await BranchTables.open(
        BranchSettings(
          address: try world.server.address + " options='-c synchronous_commit=\(setting)'",
          acknowledge: .all, machine: "m", domain: "numbers", branch: "alone"))
      let found = try await tables.connection.ask("SELECT current_setting('synchronous_commit')")
      #expect(found.text(0, 0) == wanted)
      tables.connection.close()
    }
  }

  /// `?` is the second turn behind those that the tables have.
  nonisolated static let holes = ["turn > ?", "turn = ?", "turn = ? + 4"]

  @LoopActor
  @Test(
    "turns that somebody removes before the tables have them come from the store, also to who was away",
    arguments: holes)
  func turnsGone(hole: String) async throws {
    let world = try await world("hole\(Self.holes.firstIndex(of: hole) ?? 0)", looks: false)
    try world.machine("second")
    world["second"].start()
    try await world.settled()
    try await world.mirrors()
    await world.end("second")
    let turn = world["first"].member.turn
    let removed = hole.replacing("?", with: "\(turn + 2)")
    let removal = "DELETE FROM mate_turn WHERE branch = '\(world.branch)' AND \(removed)"
    try await world.whileTablesWait(then: removal) {
      world.change(on: "first")
      try await world.settled()
      try await world.seesLock("NOT granted")
      for _ in 0..<7 {
        world.change(on: "first")
        try await world.settled()
      }
    }
    #expect(world["first"].member.turn == turn + 8)
    world.change(on: "first")
    try await world.comesBack("first")
    try await world.mirrors()
    try await world.judgeMirror(of: "first")
    try world.machine("second")
    world["second"].start()
    try await world.settled()
    #expect(try world["second"].stored == world["first"].stored)
    await world.endAll()
  }

  @LoopActor
  @Test("while tables are missing a digest fails, and status says what becomes of them")
  func digestWithout() async throws {
    let world = try await world("without", looks: false)
    // Nobody but its owner may make it anew, so it stays as it is.
    try await world.sql("ALTER SCHEMA numbers RENAME TO away")
    await #expect {
      try await world["first"].desk.digest()
    } throws: { error in
      guard let error = error as? WireError else { return false }
      return error.kind == .notOwner && error.data["reason"] == "mirrorChanged"
        && error.message.contains(" t)") && error.data["at"] == nil
    }
    let text = world["first"].member.withMore(world["first"].member.statusText)
    #expect(text.en.contains("copies them there anew") && text.ko?.contains("새로 복사") == true)
    try await world.comesBack("first")
    try await world.sql("DROP SCHEMA away CASCADE")
    await world.endAll()
  }
}
