import Foundation
import Loop
import LoopSupport
import Storage
import TestSupport
import Testing

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
  @Test("it is time for the store at 256 elements, or when the log is almost full")
  func due() throws {
    let directory = try TemporaryDirectory()
    let store = try store(directory.file("numbers.db"))
    for number in 1...255 { try turn(Int64(number), store) }
    #expect(!store.commit.isSettlingDue)
    try turn(256, store)
    #expect(store.commit.isSettlingDue)
    // Two megabytes have 512 blocks, and each turn takes one.
    for number in 257...512 { try turn(Int64(number), store) }
    #expect(try store.stored == [])
    try turn(513, store)
    #expect(try store.stored.count == 513)
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
