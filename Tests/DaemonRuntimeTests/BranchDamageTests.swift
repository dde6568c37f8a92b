import Loop
import Storage
import TestSupport
import Testing

@testable import DaemonRuntime

/// Turns and copies whose bytes are not what they were: copied anew or refused, and never taken for true.
extension BranchTests {
  @Test("any bit of a turn that is another is seen, and a turn in the place of another")
  func seals() {
    let payload = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let sealed = SealedTurn.sealed(payload, turn: 7)
    #expect(SealedTurn.opened(sealed, turn: 7) == payload)
    #expect(SealedTurn.opened(SealedTurn.sealed([], turn: 1), turn: 1) == [])
    for bit in 0..<sealed.count * 8 {
      var bytes = sealed
      bytes[bit / 8] ^= 1 << (bit % 8)
      #expect(SealedTurn.opened(bytes, turn: 7) == nil, "bit \(bit)")
    }
    for count in 0..<sealed.count {
      #expect(SealedTurn.opened(Array(sealed.prefix(count)), turn: 7) == nil, "\(count) bytes")
    }
    #expect(SealedTurn.opened(sealed, turn: 8) == nil)
  }

  @LoopActor
  @Test("a turn that is damaged in the server is taken from its tables, or nobody goes on")
  func damagedTurn() async throws {
    let world = try BranchWorld("damaged")
    try await world.twoWhoAgree()
    await world.end("second")
    for _ in 0..<6 { world.change(on: "first") }
    try await world.settled()
    try await world.mirrors()
    try await world.damage(turnBehind: 2)
    // The tables have what the turn did.
    try world.machine("second").start()
    try await world.settled()
    #expect(try world["second"].digest == world["first"].digest)
    await world.end("second")
    for _ in 0..<3 { world.change(on: "first") }
    try await world.settled()
    try await world.mirrors()
    await world.end("first")
    // They do not: where nobody knows what the turn did, nobody owns the branch.
    try await world.damage(turnBehind: 1)
    try await world.sql("UPDATE mate_owner SET mirrored = turn - 3 WHERE branch = 'damaged'")
    try world.machine("second").start()
    try await world["second"].becomes("damaged")
    #expect(throws: (any Error).self) { try world["second"].change(1000) }
    await world.endAll()
  }

  /// What is done to a copy whose daemon is away.
  enum CopyDamage: String, CaseIterable, Sendable {
    case newestTurn = "UPDATE mate_ahead SET changes = substr(changes, 1, 9) || x'ff'"
    case turnOfOthers = "UPDATE mate_ahead SET changes = x'5400010100740000'"
    case rowThatChanges = "UPDATE t SET pad = x'99' WHERE n = 2"
    case rowThatIsGone = "DELETE FROM t WHERE n = 2"
  }

  @LoopActor
  @Test("a copy that is not what it says is copied anew", arguments: CopyDamage.allCases)
  func damagedCopy(damage: CopyDamage) async throws {
    let world = try BranchWorld("copy\(CopyDamage.allCases.firstIndex(of: damage) ?? 0)")
    try await world.twoWhoAgree()
    await world.end("second")
    try Database(path: world.directory.file("second.db")).execute(damage.rawValue)
    try world["first"].commit.change {
      try world["first"].store.database.run("UPDATE t SET pad = x'01' WHERE n = 2")
    }
    try await world.settled()
    try await world.mirrors()
    try world.machine("second").start()
    try await world.settled()
    #expect(try world["second"].digest == world["first"].digest)
    await world.endAll()
  }
}

extension BranchWorld {
  /// An owner, `first`, and a standby, `second`, that have some turns.
  fileprivate func twoWhoAgree() async throws {
    try machine("first").start()
    try await self["first"].becomes("owner")
    try machine("second").start()
    for _ in 0..<4 {
      change(on: "first")
      try await settled()
    }
  }

  /// Changes a byte of a turn that the server has.
  fileprivate func damage(turnBehind count: Int) async throws {
    try await sql(
      """
      UPDATE mate_turn t SET payload = set_byte(payload, 12, get_byte(payload, 12) # 4)
      FROM mate_owner o WHERE t.branch = o.branch AND o.branch = '\(branch)'
        AND t.turn = o.turn - \(count)
      """)
  }
}
