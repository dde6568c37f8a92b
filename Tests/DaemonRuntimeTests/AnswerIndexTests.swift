import Loop
import LoopSupport
import Storage
import TestSupport
import Testing
import Values

@testable import DaemonRuntime

@Suite("Keys that the store may know")
struct AnswerIndexTests {
  init() { RunningLoop.start() }

  @Test("a hash that was added is known, and few others are", arguments: [1000, 16_384])
  func filter(count: Int) {
    var filter = KeyFilter()
    var numbers = SeededNumbers(seed: UInt64(count))
    let added = (0..<count).map { _ in numbers.next() }
    for hash in added { filter.add(hash) }
    #expect(added.allSatisfy { filter.mayContain(KeyFilter.Probe($0)) })
    let wrong = (0..<100_000).count { _ in filter.mayContain(KeyFilter.Probe(numbers.next())) }
    // (1 - e^(-6n/m))^6 of them, here with n = 16,384 and m = 2^18: 0.09 %.
    #expect(wrong < 160)
  }

  @Test("a run has every batch of a place, all in one row")
  func run() {
    var numbers = SeededNumbers(seed: 5)
    // Few places, at both ends of what there is, so that many have several batches.
    let entries = (0..<3000).map { number in
      let place = Int64(truncatingIfNeeded: Int(numbers.next() % 700) - 350)
      return AnswerRun.Entry(
        place: number % 2 == 0 ? place : Int64.max &+ place, batch: Int64(number))
    }
    let rows = AnswerRun.rows(entries)
    #expect(rows.count > 1)
    var run = AnswerRun(newest: 3000)
    for row in rows { run.add(row) }
    for place in Set(entries.map(\.place)) {
      let batches = entries.filter { $0.place == place }.map(\.batch)
      let id = run.row(of: place, KeyFilter.Probe(UInt64(bitPattern: place)))
      let row = id.map { Int($0 - AnswerRun.id(ofRow: 0, newest: 3000)) }
      #expect(row.map { AnswerRun.batches(of: place, in: rows[$0]) } == batches)
      #expect(id.map(AnswerRun.newest(ofRow:)) == 3000)
    }
    #expect(AnswerRun.batches(of: 100_000, in: rows[0]).isEmpty)
    #expect(AnswerRun.rows([]).isEmpty && AnswerRun.batches(of: 0, in: []).isEmpty)
    #expect(AnswerRun(newest: 1).row(of: 0, KeyFilter.Probe(0)) == nil)
  }

  @LoopActor
  @Test("places of several batches have all of them, the newest first")
  func several() throws {
    let database = try Database(path: ":memory:")
    try KeptAnswers.makeTables(in: database)
    let index = AnswerIndex(database: database, runLength: 3)
    #expect(try index.batches(of: 1).isEmpty)
    index.add(1, in: 1)
    index.add(1, in: 2)
    index.add(1, in: 2)
    #expect(try index.batches(of: 1) == [2, 1])
    index.add(2, in: 2)
    index.add(3, in: 2)
    try index.batchesAdded(newest: 2)
    index.wasCommitted()
    index.add(1, in: 3)
    #expect(try index.batches(of: 1) == [3, 2, 1])
    #expect(try index.batches(of: 4).isEmpty)
  }

  @LoopActor
  @Test("answers that had rows of their own are found as before")
  func oldTable() throws {
    let database = try Database(path: ":memory:")
    try database.execute(
      """
      CREATE TABLE mate_answer (
        id INTEGER PRIMARY KEY, place INTEGER NOT NULL, at INTEGER NOT NULL, uid INTEGER NOT NULL,
        key TEXT NOT NULL, request BLOB NOT NULL, result BLOB NOT NULL);
      CREATE INDEX mate_answer_place ON mate_answer (place);
      """)
    let keys = (0..<2500).map { KeyedRequest.Place(uid: UInt32($0 % 3), key: "key \($0)") }
    for (number, key) in keys.enumerated() {
      try database.run(
        "INSERT INTO mate_answer (place, at, uid, key, request, result) VALUES (?, ?, ?, ?, ?, ?)",
        .integer(Int64(number) * 77), .integer(Int64(number)), .integer(Int64(key.uid)),
        .text(key.key), .blob([1]), .blob([UInt8(truncatingIfNeeded: number)]))
    }
    for _ in 0..<2 { try KeptAnswers.makeTables(in: database) }
    let answers = KeptAnswers(database: database)
    // Of each row some, its first and its last: a row is read anew for each.
    for (number, key) in keys.enumerated() where number % 19 == 0 || number % 1024 > 1020 {
      let known = try answers.lookup(
        KeyedRequest(place: key, request: [1]), now: Timestamp(microseconds: 5000))
      guard case .answered([UInt8(truncatingIfNeeded: number)]) = known else {
        Issue.record("\(number): \(known)")
        continue
      }
    }
    #expect(try !database.hasTable("mate_answer"))
  }
}
