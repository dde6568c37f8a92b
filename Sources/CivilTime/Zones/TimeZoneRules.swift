package import Values

/// One time zone: from instants to what clocks show, and back.
///
/// A value without a link to the machine: any number of zones works side by side in a process,
/// unlike `localtime(3)`, which knows one.
package struct TimeZoneRules: Hashable, Sendable {
  /// The zone's name in the database, as `Asia/Seoul`; `UTC` or the rule of a zone without one.
  package let identifier: String
  /// Before the first transition.
  let initial: LocalTimeType
  /// In ascending order.
  let table: [ClockChange]
  /// Behind the last transition of the table; nil where its type goes on.
  let rule: PosixZoneRule?

  package static let utc = TimeZoneRules(identifier: "UTC", offset: 0, abbreviation: "UTC")

  /// The local time type at an instant.
  package func type(at instant: Timestamp) -> LocalTimeType {
    type(atSeconds: instant.wholeSeconds)
  }

  /// What clocks show at an instant, less the part of a second; the first or last second of the
  /// calendar where that lies outside the years 1 to 9999.
  package func local(at instant: Timestamp) -> CivilDateTime {
    let seconds = instant.wholeSeconds
    let shown = seconds + Int64(type(atSeconds: seconds).offset)
    return CivilDateTime(seconds: shown)
      ?? (shown < 0
        ? CivilDateTime(.first, .midnight) : CivilDateTime(.last, .endOfDay))
  }

  /// The date on calendars in this zone.
  package func date(at instant: Timestamp) -> CivilDate { local(at: instant).date }

  private func type(atSeconds seconds: Int64) -> LocalTimeType {
    if table.last.map({ seconds >= $0.seconds }) ?? true {
      if let rule { return rule.type(atSeconds: seconds) }
      return table.last?.type ?? initial
    }
    let index = firstIndex(after: seconds)
    return index == 0 ? initial : table[index - 1].type
  }

  /// The index of the first transition of the table behind an instant.
  private func firstIndex(after seconds: Int64) -> Int {
    var (low, high) = (0, table.count)
    while low < high {
      let middle = (low + high) / 2
      if table[middle].seconds <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The changes of the clock behind an instant up to another, in order.
  package func transitions(after start: Int64, through end: Int64) -> [ClockChange] {
    guard start < end else { return [] }
    var found = Array(table[firstIndex(after: start)..<firstIndex(after: end)])
    guard let rule, rule.daylight != nil else { return found }
    let begin = max(start, table.last?.seconds ?? start)
    guard begin < end else { return found }
    for transition in rule.transitions(after: begin, through: end) { found.append(transition) }
    return found
  }
}

// MARK: From clocks to instants

extension TimeZoneRules {
  /// No zone is further from UTC than this many seconds (RFC 8536 allows 25 and 26 hours).
  private static let farthestOffset: Int64 = 26 * 3600

  /// Where in time the clocks of this zone show a date and time.
  package func resolve(_ local: CivilDateTime) -> LocalTimeResolution {
    let shown = local.seconds
    let start = shown - Self.farthestOffset - 1
    var offset = Int64(type(atSeconds: start).offset)
    var from = Int64.min
    var found: [Int64] = []
    var gap: LocalTimeResolution?
    for change in transitions(after: start, through: shown + Self.farthestOffset) {
      let next = Int64(change.type.offset)
      if shown - offset >= from, shown - offset < change.seconds { found.append(shown - offset) }
      if shown - offset >= change.seconds, shown - next < change.seconds {
        gap = .gap(
          change: Timestamp(microseconds: change.seconds * 1_000_000), before: Int(offset),
          after: Int(next))
      }
      (offset, from) = (next, change.seconds)
    }
    if shown - offset >= from { found.append(shown - offset) }
    let instants = found.map { Timestamp(microseconds: $0 * 1_000_000) }
    guard let first = instants.first, let last = instants.last else {
      return gap ?? .unique(local.utc)
    }
    return instants.count == 1 ? .unique(first) : .overlap(first: first, last: last)
  }

  /// The instant of a local date and time, as RFC 5545, section 3.3.5, decides doubtful ones.
  ///
  /// In an overlap, the first of the two. In a gap, the offset from before it holds, so that
  /// 02:30 in a gap from 02:00 to 03:00 is 03:30 on the clocks.
  package func instant(of local: CivilDateTime) -> Timestamp {
    switch resolve(local) {
    case .unique(let instant): instant
    case .overlap(let first, _): first
    case .gap(_, let before, _):
      Timestamp(microseconds: (local.seconds - Int64(before)) * 1_000_000)
    }
  }

  /// The first instant of a date; where clocks jump over midnight, the first that there is.
  package func start(of date: CivilDate) -> Timestamp {
    let midnight = CivilDateTime(date, .midnight)
    guard case .gap(let change, _, _) = resolve(midnight) else { return instant(of: midnight) }
    return change
  }
}

extension TimeZoneRules {
  /// The zone of a rule as POSIX has it for `$TZ`; nil where it is none.
  package init?(rule text: String) {
    guard let rule = PosixZoneRule(text) else { return nil }
    self.init(identifier: text, initial: rule.standard, table: [], rule: rule)
  }

  /// A zone whose clocks are never changed: so many seconds east of Greenwich.
  package init(identifier: String, offset: Int, abbreviation: String) {
    self.init(
      identifier: identifier, initial: LocalTimeType(offset: offset, abbreviation: abbreviation),
      table: [], rule: nil)
  }
}
