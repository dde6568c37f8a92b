internal import Values

/// A date of the proleptic Gregorian calendar, in no time zone: years 1 to 9999.
///
/// Four bytes; the calendar's arithmetic is that of ``Timestamp``.
package struct CivilDate: Hashable, Sendable {
  /// Days since 1970-01-01.
  package let dayNumber: Int32

  /// 0001-01-01 and 9999-12-31.
  package static let first = CivilDate(unchecked: -719_162)
  package static let last = CivilDate(unchecked: 2_932_896)

  private init(unchecked dayNumber: Int32) { self.dayNumber = dayNumber }

  /// The date so many days after 1970-01-01; nil outside the years 1 to 9999.
  package init?(dayNumber: some BinaryInteger) {
    guard let number = Int32(exactly: dayNumber), number >= Self.first.dayNumber,
      number <= Self.last.dayNumber
    else { return nil }
    self.dayNumber = number
  }

  /// Nil where there is no such date: 2026-02-29, month 13, year 0.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.daysInMonth(month, of: year)
    else { return nil }
    self.init(dayNumber: Timestamp.days(fromCivil: Int64(year), Int64(month), Int64(day)))
  }

  /// Year, month and day of the month, in one computation.
  package var components: (year: Int, month: Int, day: Int) {
    let (year, month, day) = Timestamp.civil(fromDays: Int64(dayNumber))
    return (Int(year), Int(month), Int(day))
  }

  package var year: Int { components.year }
  package var month: Int { components.month }
  package var day: Int { components.day }

  /// 1970-01-01 was a Thursday.
  package var weekday: Weekday { Weekday.thursday.adding(days: Int(dayNumber % 7)) }
}

extension CivilDate: Comparable {
  package static func < (one: CivilDate, other: CivilDate) -> Bool {
    one.dayNumber < other.dayNumber
  }
}

// MARK: Arithmetic

extension CivilDate {
  package static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// 28 to 31.
  ///
  /// - Precondition: `month` is 1 to 12.
  package static func daysInMonth(_ month: Int, of year: Int) -> Int {
    precondition((1...12).contains(month), "no such month")
    if month == 2 { return isLeap(year) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  package var daysInMonth: Int {
    let (year, month, _) = components
    return Self.daysInMonth(month, of: year)
  }

  package var endOfMonth: CivilDate {
    let (year, month, day) = components
    return CivilDate(
      unchecked: dayNumber + Int32(Self.daysInMonth(month, of: year) - day))
  }

  package var startOfMonth: CivilDate { CivilDate(unchecked: dayNumber - Int32(day - 1)) }

  /// Days from the other date to this one; negative where this one is earlier.
  package func days(since other: CivilDate) -> Int { Int(dayNumber) - Int(other.dayNumber) }

  /// Nil outside the years 1 to 9999.
  package func adding(days: Int) -> CivilDate? {
    let (sum, overflowed) = Int(dayNumber).addingReportingOverflow(days)
    return overflowed ? nil : CivilDate(dayNumber: sum)
  }

  /// The same day so many months later, or the last of that month where it has no such day
  /// (2026-01-31 and a month is 2026-02-28); nil outside the years 1 to 9999.
  package func adding(months: Int) -> CivilDate? {
    let (year, month, day) = components
    let (count, overflowed) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflowed, (12..<120_000).contains(count) else { return nil }
    let (newYear, newMonth) = (count / 12, count % 12 + 1)
    let newDay = min(day, Self.daysInMonth(newMonth, of: newYear))
    return CivilDate(year: newYear, month: newMonth, day: newDay)
  }

  /// The same day so many years later; 29 February becomes 28 February in common years.
  package func adding(years: Int) -> CivilDate? {
    let (months, overflowed) = years.multipliedReportingOverflow(by: 12)
    return overflowed ? nil : adding(months: months)
  }

  /// The first such weekday on this date or after it; nil behind 9999-12-31.
  package func onOrAfter(_ weekday: Weekday) -> CivilDate? {
    adding(days: self.weekday.days(until: weekday))
  }
}

// MARK: Text

extension CharacterScanner {
  /// Takes `2026-11-21`, or `20261121` without separators.
  package mutating func date(separated: Bool) -> CivilDate? {
    let start = self
    if let year = digits(4), !separated || take("-"), let month = digits(2),
      !separated || take("-"), let day = digits(2),
      let date = CivilDate(year: year, month: month, day: day)
    {
      return date
    }
    self = start
    return nil
  }
}

extension CivilDate: LosslessStringConvertible {
  /// Reads `2026-11-21` and nothing else: RFC 3339, `full-date`.
  package init?(_ text: some StringProtocol) {
    var scanner = CharacterScanner(text)
    guard let date = scanner.date(separated: true), scanner.isAtEnd else { return nil }
    self = date
  }

  package init?(_ description: String) { self.init(description[...]) }

  /// As `2026-11-21`.
  package var description: String {
    let (year, month, day) = components
    return String(unsafeUninitializedCapacity: 10) { text in
      text.put(year, 4, at: 0, behind: nil)
      text.put(month, 2, at: 5, behind: "-")
      text.put(day, 2, at: 8, behind: "-")
      return 10
    }
  }

  /// As `20261121`: ISO 8601's basic form, which RFC 5545 uses.
  package var basicText: String {
    let (year, month, day) = components
    return DigitText.text([(year, 4), (month, 2), (day, 2)])
  }
}

/// Numbers with so many digits each, one behind the other.
enum DigitText {
  static func text(_ numbers: [(value: Int, digits: Int)]) -> String {
    let count = numbers.reduce(0) { $0 + $1.digits }
    return String(unsafeUninitializedCapacity: count) { buffer in
      var place = 0
      for (value, digits) in numbers {
        buffer.put(value, digits, at: place, behind: nil)
        place += digits
      }
      return count
    }
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Puts so many digits of a number where they belong, and before them what separates them: long
  /// lists write dates and times by the thousand.
  func put(_ number: Int, _ width: Int, at place: Int, behind separator: Unicode.Scalar?) {
    if let separator { self[place - 1] = UInt8(ascii: separator) }
    var rest = number
    for digit in stride(from: place + width - 1, through: place, by: -1) {
      self[digit] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}

extension Int {
  /// Decimal digits, with zeros before them up to a width; for values that are not negative.
  package func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}
