internal import CivilTime
internal import Values

/// Defines the zones that records name, as RFC 5545, section 3.6.5, demands of every TZID.
///
/// A definition has one observance for each change of the clock from the year before the first time
/// that needs it, and behind the last change that the zone's rule does not explain, one observance
/// with an RRULE for each half of the year.
struct VTimeZoneWriter {
  /// Of each zone the first year that needs it.
  private var years: [String: Int] = [:]
  private let defined: Set<String>

  /// - Parameter defined: Zones that have a definition already.
  init(except defined: Set<String> = []) { self.defined = defined }

  /// Notes which zones a record names.
  mutating func take(_ record: TaskRecord) {
    for time in Self.times(record) {
      guard let zone = time.zoneIdentifier, !defined.contains(zone) else { continue }
      if let year = years[zone], year <= time.date.year { continue }
      years[zone] = time.date.year
    }
  }

  /// The definitions of all zones that were named.
  func lines(_ context: FormatContext) -> [String] {
    years.sorted { $0.key < $1.key }.flatMap { name, year -> [String] in
      guard let rules = context.zones(name) else { return [] }
      return Self.definition(name, rules, from: year - 1)
    }
  }

  private static func times(_ record: TaskRecord) -> [CalendarTime] {
    let plan = record.extras.isEmpty ? [] : ["DTSTART", VTodo.wait]
    let kept = plan.compactMap { name in
      record.extras[TaskFormat.ics.key(name)].flatMap(KeptProperties.line).flatMap {
        CalendarProperty.time($0, zones: ZoneNames())
      }
    }
    return kept + (record.due.map { [$0] } ?? [])
  }

  private static func definition(
    _ name: String, _ rules: TimeZoneRules, from year: Int
  ) -> [String] {
    let start = TimeZoneRules.startOfYear(year)
    let first = rules.type(at: Timestamp(microseconds: start * 1_000_000))
    var offset = first.offset
    var lines = ["BEGIN:VTIMEZONE", "TZID:\(name)"]
    lines += observance(first, from: offset, at: start + Int64(offset), rule: nil)
    let (changes, series) = rules.observances(from: start)
    for change in changes + series.map(\.first) {
      let rule = series.first { $0.first == change }?.rule
      lines += observance(change.type, from: offset, at: change.seconds + Int64(offset), rule: rule)
      offset = change.type.offset
    }
    return lines + ["END:VTIMEZONE"]
  }

  /// `local` is the beginning, on the clock that was valid until then.
  private static func observance(
    _ type: LocalTimeType, from offset: Int, at local: Int64, rule: String?
  ) -> [String] {
    guard let begin = CivilDateTime(seconds: local) else { return [] }
    let kind = type.isDaylight ? "DAYLIGHT" : "STANDARD"
    var lines = ["BEGIN:\(kind)", "DTSTART:\(begin.basicText)"]
    lines.append("TZOFFSETFROM:\(offsetText(offset))")
    lines.append("TZOFFSETTO:\(offsetText(type.offset))")
    lines.append("TZNAME:\(type.abbreviation)")
    if let rule { lines.append("RRULE:\(rule)") }
    return lines + ["END:\(kind)"]
  }

  /// `+0900`, and seconds only where there are some.
  private static func offsetText(_ offset: Int) -> String {
    let size = Int(offset.magnitude)
    let seconds = size % 60 == 0 ? "" : (size % 60).padded(2)
    return (offset < 0 ? "-" : "+") + (size / 3600).padded(2) + (size / 60 % 60).padded(2) + seconds
  }
}
