internal import CivilTime
internal import Values

/// What a monthly rule does from a day that not every month has.
enum MonthRemark {
  private static let shortest = 28

  /// Nil where nobody has to be told.
  static func text(_ project: Project) -> LocalizedText? {
    guard let day = project.due?.time.date.day, day > shortest,
      let rule = project.rule, rule.frequency == .monthly,
      (try? RecurrenceRule(.monthly, interval: rule.interval)) == rule
    else { return nil }
    return LocalizedText(
      en: "Months without a \(day)\(day == 31 ? "st" : "th") are left out; "
        + "`every month on the last day` means the last day of each",
      ko: "\(day)일이 없는 달은 건너뜁니다. 달마다 마지막 날은 `매월 말일`로 쓰십시오")
  }
}
