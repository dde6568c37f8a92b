package import Values

/// Why a text is no rule of recurrence that this project follows.
package enum RecurrenceFailure: Error, Hashable, Sendable {
  /// A part of RFC 5545 or of an extension that is not supported, as `BYWEEKNO`.
  case unsupported(String)
  /// Not even a `NAME=value`, or a name that nobody knows.
  case unknownPart(String)
  case twice(String)
  /// A value that its part cannot have.
  case invalid(String, String)
  case missingFrequency
  case notTogether(String, String)
  /// BYSETPOS without another part that begins with BY.
  case lonelyPosition
  case tooLong

  /// A sentence for people.
  package var text: LocalizedText {
    switch self {
    case .unsupported(let part):
      LocalizedText(
        en: "\(part) is not supported in a recurrence; days, weeks, months and years are",
        ko: "반복 규칙의 \(part, .topic) 지원하지 않습니다. 일, 주, 월, 년 단위만 지원합니다")
    case .unknownPart(let part):
      LocalizedText(
        en: "\(part) is no part of a recurrence; write it as FREQ=WEEKLY;BYDAY=MO",
        ko: "\(part, .topic) 반복 규칙이 아닙니다. FREQ=WEEKLY;BYDAY=MO처럼 쓰십시오")
    case .twice(let part):
      LocalizedText(
        en: "\(part) stands twice in the recurrence", ko: "반복 규칙에 \(part, .subject) 두 번 나옵니다")
    case .invalid(let part, let value):
      LocalizedText(
        en: "\(part) of a recurrence cannot be \(value)",
        ko: "반복 규칙의 \(part) 값으로 \(value, .topic) 쓸 수 없습니다")
    case .missingFrequency:
      LocalizedText(
        en: "a recurrence needs FREQ: DAILY, WEEKLY, MONTHLY or YEARLY",
        ko: "반복 규칙에는 FREQ(DAILY, WEEKLY, MONTHLY, YEARLY)가 있어야 합니다")
    case .notTogether(let one, let other):
      LocalizedText(
        en: "\(one) and \(other) cannot stand together in a recurrence",
        ko: "반복 규칙에 \(one, .with) \(other, .object) 함께 쓸 수 없습니다")
    case .lonelyPosition:
      LocalizedText(
        en: "BYSETPOS needs BYDAY, BYMONTHDAY or BYMONTH beside it",
        ko: "BYSETPOS는 BYDAY, BYMONTHDAY, BYMONTH 중 하나와 함께 써야 합니다")
    case .tooLong:
      LocalizedText(
        en: "a recurrence has at most \(RecurrenceRule.textLimit) characters",
        ko: "반복 규칙은 \(RecurrenceRule.textLimit)자를 넘을 수 없습니다")
    }
  }
}
