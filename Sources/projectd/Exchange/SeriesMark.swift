internal import CivilTime
internal import TaskFormats
internal import Values

/// To which series an occurrence belongs, as files and calendars carry it.
///
/// No format has a place for it; without it another board takes an occurrence for the first one of
/// a series of its own, and makes the same dates twice. It travels as an unknown field of each
/// format, which every program that keeps what it does not know hands on.
enum SeriesMark {
  private struct Place {
    let format: TaskFormat
    let series: String
    let start: String
    /// What stands around a value in the notation of the format.
    let head: (series: String, start: String)
    let tail: String
  }

  private static let places: [Place] = [
    Place(
      format: .ics, series: "X-MATE-SERIES", start: "X-MATE-SERIES-START",
      head: ("X-MATE-SERIES:", "X-MATE-SERIES-START:"), tail: ""),
    Place(
      format: .taskwarrior, series: "mateseries", start: "mateseriesstart", head: ("\"", "\""),
      tail: "\""),
    Place(format: .json, series: "series", start: "seriesStart", head: ("\"", "\""), tail: "\""),
    Place(format: .todotxt, series: "series:", start: "seriesstart:", head: ("", ""), tail: ""),
    Place(format: .csv, series: "series", start: "series start", head: ("", ""), tail: ""),
  ]

  /// The unknown fields in which a format carries it.
  static func extras(
    of series: UUID, from start: CalendarTime, as format: TaskFormat
  ) -> [String: String] {
    guard let place = places.first(where: { $0.format == format }) else { return [:] }
    return [
      format.key(place.series): place.head.series + series.description + place.tail,
      format.key(place.start): place.head.start + start.description + place.tail,
    ]
  }

  /// Takes it out of the unknown fields of a record; nil where it is not whole.
  static func take(from extras: inout [String: String]) -> (series: UUID, start: CalendarTime)? {
    for place in places {
      let keys = (place.format.key(place.series), place.format.key(place.start))
      guard let series = extras[keys.0].flatMap({ bare($0, place.head.series, place.tail) }),
        let start = extras[keys.1].flatMap({ bare($0, place.head.start, place.tail) }),
        let id = UUID(series), let time = CalendarTime(start)
      else { continue }
      extras[keys.0] = nil
      extras[keys.1] = nil
      return (id, time)
    }
    return nil
  }

  private static func bare(_ text: String, _ head: String, _ tail: String) -> String? {
    guard text.hasPrefix(head), text.hasSuffix(tail) else { return nil }
    return String(text.dropFirst(head.count).dropLast(tail.count))
  }
}
