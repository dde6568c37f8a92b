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
