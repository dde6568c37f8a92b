import Loop
import Storage
import Testing

@testable import DaemonRuntime

/// One process after the other over a store and a log that other machines have as well.
@LoopActor
final class SharedLife {
  let log: ToyLog
  private let path: String
  private var store: NumberStore?
  private var ahead: AheadTurn?
  private var told: [Int64: Bool]
  private var next: Int64
  var hasLost: Bool { store?.commit.shared == nil }

  init(_ path: String, _ log: ToyLog, told: [Int64: Bool] = [:], next: Int64 = 1) throws {
    (self.path, self.log, self.told, self.next) = (path, log, told, next)
    let database = try Database(path: path)
    let store = try NumberStore(database, gathers: false)
    let ahead = try AheadTurn(database)
    if ahead.origin == nil { try ahead.begin(origin: 1) }
    let changes = try ahead.changes()
    if !changes.isEmpty, log.durable[ahead.turn] != changes.bytes { try ahead.takeBack() }
    while let record = log.durable[ahead.turn + 1] {
      try ahead.take([Changeset(bytes: record)])
    }
    #expect(UInt64(log.durable.count) == ahead.turn)
    try store.commit.readAnew()
    store.commit.share(log, ahead)
    store.commit.nextTakeOff.mayWait = false
    (self.store, self.ahead) = (store, ahead)
  }

  func change(gathers: Bool) throws {
    let number = next
    next += 1
    try store?.add(number, gathers: gathers)
    store?.commit.completions.add { [unowned self] in told[number] = $0 == nil }
  }

  func endTurn() { store?.commit.turnEnds() }

  /// The process is gone; what was in flight has come to the log or not.
  func killed(_ arrived: Bool) throws -> SharedLife {
    store?.commit.shared = nil
    store?.commit.transaction.rollback()
    (store, ahead) = (nil, nil)
    if log.owed > 0 { log.answer(0, .init(), isKept: arrived) }
    let after = ToyLog(durable: log.durable)
    return try SharedLife(path, after, told: told, next: next)
  }

  func judge(_ label: String) throws {
    guard let store else { return }
    #expect(!store.commit.isLost && log.mostInFlight <= 1, "\(label)")
    let stored = Set(try store.stored)
    for (number, isKept) in told where isKept {
      #expect(stored.contains(number), "\(label): \(number) is gone")
    }
    for (number, isKept) in told where !isKept && log.durable.isEmpty {
      #expect(!stored.contains(number), "\(label): \(number) appeared")
    }
  }
}
