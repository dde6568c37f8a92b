import Loop
import LoopSupport
import Storage
import TestSupport
import Testing

@testable import DaemonRuntime

@Suite("Keys that the store may know")
struct KnownKeysTests {
  init() { RunningLoop.start() }

  @Test("a hash that was added is known, and few others are", arguments: [1000, 500_000])
  func filter(count: Int) {
    var filter = KeyFilter()
    var numbers = SeededNumbers(seed: UInt64(count))
    let added = (0..<count).map { _ in numbers.next() }
    for hash in added { filter.add(hash) }
    #expect(added.allSatisfy { filter.mayContain($0) })
    let wrong = (0..<100_000).count { _ in filter.mayContain(numbers.next()) }
    // (1 - e^(-2n/m))^2 of them, here with n = 500,000 and m = 2^23: 1.26 %.
    #expect(wrong < 2000)
    #expect(filter.count == count)
  }

  @LoopActor
  private func store(_ rows: Int) throws -> Database {
    let database = try Database(path: ":memory:")
    try database.execute(KeptAnswers.schema)
    try database.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
      INSERT INTO mate_answer (place, at, uid, key, request, result)
      SELECT (i * 7919) % 1000, 0, 1, i, x'', x'' FROM n
      """)
    return database
  }

  @LoopActor
  @Test(
    "what the store had before is known from the first question on",
    arguments: [0, 1, 1999, 2000, 9000])
  func before(rows: Int) throws {
    let known = try KnownKeys(database: store(rows))
    // Thousands of rows of few places, so that a piece ends within one of them; 1000 is of none.
    let places = Set((1...max(1, rows)).map { Int64($0 * 7919 % 1000) }).sorted()
    for _ in 0..<6 {
      for place in rows == 0 ? [] : places { #expect(try known.mayKnow(place)) }
    }
    #expect(try !known.mayKnow(123_456_789))
    known.add(123_456_789)
    #expect(try known.mayKnow(123_456_789))
  }
}
