import Loop
import LoopSupport
import Testing

@testable import DaemonRuntime

/// Requests to replies, turn by turn, over a log that takes its time.
@Suite("Dispatcher")
struct DispatcherTests {
  init() { RunningLoop.start() }

  @LoopActor
  @Test("a key that is known is answered with the turn in flight, although no other change comes")
  func knownKeyInFlight() throws {
    let world = try WireWorld()
    let (first, second) = (world.connect(), world.connect())
    func send(_ id: Int, from connection: Connection) {
      world.send(
        #"{"jsonrpc":"2.0","id":\#(id),"method":"n.add","params":{"value":2,"#
          + #""_meta":{"idempotencyKey":"k"}}}"#, from: connection)
    }
    send(1, from: first)
    world.endTurn()
    send(2, from: second)
    world.endTurn()
    #expect(try world.said(to: first) == [] && world.said(to: second) == [])
    world.log.answer()
    world.endTurn()
    #expect(try world.said(to: first) == ["1: 2"])
    #expect(try world.said(to: second) == ["2: 2"])
  }

  @LoopActor
  @Test(
    "a reply to a change leaves when the log has it, and those of one connection in their order")
  func repliesWait() throws {
    let world = try WireWorld()
    let (one, other) = (world.connect(), world.connect())
    world.send(1, "n.add", 2, from: one)
    world.send(2, "n.sum", from: other)
    world.endTurn()
    #expect(try world.said(to: one).isEmpty && world.said(to: other).isEmpty)
    // Nothing of this connection is waited for, so it is answered meanwhile.
    world.send(3, "n.nothing", from: other)
    world.send(4, "n.add", 3, from: one)
    world.endTurn()
    #expect(try world.said(to: other) == ["3: mate.methodNotFound"])
    #expect(try world.said(to: one).isEmpty)
    world.log.answer()
    world.endTurn()
    #expect(try world.said(to: one) == ["1: 2", "4: mate.invalidParams"])
    #expect(try world.said(to: other) == ["2: 2"])
  }

  @LoopActor
  @Test("changes go on while a turn is in flight, until somebody waits to see what was changed")
  func changesGoOn() throws {
    let world = try WireWorld()
    let (one, other) = (world.connect(), world.connect())
    world.send(1, "n.add", 2, from: one)
    world.endTurn()
    world.send(2, "n.add", 4, from: one)
    world.endTurn()
    #expect(world.counter.values == [2, 4])
    world.send(3, "n.sum", from: other)
    // Behind the read, as it would never see the end of changes that are made without a pause.
    world.send(4, "n.add", 6, from: one)
    world.endTurn()
    #expect(world.counter.values == [2, 4])
    world.log.answer()
    world.endTurn()
    #expect(try world.said(to: one) == [])
    #expect(try world.said(to: other) == [])
    world.log.answer()
    world.endTurn()
    #expect(try world.said(to: one) == [])
    #expect(try world.said(to: other) == ["3: 6"])
    #expect(world.counter.values == [2, 4, 6])
    world.log.answer()
    world.endTurn()
    #expect(try world.said(to: one) == ["1: 2", "2: 4", "4: 6"])
  }

  @LoopActor
  @Test("a refusal leaves nothing, however far its change has come, and reads nothing back")
  func refusals() throws {
    let world = try WireWorld()
    world.log.isImmediate = true
    let one = world.connect()
    let loads = world.store.state.loads
    for (id, method) in [(1, "n.add"), (2, "n.write")] {
      world.send(id, method, Int64(id * 2 + 1), from: one)
      world.endTurn()
    }
    world.send(3, "n.add", 8, from: one)
    world.send(4, "n.sum", from: one)
    world.endTurn()
    #expect(
      try world.said(to: one) == ["1: mate.invalidParams", "2: mate.invalidParams", "3: 8", "4: 8"])
    #expect(try world.store.all() == [8] && world.store.state.loads == loads)
  }

