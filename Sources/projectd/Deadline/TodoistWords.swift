internal import CivilTime
internal import TaskFormats
internal import Values

/// Days and repetitions in the words that Todoist keeps: `Nov 30 at 3pm`, `every mon at 9am`, `every! 3
/// days`, `every friday starting dec 4`.
struct TodoistWords {
  private let words: DeadlineWords

  init(_ words: DeadlineWords) { self.words = words }

  /// Nil of what is neither a day nor a rule that is followed here.
  func time(_ text: String) -> SpokenTime? {
    guard text.utf8.count <= 100 else { return nil }
    // `after 10 days` comes again with Todoist, and is a day with us.
    if text.lowercased().hasPrefix("after "), let time = repetition(text) { return time }
    if let time = try? words.deadline(text) { return SpokenTime(time) }
    return repetition(text.trimmed)
  }

  private static let fromCompletion = ["every!": "every", "ev!": "every", "after": "every"]
  private static let beginnings: Set<String> = ["starting", "beginning", "from"]
  /// The words of a time: `at half past nine`.
  private static let reach = 4

  private func repetition(_ text: String) -> SpokenTime? {
    var parts = text.split(separator: " ").map { $0 == "@" ? "at" : String($0) }
    guard let first = parts.first?.lowercased() else { return nil }
    let counted = Self.fromCompletion[first]
    if let counted { parts[0] = counted }
    guard let day = takeStart(&parts) else { return nil }
    for (rule, time) in splits(parts) {
      let start = time.map {
        CalendarTime.zoned(CivilDateTime(day, $0), zone: words.zone.identifier)
      }
      let reader = RepeatWords(words: words, start: start ?? .date(day))
      guard let rule = try? reader.rule(rule),
        let first = firstTime(rule, from: start ?? .date(day))
      else { continue }
      return SpokenTime(first, rule: rule, countsFromCompletion: counted != nil)
    }
    return nil
  }

  /// Takes `starting dec 4` out of a phrase; today where it says none.
  private func takeStart(_ parts: inout [String]) -> CivilDate? {
    guard let place = parts.firstIndex(where: { Self.beginnings.contains($0.lowercased()) }) else {
      return words.today
    }
    let behind = parts[(place + 1)...]
    for end in (behind.startIndex...behind.endIndex).reversed() where end > behind.startIndex {
      let said = try? words.deadline(behind[..<end].joined(separator: " "))
      guard let said, said.time == nil else { continue }
      parts.removeSubrange(place..<end)
      return said.date
    }
    return nil
  }

  /// A rule with a time anywhere in it: the whole as a rule first.
  private func splits(_ parts: [String]) -> [(rule: String, time: TimeOfDay?)] {
    var splits: [(String, TimeOfDay?)] = [(parts.joined(separator: " "), nil)]
    for start in parts.indices.dropFirst() {
      for end in (start + 1)...min(start + Self.reach, parts.count) {
        let said = parts[start..<end].joined(separator: " ")
        // Of another day than today no time is past.
        let whole = try? words.deadline("tomorrow \(said)")
        guard let time = whole?.time else { continue }
        splits.append(((parts[..<start] + parts[end...]).joined(separator: " "), time))
      }
    }
    return splits
  }

  /// The first time of a rule that is not past.
  private func firstTime(_ rule: RecurrenceRule, from start: CalendarTime) -> CalendarTime? {
    let series = RecurrenceSeries(rule, from: start, zone: words.zone)
    return series.dates().prefix(3).lazy.map { start.moved(to: $0) }.first { time in
      time.time.map { CivilDateTime(time.date, $0) > words.local } ?? (time.date >= words.today)
    }
  }
}
