internal import Values

/// The last look at everything that is printed: nothing in it steers a terminal but the colours of
/// ``Style``, whoever wrote it, and the same in a pipe.
enum ScreenText {
  /// The text as it may be printed: lines, tabs where they separate, and the colours of a style.
  static func filtered(_ text: String, _ style: Style) -> String {
    guard style.isColored else { return text.printable(withTabs: true) }
    var result = ""
    var rest = text[...]
    while let escape = rest.utf8.firstIndex(of: 0x1B) {
      result += String(rest[..<escape]).printable(withTabs: true)
      rest = rest[escape...]
      if let sequence = Style.sequences.first(where: { rest.utf8.starts(with: $0.utf8) }) {
        result += sequence
        rest = Substring(rest.utf8.dropFirst(sequence.utf8.count))
      } else {
        result += "\u{FFFD}"
        rest = Substring(rest.utf8.dropFirst())
      }
    }
    return result + String(rest).printable(withTabs: true)
  }

  /// JSON that means the same and steers no terminal: such characters stand in strings only, where
  /// an escape may stand for them.
  static func escaped(json text: String) -> String {
    guard text.printable(withTabs: true) != text else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard scalar.isSteering, scalar != "\n", scalar != "\t", scalar != "\r" else {
        result.append(scalar)
        continue
      }
      for unit in UTF16.encode(scalar) ?? .init() {
        let hex = String(unit, radix: 16)
        let zeros = String(repeating: "0", count: 4 - hex.utf8.count)
        result.append(contentsOf: "\\u\(zeros)\(hex)".unicodeScalars)
      }
    }
    return String(result)
  }
}
