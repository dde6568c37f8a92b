internal import CivilTime
internal import TaskFormats

/// What the parts of a phrase come to.
extension DeadlineWords {
  func joined(_ found: FoundParts, _ text: String) throws(ProjectError) -> CalendarTime {
    guard let clock = found.clock else {
      guard let part = found.part else {
        guard let day = found.day, !found.needsTime else { throw invalid(text) }
        return .date(day)
      }
      return try partOfDay(part, found, text)
    }
    guard !found.needsDay || found.day != nil else { throw invalid(text) }
    guard let (time, isNextNight) = clock.time(in: found.part) else { throw invalid(text) }
    var date = found.day ?? today
    if found.isUTC {
      guard found.part == nil else { throw invalid(text) }
      let isPast = found.day == nil && CivilDateTime(date, time).utc <= zone.instant(of: local)
      return .utc(CivilDateTime(isPast ? date.adding(days: 1) ?? date : date, time))
    }
    if isNextNight {
      // At one `tonight` is tomorrow; of another day's night nobody knows which side is meant.
      guard date == today else { throw invalid(text) }
      date = CivilDateTime(date, time) > local ? date : date.adding(days: 1) ?? date
    } else if found.day == nil, CivilDateTime(date, time) <= local {
      if clock.isEitherHalf, found.part == nil, let later = TimeOfDay(hour: time.hour + 12) {
        let (first, second) = (CivilDateTime(date, later), date.adding(days: 1) ?? date)
        throw ambiguous(text, "\(first)", "\(CivilDateTime(second, time))")
      }
      // A bare time is the next one: nobody asks in the evening for this morning.
      date = date.adding(days: 1) ?? date
    } else if date == today, CivilDateTime(date, time) <= local, clock.isEitherHalf,
      found.part == nil, let later = TimeOfDay(hour: time.hour + 12, minute: time.minute),
      CivilDateTime(date, later) > local
    {
      // Who says in the afternoon `today at 8` means the eight that is to come.
      return .zoned(CivilDateTime(date, later), zone: zone.identifier)
    }
    return .zoned(CivilDateTime(date, time), zone: zone.identifier)
  }

  /// Hours for parts of the day as Todoist has them; a night ends with its day.
  private static let hours: [DeadlineVocabulary.Half: Int] = [
    .morning: 9, .forenoon: 9, .afternoon: 15, .evening: 19,
  ]

  /// Of a half of a day its middle where it names a day, or its end: `내일 오전까지`.
  private static func hour(_ half: DeadlineVocabulary.Half, _ found: FoundParts) -> Int? {
    switch half {
    case .am where found.isUpToItsEnd: 12
    case .pm where found.isUpToItsEnd: 18
    case .am where found.day != nil: 9
    case .pm where found.day != nil: 15
    default: hours[half]
    }
  }

  private func partOfDay(
    _ part: DeadlineVocabulary.Half, _ found: FoundParts, _ text: String
  ) throws(ProjectError) -> CalendarTime {
    let day = found.day
    if part == .night, let day { return .date(day) }
    guard let hour = Self.hour(part, found), let time = TimeOfDay(hour: hour) else {
      throw invalid(text)
    }
    let here = CivilDateTime(day ?? today, time)
    let next = day == nil && here <= local ? today.adding(days: 1) : nil
    return .zoned(CivilDateTime(next ?? here.date, time), zone: zone.identifier)
  }
}
