/// The outline of a JSON text: where a value ends, by its strings and brackets alone.
///
/// It judges nothing else. For finding a part of a text that somebody else will read in full.
package enum JSONOutline {
  /// The place behind the value that begins at `start`; nil where its brackets or quotes do not
  /// close, or where it is no container.
  package static func end(of bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    var position = start
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return position + 1 }
      case UInt8(ascii: "\""):
        guard let end = endOfString(bytes, position + 1) else { return nil }
        position = end
        continue
      default: if depth == 0 { return nil }
      }
      if depth <= 0 { return nil }
      position += 1
    }
    return nil
  }

  /// Eight bytes at a time while none of them is a quote or a backslash.
  private static func endOfString(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var position = start
    while position < bytes.count {
      if position + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        let quote = word ^ (ones &* 0x22)
        let slash = word ^ (ones &* 0x5C)
        let found = ((quote &- ones) & ~quote | (slash &- ones) & ~slash) & highs
        if found == 0 {
          position += 8
          continue
        }
      }
      switch bytes[position] {
      case UInt8(ascii: "\""): return position + 1
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    return nil
  }
}
