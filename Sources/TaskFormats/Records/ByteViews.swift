/// Texts taken apart at bytes.
///
/// A Swift character is a grapheme: a space before a combining accent is not the character space,
/// and a prefix before one is no prefix. Formats speak of bytes and scalars.
extension StringProtocol where SubSequence == Substring {
  /// The parts between an ASCII byte, empty ones included.
  func parts(between separator: UInt8) -> [Substring] {
    var parts: [Substring] = []
    var start = startIndex
    var index = utf8.startIndex
    while index != utf8.endIndex {
      let next = utf8.index(after: index)
      if utf8[index] == separator {
        parts.append(self[start..<index])
        start = next
      }
      index = next
    }
    parts.append(self[start..<endIndex])
    return parts
  }

  /// What is behind so many ASCII characters at the beginning.
  func dropping(bytes count: Int) -> Substring {
    let start = utf8.index(utf8.startIndex, offsetBy: count, limitedBy: utf8.endIndex)
    return self[(start ?? endIndex)..<endIndex]
  }

  func startsWithBytes(of prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

  func endsWithByte(_ byte: UInt8) -> Bool { utf8.suffix(1).first == byte }
}

extension Unicode.Scalar {
  /// Whether it has the property White_Space (PropList of the Unicode Standard): the whole list,
  /// without a look into the library's tables, which was an eighth of the time of an import.
  package var isSpace: Bool {
    switch value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }
}

extension String {
  /// Without white space at its ends.
  package var trimmed: String {
    guard let first = unicodeScalars.first, let last = unicodeScalars.last,
      first.isSpace || last.isSpace
    else { return self }
    guard let start = unicodeScalars.firstIndex(where: { !$0.isSpace }),
      let end = unicodeScalars.lastIndex(where: { !$0.isSpace })
    else { return "" }
    return String(unicodeScalars[start...end])
  }
}
