internal import CivilTime

/// A definition of a zone (RFC 5545, section 3.6.5) as a rule for `$TZ` (POSIX, XBD chapter 8).
///
/// The rule is that of the definition's last years: what a zone did before is not in it, nor are
/// tasks of then what people plan by.
enum VTimeZoneReader {
  /// A change of the clock, every year or once.
  private struct Observance {
    let isDaylight: Bool
    let begin: CivilDateTime
    /// From here on; seconds east of Greenwich.
    let offset: Int
    /// When it comes again every year: `M10.5.0`; nil of what came once, or comes no more.
    let day: String?
  }

  /// Nil where the definition says nothing that a rule could say.
  static func rule(_ zone: ICalendarComponent) -> String? {
    let all = zone.components.compactMap(observance)
    guard let last = all.max(by: { $0.begin < $1.begin }) else { return nil }
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

  private static func observance(_ component: ICalendarComponent) -> Observance? {
    guard ["STANDARD", "DAYLIGHT"].contains(component.name),
      let start = component.property("DTSTART"),
      case .floating(let begin)? = CalendarTime(basic: start.value.trimmed),
      let offset = component.property("TZOFFSETTO").flatMap({ seconds($0.value) })
    else { return nil }
    let rule = component.property("RRULE")?.value ?? ""
    return Observance(
      isDaylight: component.name == "DAYLIGHT", begin: begin, offset: offset, day: day(rule))
  }

  /// `+0900`, `-033000`.
  private static func seconds(_ text: String) -> Int? {
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
  private static func day(_ rule: String) -> String? {
    var parts: [String: String] = [:]
    for part in rule.uppercased().parts(between: 0x3B) {
      let pair = part.parts(between: 0x3D)
      if pair.count == 2 { parts[String(pair[0])] = String(pair[1]).trimmed }
    }
    guard parts["FREQ"] == "YEARLY", parts["UNTIL"] == nil, parts["COUNT"] == nil,
      parts["INTERVAL"] ?? "1" == "1", let month = parts["BYMONTH"].flatMap({ Int($0) }),
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
