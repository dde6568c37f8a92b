internal import Values

/// What a person typed wrong, in both languages, and how to type it right.
struct UsageError: Error, Equatable {
  let message: LocalizedText

  init(_ en: Sentence, _ ko: Sentence) { message = LocalizedText(en: en.text, ko: ko.text) }

  /// With the word that was perhaps meant, or else with where to look.
  init(
    _ en: Sentence, _ ko: Sentence, nearest: String?, otherwise: (Sentence, Sentence) = ("", "")
  ) {
    self.init(
      en + (nearest.map { "; do you mean \($0)?" } ?? otherwise.0),
      ko + (nearest.map { ". `\($0)`입니까?" } ?? otherwise.1))
  }

  static func missingValue(_ option: String) -> UsageError {
    UsageError("\(option) needs a value", "\(option)에는 값이 필요합니다")
  }

  static func unwantedValue(_ option: String) -> UsageError {
    UsageError("\(option) takes no value", "\(option)에는 값을 쓸 수 없습니다")
  }

  static func wrongValue(_ option: String, _ value: String, _ known: String) -> UsageError {
    UsageError(
      "\(option) does not take \(value); it takes \(known)",
      "\(option): 받은 값은 \(value), 쓸 수 있는 값은 \(known)")
  }
}
