internal import CivilTime
internal import IPCProtocol

/// The caller's time zone: as a parameter, and for the days they name.
enum CallerZone {
  /// Nil where the machine's zone has no name, as the daemon then knows it as well as we do.
  static var name: String? {
    let name = TimeZoneRules.local.identifier
    return name.hasPrefix("/") ? nil : name
  }

  /// A day as people type it (`tomorrow`, `어제`, `3 days ago`) as the date in their zone; nil for
  /// words that name none, which the schema then judges.
  static func day(_ words: String) -> JSONValue? {
    let today = TimeZoneRules.local.date(at: WallClock.now)
    return DayWords.day(words, today: today, looking: .future).map { .string($0.description) }
  }
}
