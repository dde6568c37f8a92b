import Loop
import Storage
import TestSupport
import Testing

@testable import DaemonRuntime

/// Two machines and a server that is treated badly, at random.
///
/// In the same suite, as what one test does to the server another would feel.
extension BranchTests {
  /// Sessions are ended, the epoch is raised, machines end and begin.
  ///
  /// What was told to be kept is there, once, on both.
  @LoopActor
  @Test("nothing that was told is lost, whatever becomes of sessions", arguments: 1...4)
  func atRandom(seed: UInt64) async throws {
    let world = try BranchWorld("random\(seed)")
    var random = SeededNumbers(seed: seed)
    try world.machine("a").start()
    try world.machine("b").start()
    for step in 1...40 {
      try await world.ownerComes()
      for _ in 0..<random.below(12) {
        if let owner = world.owner { world.change(on: owner) }
        if random.chance(30) { try await Task.sleep(nanoseconds: 1_000_000) }
      }
      switch random.below(6) {
      case 0:
        try await world.sql(
          """
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = 'mate numbers@\(world.branch)'
          """)
      case 1:
        try await world.sql(
          "UPDATE mate_owner SET epoch = epoch + 1 WHERE branch = '\(world.branch)'")
      case 2:
        if let owner = world.owner {
          await world.end(owner)
          try world.machine(owner).start()
        }
      default: break
      }
      guard step % 10 == 0 else { continue }
      let owner = try await world.settled()
      let stored = Set(try world[owner].stored)
      #expect(world[owner].memory.sorted() == stored.sorted(), "seed \(seed), step \(step)")
      for (number, isKept) in world.told {
        #expect(stored.contains(number) == isKept, "seed \(seed), step \(step): \(number)")
      }
      #expect(
        try world["a"].digest.tables == world["b"].digest.tables, "seed \(seed), step \(step)")
    }
    #expect(world.told.values.count { $0 } > 50, "seed \(seed): nearly nothing was done")
    await world.endAll()
  }
}
