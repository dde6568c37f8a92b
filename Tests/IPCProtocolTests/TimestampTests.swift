import IPCProtocol
import Testing

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
