import Testing
import Values

@testable import matectl

@Suite("DurationWord")
struct DurationWordTests {
  @Test(
    "durations are understood as people type them",
    arguments: [
      ("0.7s", 0.7), ("90s", 90), ("5m", 300), ("1h30m", 5400), ("250ms", 0.25), ("2d", 172_800),
      ("1w", 604_800), ("3분", 180),
      ("1시간30분", 5400), ("1시간 30분", 5400), ("1h 30m", 5400), ("5 min", 300), ("2 Hours", 7200),
      ("3일", 259_200), ("2주", 1_209_600), ("0.5초", 0.5), ("90", 90), ("1.5", 1.5),
      ("1h0.5s", 3600.5), ("1100ms", 1.1), ("0", 0),
    ])
  func understood(word: String, seconds: Double) {
    #expect(DurationReading.seconds(word) == seconds)
  }

  @Test(
    "what is no duration is not guessed at",
    arguments: [
      "", "s", "m5", "5x", "-5s", "5m ", " 5m", "5분분", "시간", "3월", "1..5s", "0x10", "1e3", "inf",
      "nan", "5m5m", "30s1h",
      "٣s",
      "5m3", "1e400", ".",
    ])
  func refused(word: String) {
    #expect(DurationReading.seconds(word) == nil)
  }

  @Test(
    "durations are shown in two units at most, and never as 60 of one",
    arguments: [
      (0, "0s"), (0.35, "350ms"), (0.9996, "1s"), (7.2, "7.2s"), (59.96, "1m 00s"),
      (125, "2m 05s"), (5400, "1h 30m"), (90_000, "1d 01h"), (-90, "-1m 30s"),
    ])
  func shown(seconds: Double, text: String) {
    #expect(DurationWord.text(seconds) == text)
  }

  @Test(
    "in Korean with Korean units, and without what is zero",
    arguments: [
      (0, "0초"), (0.35, "350밀리초"), (7.2, "7.2초"), (59.96, "1분"), (125, "2분 5초"),
      (5400, "1시간 30분"), (3600, "1시간"), (90_000, "1일 1시간"), (-90, "-1분 30초"),
    ])
  func korean(seconds: Double, text: String) {
    #expect(DurationWord.text(seconds, in: .korean) == text)
  }
}
