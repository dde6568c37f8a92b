import Glibc
import IPCProtocol
import LogReading
import Testing

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
  func moments() {
    setenv("TZ", "Asia/Seoul", 1)
    tzset()
    // 09:00Z is 18:00 in Seoul, whose days begin at 15:00Z.
    let at = { (text: String) in Timestamp(rfc3339: text) }
    #expect(PastMoment.parse("90s", now: now) == at("2026-11-21T08:58:30Z"))
    #expect(PastMoment.parse("today", now: now) == at("2026-11-20T15:00:00Z"))
    #expect(PastMoment.parse("어제", now: now) == at("2026-11-19T15:00:00Z"))
    #expect(PastMoment.parse("2026-11-21", now: now) == at("2026-11-20T15:00:00Z"))
    #expect(PastMoment.parse("2026-11-21T09:30", now: now) == at("2026-11-21T00:30:00Z"))
    #expect(PastMoment.parse("2026-11-21 09:30:05", now: now) == at("2026-11-21T00:30:05Z"))
    #expect(PastMoment.parse("2026-11-21T09:30:00+01:00", now: now) == at("2026-11-21T08:30:00Z"))
    for word in ["", "2026-02-30", "25:00", "2026-11-21T25:00", "soon", "-5m"] {
      #expect(PastMoment.parse(word, now: now) == nil)
    }
  }
}
