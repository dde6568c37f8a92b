/// U+FEFF at the head of a text, by which some programs of other systems say that it is UTF-8.
///
/// It is no part of the text in any of the formats, and none is written, but for a text that begins
/// with the character itself: its own would be taken for the mark.
enum ByteOrderMark {
  private static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  static func dropped(from text: [UInt8]) -> [UInt8] {
    text.starts(with: bytes) ? Array(text[bytes.count...]) : text
  }

  static func kept(before text: [UInt8]) -> [UInt8] {
    text.starts(with: bytes) ? bytes + text : text
  }
}
