import DaemonRuntime
import Loop
import LoopSupport
import Storage
import TestSupport
import Testing
import Values

@testable import DaemonRuntime
@testable import bankd
@testable import juiced
@testable import projectd
@testable import transitd

/// Whatever a domain does in a turn: what is recorded of it does the same in a copy of the store, and
/// takes it back in the store itself.
@Suite("What a turn has changed")
struct RecordedTurnTests {
  init() { RunningLoop.start() }

  @LoopActor
  @Test("of the bank", arguments: 1...4)
  func bank(seed: UInt64) throws {
    try recordAtRandom(Bank.self, seed: seed, turns: 120, BankRehearsalTests.request)
  }

  @LoopActor
  @Test("of the juice bar", arguments: 1...4)
  func juice(seed: UInt64) throws {
    try recordAtRandom(JuiceBar.self, seed: seed, turns: 120, JuiceRehearsalTests.request)
  }

  @LoopActor
  @Test("of the board", arguments: 1...3)
  func project(seed: UInt64) throws {
    try recordAtRandom(ProjectService.self, seed: seed, turns: 60, ProjectRehearsalTests.request)
  }

  @LoopActor
  @Test("of the way to work", arguments: 1...3)
  func transit(seed: UInt64) throws {
    try recordAtRandom(Transit.self, seed: seed, turns: 80, TransitRehearsalTests.request)
  }
}

/// Turns of random changes: each is done again in a copy, and taken back in another one.
@LoopActor
private func recordAtRandom<Service: DomainService>(
  _ type: Service.Type, seed: UInt64, turns: Int,
  _ request: (inout SeededNumbers, Int) -> RehearsalBench<Service>.Request
) throws {
  let directory = try TemporaryDirectory()
  let path = directory.file("store.db")
  let bench = try RehearsalBench(type, path, reads: [])
  let ahead = try AheadTurn(bench.database)
  try ahead.begin(origin: 1)
  ahead.isRecording = true
  bench.commit.transaction.ahead = ahead
  try StoreCopy.make(of: path, domain: "test", at: directory.file("copy.db")) { true }
  let copy = try Database(path: directory.file("copy.db"))
  var random = SeededNumbers(seed: seed)
  var (step, changed) = (0, 0)
  var before = try StoreDigest(bench.database)
  #expect(try StoreDigest(copy) == before)
  for turn in 1...turns {
    let last = ahead.turn
    for _ in 0..<random.one(of: [1, 1, 2, 8]) {
      step += 1
      bench.now = bench.now.adding(seconds: Double(random.below(4000)) / 1000)
      try bench.wakeUp()
      _ = try bench.change(request(&random, step), isRehearsal: random.chance(10), key: "\(step)")
    }
    bench.endTurn()
    let after = try StoreDigest(bench.database)
    guard ahead.turn != last else {
      #expect(after == before, "seed \(seed), turn \(turn): changed beside a transaction")
      continue
    }
    let changes = try ahead.changes()
    changed += 1
    try done(changes, in: copy)
    guard try StoreDigest(copy) == after else {
      Issue.record("seed \(seed), turn \(turn): the copy has other rows")
      return
    }
    if turn % 6 == 0 {
      #expect(throws: SQLiteError.self, "seed \(seed), turn \(turn): done twice") {
        try done(changes, in: copy)
      }
      #expect(try StoreDigest(copy) == after)
      let takenBack = try takenBack(path, directory.file("taken-\(turn).db"))
      #expect(takenBack == before, "seed \(seed), turn \(turn): not taken back")
    }
    before = after
  }
  #expect(changed > turns / 3, "seed \(seed): nearly everything was refused")
}

@LoopActor
private func done(_ changes: Changeset, in copy: Database) throws {
  try copy.begin()
  do {
    try copy.apply(changes)
    try copy.commit()
  } catch {
    copy.abandon()
    throw error
  }
}

/// What a store has whose machine dies now, and whose last turn nobody else got.
@LoopActor
private func takenBack(_ path: String, _ draft: String) throws -> StoreDigest {
  try StoreCopy.make(of: path, domain: "test", at: draft) { true }
  let store = try Database(path: draft)
  let ahead = try AheadTurn(store)
  try ahead.takeBack()
  let digest = try StoreDigest(store)
  // Another start has nothing more to take back.
  let again = try AheadTurn(store)
  #expect(again.turn == ahead.turn)
  try again.takeBack()
  #expect(try StoreDigest(store) == digest)
  return digest
}
