internal import CivilTime
internal import IPCProtocol
internal import Values

/// Deadlines of a line, of which a shell hands on each word by itself: `due:next week` without quotes.
extension QuickWords {
  /// So many words behind a key may belong to it.
  private static let reach = 4

  /// The one value of a key, or of an option, as a deadline.
  ///
  /// - Returns: Nil where it is not said; nil within where it is none.
  /// - Throws: ``ProjectError`` of what is none, with the quotes where the words behind it make it one.
  func deadline(
    _ key: Key, or option: String?, _ words: DeadlineWords
  ) throws(ProjectError) -> CalendarTime?? {
    guard let value = try one(key, or: option) else { return nil }
    do throws(ProjectError) {
      return .some(try words.deadline(value))
    } catch {
      guard let whole = whole(key, words), values[key]?.first == value else { throw error }
      throw Self.quoted(whole, value)
    }
  }

  /// What is said of words in the title that may belong to the deadline: `due:fri lunch`.
  func hint(_ key: Key, _ words: DeadlineWords) -> LocalizedText? {
    guard let value = values[key]?.first, let alone = try? words.deadline(value),
      let whole = whole(key, words), let all = try? words.deadline(whole.value), all != alone
    else { return nil }
    let rest = whole.value.dropFirst(value.count + 1)
    return LocalizedText(
      en: "“\(rest)” is in the title; if it belongs to the deadline: \(whole.text)",
      ko: "\("‘\(rest)’", .topic) 제목에 들어갔습니다. 마감의 일부이면: \(whole.text)")
  }

  private struct Whole {
    let value: String
    let text: String

    init(_ key: Key, _ value: String) {
      self.value = value
      text = "`\(key.names[0]):\"\(value)\"`"
    }
  }

  /// The longest phrase of a value and the words behind it that is a deadline.
  private func whole(_ key: Key, _ words: DeadlineWords) -> Whole? {
    guard let value = values[key]?.first, let behind = following[key], !value.contains(" ") else {
      return nil
    }
    for count in (1...Self.reach).reversed() where count <= behind.count {
      let phrase = ([value] + behind.prefix(count)).joined(separator: " ")
      if (try? words.deadline(phrase)) != nil {
        return Whole(key, phrase)
      }
    }
    // Of what only begins a phrase the rest may be refused with better words than nothing has.
    guard Self.heads.contains(value.lowercased()), let next = behind.first else { return nil }
    return Whole(key, "\(value) \(next)")
  }

  private static let heads: Set<String> = [
    "this", "next", "last", "in", "at", "on", "by", "before", "after", "within", "the", "a", "an",
    "end", "start", "early", "late", "이번", "다음", "지난", "오는", "다가오는", "늦어도",
  ]

  private static func quoted(_ whole: Whole, _ value: String) -> ProjectError {
    let problem = LocalizedText(
      en: "several words are one value in quotes: \(whole.text)",
      ko: "여러 낱말은 따옴표로 묶어 쓰십시오: \(whole.text)")
    return ProjectError(
      .invalidDeadline,
      ["due": .string(value), "rest": .string(""), "problem": problem.jsonValue])
  }
}
