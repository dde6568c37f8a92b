internal import CivilTime
internal import Values

/// Time zones by name, each read once.
struct FeedZones {
  private var known: [String: TimeZoneRules] = [:]

  /// Nil where nobody knows it.
  subscript(name: String) -> TimeZoneRules? {
    mutating get {
      if let zone = known[name] { return zone }
      guard known.count < 1000, let zone = try? TimeZoneDatabase().zone(named: name) else {
        return nil
      }
      known[name] = zone
      return zone
    }
  }
}

extension FeedFile {
  /// `08:30`, `tomorrow 08:30`, `내일 08:30`, `now`, `2026-11-21T08:30` or `2026-11-21 08:30` of the clocks in the feed's zone, or at
  /// some stops.
  func localTime(_ text: String, at stops: [FeedStop] = [], now: Timestamp) -> Timestamp? {
    let zone = zone(of: stops)
    if Self.nowWords.contains(text.lowercased()) { return now }
    // `Today 23:59` has a T as well.
    let sign: Character = text.contains(" ") ? " " : "T"
    let parts = text.split(separator: sign)
    guard let last = parts.last, parts.count <= 2 else { return nil }
    let today = zone.date(at: now)
    let date = parts.count == 2 ? Self.date(String(parts[0]), from: today) : today
    let numbers = last.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard let date, (2...3).contains(numbers.count), let hour = numbers[0], let minute = numbers[1],
      let time = TimeOfDay(hour: hour, minute: minute)
    else { return nil }
    return zone.instant(of: CivilDateTime(date, time))
  }

  private static let nowWords = ["now", "지금"]
  private static let dayWords: [String: Int32] = [
    "yesterday": -1, "today": 0, "tomorrow": 1, "어제": -1, "오늘": 0, "내일": 1, "모레": 2, "글피": 3,
  ]

  /// A day by its word, or as `2026-11-21`.
  private static func date(_ word: String, from today: CivilDate) -> CivilDate? {
    if let offset = dayWords[word.lowercased()] {
      return CivilDate(dayNumber: today.dayNumber + offset)
    }
    return CivilDate(word)
  }
}
