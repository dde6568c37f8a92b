internal import CivilTime

/// Alarms of a task, RFC 5545, section 3.6.6.
enum VAlarm {
  /// When an alarm rings; nil where its trigger cannot be read, hangs on a start unknown here, or is beyond
  /// ``DurationText/limit``.
  ///
  /// `startToDue` are the seconds from DTSTART to DUE, nil where the task has no DTSTART. Then
  /// alarms that do not say what they are related to are taken as before the deadline, as programs
  /// that write such tasks mean it.
  static func reminder(_ alarm: ICalendarComponent, startToDue: Int?) -> Reminder? {
    guard let trigger = alarm.property("TRIGGER") else { return nil }
    let value = trigger.value.trimmed
    if let seconds = DurationText.seconds(value) {
      let isOfEnd = trigger.parameter("RELATED")?.uppercased() == "END"
      let before = (isOfEnd ? 0 : startToDue ?? 0) - seconds
      // A start may lie centuries away.
      return before.magnitude <= DurationText.limit ? .beforeDue(seconds: before) : nil
    }
    guard case .utc(let time) = CalendarTime(basic: value) else { return nil }
    return .at(time.utc)
  }

  /// An alarm of our own; nil for an instant outside the calendar.
  static func lines(_ reminder: Reminder, title: String) -> [String]? {
    let trigger: String
    switch reminder {
    case .beforeDue(let seconds):
      trigger = "TRIGGER;RELATED=END:\(DurationText.text(seconds: -seconds))"
    case .at(let instant):
      guard let time = CivilDateTime(utc: instant) else { return nil }
      trigger = "TRIGGER;VALUE=DATE-TIME:\(time.basicText)Z"
    }
    return [
      "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:\(ICalendarText.escaped(title))", trigger,
      "END:VALARM",
    ]
  }
}
