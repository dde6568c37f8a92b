/// The width of texts that need no table of Unicode: letters of Latin, Hangul, kana and ideographs,
/// each a character of its own.
enum PlainWidth {
  /// Nil where a byte is an escape, a control character, or of any other script.
  static func cells(_ text: Slice<UnsafeRawBufferPointer>) -> Int? {
    var cells = 0
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      switch byte {
      case 0x5C, 0..<0x20, 0x7F: return nil
      case 0..<0x80:
        cells += 1
        index += 1
      case 0xE3...0xED where index + 3 <= text.endIndex:
        let (second, third) = (text[index + 1], text[index + 2])
        guard second & 0xC0 == 0x80, third & 0xC0 == 0x80 else { return nil }
        let scalar = UInt32(byte & 0x0F) << 12 | UInt32(second & 0x3F) << 6 | UInt32(third & 0x3F)
        guard isWide(scalar) else { return nil }
        cells += 2
        index += 3
      default: return nil
      }
    }
    return cells
  }

  @inline(__always)
  private static func isWide(_ scalar: UInt32) -> Bool {
    (0xAC00...0xD7A3).contains(scalar) || (0x4E00...0x9FFF).contains(scalar)
      || (0x3041...0x3096).contains(scalar) || (0x30A1...0x30FA).contains(scalar)
  }
}
