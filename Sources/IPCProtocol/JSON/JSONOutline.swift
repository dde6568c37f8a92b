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
        guard leaveString(bytes) else { return .open }
      }
      if depth > 0 { skip(bytes, mate_flat_run) }
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

  /// Goes behind the quote that ends a string.
  private mutating func leaveString(_ bytes: UnsafeRawBufferPointer) -> Bool {
    while position < bytes.count {
      skip(bytes, mate_string_run)
      guard position < bytes.count else { return false }
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

  /// Goes on while `run` says that none of the next sixteen bytes matters; not at the text's end.
  @inline(__always)
  private mutating func skip(
    _ bytes: UnsafeRawBufferPointer, _ run: (UnsafeRawPointer) -> Int32
  ) {
    guard let start = bytes.baseAddress else { return }
    while position + 16 <= bytes.count {
      let count = Int(run(start + position))
      position += count
      if count < 16 { return }
    }
  }
}
