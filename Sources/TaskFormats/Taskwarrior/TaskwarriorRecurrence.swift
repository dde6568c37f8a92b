internal import CivilTime
internal import Values

/// Taskwarrior's `recur`: words and durations, as its manual lists them.
enum TaskwarriorRecurrence {
  private static let words: [String: String] = [
    "daily": "FREQ=DAILY", "day": "FREQ=DAILY", "weekly": "FREQ=WEEKLY", "sennight": "FREQ=WEEKLY",
    "weekdays": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "biweekly": "FREQ=WEEKLY;INTERVAL=2",
    "fortnight": "FREQ=WEEKLY;INTERVAL=2", "monthly": "FREQ=MONTHLY", "month": "FREQ=MONTHLY",
    "bimonthly": "FREQ=MONTHLY;INTERVAL=2", "quarterly": "FREQ=MONTHLY;INTERVAL=3",
    "semiannual": "FREQ=MONTHLY;INTERVAL=6", "annual": "FREQ=YEARLY", "yearly": "FREQ=YEARLY",
    "biannual": "FREQ=YEARLY;INTERVAL=2", "biyearly": "FREQ=YEARLY;INTERVAL=2",
  ]

  private static let units: [String: (String, Int)] = [
    "d": ("DAILY", 1), "day": ("DAILY", 1), "days": ("DAILY", 1), "w": ("WEEKLY", 1),
    "wk": ("WEEKLY", 1), "wks": ("WEEKLY", 1), "week": ("WEEKLY", 1), "weeks": ("WEEKLY", 1),
    "mo": ("MONTHLY", 1), "mos": ("MONTHLY", 1), "mth": ("MONTHLY", 1), "mths": ("MONTHLY", 1),
    "month": ("MONTHLY", 1), "months": ("MONTHLY", 1), "q": ("MONTHLY", 3), "qtr": ("MONTHLY", 3),
    "qtrs": ("MONTHLY", 3), "quarter": ("MONTHLY", 3), "quarters": ("MONTHLY", 3),
    "y": ("YEARLY", 1), "yr": ("YEARLY", 1), "yrs": ("YEARLY", 1), "year": ("YEARLY", 1),
    "years": ("YEARLY", 1),
  ]

  private static let isoUnits: [String: (String, Int)] = [
    "D": ("DAILY", 1), "W": ("WEEKLY", 1), "M": ("MONTHLY", 1), "Y": ("YEARLY", 1),
  ]

  /// The rule that means the same; nil for hours, minutes and what is unknown.
  static func rule(_ text: String) -> RecurrenceRule? {
    let word = text.lowercased()
    if let rule = words[word] { return parsed(rule) }
    var scanner = CharacterScanner(text)
    let isISO = scanner.take("P")
    let number = scanner.number(limit: 4) ?? (isISO ? nil : 1)
    let unit = scanner.remainder
    guard let number, let (frequency, size) = isISO ? isoUnits[unit] : units[unit.lowercased()]
    else { return nil }
    return parsed("FREQ=\(frequency);INTERVAL=\(number * size)")
  }

  /// The rule of a template with a deadline and perhaps an `until`.
  ///
  /// Nothing of the series is due after that, as Taskwarrior makes none after it and takes what is
  /// open by then away. UNTIL is of the deadline's kind (RFC 5545, section 3.3.10).
  static func rule(
    _ text: String, due: CalendarTime?, until: Timestamp?, _ context: FormatContext
  ) -> RecurrenceRule? {
    guard let rule = rule(text), let until else { return rule(text) }
    let local = context.zone.local(at: until)
    let end: CalendarTime? =
      switch due {
      case .date?: .date(local.date)
      case .floating?: .floating(local)
      case .utc?, .zoned?, nil: CivilDateTime(utc: until).map { .utc($0) }
      }
    return end.flatMap { parsed("\(rule);UNTIL=\($0.basicText)") }
  }

  /// A number out of range is no rule, as any other word that is none.
  private static func parsed(_ text: String) -> RecurrenceRule? { try? RecurrenceRule(text) }
}
