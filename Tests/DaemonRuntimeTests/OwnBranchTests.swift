import Loop
import LoopSupport
import Storage
import TestSupport
import Testing
import Values

@testable import DaemonRuntime

/// An owner that answers by its own disk, and a server that follows when it can be reached.
///
/// In the same suite, as what one test does to the server another would feel.
extension BranchTests {
  @LoopActor
  @Test("an owner goes on without the server, also after a start, and the server follows in order")
  func followed() async throws {
    let world = try OwnWorld("own")
    // Who was never told that it owns the branch does not know that nobody else does.
    try world.cutOff("first")
    try world.begin("first")
    try await world["first"].becomes("unreachable")
    world.change(on: "first")
    #expect(world.told == [1: false])
    try world.connect("first")
    try await world["first"].becomes("owner")
    for _ in 0..<5 { world.change(on: "first") }
    try await world.followed("first")
    try await world.goOnAlone("first", changes: 20)
    let unsent = try #require(world["first"].member.status.unsent)
    #expect(unsent.turns > 0 && unsent.bytes > 0 && unsent.since != nil && !unsent.isCopyDue)
    #expect(unsent.reason == "unreachable" || unsent.reason == "lost")
    #expect(world["first"].member.checks.first?.state == .warning)
    await world.end("first")
    try world.begin("first")
    #expect(world["first"].member.role == .owner && world["first"].memory == Array(2..<27))
    for _ in 0..<5 { world.change(on: "first") }
    try await world["first"].isQuiet()
    #expect(world.told.values.count { $0 } == 30)
    try world.connect("first")
    try await world.followed("first")
    try await world.mirrors()
    try await world.judgeMirror(of: "first")
    let numbered = "SELECT count(*) = max(turn) FROM mate_turn WHERE branch = 'own'"
    #expect(try await world.sql(numbered) == "t")
    try world.begin("second")
    #expect(try await world.settled() == "first")
    #expect(try world["second"].digest.tables == world["first"].digest.tables)
    await world.endAll()
  }

