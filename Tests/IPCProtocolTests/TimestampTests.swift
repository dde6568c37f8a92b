import Testing
import Values

@Suite("Timestamp")
struct TimestampTests {
  @Test(
    "a time is RFC 3339 in UTC with milliseconds",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
      (999, "1970-01-01T00:00:00.000Z"), (1_000, "1970-01-01T00:00:00.001Z"),
      (951_782_400_000_000, "2000-02-29T00:00:00.000Z"),
      (1_795_251_600_123_456, "2026-11-21T09:00:00.123Z"),
      (253_402_300_799_999_999, "9999-12-31T23:59:59.999Z"),
      (-62_167_219_200_000_000, "0000-01-01T00:00:00.000Z"),
    ] as [(Int64, String)])
  func text(_ microseconds: Int64, _ expected: String) {
    #expect(Timestamp(microseconds: microseconds).description == expected)
  }

  @Test("a point too far away is the first or the last that can be written, and nothing traps")
  func farAway() {
    let now = Timestamp(microseconds: 1_795_251_600_000_000)
    let first = Timestamp(microseconds: -62_167_219_200_000_000)
    let last = Timestamp(microseconds: 253_402_300_799_999_999)
    for seconds in [1e12, 9.3e12, 1e15, 8.64e24, 1e300, .greatestFiniteMagnitude, .infinity] {
      #expect(now.adding(seconds: seconds) == last)
      #expect(now.adding(seconds: -seconds) == first)
    }
    #expect(now.adding(seconds: .nan) == now)
    #expect(now.adding(seconds: 0.5).microseconds == now.microseconds + 500_000)
    let ends = [Timestamp(microseconds: .min), Timestamp(microseconds: .max), now]
    for one in ends {
      for other in ends {
        let seconds = one.seconds(since: other)
        #expect(abs(seconds - (Double(one.microseconds) - Double(other.microseconds)) / 1e6) < 1e-2)
      }
    }
  }

  @Test("years of more or fewer than four digits are written in full")
  func otherYears() {
    #expect(
      Timestamp(microseconds: 253_402_300_800_000_000).description == "10000-01-01T00:00:00.000Z")
  }

  @Test("what is written is read again, to the millisecond")
  func roundTrip() {
    var microseconds: Int64 = -50_000_000_000_000_000
    while microseconds < 250_000_000_000_000_000 {
      let time = Timestamp(microseconds: microseconds)
      #expect(Timestamp(rfc3339: time.description) == time)
      microseconds += 98_765_432_101_000
    }
  }
}
