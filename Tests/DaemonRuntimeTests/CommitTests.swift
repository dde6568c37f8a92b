import IPCProtocol
import Loop
import LoopSupport
import Storage
import TestSupport
import Testing

@testable import DaemonRuntime

/// What is told of turns, and when, by a log that answers as it likes.
@Suite("Commit")
struct CommitTests {
  init() { RunningLoop.start() }

  /// A store with a toy log, and what those were told who wait.
  @LoopActor
  private final class World {
    let log = ToyLog()
    let store: NumberStore
    var commit: Commit { store.commit }
    private(set) var told: [Int64: String] = [:]
    private(set) var shown: [Int64] = []

    init() throws { store = try NumberStore(Database(path: ":memory:"), log: log) }

    func change(_ number: Int64, gathers: Bool = true) throws {
      try store.add(number, gathers: gathers)
      commit.completions.add { [unowned self] in told[number] = $0?.kind.name ?? "kept" }
      commit.publications.publish { [unowned self] in show(number) }
    }

    func show(_ number: Int64) { shown.append(number) }

    func endTurn() {
      commit.turnEnds()
      commit.publications.deliver()
    }
  }

  @LoopActor
  @Test("a turn in flight is told and shown when the log has it, and changes go on meanwhile")
  func oneInFlight() throws {
    let world = try World()
    try world.change(1)
    world.endTurn()
    #expect(world.commit.isInFlight && world.commit.isAwaited)
    try world.change(2)
    try world.change(3)
    world.endTurn()
    #expect(world.told.isEmpty && world.shown.isEmpty)
    #expect(world.log.owed == 1)

    world.log.answer()
    // The log's answer takes effect at the end of a turn.
    #expect(world.told.isEmpty)
    world.endTurn()
    #expect(world.told == [1: "kept"] && world.shown == [1])
    #expect(world.log.owed == 1 && world.commit.isInFlight)

    world.log.answer()
    world.endTurn()
    #expect(world.told == [1: "kept", 2: "kept", 3: "kept"] && world.shown == [1, 2, 3])
    #expect(!world.commit.isAwaited && world.log.mostInFlight == 1)
    #expect(try world.store.stored == [])
    #expect(world.commit.settle())
    #expect(try world.store.stored == [1, 2, 3])
  }

  @LoopActor
  @Test("what is published while nobody waits is shown at once, and else in its order")
  func publications() throws {
    let world = try World()
    func publish(_ number: Int64) {
      world.commit.publications.publish { world.show(number) }
    }
    publish(10)
    world.endTurn()
    #expect(world.shown == [10])
    publish(11)
    try world.change(1)
    publish(12)
    world.endTurn()
    #expect(world.shown == [10, 11])
    publish(13)
    world.endTurn()
    #expect(world.shown == [10, 11])
    world.log.answer()
    world.endTurn()
    #expect(world.shown == [10, 11, 1, 12, 13])
  }

  @LoopActor
  @Test("a change that writes at once takes the turn in flight into the store with it")
  func storeOvertakes() throws {
    let world = try World()
    try world.change(1)
    world.endTurn()
    try world.change(2, gathers: false)
    try world.change(3)
    world.endTurn()
    #expect(world.told.count == 3 && world.shown == [1, 2, 3] && !world.commit.isAwaited)
    #expect(try world.store.stored == [1, 2, 3])
    // The answer comes when nobody waits for it any more, and another turn is in flight.
    try world.change(4)
    world.endTurn()
    world.log.answer(0)
    world.endTurn()
    #expect(world.told[4] == nil && world.commit.isInFlight)
    world.log.answer(0)
    world.endTurn()
    #expect(world.told[4] == "kept")
    #expect(world.commit.settle())
    #expect(try world.store.stored == [1, 2, 3, 4])
  }

  @LoopActor
  @Test("a log that fails leaves the turn, and what came behind it, to the store")
  func logFails() throws {
    let world = try World()
    try world.change(1)
    world.endTurn()
    try world.change(2)
    world.log.answer(0, .init(), isKept: true)
    world.endTurn()
    #expect(world.told == [1: "kept", 2: "kept"])
    #expect(try world.store.stored == [1, 2])
    #expect(!world.commit.isInDoubt && !world.commit.isLost)
  }

  @LoopActor
  @Test("where neither the log nor the store can keep a turn, nobody knows, and the daemon ends")
  func bothFail() throws {
    let world = try World()
    // The store refuses this number when it is written.
    try world.change(1_000_000)
    world.endTurn()
    try world.change(2)
    world.log.answer(0, .init())
    world.endTurn()
    #expect(world.told == [1_000_000: "mate.outcomeUnknown", 2: "mate.outcomeUnknown"])
    #expect(world.shown.isEmpty && world.commit.isLost)
  }

