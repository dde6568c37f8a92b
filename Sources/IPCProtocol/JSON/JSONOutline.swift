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
