internal import Values

/// Days as people type them beside a date: `today`, `내일`, `friday`, `3 days ago`, `in 2w`, `3일 뒤`.
package enum DayWords {
  /// Which way words such as `friday` or `3d` look that fit a day on either side of today.
  package enum Direction: Sendable {
    case past
    case future
  }

  /// The day, or nil where the words name none; a weekday is the nearest one, looking ahead behind
  /// today, looking back with it.
  package static func day(
    _ words: some StringProtocol, today: CivilDate, looking direction: Direction
  ) -> CivilDate? {
    let words = words.lowercased()
    if let date = CivilDate(words[...]) { return date }
    if let days = offsets[words] { return today.adding(days: days) }
    if let weekday = weekdays[words] {
      let ahead = today.weekday.days(until: weekday)
      switch direction {
      case .past: return today.adding(days: ahead == 0 ? 0 : ahead - 7)
      case .future: return today.adding(days: ahead == 0 ? 7 : ahead)
      }
    }
    return distance(words[...], direction).flatMap { today.adding(days: $0) }
  }

  private static let offsets: [String: Int] = [
    "today": 0, "오늘": 0, "tomorrow": 1, "내일": 1, "yesterday": -1, "어제": -1,
    "day before yesterday": -2, "그제": -2, "그저께": -2, "엊그제": -2, "그끄제": -3, "그끄저께": -3,
    "day after tomorrow": 2, "모레": 2, "내일모레": 2, "글피": 3,
  ]

  private static let weekdays: [String: Weekday] = {
    var days: [String: Weekday] = [:]
    for day in Weekday.allCases {
      let name = day.english.lowercased()
      for word in [name, String(name.prefix(3)), day.korean + "요일"] { days[word] = day }
    }
    return days
  }()

  /// Whole days away, as words before or behind them say: `in 3 days`, `3d ago`, `3일 전`.
  private static func distance(_ words: Substring, _ direction: Direction) -> Int? {
    var words = words
    var sign = direction == .past ? -1 : 1
    if words.hasPrefix("in ") {
      (words, sign) = (words.dropFirst(3), 1)
    } else if let behind = behind.first(where: { words.hasSuffix($0.word) }) {
      (words, sign) = (words.dropLast(behind.word.count), behind.sign)
      while words.last == " " { words = words.dropLast() }
    }
    // A number alone is no day: it would be seconds.
    guard words.contains(where: \.isLetter), let seconds = DurationReading.seconds(words),
      let whole = Int(exactly: seconds), whole % 86_400 == 0, whole / 86_400 <= 36_500
    else { return nil }
    return sign * (whole / 86_400)
  }

  private static let behind: [(word: String, sign: Int)] = [
    (" ago", -1), ("전", -1), ("뒤", 1), ("후", 1),
  ]
}
