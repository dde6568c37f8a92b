internal import IPCProtocol

/// Times as the portal writes them: Korea's, nine hours before UTC, without a zone.
///
/// Korea has had no summer time since 1988, so the offset is a constant.
enum KoreaTime {
  static let offset: Int64 = 9 * 3600 * 1_000_000
  private static let day: Int64 = 86_400 * 1_000_000

  /// `2026-09-08 10:57:15`, with or without decimals; nil where it is no time.
  static func timestamp(_ text: String) -> Timestamp? {
    let parts = text.trimmed.split(separator: " ")
    guard parts.count == 2, parts[0].utf8.count == 10, parts[1].utf8.count >= 8 else { return nil }
    return Timestamp(rfc3339: "\(parts[0])T\(parts[1])+09:00")
  }

  /// `20260908230200`; nil where it is no time, as the portal's "2026090800".
  static func timestamp(digits text: String) -> Timestamp? {
    let digits = Array(text.trimmed)
    guard digits.count == 14, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    return Timestamp(
      rfc3339: "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
        + "T\(part(8..<10)):\(part(10..<12)):\(part(12..<14))+09:00")
  }

  /// The date in Korea, as days since 1970-01-01.
  static func day(of time: Timestamp) -> Int64 {
    let local = time.microseconds + offset
    return local >= 0 ? local / day : (local + 1) / day - 1
  }

  static func midnight(startingDay number: Int64) -> Timestamp {
    Timestamp(microseconds: number * day - offset)
  }

  /// When the next day begins in Korea, and with it the next day's calls.
  static func nextMidnight(after time: Timestamp) -> Timestamp {
    midnight(startingDay: day(of: time) + 1)
  }

  /// `HH:MM` of the clock in Korea.
  static func clock(_ time: Timestamp) -> String {
    let minutes = (time.microseconds + offset - day(of: time) * day) / 60_000_000
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }
}
