internal import Values

/// What may be a word, and what may be a name.
enum TitleRule {
  /// Letters and digits of ASCII, a letter first: a word that needs no quotes anywhere.
  static func isWord(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first), text.utf8.count <= BarLimits.name else {
      return false
    }
    return text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// What every kept name is.
  static func isGood(_ text: String, atMost limit: Int) -> Bool {
    StoredText.isName(text, atMost: limit)
  }
}
