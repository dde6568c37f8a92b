import CivilTime
import IPCProtocol
import TestSupport
import Testing
import Values

@testable import bankd

@Suite("OpeningHours")
struct OpeningHoursTests {
  private static func zone(_ name: String) throws -> TimeZoneRules {
    try TimeZoneDatabase().zone(named: name)
  }

  private static func time(_ text: String) throws -> Timestamp {
    try #require(Timestamp(rfc3339: text))
  }

  private static func hours(
    _ zone: String, _ days: [(String, String)], closed: [String] = []
  ) throws -> OpeningHours {
    var hours = OpeningHours()
    hours.settle(in: try Self.zone(zone))
    var week = [[OpeningHours.Span]](repeating: [], count: 7)
    for (names, times) in days {
      for day in try HoursWords.days(names) {
        week[day.rawValue - 1] = try HoursWords.times(times)
      }
    }
    hours.week = week
    hours.closed = try closed.map { try #require(CivilDate($0)) }
    return hours
  }

  // MARK: Words

  @Test(
    "days are read in both languages",
    arguments: [
      ("mon-fri", "MO TU WE TH FR"), ("월-금", "MO TU WE TH FR"), ("월~금", "MO TU WE TH FR"),
      ("Monday", "MO"), ("월요일", "MO"), ("sat,sun", "SA SU"), ("토, 일", "SA SU"),
      ("weekend", "SA SU"), ("주말", "SA SU"), ("평일,토", "MO TU WE TH FR SA"),
      ("fri-mon", "MO FR SA SU"), ("금-월", "MO FR SA SU"), ("tues", "TU"),
      ("daily", "MO TU WE TH FR SA SU"), ("매일", "MO TU WE TH FR SA SU"), ("목·금", "TH FR"),
    ])
  func days(_ words: String, _ codes: String) throws {
    let days = try HoursWords.days(words).sorted { $0.rawValue < $1.rawValue }
    #expect(days.map(\.code).joined(separator: " ") == codes)
  }

  @Test(
    "times are read in both languages, with their breaks",
    arguments: [
      ("09:00-16:00", nil, "09:00-16:00"), ("9-16", nil, "09:00-16:00"),
      ("9시-16시30분", nil, "09:00-16:30"), ("09:00~16:00", nil, "09:00-16:00"),
      ("13:00-16:00,09:00-12:00", nil, "09:00-12:00 13:00-16:00"),
      ("09:00-16:00", "12:00-13:00", "09:00-12:00 13:00-16:00"),
      ("09:00-16:00", "09:00-10:00 15:00-16:00", "10:00-15:00"),
      ("09:00-16:00", "09:00-16:00", ""), ("22:00-02:00", nil, "22:00-02:00"),
      ("24h", nil, "00:00-24:00"), ("종일", nil, "00:00-24:00"), ("closed", nil, ""),
      ("휴무", nil, ""), ("08:00-08:00", nil, "08:00-08:00"), ("20:00-24:00", nil, "20:00-24:00"),
    ] as [(String, String?, String)])
  func times(_ words: String, _ pauses: String?, _ expected: String) throws {
    let spans = try HoursWords.times(words, pauses: pauses)
    #expect(spans.map(\.text).joined(separator: " ") == expected)
  }

  @Test(
    "what is no day or no time is refused",
    arguments: ["", "mo", "mon-", "mon-tue-wed", "funday", "월-", "8", "every"])
  func noDays(_ words: String) {
    #expect(refusal { try HoursWords.days(words) } == .planWords)
  }

  @Test(
    "what is no time is refused",
    arguments: [
      "", "9", "9-25", "09:60-10", "-9-16", "24:00-02:00", "09:00-12:00,11:00-13:00",
      "22:00-02:00,23:00-23:30", "09:00-16:00-17:00", "٩-16", "10:00-12:00,20:00-11:00", "+9-10",
    ])
  func noTimes(_ words: String) {
    #expect(refusal { try HoursWords.times(words) } == .planWords)
  }

  @Test(
    "a break takes no part of a night away in silence",
    arguments: ["23:00-01:00", "23:00-24:00", "23:30-00:00", "01:00-02:00"])
  func breakOverMidnight(pause: String) {
    #expect(refusal { try HoursWords.times("22:00-06:00", pauses: pause) } == .planWords)
  }

  @Test("a break outside of the times is refused", arguments: ["08:00-10:00", "16:00-17:00", "x"])
  func noBreak(_ pause: String) {
    #expect(refusal { try HoursWords.times("09:00-16:00", pauses: pause) } == .planWords)
  }

  // MARK: Days of the clock

  /// Expected values from Python's zoneinfo, by hand.
  @Test(
    "days with a change of the clock, and times over midnight",
    arguments: [
      (
        "Europe/Berlin", "22:00-06:00", "2026-03-28", "2026-03-28T21:00:00Z", "2026-03-29T04:00:00Z"
      ),
      (
        "Europe/Berlin", "22:00-06:00", "2026-10-24", "2026-10-24T20:00:00Z", "2026-10-25T05:00:00Z"
      ),
      (
        "Europe/Berlin", "02:30-05:00", "2026-03-29", "2026-03-29T01:30:00Z", "2026-03-29T03:00:00Z"
      ),
      (
        "Europe/Berlin", "02:30-05:00", "2026-10-25", "2026-10-25T00:30:00Z", "2026-10-25T04:00:00Z"
      ),
      ("Europe/Berlin", "24h", "2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"),
      (
        "Europe/Berlin", "09:00-16:00", "2026-03-29", "2026-03-29T07:00:00Z", "2026-03-29T14:00:00Z"
      ),
      ("Asia/Seoul", "09:00-16:00", "2026-03-29", "2026-03-29T00:00:00Z", "2026-03-29T07:00:00Z"),
      ("Asia/Seoul", "20:00-24:00", "2026-12-31", "2026-12-31T11:00:00Z", "2026-12-31T15:00:00Z"),
      ("Asia/Beirut", "24h", "2026-03-29", "2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z"),
    ])
  func clocks(
    _ zone: String, _ words: String, _ day: String, _ start: String, _ end: String
  ) throws {
    let date = try #require(CivilDate(day))
    let weekday = String(describing: date.weekday)
    let hours = try Self.hours(zone, [(weekday, words)])
    let times = hours.times(on: date)
    #expect(times == [try Self.time(start)..<(try Self.time(end))])
    let (first, last) = (try Self.time(start), try Self.time(end))
    #expect(hours.state(at: first) == .init(isOpen: true, until: last))
    #expect(!hours.state(at: last).isOpen)
    #expect(hours.state(at: first.adding(microseconds: -1)) == .init(isOpen: false, until: first))
  }

  @Test("a time that the clock jumps over altogether is not there")
  func skipped() throws {
    let hours = try Self.hours("Europe/Berlin", [("sun", "02:00-02:30")])
    let date = try #require(CivilDate("2026-03-29"))
    let times = hours.times(on: date)
    #expect(times.allSatisfy { $0.lowerBound < $0.upperBound })
  }

  @Test("hours over midnight go on into a closed date, and not out of one")
  func midnight() throws {
    let hours = try Self.hours("Asia/Seoul", [("daily", "22:00-02:00")], closed: ["2026-12-25"])
    // 01:00 on Christmas belongs to Christmas Eve; 23:00 on Christmas is closed, as is 01:00 after.
    for (text, isOpen) in [
      ("2026-12-25T01:00:00+09:00", true), ("2026-12-25T23:00:00+09:00", false),
      ("2026-12-26T01:00:00+09:00", false), ("2026-12-26T23:00:00+09:00", true),
    ] {
      #expect(hours.state(at: try Self.time(text)).isOpen == isOpen, "\(text)")
    }
  }

  @Test("around the clock there is no end, and where nothing is open no beginning")
  func never() throws {
    let now = try Self.time("2026-11-23T09:00:00Z")
    let always = try Self.hours("Europe/Berlin", [("daily", "24h")])
    #expect(always.state(at: now) == .init(isOpen: true, until: nil))
    let closed = try Self.hours("Europe/Berlin", [("daily", "closed")])
    #expect(closed.state(at: now) == .init(isOpen: false, until: nil))
    let once = try Self.hours(
      "Asia/Seoul", [("wed", "9-10")], closed: ["2026-11-25", "2026-12-02", "2026-12-09"])
    #expect(once.state(at: now).until == (try Self.time("2026-12-16T00:00:00Z")))
  }

  @Test(
    "any hours say at any minute what a clock on the wall says",
    arguments: 1...12 as ClosedRange<UInt64>)
  func model(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let zone = random.one(of: ["Asia/Seoul", "Europe/Berlin", "America/New_York", "Asia/Kathmandu"])
    var hours = OpeningHours()
    hours.settle(in: try Self.zone(zone))
    // No edge where clocks are changed: what holds there is in the table above.
    let spans = ["05:00-12:00", "09:00-12:15,13:00-16:00", "closed", "24h", "18:00-00:30", "21-6"]
    hours.week = try (0..<7).map { _ in try HoursWords.times(random.one(of: spans)) }
    let start = try #require(CivilDate("2026-03-20"))
    hours.closed = (0..<8).map { _ in random.below(300) }.reduce(into: Set()) { $0.insert($1) }
      .sorted().compactMap { start.adding(days: $0) }
    for _ in 0..<120 {
      let minute = random.below(300 * 1440)
      let moment = hours.zone.start(of: start).adding(seconds: Double(minute) * 60)
      let local = hours.zone.local(at: moment)
      // Clocks are changed in this hour of a Sunday.
      if (1...3).contains(local.time.hour), local.date.weekday == .sunday { continue }
      let state = hours.state(at: moment)
      #expect(state.isOpen == Self.wall(hours, local), "\(zone) \(local) \(hours.closed)")
      guard let until = state.until else { continue }
      // It is so until then, and not from then on.
      #expect(until > moment)
      #expect(hours.state(at: until).isOpen != state.isOpen)
      #expect(hours.state(at: until.adding(microseconds: -1)).isOpen == state.isOpen)
    }
  }

  /// By the face of the clock alone.
  private static func wall(_ hours: OpeningHours, _ local: CivilDateTime) -> Bool {
    let minute = Int(local.time.secondOfDay) / 60
    return [(local.date, minute), (local.date.adding(days: -1), minute + 1440)].contains {
      date, minute in
      guard let date, !hours.closed.contains(date), let week = hours.week else { return false }
      return week[date.weekday.rawValue - 1].contains { $0.start <= minute && minute < $0.end }
    }
  }
}
