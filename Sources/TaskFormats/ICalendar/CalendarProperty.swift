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

/// Zones as Outlook and Exchange name them: the ones in use most, after CLDR's `windowsZones.xml`.
enum WindowsZones {
  static let names: [String: String] = [
    "UTC": "UTC", "GMT Standard Time": "Europe/London", "Greenwich Standard Time": "Africa/Abidjan",
    "W. Europe Standard Time": "Europe/Berlin", "Central Europe Standard Time": "Europe/Budapest",
    "Romance Standard Time": "Europe/Paris", "Central European Standard Time": "Europe/Warsaw",
    "E. Europe Standard Time": "Europe/Chisinau", "FLE Standard Time": "Europe/Kiev",
    "GTB Standard Time": "Europe/Bucharest", "Turkey Standard Time": "Europe/Istanbul",
    "Israel Standard Time": "Asia/Jerusalem", "Egypt Standard Time": "Africa/Cairo",
    "South Africa Standard Time": "Africa/Johannesburg", "Russian Standard Time": "Europe/Moscow",
    "Arab Standard Time": "Asia/Riyadh", "Arabian Standard Time": "Asia/Dubai",
    "Iran Standard Time": "Asia/Tehran", "Pakistan Standard Time": "Asia/Karachi",
    "India Standard Time": "Asia/Kolkata", "Nepal Standard Time": "Asia/Kathmandu",
    "SE Asia Standard Time": "Asia/Bangkok", "China Standard Time": "Asia/Shanghai",
    "Singapore Standard Time": "Asia/Singapore", "Taipei Standard Time": "Asia/Taipei",
    "Tokyo Standard Time": "Asia/Tokyo", "Korea Standard Time": "Asia/Seoul",
    "North Korea Standard Time": "Asia/Pyongyang", "AUS Eastern Standard Time": "Australia/Sydney",
    "E. Australia Standard Time": "Australia/Brisbane",
    "AUS Central Standard Time": "Australia/Darwin",
    "Cen. Australia Standard Time": "Australia/Adelaide",
    "W. Australia Standard Time": "Australia/Perth",
    "New Zealand Standard Time": "Pacific/Auckland",
    "Hawaiian Standard Time": "Pacific/Honolulu", "Alaskan Standard Time": "America/Anchorage",
    "Pacific Standard Time": "America/Los_Angeles", "Mountain Standard Time": "America/Denver",
    "US Mountain Standard Time": "America/Phoenix", "Central Standard Time": "America/Chicago",
    "Canada Central Standard Time": "America/Regina", "Eastern Standard Time": "America/New_York",
    "Atlantic Standard Time": "America/Halifax", "Newfoundland Standard Time": "America/St_Johns",
    "E. South America Standard Time": "America/Sao_Paulo",
    "Argentina Standard Time": "America/Buenos_Aires", "SA Pacific Standard Time": "America/Bogota",
    "Central Standard Time (Mexico)": "America/Mexico_City",
  ]
}
