import Testing
import Values

@testable import transitd

@Suite("QuotaBook")
struct QuotaBookTests {
  /// 2026-09-08 10:57:15 in Korea.
  private let now = Timestamp(microseconds: 1_788_832_635_000_000)

  @Test("each call counts, at its own portal")
  func counts() throws {
    var book = QuotaBook()
    try book.spend(.subway, for: .watch, at: now)
    try book.spend(.subway, for: .request, at: now)
    #expect(book.account(.subway, at: now).used == 2)
    #expect(book.account(.bus, at: now).used == 0)
    #expect(book.left(.subway, for: .request, at: now) == 998)
    #expect(book.left(.subway, for: .watch, at: now) == 948)
  }

  @Test("watchers leave a reserve, and those who ask once may use it")
  func reserve() throws {
    var book = QuotaBook(limits: .init(daily: 5, reserve: 2))
    for _ in 0..<3 { try book.spend(.bus, for: .watch, at: now) }
    let midnight = Timestamp(rfc3339: "2026-09-08T15:00:00Z")
    let exhausted = QuotaExhausted(portal: .bus, until: try #require(midnight))
    #expect(throws: exhausted) { try book.spend(.bus, for: .watch, at: now) }
    for _ in 0..<2 { try book.spend(.bus, for: .request, at: now) }
    #expect(throws: exhausted) { try book.spend(.bus, for: .request, at: now) }
    #expect(book.account(.bus, at: now).used == 5)
  }

  @Test("a clock that goes to and fro over midnight gives no call twice")
  func steps() throws {
    var book = QuotaBook(limits: .init(daily: 10, reserve: 0))
    let midnight = KoreaTime.nextMidnight(after: now)
    for _ in 0..<7 { try book.spend(.subway, for: .request, at: midnight.adding(seconds: 1)) }
    // Set back by two seconds, and forward again.
    try book.spend(.subway, for: .request, at: midnight.adding(seconds: -1))
    #expect(book.left(.subway, for: .request, at: midnight.adding(seconds: 1)) == 2)
  }

  @Test("calls that a clock of years ahead has counted are today's, and tomorrow is another day")
  func wrongYear() throws {
    var book = QuotaBook(limits: .init(daily: 10, reserve: 0))
    for _ in 0..<10 { try book.spend(.bus, for: .request, at: now.adding(seconds: 315_576_000)) }
    #expect(book.left(.bus, for: .request, at: now) == 0)
    book.exhaust(.bus, at: now)
    #expect(book.left(.bus, for: .request, at: now.adding(seconds: 86_400)) == 10)
  }

  @Test("at midnight in Korea the day begins anew")
  func midnight() throws {
    var book = QuotaBook(limits: .init(daily: 1, reserve: 0))
    try book.spend(.subway, for: .request, at: now)
    let late = KoreaTime.nextMidnight(after: now).adding(seconds: -1)
    #expect(book.left(.subway, for: .request, at: late) == 0)
    #expect(book.left(.subway, for: .request, at: late.adding(seconds: 1)) == 1)
  }

  @Test("what the portal says outranks our own count, for that day")
  func exhausted() {
    var book = QuotaBook()
    book.exhaust(.subway, at: now)
    #expect(book.left(.subway, for: .request, at: now) == 0)
    #expect(book.left(.bus, for: .request, at: now) == 1000)
    #expect(book.left(.subway, for: .request, at: now.adding(seconds: 86_400)) == 1000)
  }
}

@Suite("PollPace")
struct PollPaceTests {
  private func seconds(
    _ need: PollPace.Need, left: Int, places: Int = 1, hours: Double = 12
  ) -> Double? {
    PollPace.seconds(
      need, left: left, daily: 950, places: places, untilMidnight: hours * 3600)
  }

  @Test("while there is plenty the need decides")
  func plenty() {
    #expect(seconds(.urgent, left: 900) == 15)
    #expect(seconds(.watched, left: 900) == 30)
    #expect(seconds(.distant, left: 900) == 120)
  }

  @Test("from the half on what is left is spread over the rest of the day and over all places")
  func spread() {
    // 12 h are 43,200 s.
    #expect(seconds(.watched, left: 400) == 108)
    #expect(seconds(.watched, left: 400, places: 3) == 324)
    #expect(seconds(.distant, left: 400) == 120)
    #expect(seconds(.watched, left: 400, hours: 1) == 30)
    #expect(seconds(.watched, left: 2) == 900)
  }

  @Test("who is about to leave is served at full pace to the last call")
  func urgent() {
    #expect(seconds(.urgent, left: 1) == 15)
    #expect(seconds(.urgent, left: 0) == nil)
  }
}
