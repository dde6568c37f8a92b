internal import TaskFormats

/// Which format a text is in, where nobody says.
enum FormatGuess {
  /// By the first characters that are not white space; todo.txt is what is nothing else.
  static func format(of text: String) -> TaskFormat {
    let start = text.unicodeScalars.drop { $0.isSpace || $0 == "\u{FEFF}" }
    let head = String(start.prefix(4000))
    if head.uppercased().hasPrefix("BEGIN:VCALENDAR") { return .ics }
    if head.hasPrefix("[") || head.hasPrefix("{") {
      // Taskwarrior's tasks have a description, ours a title.
      return head.contains(#""description""#) && !head.contains(#""title""#) ? .taskwarrior : .json
    }
    let header = head.prefix { !$0.isNewline }.lowercased()
    let columns = header.split { ",;\t".contains($0) }.map { $0.filter { $0 != "\"" && $0 != " " } }
    let titles = ["title", "summary", "task", "content", "name"]
    return columns.count > 1 && columns.contains { titles.contains($0) } ? .csv : .todotxt
  }
}
