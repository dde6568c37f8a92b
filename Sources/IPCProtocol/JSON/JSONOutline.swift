internal import CBytes

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
      if depth > 0, let end = followBlocks(bytes) { return .end(end) }
      guard position < bytes.count else { return .open }
      if isInString {
        guard Self.leaveString(bytes, &position) else { return .open }
        isInString = false
      }
      if depth > 0 { position = bytes.skipping(from: position, mate_flat_stops) }
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

  private static let block = 64

  /// Goes on in blocks without a backslash, inside of the value; returns where it ends, if it does.
  ///
  /// Each quote turns everything behind it, which is what a sum without carry of all bits before one
  /// says (Langdale and Lemire, Parsing Gigabytes of JSON per Second, section 3.1.1).
  private mutating func followBlocks(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    while position + Self.block <= bytes.count {
      let found = mate_outline_of(base + position)
      guard found.escapes == 0 else { return nil }
      var inside = found.quotes
      for shift in [1, 2, 4, 8, 16, 32] as [UInt64] { inside ^= inside << shift }
      if isInString { inside = ~inside }
      var brackets = (found.opens | found.closes) & ~inside
      while brackets != 0 {
        let place = brackets.trailingZeroBitCount
        depth += found.opens >> UInt64(truncatingIfNeeded: place) & 1 == 1 ? 1 : -1
        if depth == 0 { return position + place + 1 }
        brackets &= brackets - 1
      }
      isInString = inside >> 63 == 1
      position += Self.block
    }
    return nil
  }

  /// Goes from inside of a string behind the quote that ends it; false where the text ends first.
  static func leaveString(_ bytes: UnsafeRawBufferPointer, _ position: inout Int) -> Bool {
    while position < bytes.count {
      position = bytes.skipping(from: position, mate_string_stops)
      guard position < bytes.count else { return false }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return true
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    return false
  }
}
