import Foundation
import Loop
import LoopSupport
import Storage
import TestSupport
import Testing
import Values

@testable import DaemonRuntime

/// Turns that go by the redo log beside the store.
@Suite("Turns in the redo log")
struct RedoTurnTests {
  init() { RunningLoop.start() }

  @LoopActor
  private func store(_ path: String, name: String = "numbers") throws -> NumberStore {
    try NumberStore(Database(path: path), name: name)
  }

  /// A start of a daemon, and its end without a word.
  @LoopActor
  private func start(_ path: String, _ body: (NumberStore) throws -> Void) throws {
    try body(store(path))
  }

  /// A turn of one change.
  @LoopActor
  private func turn(_ number: Int64, _ store: NumberStore) throws {
    try store.add(number)
    store.commit.turnEnds()
    #expect(!store.commit.isAwaited && !store.commit.isLost)
  }

  @LoopActor
  @Test("what was kept and not stored comes back at the next start, what was stored does not")
  func comesBack() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("numbers.db")
    try start(path) { store in
      try turn(1, store)
      try turn(2, store)
      #expect(store.commit.settle())
      #expect(!store.commit.isBehind)
      try turn(3, store)
      #expect(try store.stored == [1, 2])
      #expect(store.commit.isBehind)
    }
    try start(path) { store in
      #expect(store.numbers.elements == [3])
      #expect(store.commit.isBehind)
      #expect(store.commit.settle())
      let stored = try store.stored
      #expect(stored == [1, 2, 3])
    }
    try start(path) { store in
      #expect(store.numbers.elements == [])
      #expect(!store.commit.isBehind)
    }
  }

  @LoopActor
  @Test("a store that ended between its commit and the log's new beginning takes nothing in twice")
  func betweenCommitAndRewind() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("numbers.db")
    try start(path) { store in
      try turn(1, store)
      try turn(2, store)
      try store.commit.writeGathered()
      try store.database.commit()
    }
    try start(path) { store in
      #expect(store.numbers.elements == [])
      try turn(3, store)
    }
    try start(path) { store in
      #expect(store.numbers.elements == [3])
    }
  }

  @LoopActor
  @Test("it is time for the store when the log is almost full, and where it is full it takes all")
  func logIsFull() throws {
    let directory = try TemporaryDirectory()
    let store = try store(directory.file("numbers.db"))
    // Each turn takes a block.
    let blocks = RedoLog.usualBytes / RedoLog.blockBytes
    for number in 1...(blocks * 15 / 16) { try turn(Int64(number), store) }
    #expect(!store.commit.isSettlingDue)
    for number in (blocks * 15 / 16 + 1)...blocks {
      try turn(Int64(number), store)
      #expect(store.commit.isSettlingDue)
    }
    #expect(try store.stored == [])
    try turn(Int64(blocks + 1), store)
    #expect(try store.stored.count == blocks + 1)
  }

  @LoopActor
  @Test("a turn that fails leaves no key behind, however many fail")
  func keysOfFailedTurns() throws {
    let directory = try TemporaryDirectory()
    let store = try store(directory.file("numbers.db"))
    for number in 1...3 as ClosedRange<Int64> {
      try store.commit.run(isKept: true, gathers: true) {
        store.numbers.add(GatheredNumber(value: number))
        let place = KeyedRequest.Place(uid: 1, key: "k\(number)")
        store.commit.answers.keep(
          [1], to: KeyedRequest(place: place, request: [1]), now: Timestamp(microseconds: 1))
      }
      #expect(store.commit.answers.onTheirWay.count == 1)
      // The table refuses it, and with it goes the turn.
      #expect(throws: SQLiteError.self) { try store.add(1_000_000, gathers: false) }
      #expect(store.commit.answers.onTheirWay.isEmpty && !store.commit.isLost)
    }
  }

  @LoopActor
  @Test("a full log beside a store that another program holds refuses, and ends nothing")
  func fullAndLocked() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("numbers.db")
    let store = try store(path)
    try turn(1, store)
    let other = try Database(path: ":memory:")
    try other.execute("ATTACH '\(path)' AS store")
    try other.execute("BEGIN IMMEDIATE")
    var taken: Int64 = 1
    // Turns of several, of which the last one finds no room in the middle.
    while taken < 10_000 {
      do {
        for _ in 0..<5 {
          try store.add(taken + 1)
          taken += 1
        }
      } catch let error as SQLiteError {
        #expect(error.isBusy)
        break
      }
      store.commit.turnEnds()
    }
    // The turn's own went into the log; what is left of that is used up, and then no more is taken.
    var more = 0
    while more < 10, (try? store.add(taken + 1)) != nil {
      store.commit.turnEnds()
      taken += 1
      more += 1
    }
    #expect(more < 10)
    #expect(!store.commit.isLost && !store.commit.isAwaited)
    #expect(store.numbers.elements.count == Int(taken) && taken > 400)
    try other.execute("ROLLBACK")
    try turn(taken + 1, store)
    #expect(try store.all() == Array(1...(taken + 1)))
  }

  @LoopActor
  @Test("it is time for the store at 4,096 elements, however much room the log has")
  func manyElements() throws {
    let directory = try TemporaryDirectory()
    let store = try store(directory.file("numbers.db"))
    for number in 1...4094 { try store.add(Int64(number)) }
    try turn(4095, store)
    #expect(!store.commit.isSettlingDue)
    try turn(4096, store)
    #expect(store.commit.isSettlingDue)
  }

  /// Logs were never of another length; who changes it has stores of others to think of.
  @LoopActor
  @Test("a log of two megabytes, as all are, is whole after a kill")
  func usualLength() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("numbers.db")
    let killed = { @LoopActor () throws -> Void in
      try turn(7, NumberStore(Database(path: path), redoBytes: 2_097_152))
    }
    try killed()
    try start(path) { #expect($0.numbers.elements == [7]) }
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "-redo")
    #expect(attributes[.size] as? Int == 2_097_152)
  }

  @LoopActor
  @Test("records of what nobody knows keep the daemon from starting")
  func unknown() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("numbers.db")
    try start(path) { try turn(1, $0) }
    #expect(throws: InconsistentStore.self) { try store(path, name: "other") }
    #expect(try store(path).numbers.elements == [1])
  }

  @LoopActor
  @Test("the log of another store is not read")
  func otherStore() throws {
    let directory = try TemporaryDirectory()
    try start(directory.file("numbers.db")) { try turn(1, $0) }
    #expect(try store(directory.file("other.db")).numbers.elements == [])
    try FileManager.default.removeItem(atPath: directory.file("other.db-redo"))
    try FileManager.default.copyItem(
      atPath: directory.file("numbers.db-redo"), toPath: directory.file("other.db-redo"))
    #expect(try store(directory.file("other.db")).numbers.elements == [])
  }
}
