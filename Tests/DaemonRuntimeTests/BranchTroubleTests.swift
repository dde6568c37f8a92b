import IPCProtocol
import Loop
import Storage
import TestSupport
import Testing

@testable import DaemonRuntime

/// Stores and servers that do not fit, and the way back to one machine.
extension BranchTests {
  @LoopActor
  @Test(
    "the owner's store stands alone again where the server holds the same, and not where it does not"
  )
  func left() async throws {
    let world = try BranchWorld("left")
    try world.machine("first").start()
    try await world["first"].becomes("owner")
    for _ in 0..<20 { world.change(on: "first") }
    try world.machine("second").start()
    try await world.settled()
    try await world.mirrors()
    let digest = try world["first"].digest.tables
    #expect(try await BranchLeaving(member: world["first"].member).serverDigest().tables == digest)
    await #expect(throws: BranchTrouble.self) {
      try await BranchLeaving(member: world["second"].member).leave()
    }
    // One row is another one: nothing is removed, and the branch goes on.
    try await world.sql("UPDATE numbers.t SET pad = 'x' WHERE branch = 'left' AND n = 7")
    await #expect(throws: BranchTrouble.self) {
      try await BranchLeaving(member: world["first"].member).leave()
    }
    try await world.sql("UPDATE numbers.t SET pad = NULL WHERE branch = 'left' AND n = 7")
    world.change(on: "first")
    try await world.settled()
    #expect(world.told[21] == true)
    await world.end("second")
    _ = try await BranchLeaving(member: world["first"].member).leave()
    #expect(try await world.sql("SELECT 1 FROM mate_owner WHERE branch = 'left'") == "")
    #expect(try await world.sql("SELECT 1 FROM mate_turn WHERE branch = 'left' LIMIT 1") == "")
    #expect(try await world.sql("SELECT 1 FROM numbers.t WHERE branch = 'left' LIMIT 1") == "")
    #expect(try AheadTurn(world["first"].store.database).origin == nil)
    #expect(try world["first"].stored == Array(1..<22))
    await world.endAll()
    // With the line it begins anew, with what it has.
    try world.machine("first").start()
    try await world["first"].becomes("owner")
    #expect(world["first"].memory == Array(1..<22))
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
      ("host=/nowhere dbname=mate", "unreachable"), ("nonsense", "address"),
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
