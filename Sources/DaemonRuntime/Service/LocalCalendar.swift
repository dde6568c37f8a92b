internal import Glibc
package import IPCProtocol

/// Days and hours as the clock on the wall of the daemon's machine shows them.
///
/// The rules are those of `$TZ` or `/etc/localtime`; a day may have 23 or 25 hours.
package enum LocalCalendar {
  /// A date, as `2026-11-21`, as days since 1970-01-01; nil where it is no date.
  package static func day(_ text: String) -> Int64? {
    // The calendar is the protocol's: what is no date there is none here.
    guard text.utf8.count == 10, let time = Timestamp(rfc3339: "\(text)T00:00:00Z") else {
      return nil
    }
    return time.microseconds / microsecondsPerDay
  }

  /// The first moment of a day that is counted from 1970-01-01.
  package static func midnight(startingDay day: Int64) -> Timestamp {
    let (year, month, date) = Timestamp.civil(fromDays: day)
    var parts = tm()
    // Years that no Int32 has are none of mktime's either.
    parts.tm_year = Int32(clamping: year - 1900)
    parts.tm_mon = Int32(month - 1)
    parts.tm_mday = Int32(date)
    parts.tm_isdst = -1
    return Timestamp(microseconds: Int64(mktime(&parts)) * 1_000_000)
  }

  /// The day that a moment belongs to, counted from 1970-01-01.
  package static func day(containing moment: Timestamp) -> Int64 {
    let parts = parts(of: moment)
    return Timestamp.days(
      fromCivil: Int64(parts.tm_year) + 1900, Int64(parts.tm_mon) + 1, Int64(parts.tm_mday))
  }

  /// From the first moment of the day that a moment belongs to up to the next day's.
  package static func dayRange(containing moment: Timestamp) -> Range<Timestamp> {
    let day = day(containing: moment)
    return midnight(startingDay: day)..<midnight(startingDay: day + 1)
  }

  /// From the full hour before a moment up to the next one.
  package static func hourRange(containing moment: Timestamp) -> Range<Timestamp> {
    let parts = parts(of: moment)
    let past = Int64(parts.tm_min) * 60 + Int64(parts.tm_sec)
    let second = moment.microseconds.floorDivided(by: 1_000_000)
    let start = (second - past) * 1_000_000
    return Timestamp(
      microseconds: start)..<Timestamp(microseconds: start + 3_600_000_000)
  }

  /// `2026-11-21`.
  package static func date(of moment: Timestamp) -> String {
    let parts = parts(of: moment)
    return "\(Int(parts.tm_year) + 1900)-\(twoDigits(parts.tm_mon + 1))-\(twoDigits(parts.tm_mday))"
  }

  /// `2026-11-21 14:00`.
  package static func dateAndTime(of moment: Timestamp) -> String {
    let parts = parts(of: moment)
    return "\(date(of: moment)) \(twoDigits(parts.tm_hour)):\(twoDigits(parts.tm_min))"
  }

  private static func parts(of moment: Timestamp) -> tm {
    var seconds = time_t(moment.microseconds.floorDivided(by: 1_000_000))
    var parts = tm()
    localtime_r(&seconds, &parts)
    return parts
  }

  private static func twoDigits(_ number: Int32) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  private static let microsecondsPerDay: Int64 = 86_400_000_000
}
