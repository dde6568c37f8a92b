package import Values

/// What a synchronisation has done.
package struct CalDAVReport: Hashable, Sendable {
  /// Something about one object that did not stop the others.
  package struct Problem: Hashable, Sendable {
    /// The path on the server, or the id of the task.
    package let subject: String
    package let text: LocalizedText
  }

  /// Tasks that came or changed here.
  package internal(set) var received = 0
  /// Tasks that were stored on the server.
  package internal(set) var sent = 0
  package internal(set) var removedHere = 0
  package internal(set) var removedThere = 0
  /// Tasks that both sides had changed, put together.
  package internal(set) var merged = 0
  package internal(set) var problems: [Problem] = []

  package init() {}

  /// Of one object, dates of its series that another program has changed or finished by themselves.
  static func exceptions(_ dates: [String]) -> LocalizedText {
    let shown = dates.prefix(3).joined(separator: ", ") + (dates.count > 3 ? ", …" : "")
    return LocalizedText(
      en: "has dates of its series with words of their own (\(shown)); they are kept there and not "
        + "followed here: change or finish the task itself",
      ko: "따로 바꾼 날이 있습니다(\(shown)). 서버에 그대로 두고 여기서는 따르지 않습니다. 할 일 자체를 고치거나 끝내십시오")
  }

  mutating func note(_ subject: String, _ text: LocalizedText) {
    problems.append(Problem(subject: subject, text: text))
  }
}
