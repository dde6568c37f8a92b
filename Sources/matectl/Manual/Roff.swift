internal import Values

/// A manual page as it grows, in the `man` macros of groff (groff_man(7)), which mandoc reads as well.
///
/// Every text that is put in is shown as it stands: what steers roff is escaped here, once.
struct Roff {
  private(set) var text: String
  /// Whether a heading stands right above, below which a paragraph begins by itself.
  private var isBelowHeading = false

  /// - Parameters:
  ///   - name: As `matectl-bank`.
  ///   - section: 1 for commands, 8 for daemons.
  ///   - date: Of the last change, as `2026-11-22`; the same in every build of one version.
  ///   - version: Of this program.
  init(_ name: String, section: Int, date: String, version: String) {
    text =
      ".TH \(Self.word(name.uppercased())) \(section) \(date) \(Self.word("mate \(version)"))\n"
    // Words of a command line are not broken at their hyphens, and Korean is not stretched.
    text += ".nh\n.ad l\n"
  }

  // MARK: Structure

  mutating func section(_ title: String) { heading(".SH", title) }

  mutating func subsection(_ title: String) { heading(".SS", title) }

  private mutating func heading(_ macro: String, _ title: String) {
    text += "\(macro) \(Self.word(title))\n"
    isBelowHeading = true
  }

  mutating func paragraph(_ sentence: String) {
    beginParagraph()
    text += Self.lines(sentence)
  }

  private mutating func beginParagraph() {
    if !isBelowHeading { text += ".PP\n" }
    isBelowHeading = false
  }

  /// A bold term with what it means below it.
  mutating func term(_ term: String, _ meaning: String) {
    text += ".TP\n.B \(Self.word(term))\n\(meaning.isEmpty ? "\\ \n" : Self.lines(meaning))"
    isBelowHeading = false
  }

  /// A line of a shell, as it is typed.
  mutating func usage(_ line: String) {
    beginParagraph()
    text += ".B \(Self.word(line))\n"
  }

  /// Lines that stay as they are.
  mutating func example(_ lines: [String]) {
    beginParagraph()
    text += ".in +4n\n.nf\n" + lines.map { Self.line($0) + "\n" }.joined() + ".fi\n.in\n"
  }

  /// The one line of the section NAME, from which apropos(1) learns.
  mutating func name(_ name: String, _ summary: String) {
    text += Self.wrapped(Self.line(name) + " \\- " + Self.line(summary, isFirst: false))
    isBelowHeading = false
  }

  // MARK: Escapes

  /// What a source line may hold: mandoc's own bound, in bytes of its ASCII form.
  private static let lineBytes = 76

  private static func lines(_ text: String) -> String { wrapped(line(text)) }

  /// Source lines of one paragraph, broken at its spaces.
  private static func wrapped(_ text: String) -> String {
    var (lines, bytes) = ("", 0)
    for word in text.split(separator: " ") {
      // A character that is not of ASCII becomes `\[uXXXX]` before mandoc counts.
      let length = word.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 8) }
      if bytes > 0 {
        lines += bytes + 1 + length > lineBytes ? "\n" : " "
        bytes = bytes + 1 + length > lineBytes ? 0 : bytes + 1
      }
      if bytes == 0, word.hasPrefix(".") { lines += "\\&" }
      lines += word
      bytes += length
    }
    return lines + "\n"
  }

  /// A macro's argument.
  private static func word(_ text: String) -> String {
    "\"" + line(text, isFirst: false).replacing("\"", with: "\\(dq") + "\""
  }

  /// A line of text: neither a backslash nor a dot or a quote at its start is an order to roff, and a
  /// hyphen is the one that a person can copy into a shell.
  private static func line(_ text: String, isFirst: Bool = true) -> String {
    var line = ""
    for character in text.printable(inOneLine: true) {
      switch character {
      case "\\": line += "\\e"
      case "-": line += "\\-"
      case "'": line += "\\(aq"
      case "`": line += "\\(ga"
      case "^": line += "\\(ha"
      case "~": line += "\\(ti"
      default: line.append(character)
      }
    }
    return isFirst && line.hasPrefix(".") ? "\\&" + line : line
  }
}
