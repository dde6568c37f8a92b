package import Values

/// A time on a clock's face, to the second: 00:00:00 to 23:59:59.
package struct TimeOfDay: Hashable, Comparable, Sendable {
  /// Seconds since midnight on a day without a change of the clock: 0 to 86,399.
  package let secondOfDay: Int32

  package static let midnight = TimeOfDay(unchecked: 0)
  /// 23:59:59.
  package static let endOfDay = TimeOfDay(unchecked: 86_399)

  private init(unchecked secondOfDay: Int32) { self.secondOfDay = secondOfDay }

  package init?(secondOfDay: Int) {
    guard (0..<86_400).contains(secondOfDay) else { return nil }
    self.secondOfDay = Int32(secondOfDay)
  }

  /// Nil where no clock shows it; second 60, a leap second, is read as 59.
  package init?(hour: Int, minute: Int = 0, second: Int = 0) {
    guard (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second) else {
      return nil
    }
    secondOfDay = Int32(hour * 3600 + minute * 60 + min(second, 59))
  }

  package var hour: Int { Int(secondOfDay) / 3600 }
  package var minute: Int { Int(secondOfDay) / 60 % 60 }
  package var second: Int { Int(secondOfDay) % 60 }

  package static func < (one: TimeOfDay, other: TimeOfDay) -> Bool {
    one.secondOfDay < other.secondOfDay
  }
}

extension CharacterScanner {
  /// Takes `09:30:00` or `09:30`, or `093000` without separators.
  package mutating func time(separated: Bool) -> TimeOfDay? {
    let start = self
    if let hour = digits(2), !separated || take(":"), let minute = digits(2) {
      let seconds = separated ? (take(":") ? digits(2) : 0) : digits(2)
      if let seconds, let time = TimeOfDay(hour: hour, minute: minute, second: seconds) {
        return time
      }
    }
    self = start
    return nil
  }
}

extension TimeOfDay: LosslessStringConvertible {
  /// Reads `09:30` or `09:30:00`.
  package init?(_ text: some StringProtocol) {
    var scanner = CharacterScanner(text)
    guard let time = scanner.time(separated: true), scanner.isAtEnd else { return nil }
    self = time
  }

  package init?(_ description: String) { self.init(description[...]) }

  /// As `09:30:00`.
  package var description: String {
    String(unsafeUninitializedCapacity: 8) { text in
      text.put(hour, 2, at: 0, behind: nil)
      text.put(minute, 2, at: 3, behind: ":")
      text.put(second, 2, at: 6, behind: ":")
      return 8
    }
  }

  /// As `09:30`.
  package var shortText: String { "\(hour.padded(2)):\(minute.padded(2))" }

  /// As `093000`.
  package var basicText: String { DigitText.text([(hour, 2), (minute, 2), (second, 2)]) }
}

/// A date and a time of day, in no time zone.
package struct CivilDateTime: Hashable, Comparable, Sendable {
  package var date: CivilDate
  package var time: TimeOfDay

  package init(_ date: CivilDate, _ time: TimeOfDay) {
    self.date = date
    self.time = time
  }

  /// Seconds since 1970-01-01T00:00:00, as if every day had 86,400 of them.
  package var seconds: Int64 { Int64(date.dayNumber) * 86_400 + Int64(time.secondOfDay) }

  /// The reverse of ``seconds``; nil outside the years 1 to 9999.
  package init?(seconds: Int64) {
    let day = seconds.floorDivided(by: 86_400)
    guard let date = CivilDate(dayNumber: day),
      let time = TimeOfDay(secondOfDay: Int(seconds - day * 86_400))
    else { return nil }
    self.init(date, time)
  }

  package static func < (one: CivilDateTime, other: CivilDateTime) -> Bool {
    one.seconds < other.seconds
  }

  /// The instant at which clocks in UTC show this.
  package var utc: Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

  /// What clocks in UTC show, less the part of a second; nil outside the years 1 to 9999.
  package init?(utc instant: Timestamp) {
    self.init(seconds: instant.wholeSeconds)
  }
}

extension CivilDateTime: LosslessStringConvertible {
  /// Reads `2026-11-21T09:30:00`, also without seconds or with a space for the `T`.
  package init?(_ text: some StringProtocol) {
    var scanner = CharacterScanner(text)
    guard let date = scanner.date(separated: true), scanner.take("T") || scanner.take(" "),
      let time = scanner.time(separated: true), scanner.isAtEnd
    else { return nil }
    self.init(date, time)
  }

  package init?(_ description: String) { self.init(description[...]) }

  /// As `2026-11-21T09:30:00`.
  package var description: String { "\(date)T\(time)" }

  /// As `20261121T093000`.
  package var basicText: String { date.basicText + "T" + time.basicText }
}

extension Timestamp {
  /// Seconds since 1970, rounded down.
  package var wholeSeconds: Int64 { microseconds.floorDivided(by: 1_000_000) }
}