  @LoopActor
  @Test("where nothing can keep a turn, every reply of it becomes an error, at its place")
  func repliesFail() throws {
    let world = try WireWorld()
    let one = world.connect()
    world.send(1, "n.nothing", from: one)
    // The table refuses a million, when the store takes it in.
    world.send(2, "n.add", 1_000_000, from: one)
    world.endTurn()
    world.send(3, "n.add", 4, from: one)
    world.send("[\(world.request(4, "n.add", 6)),\(world.request(5, "n.add", 7))]", from: one)
    world.log.answer(0, .init())
    world.endTurn()
    #expect(
      try world.said(to: one) == [
        "1: mate.methodNotFound", "2: mate.outcomeUnknown", "3: mate.outcomeUnknown",
        // A refusal may be for what the turn had changed, so it shares its fate.
        "[4: mate.outcomeUnknown 5: mate.outcomeUnknown]",
      ])
    #expect(world.store.commit.isLost)
    world.send(6, "n.add", 8, from: one)
    world.endTurn()
    #expect(try world.said(to: one) == ["6: mate.shuttingDown"])
  }

  @LoopActor
  @Test("a store that refuses a change undoes it with its turn, and memory is what is on disk")
  func storeFails() throws {
    let world = try WireWorld()
    world.log.isImmediate = true
    let one = world.connect()
    world.send(1, "n.add", 2, from: one)
    world.endTurn()
    world.send(2, "n.write", 4, from: one)
    world.send(3, "n.write", 4, from: one)
    world.endTurn()
    #expect(
      try world.said(to: one) == ["1: 2", "2: mate.storageFailed", "3: mate.storageFailed"])
    #expect(world.counter.values == [2] && world.dispatcher.failedRequests == 2)
    world.send(4, "n.sum", from: one)
    #expect(try world.said(to: one) == ["4: 2"])
  }

  @LoopActor
  @Test("an event shows a change when it is on disk, behind its reply, and never one that is not")
  func events() throws {
    let world = try WireWorld()
    let one = world.connect()
    world.send(1, "n.watch", from: one)
    world.endTurn()
    world.send(2, "n.add", 2, from: one)
    world.send(3, "n.add", 3, from: one)
    world.endTurn()
    #expect(try world.said(to: one).isEmpty)
    world.log.answer()
    world.endTurn()
    #expect(try world.said(to: one) == ["2: 2", "3: mate.invalidParams", "event 2"])
    world.send(4, "n.add", 1_000_000, from: one)
    world.endTurn()
    world.log.answer(0, .init())
    world.endTurn()
    #expect(try world.said(to: one) == ["4: mate.outcomeUnknown"])
  }

  @LoopActor
  @Test("a call that says that it reads cannot write")
  func readThatWrites() throws {
    let world = try WireWorld()
    try world.store.commit.start()
    let one = world.connect()
    world.send(1, "n.sneak", 5, from: one)
    world.endTurn()
    #expect(try world.said(to: one) == ["1: mate.storageFailed"])
    #expect(try world.store.all() == [])
  }

  @LoopActor
  @Test("a stream whose first change fails takes its turn with it, and what that had published")
  func streamFails() throws {
    let world = try WireWorld()
    let (one, other) = (world.connect(), world.connect())
    world.send(1, "n.watch", from: one)
    world.endTurn()
    world.send(2, "n.add", 2, from: one)
    world.send(3, "n.begin", 1_000_000, from: other)
    world.endTurn()
    #expect(try world.said(to: one) == ["2: mate.storageFailed"])
    #expect(try world.said(to: other) == ["3: mate.storageFailed"])
    #expect(world.counter.values.isEmpty && !world.store.commit.isLost)
    world.send(4, "n.begin", 4, from: other)
    world.endTurn()
    #expect(try world.said(to: other) == ["event 4"])
  }

  @LoopActor
  @Test("an id is free when its reply may leave, and not before")
  func ids() throws {
    let world = try WireWorld()
    let one = world.connect()
    world.send(1, "n.add", 2, from: one)
    world.endTurn()
    world.send(2, "n.add", 4, from: one)
    world.send(1, "n.add", 6, from: one)
    world.log.answer()
    world.endTurn()
    // The second turn has the refusal, which was told of a request that is not on disk yet.
    world.log.answer()
    world.endTurn()
    #expect(try world.said(to: one) == ["1: 2", "2: 4", "1: mate.invalidRequest"])
    world.send(1, "n.add", 8, from: one)
    world.endTurn()
    world.log.answer()
    world.endTurn()
    #expect(try world.said(to: one) == ["1: 8"])
  }

  @LoopActor
  @Test("a batch is one array behind its commit, and what follows it waits for it")
  func batches() throws {
    let world = try WireWorld()
    let one = world.connect()
    world.send("[\(world.request(1, "n.add", 2)),\(world.request(2, "n.sum"))]", from: one)
    world.endTurn()
    #expect(try world.said(to: one).isEmpty)
    world.log.answer()
    world.endTurn()
    #expect(try world.said(to: one) == ["[1: 2 2: 2]"])
  }

  @LoopActor
  @Test("what is at hand is answered as a read is, and the rest is worked on beside the loop")
  func atHand() throws {
    let world = try WireWorld()
    let (one, other) = (world.connect(), world.connect())
    world.send(1, "n.total", from: other)
    #expect(world.turn.tasks.working == 1)
    #expect(try world.said(to: other).isEmpty)
    world.send(2, "n.add", 2, from: one)
    // It would tell what is not on disk.
    world.send(3, "n.total", from: one)
    world.endTurn()
    #expect(try world.said(to: one).isEmpty)
    world.log.answer()
    world.endTurn()
    #expect(try world.said(to: one) == ["2: 2", "3: 2"])
    world.send(4, "n.total", from: one)
    #expect(try world.said(to: one) == ["4: 2"])
    world.send(#"{"jsonrpc":"2.0","method":"n.total","params":{}}"#, from: one)
    world.send(
      #"{"jsonrpc":"2.0","id":5,"method":"n.total","params":{"_meta":{"dryRun":true}}}"#, from: one)
    #expect(try world.said(to: one) == ["5: mate.invalidParams"])
    world.send("[\(world.request(6, "n.total")),\(world.request(7, "n.sum"))]", from: one)
    #expect(try world.said(to: one) == ["[6: 2 7: 2]"])
    world.send(8, "n.add", 2000, from: one)
    world.endTurn()
    world.log.answer()
    world.endTurn()
    world.send(9, "n.total", from: one)
    #expect(try world.said(to: one) == ["8: 2000", "9: mate.invalidParams"])
    #expect(world.turn.tasks.working == 1)
  }
}
