internal import CivilTime
internal import Values

/// A deadline as it was read, so that a wrong reading is seen at once: `Fri 4 Dec 18:00, in 13 days`.
struct DueSentence {
  let text: LocalizedText

  /// On the reader's clock, with the year where it is another one than theirs.
  init(_ due: DueKey, _ reader: ReaderDay) {
    let day = CivilDate(dayNumber: reader.day(of: due)) ?? reader.today
    let moment = Self.moment(due, reader)
    let distance = Self.distance(due, day.days(since: reader.today), reader)
    text = LocalizedText(
      en: moment.en + ", " + distance.en, ko: (moment.ko ?? moment.en) + ", " + (distance.ko ?? ""))
  }

  /// `Fri 4 Dec 18:00`, without how far it is.
  static func moment(_ due: DueKey, _ reader: ReaderDay) -> LocalizedText {
    let day = CivilDate(dayNumber: reader.day(of: due)) ?? reader.today
    let time = due.kind == .date ? "" : " " + reader.timeText(due)
    let name = DayName.full(day, today: reader.today)
    return LocalizedText(en: name.en + time, ko: (name.ko ?? name.en) + time)
  }

  static func text(_ due: Due?, _ reader: ReaderDay) -> LocalizedText {
    due.map { DueSentence($0.key, reader).text } ?? LocalizedText(en: "none", ko: "없음")
  }

  private static func distance(_ due: DueKey, _ days: Int, _ reader: ReaderDay) -> LocalizedText {
    switch days {
    case 0 where due.kind == .date: LocalizedText(en: "today", ko: "오늘")
    case 0: hours(Int(reader.zone.passes(due) - reader.now.wholeSeconds))
    case 1: LocalizedText(en: "tomorrow", ko: "내일")
    case -1: LocalizedText(en: "yesterday", ko: "어제")
    case 2...: LocalizedText(en: "in \(days) days", ko: "\(days)일 뒤")
    default: LocalizedText(en: "\(-days) days ago", ko: "\(-days)일 전")
    }
  }

  private static func hours(_ seconds: Int) -> LocalizedText {
    // A second has passed before anybody reads of `+4h`.
    let minutes = (Int(seconds.magnitude) + 30) / 60
    let isHours = minutes >= 60
    let count = isHours ? minutes / 60 : minutes
    if count == 0 { return LocalizedText(en: "now", ko: "지금") }
    let en = "\(count) \(isHours ? "hour" : "minute")\(count == 1 ? "" : "s")"
    let ko = "\(count)\(isHours ? "시간" : "분")"
    return seconds < 0
      ? LocalizedText(en: en + " ago", ko: ko + " 전")
      : LocalizedText(en: "in " + en, ko: ko + " 뒤")
  }
}
