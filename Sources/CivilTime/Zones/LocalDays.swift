package import Values

/// Days and hours on the clocks of a zone; a day may have 23 or 25 hours.
extension TimeZoneRules {
  /// The zone of the user when the program first asked for it: for programs that end soon.
  ///
  /// Others ask ``TimeZoneDatabase/local()`` when they need it.
  package static let local = TimeZoneDatabase().local()

  /// From the first moment of the day that an instant belongs to up to the next day's.
  ///
  /// Where clocks go back over midnight the new day has begun: it takes in the hour that shows the
  /// old date again.
  package func dayRange(containing instant: Timestamp) -> Range<Timestamp> {
    let date = date(at: instant)
    let (start, end) = (start(of: date), end(of: date))
    guard end <= instant, let next = date.adding(days: 1) else { return start..<end }
    return end..<self.end(of: next)
  }

  /// The first moment behind a date.
  package func end(of date: CivilDate) -> Timestamp {
    guard let next = date.adding(days: 1) else {
      return instant(of: CivilDateTime(date, .endOfDay)).adding(microseconds: 1_000_000)
    }
    return start(of: next)
  }

  /// From the full hour before an instant up to an hour later.
  package func hourRange(containing instant: Timestamp) -> Range<Timestamp> {
    let past = Int64(local(at: instant).time.secondOfDay % 3600)
    let start = (instant.wholeSeconds - past) * 1_000_000
    return Timestamp(microseconds: start)..<Timestamp(microseconds: start + 3_600_000_000)
  }
}
