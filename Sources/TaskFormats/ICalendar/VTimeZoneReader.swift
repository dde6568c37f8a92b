internal import CivilTime
internal import Values

/// A definition of a zone (RFC 5545, section 3.6.5) as rules for `$TZ` (POSIX, XBD chapter 8).
///
/// Such a rule is for ever, and a definition may have had others before. So each time has the rule
/// that tells its offset: that of the last years, which tasks are planned by, else that of its own
/// years, and where it followed none just the offset.
struct VTimeZoneReader {
  /// A change of the clock, every year or once.
  fileprivate struct Observance {
    let isDaylight: Bool
    let begin: CivilDateTime
    /// From here on; seconds east of Greenwich.
    let offset: Int
    /// When it comes again every year: `M10.5.0`; nil of what came once.
    let day: String?
    /// Whether it comes no more.
    let hasEnded: Bool
    fileprivate let series: RecurrenceSeries?
    fileprivate let single: [CivilDateTime]

    /// The last time until `time` that clocks were changed so, on the clocks of before.
    func last(until time: CivilDateTime) -> CivilDateTime? {
      let dates = single.filter { $0 <= time }
      guard let series, let after = time.date.adding(days: -Self.reach) else { return dates.max() }
      var found = dates.max()
      for date in series.dates(after: after) {
        let change = CivilDateTime(date, begin.time)
        if change > time { break }
        found = max(found ?? change, change)
      }
      // What has ended long ago still tells the offset where nothing came behind it.
      if found == nil, hasEnded, begin <= time {
        for date in series.dates() {
          let change = CivilDateTime(date, begin.time)
          if change > time { break }
          found = max(found ?? change, change)
        }
      }
      return found
    }

    /// The last change that is not one of every year for ever.
    var lastOfItsOwn: CivilDateTime {
      var last = single.max() ?? begin
      if hasEnded, let series {
        for date in series.dates() { last = max(last, CivilDateTime(date, begin.time)) }
      }
      return last
    }

    /// A year and the days that a rule may move in it.
    static let reach = 380
  }

  private let all: [Observance]
  /// The rule of the last years; nil where the definition says nothing that a rule could say.
  private let now: (rule: String, zone: TimeZoneRules)?

  /// From when on the clocks do what they will do for ever, and the rule of that.
  private var settled: (from: CivilDateTime, rule: String?)?

  init(_ zone: ICalendarComponent) {
    all = zone.components.compactMap(Observance.init)
    now = Self.rule(all.filter { !$0.hasEnded }, last: all)
      .flatMap { rule in TimeZoneRules(rule: rule).map { (rule, $0) } }
    let changes = all.map(\.lastOfItsOwn)
    guard let last = changes.max(), let end = last.date.adding(days: Observance.reach) else {
      return
    }
    let from = CivilDateTime(end, .midnight)
    settled = (from, ownRule(at: from))
  }

  /// The rule for a time on the clocks of the zone.
  func rule(at time: CivilDateTime) -> String? {
    if let settled, time >= settled.from { return settled.rule }
    return ownRule(at: time)
  }

  private func ownRule(at time: CivilDateTime) -> String? {
    guard let now else { return nil }
    guard let offset = offset(at: time), !Self.tells(offset, at: time, now.zone) else {
      return now.rule
    }
    let then = all.filter { $0.day != nil && $0.begin.date.year <= time.date.year }
    if let rule = Self.rule(then, last: then), let zone = TimeZoneRules(rule: rule),
      Self.tells(offset, at: time, zone)
    {
      return rule
    }
    return FixedOffset.rule(offset: offset)
  }

  private static func tells(_ offset: Int, at time: CivilDateTime, _ zone: TimeZoneRules) -> Bool {
    zone.instant(of: time) == time.utc.adding(seconds: Double(-offset))
  }

  /// Seconds east of Greenwich; nil before all changes, and in the hours behind one, where a time
  /// may be one that clocks skipped or showed twice.
  private func offset(at time: CivilDateTime) -> Int? {
    let changes = all.compactMap { one in one.last(until: time).map { ($0, one.offset) } }
    guard let last = changes.max(by: { $0.0 < $1.0 }),
      time.utc.seconds(since: last.0.utc) >= Self.doubt
    else { return nil }
    return last.1
  }

  private static let doubt = 4.0 * 3600

  private static func rule(_ all: [Observance], last everything: [Observance]) -> String? {
    guard let last = everything.max(by: { $0.begin < $1.begin }) else { return nil }
    let yearly = all.filter { $0.day != nil }
    guard !yearly.isEmpty else { return FixedOffset.rule(offset: last.offset) }
    // The last ones of both kinds: older rules may be open by mistake, as Outlook leaves them.
    guard let standard = latest(yearly, isDaylight: false),
      let daylight = latest(yearly, isDaylight: true), standard.offset != daylight.offset
    else {
      // One that comes every year and changes nothing: Outlook says so of zones without changes.
      return FixedOffset.rule(offset: last.offset)
    }
    return FixedOffset.rule(offset: standard.offset) + FixedOffset.rule(offset: daylight.offset)
      + "," + change(daylight) + "," + change(standard)
  }

