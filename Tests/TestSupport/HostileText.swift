/// Texts that would steer a terminal, fake a line or hide what they are, were they printed as they
/// come; and what to look for in what was printed.
package enum HostileText {
  /// Every control character, mark of direction, separator and some noncharacters, each in a word;
  /// whole sequences for terminals; and 2,000 mixtures of all of them.
  package static let all: [String] = singles + sequences + mixtures

  /// Each character and each sequence, and a few of the mixtures: where each text is shown in many
  /// forms, and sanitizers look on.
  package static let some: [String] = singles + sequences + mixtures.prefix(60)

  /// What no text on a terminal has, by Unicode's own properties.
  package static func steers(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return properties.generalCategory == .control || properties.generalCategory == .lineSeparator
      || properties.generalCategory == .paragraphSeparator || properties.isBidiControl
      || properties.isNoncharacterCodePoint
  }

  /// The characters of a printed text that steer, but for new lines and those allowed.
  package static func found(
    in printed: String, besides allowed: Set<Unicode.Scalar> = []
  ) -> [Unicode.Scalar] {
    printed.unicodeScalars.filter { steers($0) && $0 != "\n" && !allowed.contains($0) }
  }

  package static let characters: [Unicode.Scalar] =
    (0...0x10FFFF).compactMap(Unicode.Scalar.init).filter(steers)

  private static let singles = characters.map { "a\($0)b" }

  private static let sequences = [
    "\u{1B}[31mred\u{1B}[0m", "\u{1B}]0;title\u{7}", "\u{1B}]8;;http://x\u{1B}\\link", "\u{9B}31m",
    "\u{9D}0;title\u{9C}", "\u{1B}c", "\u{1B}[2J\u{1B}[H", "\u{1B}P1$r\u{1B}\\", "\u{1B}[6n",
    "\u{1B}",
    "x\u{8}\u{8}\u{8}", "real\rfake", "real\r\nmatectl: fake", "real\nmatectl: fake",
    "\u{202E}gnp.exe",
    "\u{2067}a\u{2069}", "\t\tfar", "\u{1B}[1;31m", "\u{1B}\u{301}[31m", "{name}\u{1B}",
    "\u{C2}\u{9B}",
  ]

  private static let mixtures: [String] = {
    var numbers = SeededNumbers(seed: 17)
    let pieces =
      characters.map(String.init) + sequences + ["한글", "a", " ", "{", "}", "e\u{301}", "🍓"]
    return (0..<2000).map { _ in
      (0..<Int.random(in: 1...12, using: &numbers))
        .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &numbers)] }.joined()
    }
  }()
}
