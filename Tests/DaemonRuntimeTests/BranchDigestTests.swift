import Loop
import LoopSupport
import Storage
import TestSupport
import Testing
import Values

@testable import DaemonRuntime

/// Store and server compared while the owner changes its store without a pause.
///
/// In the same suite, as what one test does to the server another would feel.
extension BranchTests {
  @LoopActor
  @Test(
    "a digest compares store and server under load, on the owner and on a standby",
    arguments: [BranchSettings.Acknowledge.all, .own])
  func digestUnderLoad(acknowledge: BranchSettings.Acknowledge) async throws {
    let world = try BranchWorld("load\(acknowledge)")
    for name in ["first", "second"] {
      try world.machine(name, acknowledge).start()
      try await world[name].becomes(name == "first" ? "owner" : "standby")
    }
    let load = Task { @LoopActor in
      while !Task.isCancelled {
        world.change(on: "first")
        try? await Task.sleep(nanoseconds: 1_000_000)
      }
    }
    while world["first"].member.turn < 5 { try await Task.sleep(nanoseconds: 1_000_000) }
    for name in ["first", "second", "first", "second"] {
      let before = world["first"].member.turn
      let digest = try await world[name].desk.digest()
      #expect(digest.isEqual == true, "\(name): \(digest.verdict.en)")
      #expect((digest.turn ?? 0) > 0 && world["first"].member.turn > before)
    }
    // Two at once do not stand in each other's way, and a row that differs is found.
    async let one = world["first"].desk.digest()
    async let other = world["first"].desk.digest()
    #expect(try await [one, other].allSatisfy { $0.isEqual == true })
    try await world.sql(
      "UPDATE numbers.t SET pad = 'x' WHERE branch = '\(world.branch)' AND n = 1")
    #expect(try await world["second"].desk.digest().isEqual == false)
    #expect(try await world["first"].desk.digest().isEqual == false)
    load.cancel()
    await load.value
    try await world.settled()
    // The tables come back a moment after the digest that found the row.
    for _ in 0..<2000 where world["first"].member.mirror?.trouble != nil {
      try await Task.sleep(nanoseconds: 5_000_000)
    }
    try await world.mirrors()
    try await world.judgeMirror(of: "first")
    await world.endAll()
  }
}
