extension RecurrenceRule {
  /// Parts that other programs follow and this one does not.
  private static let unsupportedParts: Set<String> = [
    "BYSECOND", "BYMINUTE", "BYHOUR", "BYYEARDAY", "BYWEEKNO", "BYEASTER", "RSCALE", "SKIP",
  ]
  private static let parts: Set<String> = [
    "FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS", "WKST",
  ]

  /// Reads `FREQ=MONTHLY;BYDAY=2TU`, in either case; a leading `RRULE:` may be there.
  ///
  /// - Throws: ``RecurrenceFailure``, which names the part that is not supported or wrong.
  package init(_ text: String) throws(RecurrenceFailure) {
    let values = try Self.values(text)
    guard let word = values["FREQ"] else { throw .missingFrequency }
    guard let frequency = Frequency(rawValue: word) else {
      throw ["SECONDLY", "MINUTELY", "HOURLY"].contains(word)
        ? .unsupported("FREQ=\(word)") : .invalid("FREQ", word)
    }
    var weekStart = Weekday.monday
    if let code = values["WKST"] {
      guard let day = Weekday(code: code) else { throw .invalid("WKST", code) }
      weekStart = day
    }
    try self.init(
      frequency, interval: Self.number("INTERVAL", in: values) ?? 1, end: Self.end(values),
      days: Self.list("BYDAY", in: values, Self.day),
      monthDays: Self.list("BYMONTHDAY", in: values, Self.integer),
      months: Self.list("BYMONTH", in: values, Self.integer),
      setPositions: Self.list("BYSETPOS", in: values, Self.integer), weekStart: weekStart)
  }

  /// The parts by name, in upper case.
  private static func values(_ text: String) throws(RecurrenceFailure) -> [String: String] {
    guard text.utf8.count <= textLimit else { throw .tooLong }
    var rest = text.uppercased()[...]
    if rest.hasPrefix("RRULE:") { rest = rest.dropFirst(6) }
    var values: [String: String] = [:]
    for part in rest.split(separator: ";") {
      guard let sign = part.firstIndex(of: "=") else { throw .unknownPart(String(part)) }
      let name = String(part[..<sign])
      if unsupportedParts.contains(name) { throw .unsupported(name) }
      guard parts.contains(name) else { throw .unknownPart(name) }
      guard values[name] == nil else { throw .twice(name) }
      values[name] = String(part[part.index(after: sign)...])
    }
    return values
  }

  private static func end(_ values: [String: String]) throws(RecurrenceFailure) -> End {
    let count = try number("COUNT", in: values)
    guard let text = values["UNTIL"] else { return count.map(End.count) ?? .never }
    guard count == nil else { throw .notTogether("COUNT", "UNTIL") }
    guard let time = CalendarTime(basic: text) else { throw .invalid("UNTIL", text) }
    return .until(time)
  }

  private static func number(
    _ name: String, in values: [String: String]
  ) throws(RecurrenceFailure) -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = integer(text) else { throw .invalid(name, text) }
    return number
  }

  private static func list<Element>(
    _ name: String, in values: [String: String], _ element: (Substring) -> Element?
  ) throws(RecurrenceFailure) -> [Element] {
    guard let text = values[name] else { return [] }
    var elements: [Element] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let value = element(word) else { throw .invalid(name, String(word)) }
      elements.append(value)
    }
    return elements
  }

  private static func integer(_ text: some StringProtocol) -> Int? {
    var scanner = CharacterScanner(text)
    guard let number = scanner.signedNumber(), scanner.isAtEnd else { return nil }
    return number
  }

  private static func day(_ text: Substring) -> Day? {
    guard let weekday = Weekday(code: text.suffix(2)) else { return nil }
    let ordinal = text.dropLast(2)
    if ordinal.isEmpty { return Day(weekday) }
    return integer(ordinal).map { Day(weekday, ordinal: $0) }
  }
}
