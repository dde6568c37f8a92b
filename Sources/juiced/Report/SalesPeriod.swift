internal import CivilTime
internal import IPCProtocol
internal import Values

/// Which sales a report is about, and how they are totalled.
struct SalesPeriod: Hashable, Sendable {
  let step: SalesStep
  /// Up to but not including the second; nil is without end.
  let from: Timestamp?
  let until: Timestamp?
  /// On whose clocks days and hours begin.
  private let zone: TimeZoneRules

  /// The zone of whoever asks, or the machine's.
  ///
  /// - Throws: ``BarReason/unknownZone``.
  static func zone(_ name: String?) throws(BarError) -> TimeZoneRules {
    let database = TimeZoneDatabase()
    guard let name else { return database.local() }
    do throws(TimeZoneFailure) {
      return try database.zone(named: name)
    } catch {
      throw BarError(
        .unknownZone, ["zone": .string(name), "hint": database.hint(for: name).jsonValue])
    }
  }

  /// From the first to the last date, as `2026-11-21`, or from a moment on; without any from the
  /// beginning until now, and by the hour today.
  ///
  /// Sales are kept by pieces of five minutes: the one in which the moment lies is taken in.
  init(
    from: String?, to: String?, since: Timestamp? = nil, step: SalesStep, now: Timestamp,
    zone: TimeZoneRules = TimeZoneDatabase().local()
  ) throws(BarError) {
    let (start, end) = (try Self.date(from), try Self.date(to))
    if let start, let end, start > end { throw BarError(.invalidPeriod) }
    guard since == nil || start == nil && end == nil else { throw BarError(.invalidPeriod) }
    self.step = step
    self.zone = zone
    if let since {
      (self.from, until) = (since, nil)
    } else if step == .hour, start == nil, end == nil {
      let today = zone.dayRange(containing: now)
      (self.from, until) = (today.lowerBound, today.upperBound)
    } else {
      (self.from, until) = (start.map(zone.start), end.map(zone.end))
    }
  }

  private static func date(_ text: String?) throws(BarError) -> CivilDate? {
    guard let text else { return nil }
    guard let date = CivilDate(text) else { throw BarError(.invalidPeriod) }
    return date
  }

  /// The day or hour that a moment belongs to; nil in a total.
  func range(containing moment: Timestamp) -> Range<Timestamp>? {
    switch step {
    case .total: nil
    case .day: zone.dayRange(containing: moment)
    case .hour: zone.hourRange(containing: moment)
    }
  }

  /// A day or hour as a spreadsheet reads it: `2026-11-21`, `2026-11-21 14:00`.
  func label(_ range: Range<Timestamp>) -> String {
    let local = zone.local(at: range.lowerBound)
    switch step {
    case .total: return ""
    case .day: return "\(local.date)"
    case .hour:
      let text = "\(local.date) \(local.time.shortText)"
      // Where clocks are put back, an hour comes twice.
      let other = [-3600.0, 3600].map { zone.local(at: range.lowerBound.adding(seconds: $0)) }
      guard
        other.contains(where: { $0.date == local.date && $0.time.shortText == local.time.shortText }
        )
      else { return text }
      return "\(text) \(zone.type(at: range.lowerBound).abbreviation)"
    }
  }
}
