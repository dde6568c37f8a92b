import Glibc
import LogReading
import Testing
import Values

@testable import matectl

@Suite("LogOptions")
struct LogOptionsTests {
  // 2026-11-21T09:00:00Z
  private let now = Timestamp(microseconds: 1_795_251_600_000_000)

  @Test("options stand anywhere, with their values beside or attached")
  func options() throws {
    let options = try LogOptions(
      ["bank", "-n5", "-p", "err", "--since=10m", "juice"], now: now)
    #expect(options.query.domains == ["bank", "juice"])
    #expect(options.query.count == 5)
    #expect(options.query.priority == 3)
    #expect(options.query.since == now.adding(seconds: -600))
    #expect(!options.follows)
  }

  @Test("following shows the last ten first, unless something else was asked for")
  func following() throws {
    #expect(try LogOptions(["-f"], now: now).query.count == 10)
    #expect(try LogOptions(["-f", "-n", "0"], now: now).query.count == 0)
    #expect(try LogOptions(["--follow", "--since", "1h"], now: now).query.count == nil)
  }

  @Test(
    "a wrong option or value is said, with what is right",
    arguments: [
      (["-n"], "--lines needs a value"),
      (["-n", "-1"], "--lines does not take -1; it takes 0…1000000"),
      (["--prioritty", "err"], "logs has no option --prioritty; do you mean --priority?"),
      (["-p", "8"], "takes emerg, alert, crit, err, warning, notice, info, debug"),
      (["--since", "soon"], "it takes 10m, 2h, today"),
    ])
  func wrong(_ words: [String], _ sentence: String) throws {
    let error = try #require(throws: UsageError.self) { try LogOptions(words, now: now) }
    #expect(error.message.en.contains(sentence))
  }

  @Test("points in the past are durations ago, days, and times in the user's zone")
  func moments() throws {
    let at = { (text: String) in Timestamp(rfc3339: text) }
    #expect(PastMoment.parse("90s", now: now) == at("2026-11-21T08:58:30Z"))
    #expect(PastMoment.parse("now", now: now) == now)
    for word in ["2h", "2h ago", "2 hours ago", "2시간 전", "2시간전"] {
      #expect(PastMoment.parse(word, now: now) == at("2026-11-21T07:00:00Z"), "\(word)")
    }
    let before = try #require(PastMoment.parse("그제", now: now))
    #expect(
      try Self.wallClock(before)
        == Self.wallClock(#require(PastMoment.parse("2026-11-19", now: now))))
    #expect(PastMoment.parse("2026-11-21T09:30:00+01:00", now: now) == at("2026-11-21T08:30:00Z"))
    let today = try #require(PastMoment.parse("today", now: now))
    #expect(Self.wallClock(today).suffix(3) == [0, 0, 0] && today <= now)
    #expect(PastMoment.parse("오늘", now: now) == today)
    let yesterday = try #require(PastMoment.parse("어제", now: now))
    #expect(Self.wallClock(yesterday).suffix(3) == [0, 0, 0])
    #expect((23.0...25.0).contains(today.seconds(since: yesterday) / 3600))
    for (word, clock) in [
      ("2026-11-21", [2026, 11, 21, 0, 0, 0]), ("2026-11-21T09:30", [2026, 11, 21, 9, 30, 0]),
      ("2026-11-21 09:30:05", [2026, 11, 21, 9, 30, 5]),
    ] {
      #expect(try Self.wallClock(#require(PastMoment.parse(word, now: now))) == clock)
    }
    for word in ["", "2026-02-30", "25:00", "2026-11-21T25:00", "soon", "-5m"] {
      #expect(PastMoment.parse(word, now: now) == nil)
    }
  }

  /// Year to second in the zone of this process, which other tests share.
  private static func wallClock(_ moment: Timestamp) -> [Int] {
    var seconds = time_t(moment.microseconds / 1_000_000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return [
      parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min,
      parts.tm_sec,
    ].map(Int.init)
  }
}