  @LoopActor
  @Test("nobody takes over by himself; who was taken over stands aside with what had not followed")
  func takenOver() async throws {
    let world = try OwnWorld("taken")
    try world.begin("first")
    try await world["first"].becomes("owner")
    try world.begin("second")
    for _ in 0..<10 { world.change(on: "first") }
    try await world.followed("first")
    try await world.settled()
    try await world.goOnAlone("first", changes: 7)
    // Long enough for many looks.
    try await Task.sleep(nanoseconds: 200_000_000)
    #expect(world["second"].member.role == .standby)
    #expect(world["second"].member.statusText.en.contains("store take"))
    try await world.take("second")
    for _ in 0..<3 { world.change(on: "second") }
    try await world.followed("second")
    #expect(world.told.values.allSatisfy { $0 } && world.told.count == 20)
    try world.connect("first")
    try await world["first"].becomes("standby")
    try await world.settled()
    #expect(try world["first"].digest.tables == world["second"].digest.tables)
    #expect(try world["second"].stored == Array(1...10) + Array(18...20))
    let file = try #require(world["first"].member.status.aside?.first)
    #expect(try world.numbers(in: file) == Array(1...17))
    #expect(
      world["first"].member.checks.contains { $0.name == "aside" && $0.text.en.contains(file) })
    // A store that stands alone, as a person restores it.
    #expect(try AheadTurn(Database(path: file, mode: .reader)).origin == nil)
    try await world.mirrors()
    try await world.judgeMirror(of: "second")
    await world.endAll()
  }

  @LoopActor
  @Test("an epoch that was raised meanwhile is never written over")
  func raised() async throws {
    let world = try await OwnWorld.followed("raised", changes: 4)
    try await world.goOnAlone("first", changes: 6)
    let turns = try await world.sql("SELECT turn FROM mate_owner WHERE branch = 'raised'")
    try await world.sql(
      "UPDATE mate_owner SET epoch = epoch + 1, holder = 'x' WHERE branch = 'raised'")
    try world.connect("first")
    try await world["first"].becomes("standby")
    #expect(try await world.sql("SELECT turn FROM mate_owner WHERE branch = 'raised'") == turns)
    let file = try #require(world["first"].member.status.aside?.first)
    #expect(try world.numbers(in: file) == Array(1...10))
    try await world.take("first")
    #expect(world["first"].memory == [1, 2, 3, 4])
    world.change(on: "first")
    try await world.followed("first")
    // While it is connected: the sign of life, or the next turn, tells it.
    try await world.sql(
      "UPDATE mate_owner SET epoch = epoch + 1, holder = 'x' WHERE branch = 'raised'")
    world.change(on: "first")
    try await world["first"].becomes("standby")
    #expect(world["first"].member.status.aside?.count == 2)
    await world.endAll()
  }

  @LoopActor
  @Test("beyond the bound nothing more is kept, and the server gets a copy while changes go on")
  func bounded() async throws {
    let world = try OwnWorld("bounded")
    try world.begin("first")
    world["first"].member.ahead.unsent.limit = 1500
    try await world["first"].becomes("owner")
    for _ in 0..<4 { world.change(on: "first") }
    try await world.followed("first")
    try world.cutOff("first")
    try await world.lose("first")
    for _ in 0..<200 {
      world.change(on: "first")
      try await world["first"].isQuiet()
    }
    let unsent = try #require(world["first"].member.status.unsent)
    #expect(unsent.isCopyDue && unsent.bytes <= 1500 && unsent.turns == 200 && unsent.since != nil)
    let kept = "SELECT coalesce(sum(length(changes)), 0) FROM mate_unsent"
    #expect(try world["first"].store.database.first(kept) { $0.integer(0) } ?? 0 <= 1500)
    await world.end("first")
    try world.begin("first")
    world["first"].member.ahead.unsent.limit = 1500
    #expect(world["first"].member.status.unsent?.isCopyDue == true)
    try world.connect("first")
    while world["first"].member.status.unsent?.isCopyDue == true {
      world.change(on: "first")
      try await Task.sleep(nanoseconds: 1_000_000)
    }
    for _ in 0..<4 { world.change(on: "first") }
    try await world.followed("first")
    try await world.mirrors()
    try await world.judgeMirror(of: "first")
    try world.begin("second")
    try await world.settled()
    #expect(try world["second"].digest.tables == world["first"].digest.tables)
    #expect(world.told.values.allSatisfy { $0 })
    await world.endAll()
  }

  @LoopActor
  @Test("a store that was put back from a backup does not write over what the server has")
  func putBack() async throws {
    let world = try await OwnWorld.followed("back", changes: 4)
    let backup = world.directory.file("backup")
    try StoreCopy.make(of: world.path("first"), domain: "numbers", at: backup) { true }
    for _ in 0..<4 { world.change(on: "first") }
    try await world.followed("first")
    await world.end("first")
    try world.putBack(backup, as: "first")
    try world.cutOff("first")
    try world.begin("first")
    for _ in 0..<9 { world.change(on: "first") }
    try await world["first"].isQuiet()
    try world.connect("first")
    try await world["first"].becomes("owner")
    while world["first"].member.status.aside == nil {
      try await Task.sleep(nanoseconds: 1_000_000)
    }
    try await world.followed("first")
    #expect(try world["first"].stored == Array(1...8))
    let file = try #require(world["first"].member.status.aside?.first)
    #expect(try world.numbers(in: file) == Array(1...4) + Array(9...17))
    await world.endAll()
  }

  @LoopActor
  @Test(
    "a server that lost its newest turns gets a copy, and the way to `all` and back loses nothing")
  func older() async throws {
    let world = try await OwnWorld.followed("older", changes: 9)
    await world.end("first")
    try await world.sql(
      """
      DELETE FROM mate_turn WHERE branch = 'older';
      UPDATE mate_owner SET turn = 0, mirrored = 0, epoch = 0 WHERE branch = 'older';
      DELETE FROM numbers.t WHERE branch = 'older'
      """)
    try world.begin("first")
    try await world.followed("first")
    try await world.mirrors()
    try await world.judgeMirror(of: "first")
    try await world.goOnAlone("first", changes: 5)
    await world.end("first")
    try world.connect("first")
    try world.begin("first", .all)
    #expect(world["first"].member.role != .owner)
    try await world["first"].becomes("owner")
    #expect(world["first"].memory == Array(1...14) && !world["first"].member.worksAlone)
    world.change(on: "first")
    try await world.settled()
    await world.end("first")
    try world.begin("first")
    try await world["first"].becomes("owner")
    world.change(on: "first")
    try await world.followed("first")
    try await world.mirrors()
    try await world.judgeMirror(of: "first")
    #expect(world.told.count == 16 && world.told.values.allSatisfy { $0 })
    await world.endAll()
  }

  /// Lines are cut, machines end and begin, people take over at random.
  ///
  /// What was told to be kept is in the branch, or in a file that its machine tells of; in one of both.
  @LoopActor
  @Test("nothing that was told is lost or merged in silence", arguments: 1...2)
  func ownAtRandom(seed: UInt64) async throws {
    let world = try OwnWorld("alone\(seed)")
    var random = SeededNumbers(seed: seed)
    let names = ["a", "b"]
    for name in names { try world.begin(name) }
    for step in 1...20 {
      for _ in 0..<1000 where world.owner == nil { try await Task.sleep(nanoseconds: 1_000_000) }
      for _ in 0..<random.below(12) {
        for name in names where world[name].member.role == .owner && random.chance(70) {
          world.change(on: name)
        }
        if random.chance(30) { try await Task.sleep(nanoseconds: 1_000_000) }
      }
      let name = names[random.below(2)]
      switch random.below(7) {
      case 0:
        try world.cutOff(name)
        try await world.endSessions()
      case 1, 2: try world.connect(name)
      case 3:
        await world.end(name)
        try world.begin(name)
      case 4: world[name].member.isTaking = true
      case 5:
        world[name].member.ahead.unsent.limit = random.chance(50) ? 500 : UnsentTurns.usualLimit
      default: break
      }
      guard step % 10 == 0 else { continue }
      for name in names { try world.connect(name) }
      try await world.becomesOne()
      let owner = try #require(world.owner)
      try await world.followed(owner)
      try await world.settled()
      let branch = try world[owner].stored
      #expect(world[owner].memory.sorted() == branch, "seed \(seed), step \(step)")
      #expect(
        try world["a"].digest.tables == world["b"].digest.tables, "seed \(seed), step \(step)")
      try await world.mirrors()
      try await world.judgeMirror(of: owner)
      var aside: Set<Int64> = []
      for name in names {
        for file in world[name].member.status.aside ?? [] {
          aside.formUnion(try world.numbers(in: file))
        }
      }
      for (number, isKept) in world.told {
        let isThere = branch.contains(number) || aside.contains(number)
        #expect(isThere == isKept, "seed \(seed), step \(step): \(number)")
      }
    }
    #expect(world.told.values.count { $0 } > 20, "seed \(seed): nearly nothing was done")
    await world.endAll()
  }
}
