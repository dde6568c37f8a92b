internal import TaskFormats

/// Which format a text is in, where nobody says.
enum FormatGuess {
  /// By the first characters that are not white space, and todo.txt by the marks of its lines.
  ///
  /// - Returns: Nil of a text that may be anything: any line at all would be a task of todo.txt.
  static func format(of text: String) -> TaskFormat? {
    let start = text.unicodeScalars.drop { $0.isSpace || $0 == "\u{FEFF}" }
    let head = String(start.prefix(4000))
    if head.uppercased().hasPrefix("BEGIN:VCALENDAR") { return .ics }
    if head.hasPrefix("[") || head.hasPrefix("{") {
      // Taskwarrior's tasks have a description, ours a title.
      return head.contains(#""description""#) && !head.contains(#""title""#) ? .taskwarrior : .json
    }
    let header = head.prefix { !$0.isNewline }.lowercased()
    let columns = header.split { ",;\t".contains($0) }.map { $0.filter { $0 != "\"" && $0 != " " } }
    let titles = ["title", "summary", "task", "content", "name", "제목", "할일", "내용", "작업", "이름"]
    if columns.count > 1, columns.contains(where: { titles.contains($0) }) { return .csv }
    return isTodoTxt(start) ? .todotxt : nil
  }

  /// So many lines are looked at, of which one in so many has a mark of todo.txt.
  private static let lines = 200
  private static let share = 10

  /// Whether enough lines have a mark of todo.txt; an empty text has no line that has none.
  private static func isTodoTxt(_ text: Substring.UnicodeScalarView) -> Bool {
    let lines = text.prefix(100_000).split(maxSplits: lines) { $0 == "\n" || $0 == "\r" }
      .prefix(lines).map { $0.split { $0.isSpace }.map { String($0) } }.filter { !$0.isEmpty }
    let marked = lines.count(where: isMarked)
    return marked * share >= lines.count
  }

  /// Whether a line begins with `x`, `(A)` or a date, or has a `+project`, a `@context` or a `due:`.
  private static func isMarked(_ words: [String]) -> Bool {
    guard let first = words.first, words.count > 1 else { return false }
    let isPriority = first.utf8.count == 3 && first.hasPrefix("(") && first.hasSuffix(")")
    if first == "x" || isPriority { return true }
    // 2026-11-22
    if first.utf8.count == 10, first.split(separator: "-").map(\.utf8.count) == [4, 2, 2] {
      return true
    }
    return words.contains { word in
      let isNamed = word.hasPrefix("+") || word.hasPrefix("@")
      return word.hasPrefix("due:") || word.hasPrefix("uuid:")
        || isNamed && word.dropFirst().first?.isLetter ?? false
    }
  }
}