  private static func latest(_ observances: [Observance], isDaylight: Bool) -> Observance? {
    observances.filter { $0.isDaylight == isDaylight }.max { $0.begin < $1.begin }
  }

  /// `M3.5.0/2:30`: the time is what clocks show that are about to be changed, in both notations.
  private static func change(_ observance: Observance) -> String {
    let seconds = Int(observance.begin.time.secondOfDay)
    return (observance.day ?? "") + "/" + FixedOffset.digits(-seconds)
  }

  /// `+0900`, `-033000`.
  fileprivate static func seconds(_ text: String) -> Int? {
    var scanner = CharacterScanner(text.trimmed)
    let isWest = scanner.take("-")
    if !isWest { _ = scanner.take("+") }
    guard let hours = scanner.digits(2), let minutes = scanner.digits(2), hours <= 24, minutes < 60
    else { return nil }
    let rest = scanner.isAtEnd ? 0 : scanner.digits(2)
    guard let rest, rest < 60, scanner.isAtEnd else { return nil }
    return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60 + rest)
  }

  /// `M3.5.0` of `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`, or of a Sunday on one of seven days.
  fileprivate static func day(_ rule: String) -> String? {
    var parts: [String: String] = [:]
    for part in rule.uppercased().parts(between: 0x3B) {
      let pair = part.parts(between: 0x3D)
      if pair.count == 2 { parts[String(pair[0])] = String(pair[1]).trimmed }
    }
    guard parts["FREQ"] == "YEARLY", parts["INTERVAL"] ?? "1" == "1",
      let month = parts["BYMONTH"].flatMap({ Int($0) }),
      (1...12).contains(month), let day = parts["BYDAY"], day.utf8.count >= 2,
      let weekday = Weekday.allCases.first(where: { day.hasSuffix($0.code) })
    else { return nil }
    let count = day.utf8.count == 2 ? week(parts["BYMONTHDAY"]) : Int(day.dropLast(2))
    guard let count, count == -1 || (1...4).contains(count) else { return nil }
    // POSIX begins a week with Sunday, which is 0, and calls the last one of a month the fifth.
    return "M\(month).\(count == -1 ? 5 : count).\(weekday.rawValue % 7)"
  }

  /// Which one of a month falls on one of these seven days.
  private static func week(_ days: String?) -> Int? {
    guard let numbers = days?.parts(between: 0x2C).map({ Int($0) }), numbers.count == 7,
      let first = numbers[0], first % 7 == 1
    else { return nil }
    for (index, day) in numbers.enumerated() where day != first + index { return nil }
    return first / 7 + 1
  }
}

extension VTimeZoneReader.Observance {
  init?(_ component: ICalendarComponent) {
    guard ["STANDARD", "DAYLIGHT"].contains(component.name),
      let start = component.property("DTSTART"),
      case .floating(let begin)? = CalendarTime(basic: start.value.trimmed),
      let offset = component.property("TZOFFSETTO").flatMap({ VTimeZoneReader.seconds($0.value) })
    else { return nil }
    self.init(begin, offset, component)
  }

  private init(_ begin: CivilDateTime, _ offset: Int, _ component: ICalendarComponent) {
    let rule = component.property("RRULE")?.value ?? ""
    isDaylight = component.name == "DAYLIGHT"
    (self.begin, self.offset) = (begin, offset)
    day = VTimeZoneReader.day(rule)
    // Clocks are changed on days of the year; what else a file may say could go on without an end.
    let found = (try? RecurrenceRule(rule)).flatMap { $0.frequency == .yearly ? $0 : nil }
    hasEnded = found.map { $0.end != .never } ?? false
    // The zone's own clocks tell whether an UNTIL in UTC has come.
    let before = component.property("TZOFFSETFROM").flatMap { VTimeZoneReader.seconds($0.value) }
    let zone = TimeZoneRules(rule: FixedOffset.rule(offset: before ?? offset)) ?? .utc
    series = found.map { RecurrenceSeries($0, from: .floating(begin), zone: zone) }
    let others = component.properties.filter { $0.name == "RDATE" }.flatMap {
      $0.value.parts(between: 0x2C)
    }
    single =
      [begin]
      + others.compactMap { text in
        guard case .floating(let time)? = CalendarTime(basic: String(text).trimmed) else {
          return nil
        }
        return time
      }
  }
}