  @LoopActor
  @Test("a record without room in the log goes into the store, and is durable then")
  func noRoom() throws {
    let world = try World()
    world.log.capacity = 4
    try world.change(1)
    world.endTurn()
    #expect(world.told == [1: "kept"] && world.log.owed == 0)
    #expect(try world.store.stored == [1])
  }

  @LoopActor
  @Test("a refusal and a rehearsal leave nothing, in flight or not")
  func undone() throws {
    let world = try World()
    struct Refused: Error, WireErrorConvertible {
      var wireError: WireError { WireError(.invalidRequest, "no") }
    }
    try world.change(1)
    world.endTurn()
    for isKept in [true, false] {
      #expect(throws: Refused.self) {
        try world.commit.run(isKept: isKept, gathers: true) {
          world.store.numbers.add(7)
          world.commit.publications.publish { world.show(7) }
          throw Refused()
        }
      }
    }
    try world.commit.run(isKept: false, gathers: true) { world.store.numbers.add(8) }
    world.log.answer()
    world.endTurn()
    #expect(!world.commit.isAwaited && world.shown == [1])
    #expect(try world.store.all() == [1])
  }

  @LoopActor
  @Test("work that needs the store waits for the turn in flight")
  func landing() async throws {
    let world = try World()
    try world.change(1)
    world.endTurn()
    let waiting = Task { @LoopActor in
      await world.commit.landing()
      return world.told[1]
    }
    // It has begun to wait when the loop has come to it.
    await Task.yield()
    world.log.answer()
    world.endTurn()
    #expect(await waiting.value == "kept")
  }

  /// Thousands of turns against a model: the log answers at once, later, in another order, twice, or
  /// fails; the process dies at any moment, and the next one has the store and the log's records.
  @LoopActor
  @Test(
    "nothing that was told is lost, whatever the log does", arguments: 1...40 as ClosedRange<UInt64>
  )
  func atRandom(seed: UInt64) throws {
    let directory = try TemporaryDirectory()
    var random = SeededNumbers(seed: seed)
    var life = try Life(directory.file("numbers.db"))
    for _ in 0..<150 {
      switch random.below(10) {
      case 0...3: try life.change(gathers: random.below(8) > 0)
      case 4, 5: life.endTurn()
      case 6: life.log.isImmediate = random.below(2) == 0
      case 7 where life.log.owed > 0:
        let place = random.below(life.log.owed)
        let fails = random.below(5) == 0
        life.log.answer(
          place, fails ? .init() : nil, isKept: fails ? random.below(2) == 0 : nil,
          times: random.below(2) + 1)
      case 8 where random.below(3) == 0: life.settle()
      case 9 where random.below(4) == 0: life = try life.killed(directory.file("numbers.db"))
      default: break
      }
      #expect(life.log.mostInFlight <= 1)
      try life.judge("seed \(seed)")
    }
    life = try life.killed(directory.file("numbers.db"))
    try life.judge("seed \(seed), at the end")
  }
}

/// One life of a process over a store and a toy log, and what its clients were told.
@LoopActor
private final class Life {
  let log: ToyLog
  /// Nil once the process is gone.
  private var store: NumberStore?
  /// True for what was told to be kept, nil for what nobody was told of.
  private var told: [Int64: Bool]
  private var next: Int64

  init(
    _ path: String, durable: [UInt64: [UInt8]] = [:], told: [Int64: Bool] = [:], next: Int64 = 1
  ) throws {
    (self.told, self.next) = (told, next)
    let database = try Database(path: path)
    try database.execute(Gatherings.schema)
    let applied = try database.first("SELECT applied FROM mate_redo") { UInt64($0.integer(0)) }
    log = ToyLog(applied: applied ?? 0, durable: durable)
    let store = try NumberStore(database, log: log)
    try store.commit.start()
    self.store = store
  }

  func change(gathers: Bool) throws {
    let number = next
    next += 1
    let store = try #require(store)
    try store.add(number, gathers: gathers)
    store.commit.completions.add { [unowned self] in told[number] = $0 == nil }
  }

  func endTurn() { store?.commit.turnEnds() }

  func settle() { #expect(store?.commit.settle() == true) }

  /// The process is gone; whatever the log has not written by now may yet be there or not.
  func killed(_ path: String) throws -> Life {
    store?.commit.rollback()
    store = nil
    while log.owed > 0 { log.answer(0, .init(), isKept: next % 2 == 0) }
    return try Life(path, durable: log.durable, told: told, next: next)
  }

  /// What the next start would find has all that was told.
  func judge(_ label: String) throws {
    let store = try #require(store)
    #expect(!store.commit.isLost, "\(label)")
    let stored = Set(try store.stored)
    let kept = Set(store.numbers.elements.map(\.value))
    for (number, isKept) in told where isKept {
      #expect(stored.contains(number) || kept.contains(number), "\(label): \(number) is gone")
    }
    #expect(stored.isSubset(of: Set(1..<next)), "\(label): nobody asked for these")
  }
}
