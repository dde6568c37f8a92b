internal import IPCProtocol
internal import TaskFormats
internal import Values

/// Priorities as people type and read them: `1` to `9`, `H`, `M`, `L`, `A` to `I` as in todo.txt.
enum PriorityWords {
  private static let high = 1
  private static let medium = 5
  private static let low = 9

  /// `H` is Taskwarrior's, and no eighth letter.
  private static let words: [String: Int] = [
    "h": high, "high": high, "높음": high, "상": high, "m": medium, "medium": medium,
    "보통": medium, "중": medium, "l": low, "low": low, "낮음": low, "하": low,
    "a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7, "i": 9,
  ]

  /// - Returns: Nil for words such as `none`.
  /// - Throws: ``ProjectError`` for what is no priority.
  static func priority(_ text: String) throws(ProjectError) -> Int? {
    let word = text.trimmed.lowercased()
    if word.isEmpty || DeadlineVocabulary.none.contains(word) { return nil }
    if let number = words[word] { return number }
    guard let number = Int(word), TaskPlan.priorities.contains(number) else {
      throw ProjectError(.invalidPriority, ["priority": .string(String(text.prefix(40)))])
    }
    return number
  }

  /// `high (1)`: the grades are those of RFC 5545, section 3.8.1.9.
  static func grade(_ number: Int) -> LocalizedText {
    let grade =
      number < medium ? ("high", "높음") : number == medium ? ("medium", "보통") : ("low", "낮음")
    return LocalizedText(en: "\(grade.0) (\(number))", ko: "\(grade.1) (\(number))")
  }

  /// `priority high (1)`.
  static func text(_ number: Int) -> LocalizedText {
    let grade = grade(number)
    return LocalizedText(en: "priority \(grade.en)", ko: "우선순위 \(grade.ko ?? grade.en)")
  }
}
