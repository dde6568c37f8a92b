import IPCProtocol
import Loop
import LoopSupport
import Storage
import TestSupport
import Testing
import Values

@testable import DaemonRuntime

/// The way back to one machine, and to another one, where the server or the owner is not there as it should be.
extension BranchTests {
  static func forget(_ branch: String) -> String {
    """
    DELETE FROM mate_owner WHERE branch = '\(branch)'; DELETE FROM mate_turn WHERE branch = '\(branch)';
    DELETE FROM numbers.t WHERE branch = '\(branch)'
    """
  }

  @LoopActor
  @Test(
    "an owner by its own disk leaves a server that has lost the branch, with all it acknowledged")
  func leavesForgotten() async throws {
    let world = try await OwnWorld.followed("lost", changes: 9)
    try await world.sql(Self.forget("lost"))
    try await world.lose("first")
    while world["first"].member.hindrance?.reason != "forgotten" {
      try await Task.sleep(nanoseconds: 1_000_000)
    }
    for _ in 0..<4 { world.change(on: "first") }
    let left = try await world["first"].desk.leave(.init(withoutServer: false))
    #expect(!left.isServerTold && left.rows >= 13 && left.verdict.en.contains("nothing of it"))
    #expect(left.verdict.en.contains("all that this machine has acknowledged"))
    #expect(!left.verdict.en.contains("held as well"))
    #expect(try world["first"].stored == Array(1...13) && world.told.values.allSatisfy { $0 })
    #expect(try AheadTurn(world["first"].store.database).origin == nil)
    await world.endAll()
  }

  @LoopActor
  @Test(
    "without the server a store stands alone only where a person says so, and says what was not told"
  )
  func leavesWithoutServer() async throws {
    let world = try await OwnWorld.followed("burned", changes: 5)
    await #expect(throws: WireError.self, "a server that is there has to be told") {
      try await world["first"].desk.leave(.init(withoutServer: true))
    }
    try world.cutOff("first")
    try await world.lose("first")
    for _ in 0..<5 { world.change(on: "first") }
    await #expect {
      try await world["first"].desk.leave(.init(withoutServer: false))
    } throws: { ($0 as? WireError)?.message.contains("store leave --without-server") == true }
    world.change(on: "first")
    let left = try await world["first"].desk.leave(.init(withoutServer: true))
    #expect(!left.isServerTold && left.verdict.en.contains("was not told"))
    #expect(left.verdict.en.contains("DELETE FROM mate_owner WHERE domain = 'numbers'"))
    #expect(try world["first"].stored == Array(1...11) && world.told.values.allSatisfy { $0 })
    #expect(try AheadTurn(world["first"].store.database).origin == nil)
    await world.endAll()
  }

  @LoopActor
  @Test(
    "a copy whose server has lost the branch leaves with what it has, and says that others may have more"
  )
  func leavesAsCopy() async throws {
    let world = try BranchWorld("copies")
    try world.machine("first").start()
    try await world["first"].becomes("owner")
    for _ in 0..<9 { world.change(on: "first") }
    try await world.settled()
    let turn = world["first"].member.turn
    try await world.sql(Self.forget("copies"))
    world.change(on: "first")
    try await world["first"].becomes("forgotten")
    let left = try await world["first"].desk.leave(.init(withoutServer: false))
    #expect(!left.isServerTold && left.turn >= Int64(turn))
    #expect(!left.verdict.en.contains("held as well"))
    #expect(left.verdict.en.contains("turn \(left.turn)"))
    #expect(left.verdict.en.contains("move the others away"))
    #expect(try world["first"].stored.starts(with: 1...9))
    await world.endAll()
  }

  @LoopActor
  @Test(
    "where somebody removed the owner's row, one command and a start begin the branch anew, with the newest store"
  )
  func beginsAnew() async throws {
    let world = try await OwnWorld.followed("removed", changes: 9)
    try world.begin("second")
    try await world.settled()
    try await world.mirrors()
    try await world.sql("DELETE FROM mate_owner WHERE branch = 'removed'")
    try await world.lose("first")
    try await world["second"].becomes("forgotten")
    while world["first"].member.hindrance?.reason != "forgotten" {
      try await Task.sleep(nanoseconds: 1_000_000)
    }
    let command = "`matectl --at removed numbers store leave`"
    #expect(world["first"].member.statusText.en.contains(command))
    #expect(world["second"].member.checks.contains { $0.text.en.contains(command) })
    world.change(on: "first")
    let turn = world["second"].member.turn
    // A copy that may lack something goes only where a person says so once more.
    await #expect {
      try await world["second"].desk.leave(.init(withoutServer: false))
    } throws: { error in
      guard let error = error as? WireError else { return false }
      return error.message.contains("first may have") && error.message.contains("turn \(turn)")
    }
    _ = try await world["first"].desk.leave(.init(withoutServer: false))
    await world.end("first")
    try world.begin("first")
    try await world["first"].becomes("owner")
    for _ in 0..<3 { world.change(on: "first") }
    try await world.followed("first")
    try await world.mirrors()
    try await world.judgeMirror(of: "first")
    #expect(try world["first"].stored == Array(1...13) && world.told.values.allSatisfy { $0 })
    try await world["second"].becomes("stranger")
    let left = try await world["second"].desk.leave(.init(withoutServer: true))
    #expect(!left.isServerTold)
    await world.endAll()
  }

  @LoopActor
  @Test("of several that leave at once one does, and nobody hears of another machine")
  func leftTwice() async throws {
    let world = try BranchWorld("left")
    try world.machine("first").start()
    try await world["first"].becomes("owner")
    world.change(on: "first")
    try await world.settled()
    let desk = world["first"].desk
    async let one = Self.leaving(desk)
    async let other = Self.leaving(desk)
    async let third = Self.leaving(desk)
    let outcomes = await [one, other, third]
    #expect(outcomes.count { $0 == "left" } == 1)
    #expect(outcomes.count { $0.contains("already") } == 2, "\(outcomes)")
    await world.endAll()
  }

  @LoopActor
  private static func leaving(_ desk: BranchDesk) async -> String {
    do {
      _ = try await desk.leave(.init(withoutServer: false))
      return "left"
    } catch {
      return (error as? WireError)?.message ?? "\(error)"
    }
  }

  @LoopActor
  @Test("of two that take a branch over one wins, and the other hears which")
  func takenTwice() async throws {
    let world = try await OwnWorld.followed("twice", changes: 1)
    for name in ["second", "third"] { try world.begin(name) }
    try await world.settled()
    // Its owner is connected.
    let desk = world["second"].desk
    desk.takingPatience = (100, 100)
    await #expect {
      try await desk.take()
    } throws: { error in
      guard let error = error as? WireError else { return false }
      return error.message.contains("first is connected") && error.data["at"] == nil
    }
    await world.end("first")
    let desks = ["second", "third"].map { world[$0].desk }
    async let one = Self.taking(desks[0])
    async let other = Self.taking(desks[1])
    let outcomes = await [one, other]
    let winner = try #require(world.owner)
    #expect(outcomes.count { $0 == "owner" } == 1)
    #expect(outcomes.contains { $0.contains("\(winner) has taken the branch over") }, "\(outcomes)")
    await world.endAll()
  }

  @LoopActor
  private static func taking(_ desk: BranchDesk) async -> String {
    do {
      _ = try await desk.take()
      return "owner"
    } catch {
      return (error as? WireError)?.message ?? "\(error)"
    }
  }
}
