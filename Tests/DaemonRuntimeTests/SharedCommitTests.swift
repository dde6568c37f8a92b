import IPCProtocol
import Loop
import LoopSupport
import Storage
import TestSupport
import Testing

@testable import DaemonRuntime

/// Turns of a store that several machines share, by a log that answers as it likes.
@Suite("Commit, shared")
struct SharedCommitTests {
  init() { RunningLoop.start() }

  /// An owner with its store, and a machine that does what the log has.
  @LoopActor
  private final class World {
    let log = ToyLog()
    let store: NumberStore
    let ahead: AheadTurn
    var commit: Commit { store.commit }
    private(set) var told: [Int64: String] = [:]
    private(set) var shown: [Int64] = []

    init(_ path: String = ":memory:") throws {
      let database = try Database(path: path)
      store = try NumberStore(database, gathers: false)
      ahead = try AheadTurn(database)
      if ahead.origin == nil { try ahead.begin(origin: 1) }
      store.state.read = { [unowned self] in memory = try store.stored }
      try store.commit.readAnew()
      commit.share(log, ahead)
      commit.nextTakeOff.mayWait = false
    }

    private(set) var memory: [Int64] = []

    func change(_ number: Int64, gathers: Bool = false) throws {
      try commit.run(isKept: true, gathers: gathers) {
        memory.append(number)
        if gathers {
          store.numbers.add(GatheredNumber(value: number))
        } else {
          try store.database.run("INSERT INTO t VALUES (?, NULL)", .integer(number))
        }
      }
      commit.completions.add { [unowned self] in told[number] = $0?.kind.name ?? "kept" }
      commit.publications.publish { [unowned self] in shown.append(number) }
    }

    func endTurn() {
      commit.turnEnds()
      commit.publications.deliver()
    }

    /// The numbers of a store that began as this one and did what is durable.
    func copied() throws -> [Int64] {
      let copy = try Database(path: ":memory:")
      try Migrator(NumberStore.migrations).migrate(copy)
      try KeptAnswers.makeTables(in: copy)
      try copy.execute("DELETE FROM mate_answer_seed")
      let ahead = try AheadTurn(copy)
      try ahead.begin(origin: 1)
      try ahead.take(log.durable.sorted { $0.key < $1.key }.map { Changeset(bytes: $0.value) })
      return try copy.query("SELECT n FROM t ORDER BY n") { $0.integer(0) }
    }
  }

  @LoopActor
  @Test("a turn is told when the log has it; changes go on meanwhile, gathered or not")
  func oneInFlight() throws {
    let world = try World()
    try world.change(1)
    try world.change(2, gathers: true)
    world.endTurn()
    #expect(world.commit.isInFlight && world.told.isEmpty && world.shown.isEmpty)
    try world.change(3, gathers: true)
    try world.change(4)
    world.endTurn()
    #expect(world.log.owed == 1 && world.told.isEmpty)
    #expect(try world.copied() == [])
    world.log.answer()
    world.endTurn()
    #expect(world.told == [1: "kept", 2: "kept"] && world.shown == [1, 2])
    #expect(try world.copied() == [1, 2])
    world.log.answer()
    world.endTurn()
    #expect(world.told.count == 4 && !world.commit.isAwaited && world.log.mostInFlight == 1)
    #expect(try world.copied() == [1, 2, 3, 4])
    #expect(world.ahead.turn == 2)
  }

  @LoopActor
  @Test("the next turn waits for those who were answered, and not for ever")
  func waitsForMore() async throws {
    let world = try World()
    world.commit.nextTakeOff.mayWait = true
    try world.change(1)
    try world.change(2)
    world.endTurn()
    try world.change(3)
    // A turn that took long: a quarter of it is much more than this test needs for its next lines.
    try await Task.sleep(nanoseconds: 20_000_000)
    world.log.answer()
    world.endTurn()
    #expect(world.commit.waitsForMore && world.log.owed == 0)
    try world.change(4)
    try world.change(5)
    world.endTurn()
    #expect(world.log.owed == 1 && !world.commit.waitsForMore)
    try world.change(6)
    world.log.answer()
    world.endTurn()
    while world.log.owed == 0 {
      await Task.yield()
      world.endTurn()
    }
    world.log.answer()
    world.endTurn()
    #expect(world.told.count == 6)
  }

