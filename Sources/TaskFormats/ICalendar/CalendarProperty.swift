internal import CivilTime
internal import Values

/// Dates and times as properties write them.
enum CalendarProperty {
  /// The value of DUE, DTSTART or RECURRENCE-ID; nil where it is none.
  static func time(_ line: ContentLine, zones: ZoneNames) -> CalendarTime? {
    guard let name = line.parameter("TZID") else {
      return CalendarTime(basic: line.value.trimmed, zone: nil)
    }
    let time = CalendarTime(basic: line.value.trimmed, zone: name)
    guard case .zoned(let local, _)? = time else { return time }
    return .zoned(local, zone: zones.name(name, at: local))
  }

  static func line(_ name: String, _ time: CalendarTime) -> ContentLine {
    switch time {
    case .date: ContentLine(own: name, time.basicText, parameters: [("VALUE", "DATE")])
    case .zoned(_, let zone): ContentLine(own: name, time.basicText, parameters: [("TZID", zone)])
    case .floating, .utc: ContentLine(own: name, time.basicText)
    }
  }

  /// CREATED, LAST-MODIFIED and the like, which RFC 5545 wants in UTC; some programs name a zone,
  /// and what has none is read as if it were UTC.
  static func instant(_ line: ContentLine, zones: ZoneNames) -> Timestamp? {
    switch time(line, zones: zones) {
    case .utc(let time), .floating(let time): time.utc
    case .zoned(let time, let zone): (zones.rules(zone) ?? .utc).instant(of: time)
    case .date(let date): CivilDateTime(date, .midnight).utc
    case nil: nil
    }
  }

  static func line(_ name: String, _ instant: Timestamp) -> ContentLine? {
    CivilDateTime(utc: instant).map { ContentLine(own: name, $0.basicText + "Z") }
  }
}
