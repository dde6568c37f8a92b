/// A point in time: microseconds since 1970-01-01T00:00:00Z.
///
/// On the wire RFC 3339 in UTC with milliseconds; in stores the integer of microseconds.
package struct Timestamp: Hashable, Comparable, Sendable {
  package var microseconds: Int64

  package init(microseconds: Int64) { self.microseconds = microseconds }

  package static func < (one: Timestamp, other: Timestamp) -> Bool {
    one.microseconds < other.microseconds
  }

  /// Seconds from `earlier` to this point; negative where this point is the earlier one.
  package func seconds(since earlier: Timestamp) -> Double {
    let (difference, isBeyond) = microseconds.subtractingReportingOverflow(earlier.microseconds)
    guard isBeyond else { return Double(difference) / 1e6 }
    return Double(microseconds) / 1e6 - Double(earlier.microseconds) / 1e6
  }

  /// The years that RFC 3339 can write, 0000 to 9999.
  private static let earliest: Int64 = -62_167_219_200_000_000
  private static let latest: Int64 = 253_402_300_799_999_999

  /// The point so many seconds later, or earlier where they are negative; what would be beyond the
  /// years that can be written is the first or the last moment of them, and NaN changes nothing.
  package func adding(seconds: Double) -> Timestamp {
    let wanted = (seconds * 1e6).rounded()
    if wanted.isNaN { return self }
    return adding(microseconds: Int64(exactly: wanted) ?? (wanted < 0 ? .min : .max))
  }

  /// The point so many microseconds later, within the years that can be written.
  package func adding(microseconds difference: Int64) -> Timestamp {
    let (sum, isBeyond) = microseconds.addingReportingOverflow(difference)
    let nearest = isBeyond ? (difference < 0 ? .min : .max) : sum
    return Timestamp(microseconds: min(max(nearest, Self.earliest), Self.latest))
  }
}

extension Timestamp: CustomStringConvertible {
  /// RFC 3339 in UTC with milliseconds: `2026-11-21T04:22:00.000Z`.
  ///
  /// The days-to-civil step is Howard Hinnant's `civil_from_days`.
  package var description: String {
    var year: Int64 = 0
    let text = String(unsafeUninitializedCapacity: Self.textBytes) { text in
      guard let start = text.baseAddress else { return 0 }
      let (count, written) = write(to: start)
      year = written
      return count
    }
    // No four digits are enough for other years; nobody but us reads them.
    return hasFourDigitYear ? text : "\(year)-\(text)"
  }

  /// Bytes of the text, where four digits are enough for its year.
  package static let textBytes = 24

  package var hasFourDigitYear: Bool { (Self.earliest...Self.latest).contains(microseconds) }

  /// Writes the text where there is room for it, without a year that needs more than four digits.
  ///
  /// Every answer with a time comes here, so the digits are put where they belong.
  ///
  /// - Returns: How many bytes were written, and the year.
  @discardableResult
  package func write(to text: UnsafeMutablePointer<UInt8>) -> (count: Int, year: Int64) {
    let day = microseconds.floorDivided(by: 86_400_000_000)
    // The first day of all begins before the first microsecond there is.
    let ofDay = (microseconds &- day &* 86_400_000_000) / 1000
    let (year, month, date) = Self.civil(fromDays: day)
    var place = 0
    if hasFourDigitYear { Self.put(year, 4, "-", &place, text) }
    Self.put(month, 2, "-", &place, text)
    Self.put(date, 2, "T", &place, text)
    Self.put(ofDay / 3_600_000, 2, ":", &place, text)
    Self.put(ofDay / 60_000 % 60, 2, ":", &place, text)
    Self.put(ofDay / 1000 % 60, 2, ".", &place, text)
    Self.put(ofDay % 1000, 3, "Z", &place, text)
    return (place, year)
  }

  /// So many digits of a number, and what stands behind them.
  private static func put(
    _ number: Int64, _ width: Int, _ separator: Unicode.Scalar, _ place: inout Int,
    _ text: UnsafeMutablePointer<UInt8>
  ) {
    var rest = number
    for digit in stride(from: place + width - 1, through: place, by: -1) {
      text[digit] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    text[place + width] = UInt8(ascii: separator)
    place += width + 1
  }

  /// The proleptic Gregorian date of a day counted from 1970-01-01.
  package static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let ofEra = shifted - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * ofYear + 2) / 153
    let day = ofYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// Days from 1970-01-01 to a proleptic Gregorian date.
  package static func days(fromCivil year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let era = marchYear.floorDivided(by: 400)
    let yearOfEra = marchYear - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let ofEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear
    return era * 146_097 + ofEra - 719_468
  }
}

extension Int64 {
  /// Division that rounds towards negative infinity.
  package func floorDivided(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}

extension Timestamp {
  /// Reads an RFC 3339 timestamp with any offset and up to nine decimals; nil where it is none.
  package init?(rfc3339 text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20 else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      guard bytes.indices.contains(range.upperBound - 1) else { return nil }
      var value: Int64 = 0
      for byte in bytes[range] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int64(byte - 0x30)
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
      bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] | 0x20 == 0x74, bytes[13] == 0x3A,
      bytes[16] == 0x3A, hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = Self.days(fromCivil: year, month, day)
    guard Self.civil(fromDays: days) == (year, month, day) else { return nil }
    var micros: Int64 = 0
    var index = 19
    if bytes[index] == 0x2E {
      index += 1
      var scale: Int64 = 100_000
      let start = index
      while index < bytes.count, (0x30...0x39).contains(bytes[index]) {
        micros += Int64(bytes[index] - 0x30) * scale
        scale /= 10
        index += 1
      }
      guard (1...9).contains(index - start) else { return nil }
    }
    guard index < bytes.count else { return nil }
    var offset: Int64 = 0
    switch bytes[index] {
    case 0x5A, 0x7A:
      guard bytes.count == index + 1 else { return nil }
    case 0x2B, 0x2D:
      guard bytes.count == index + 6, bytes[index + 3] == 0x3A,
        let hours = number(index + 1..<index + 3), let minutes = number(index + 4..<index + 6),
        hours < 24, minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * (bytes[index] == 0x2D ? -1 : 1)
    default: return nil
    }
    let seconds = days * 86400 + hour * 3600 + minute * 60 + second - offset * 60
    self.init(microseconds: seconds * 1_000_000 + micros)
  }
}
