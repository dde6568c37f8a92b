package import Values

/// Days as people read them.
package enum DayName {
  /// `Jan` to `Dec`.
  package static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Fri 4 Dec`, `12월 4일 (금)`, with the year where it is another one than today's.
  package static func full(_ day: CivilDate, today: CivilDate) -> LocalizedText {
    let (year, month, date) = day.components
    let isThisYear = year == today.year
    let weekday = day.weekday
    let en = "\(weekday.english.prefix(3)) \(date) \(months[month - 1])"
    let ko = "\(month)월 \(date)일 (\(weekday.korean))"
    return LocalizedText(
      en: en + (isThisYear ? "" : " \(year)"), ko: (isThisYear ? "" : "\(year)년 ") + ko)
  }

  /// `yesterday`, `today` and `tomorrow`; nil of any other day.
  package static func relative(_ day: CivilDate, today: CivilDate) -> LocalizedText? {
    switch day.days(since: today) {
    case -1: LocalizedText(en: "yesterday", ko: "어제")
    case 0: LocalizedText(en: "today", ko: "오늘")
    case 1: LocalizedText(en: "tomorrow", ko: "내일")
    default: nil
    }
  }

  /// A day of the reader's calendar as the wire has it, `2026-12-04` or `2026-12-04 15:00`, in words;
  /// nil of any other text.
  package static func text(_ wire: some StringProtocol, today: CivilDate) -> LocalizedText? {
    guard let day = CivilDate(Substring(wire.prefix(10))) else { return nil }
    let rest = wire.dropFirst(10)
    guard rest.isEmpty || rest.first == " " else { return nil }
    let name = relative(day, today: today) ?? full(day, today: today)
    return LocalizedText(en: name.en + rest, ko: (name.ko ?? name.en) + rest)
  }

  /// A day in few letters: `today`, `Fri` of the days ahead of it, else `12-04` or `2027-12-04`.
  package static func short(_ day: CivilDate, today: CivilDate) -> LocalizedText {
    if let name = relative(day, today: today) { return name }
    if (2...6).contains(day.days(since: today)) {
      return LocalizedText(en: String(day.weekday.english.prefix(3)), ko: day.weekday.korean)
    }
    let text = "\(day)"
    return LocalizedText(en: day.year == today.year ? String(text.dropFirst(5)) : text)
  }
}