  @LoopActor
  @Test("a log that is lost takes back what it had not, in the store and in memory")
  func lost() throws {
    let world = try World()
    try world.change(1)
    world.endTurn()
    world.log.answer()
    world.endTurn()
    try world.change(2)
    world.endTurn()
    try world.change(3)
    #expect(world.memory == [1, 2, 3])
    world.log.answer(0, .init(), isKept: true)
    world.endTurn()
    #expect(world.told[2] == "mate.outcomeUnknown" && world.told[3] == "mate.outcomeUnknown")
    #expect(world.shown == [1] && world.memory == [1] && !world.commit.isLost)
    #expect(try world.store.stored == [1])
    #expect(world.ahead.turn == 1 && world.commit.shared == nil && world.commit.takenBack == 1)
    // The log has it all the same, and the next owner finds it there.
    try world.ahead.take([Changeset(bytes: try #require(world.log.durable[2]))])
    try world.commit.readAnew()
    #expect(world.memory == [1, 2])
  }

  @LoopActor
  @Test("a turn that was not on its way is refused for what it was lost by, and nothing is unknown")
  func lostBefore() throws {
    let world = try World()
    try world.change(1)
    world.commit.leaveShared(WireError(.notOwner, "gone"))
    world.endTurn()
    #expect(world.told == [1: "mate.notOwner"] && world.memory == [] && world.shown == [])
    #expect(try world.store.stored == [])
  }

  @LoopActor
  @Test("what was answered before the loss stays told, and a refusal keeps further changes away")
  func answeredBefore() throws {
    let world = try World()
    try world.change(1)
    world.endTurn()
    world.log.answer()
    world.commit.refusal = WireError(.notOwner, "gone")
    world.commit.leaveShared(WireError(.notOwner, "gone"))
    world.endTurn()
    #expect(world.told == [1: "kept"] && world.memory == [1])
    #expect(try world.store.stored == [1])
    #expect(throws: WireError(.notOwner, "gone")) { try world.change(2) }
  }

  @LoopActor
  @Test("a turn that changes nothing goes nowhere")
  func nothingChanged() throws {
    let world = try World()
    try world.commit.run(isKept: true) {}
    world.endTurn()
    #expect(!world.commit.isAwaited && world.log.owed == 0 && world.ahead.turn == 0)
  }

  @LoopActor
  @Test("who has read the store waits for the turn in flight, and hears where it was taken back")
  func confirmed() async throws {
    let world = try World()
    let before = try #require(world.commit.takenBackIfShared)
    try await world.commit.confirm(since: before)
    for isLost in [false, true] {
      try world.change(isLost ? 2 : 1)
      world.endTurn()
      let waiting = Task { @LoopActor in
        do throws(WireError) {
          try await world.commit.confirm(since: before)
          return "read"
        } catch {
          return error.kind.name
        }
      }
      await Task.yield()
      world.log.answer(0, isLost ? .init() : nil)
      world.endTurn()
      #expect(await waiting.value == (isLost ? "mate.busy" : "read"))
    }
  }

  @LoopActor
  @Test("a disk that is full refuses a turn, and the branch stays")
  func full() throws {
    let world = try World()
    try world.change(1)
    #expect(throws: (any Error).self) { try world.change(1_000_000) }
    try world.change(2, gathers: true)
    try world.store.database.execute("PRAGMA max_page_count = 1")
    world.endTurn()
    try world.store.database.execute("PRAGMA max_page_count = 100000")
    #expect(!world.commit.isLost && world.commit.shared != nil)
  }

  /// Turns at random against a model: the log answers, late or at once, or is lost; the process dies at any
  /// moment, and the next one compares its newest turn with the log's, as a machine does.
  @LoopActor
  @Test("nothing that was told is lost or done twice", arguments: 1...30 as ClosedRange<UInt64>)
  func atRandom(seed: UInt64) throws {
    let directory = try TemporaryDirectory()
    var random = SeededNumbers(seed: seed)
    var life = try SharedLife(directory.file("numbers.db"), ToyLog())
    for step in 1...200 {
      switch random.below(10) {
      case 0...4: try life.change(gathers: random.chance(50))
      case 5, 6: life.endTurn()
      case 7: life.log.isImmediate = random.chance(50)
      case 8 where life.log.owed > 0:
        let isLost = random.chance(20)
        life.log.answer(0, isLost ? .init() : nil, isKept: isLost ? random.chance(50) : nil)
      case 9 where random.chance(25): life = try life.killed(random.chance(50))
      default: break
      }
      if life.hasLost { life = try life.killed(random.chance(50)) }
      try life.judge("seed \(seed), step \(step)")
    }
  }
}
