package import Values

/// A point in a calendar as people and RFC 5545 write it: a date, or a date and a time with what
/// is known of the zone.
package enum CalendarTime: Hashable, Sendable {
  /// The whole day, wherever the reader is.
  case date(CivilDate)
  /// What the clock on the reader's wall shows.
  case floating(CivilDateTime)
  /// What clocks in a zone of the time zone database show.
  case zoned(CivilDateTime, zone: String)
  case utc(CivilDateTime)

  /// The date as it is written; of `utc` the date in UTC.
  package var date: CivilDate {
    switch self {
    case .date(let date): date
    case .floating(let time), .zoned(let time, _), .utc(let time): time.date
    }
  }

  /// Nil of a date.
  package var time: TimeOfDay? {
    switch self {
    case .date: nil
    case .floating(let time), .zoned(let time, _), .utc(let time): time.time
    }
  }

  package var zoneIdentifier: String? {
    guard case .zoned(_, let zone) = self else { return nil }
    return zone
  }

  /// The same time and zone on another date.
  package func moved(to date: CivilDate) -> CalendarTime {
    switch self {
    case .date: .date(date)
    case .floating(let time): .floating(CivilDateTime(date, time.time))
    case .zoned(let time, let zone): .zoned(CivilDateTime(date, time.time), zone: zone)
    case .utc(let time): .utc(CivilDateTime(date, time.time))
    }
  }

  /// The instant that is meant; of a date its first moment.
  ///
  /// - Parameters:
  ///   - local: The zone of the reader, for dates and floating times.
  ///   - named: The zone of `zoned` times, as ``TimeZoneDatabase/zone(named:)`` found it; where it
  ///     is nil the reader's zone stands in.
  /// - Returns: The instant; doubtful times as ``TimeZoneRules/instant(of:)`` decides them.
  package func instant(local: TimeZoneRules, named: TimeZoneRules? = nil) -> Timestamp {
    switch self {
    case .date(let date): local.start(of: date)
    case .floating(let time): local.instant(of: time)
    case .zoned(let time, _): (named ?? local).instant(of: time)
    case .utc(let time): time.utc
    }
  }
}

extension CalendarTime: LosslessStringConvertible {
  /// Reads what ``description`` writes.
  package init?(_ text: some StringProtocol) {
    var scanner = CharacterScanner(text)
    guard let date = scanner.date(separated: true) else { return nil }
    if scanner.isAtEnd {
      self = .date(date)
      return
    }
    guard scanner.take("T") || scanner.take(" "), let time = scanner.time(separated: true) else {
      return nil
    }
    let local = CivilDateTime(date, time)
    if scanner.isAtEnd {
      self = .floating(local)
    } else if scanner.take("Z"), scanner.isAtEnd {
      self = .utc(local)
    } else if scanner.take("[") {
      // A calendar's own name of a zone may have any characters, also this one.
      let zone = scanner.remainder.utf8
      guard zone.last == UInt8(ascii: "]"), zone.count > 1 else { return nil }
      self = .zoned(local, zone: String(decoding: zone.dropLast(), as: UTF8.self))
    } else {
      return nil
    }
  }

  package init?(_ description: String) { self.init(description[...]) }

  /// `2026-11-21`, `2026-11-21T09:30:00`, `2026-11-21T09:30:00[Asia/Seoul]` (RFC 9557's suffix) or
  /// `2026-11-21T09:30:00Z`.
  package var description: String {
    switch self {
    case .date(let date): "\(date)"
    case .floating(let time): "\(time)"
    case .zoned(let time, let zone): "\(time)[\(zone)]"
    case .utc(let time): "\(time)Z"
    }
  }
}
