/// The words of a line, as a shell would cut it: quotes keep spaces, a backslash keeps a sign.
struct CommandWords {
  private(set) var words: [String] = []
  /// The quote that was opened and not closed.
  private(set) var quote: Character?
  /// Whether the last sign is a backslash, which has nothing to keep.
  private(set) var isEscaped = false

  init(_ line: String) {
    var word: String?
    for character in line {
      switch character {
      case _ where isEscaped:
        word = (word ?? "") + String(character)
        isEscaped = false
      case "\\" where quote != "'": isEscaped = true
      case _ where character == quote: quote = nil
      case "'" where quote == nil, "\"" where quote == nil:
        quote = character
        word = word ?? ""
      case " " where quote == nil:
        if let done = word { words.append(done) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
  }

  static func split(_ line: String) -> [String] { CommandWords(line).words }

  /// What is said of a line that does not end; nil where it does.
  var problem: UsageError? {
    if let quote {
      return UsageError(
        "a quote is open: close it with \(quote), or type \\\(quote) for the sign itself",
        "따옴표가 닫히지 않았습니다. \(quote) 표로 닫거나, 글자로 쓰려면 \\\(quote) 꼴로 쓰십시오")
    }
    guard isEscaped else { return nil }
    return UsageError(
      "a backslash at the end keeps nothing: type \\\\ for the sign itself",
      "줄 끝의 역슬래시는 뜻이 없습니다. 글자로 쓰려면 \\\\ 꼴로 쓰십시오")
  }
}
