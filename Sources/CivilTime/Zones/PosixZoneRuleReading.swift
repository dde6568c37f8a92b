extension PosixZoneRule {
  /// Reads a `TZ` string; nil where it is none.
  ///
  /// Daylight saving time without dates gets those of the United States, as glibc does.
  package init?(_ text: String) {
    var scanner = CharacterScanner(text)
    guard let name = scanner.zoneName(), let west = scanner.zoneOffset(hours: 24) else {
      return nil
    }
    standard = LocalTimeType(offset: -west, abbreviation: name)
    if scanner.isAtEnd {
      daylight = nil
      return
    }
    guard let daylightName = scanner.zoneName() else { return nil }
    var offset = standard.offset + 3600
    if let next = scanner.next, next != UInt8(ascii: ",") {
      guard let west = scanner.zoneOffset(hours: 24) else { return nil }
      offset = -west
    }
    let type = LocalTimeType(offset: offset, isDaylight: true, abbreviation: daylightName)
    if scanner.isAtEnd { scanner = CharacterScanner(",M3.2.0,M11.1.0") }
    guard scanner.take(","), let start = scanner.yearlyChange(), scanner.take(","),
      let end = scanner.yearlyChange(), scanner.isAtEnd
    else { return nil }
    daylight = Daylight(type: type, start: start, end: end)
  }
}

extension CharacterScanner {
  /// Letters, three or more, or anything of letters, digits and signs in angle brackets.
  fileprivate mutating func zoneName() -> String? {
    let isQuoted = take("<")
    let name = run { byte in
      let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      let isDigit = (0x30...0x39).contains(byte)
      return isLetter || isQuoted && (isDigit || byte == 0x2B || byte == 0x2D)
    }
    guard name.utf8.count >= 3, !isQuoted || take(">") else { return nil }
    return name
  }

  /// `[+-]hh[:mm[:ss]]` in seconds, as it is written: west is positive.
  fileprivate mutating func zoneOffset(hours limit: Int) -> Int? {
    let sign = take("-") ? -1 : 1
    if sign > 0 { _ = take("+") }
    guard let hours = number(limit: 3), hours <= limit else { return nil }
    var seconds = hours * 3600
    for unit in [60, 1] where take(":") {
      guard let value = digits(2), value < 60 else { return nil }
      seconds += value * unit
    }
    return sign * seconds
  }

  fileprivate mutating func yearlyChange() -> PosixZoneRule.YearlyChange? {
    guard let day = yearlyDay() else { return nil }
    var seconds = 2 * 3600
    if take("/") {
      guard let time = zoneOffset(hours: 167) else { return nil }
      seconds = time
    }
    return .init(day: day, seconds: seconds)
  }

  private mutating func yearlyDay() -> PosixZoneRule.YearlyChange.Day? {
    if take("J") {
      guard let day = number(limit: 3), (1...365).contains(day) else { return nil }
      return .julian(day)
    }
    guard take("M") else {
      guard let day = number(limit: 3), day <= 365 else { return nil }
      return .ordinal(day)
    }
    guard let month = number(limit: 2), (1...12).contains(month), take("."),
      let week = digits(1), (1...5).contains(week), take("."), let day = digits(1), day <= 6
    else { return nil }
    return .weekday(month: month, week: week, day: Weekday.sunday.adding(days: day))
  }
}
