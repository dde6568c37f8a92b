/// The outline of a JSON text: where a value ends, by its strings and brackets alone.
///
/// It judges nothing else. For finding a part of a text that somebody else will read in full.
package struct JSONOutline {
  package enum Result: Hashable, Sendable {
    /// The place behind the value.
    case end(Int)
    /// More bytes are needed.
    case open
    /// Brackets do not close, or it is no container.
    case broken
  }

  private var position: Int
  private var depth = 0
  private var isInString = false

  /// Of the value that begins at `start`.
  package init(from start: Int) { position = start }

  /// Goes on through a text that has become longer, or is the same.
  package mutating func follow(_ bytes: UnsafeRawBufferPointer) -> Result {
    while position < bytes.count {
      if isInString {
        guard leaveString(bytes) else { return .open }
      }
      guard position < bytes.count else { return .open }
      switch bytes[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return .end(position + 1) }
      case UInt8(ascii: "\""): isInString = true
      default: break
      }
      if depth <= 0 { return .broken }
      position += 1
    }
    return .open
  }

  /// Goes behind the quote that ends a string: eight bytes at a time while none of them is a quote
  /// or a backslash.
  private mutating func leaveString(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while position < bytes.count {
      if position + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        let quote = word ^ (ones &* 0x22)
        let slash = word ^ (ones &* 0x5C)
        let found = ((quote &- ones) & ~quote | (slash &- ones) & ~slash) & highs
        guard found != 0 else {
          position += 8
          continue
        }
        // The lowest bit is exact.
        position += found.trailingZeroBitCount >> 3
      }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        isInString = false
        return true
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    return false
  }
}
