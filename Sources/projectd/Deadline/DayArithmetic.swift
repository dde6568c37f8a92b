internal import CivilTime

/// Days and distances as programs write them, which people type as well.
extension DeadlineWords {
  // MARK: From a day: `eom-2d`, `fri+1w`, `now+3h`

  /// `now+3d`, `now + 3h`.
  func fromNow(_ scanner: inout WordScanner) -> DistanceWords? {
    guard scanner.take("now", "지금"), scanner.takes("+", "-") else { return nil }
    let distance = DistanceWords.read(&scanner)
    return scanner.isAtEnd ? distance : nil
  }

  /// The same as without `now`.
  func moved(by distance: DistanceWords, _ text: String) throws(ProjectError) -> CalendarTime {
    if distance.isAmbiguous {
      let count = "now\(distance.count < 0 ? "-" : "+")\(abs(distance.count))"
      throw ambiguous(text, "\(count)min", "\(count)mo")
    }
    if let seconds = distance.seconds { return moved(seconds: seconds) }
    guard let day = day(distance, from: today) else { throw impossible(text) }
    return .date(day)
  }

  /// So far before or behind a day that was said; nil where no sign follows, or hours do.
  func moved(
    _ day: CivilDate, _ scanner: inout WordScanner, _ text: String
  ) throws(ProjectError) -> CivilDate? {
    let distance = scanner.attempt { scanner -> DistanceWords? in
      guard scanner.takes("+", "-") else { return nil }
      return DistanceWords.read(&scanner)
    }
    guard let distance else { return nil }
    // Five minutes from a day are none, so `m` is a month.
    if distance.isAmbiguous { return day.adding(months: distance.count) }
    guard distance.seconds == nil else { throw invalid(text) }
    guard let moved = self.day(distance, from: day) else { throw impossible(text) }
    return moved
  }

  // MARK: `thu 26`

  /// A number behind a weekday that is none of the clock's.
  func dayNumber(_ scanner: inout WordScanner) -> Int? {
    guard scanner.digitCount == 2, let day = scanner.number(), (25...31).contains(day),
      scanner.isAtEnd
    else { return nil }
    return day
  }

  /// The next day of that number that is that weekday, this month or the one behind it.
  func next(
    _ number: Int, on weekday: Weekday, _ text: String
  ) throws(ProjectError) -> CivilDate {
    let parts = DateParts(day: .number(number))
    let first = parts.next(from: today)
    let second = first?.adding(days: 1).flatMap { parts.next(from: $0) }
    guard let found = [first, second].compactMap({ $0 }).first(where: { $0.weekday == weekday })
    else { throw impossible(text, for: first) }
    return found
  }

  /// `friday 9`, of which the number may be an hour or a day of the month: the next one that is both.
  func hourOrDay(_ text: String) -> (number: Int, date: CivilDate)? {
    var scanner = WordScanner(text)
    guard let weekday = scanner.takeJoined(DeadlineVocabulary.weekdays), scanner.digitCount > 0,
      let number = scanner.number(limit: 2), (1...24).contains(number), scanner.isAtEnd
    else { return nil }
    var start: CivilDate? = today
    // Each day of the month is each weekday at least once in so many.
    for _ in 0..<24 {
      guard let day = start.flatMap({ DateParts(day: .number(number)).next(from: $0) }) else {
        return nil
      }
      if day.weekday == weekday { return (number, day) }
      start = day.adding(days: 1)
    }
    return nil
  }

  // MARK: ISO 8601: `P3D`, `PT4H`, `P1DT12H`

  /// What a duration says, as people do; nil of what is none, or has seconds.
  static func spoken(duration text: String) -> String? {
    var rest = Substring(text.uppercased())
    guard rest.popFirst() == "P" else { return nil }
    var parts: [String] = []
    var isTime = false
    while let first = rest.first {
      if first == "T", !isTime {
        isTime = true
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(digits.count)
      let units = isTime ? times : dates
      guard (1...4).contains(digits.count), let unit = rest.popFirst().flatMap({ units[$0] }) else {
        return nil
      }
      parts.append("\(digits) \(unit)")
    }
    return parts.isEmpty ? nil : "in " + parts.joined(separator: " and ")
  }

  private static let dates: [Character: String] = [
    "Y": "years", "M": "months", "W": "weeks", "D": "days",
  ]
  private static let times: [Character: String] = ["H": "hours", "M": "minutes"]
}
