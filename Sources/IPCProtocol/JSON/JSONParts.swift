/// The members of an object, or the elements of an array, as they stand in a text: found by
/// strings and brackets alone, for taking a few of many.
///
/// It judges nothing else; whoever takes a part reads it in full.
struct JSONParts {
  private let bytes: UnsafeRawBufferPointer
  private let isObject: Bool
  private var position: Int
  /// Of the member that was found last, without its quotes; empty of an element.
  private(set) var name = 0..<0
  /// Where the value that was found last begins, until it is known where it ends.
  private var start: Int?

  /// Nil where no container begins at `start`.
  init?(_ bytes: UnsafeRawBufferPointer, at start: Int = 0) {
    self.bytes = bytes
    position = start
    isObject = start < bytes.count && bytes[start] == UInt8(ascii: "{")
    guard start < bytes.count, isObject || bytes[start] == UInt8(ascii: "[") else { return nil }
    position += 1
  }

  /// Finds the next part; false behind the last one, and where the text is broken.
  mutating func next() -> Bool {
    if start != nil, value() == nil { return false }
    if isObject {
      guard skipSigns(), let end = stringEnd(position) else { return false }
      name = position + 1..<end - 1
      position = end
    }
    guard skipSigns() else { return false }
    start = position
    return true
  }

  /// Where the value of the part stands; nil where it does not end.
  mutating func value() -> Range<Int>? {
    guard let start, let end = valueEnd(start) else { return nil }
    self.start = nil
    position = end
    return start..<end
  }

  /// The parts of the part's value, where that is a container.
  func inside() -> JSONParts? { start.flatMap { JSONParts(bytes, at: $0) } }

  /// Goes on behind a value whose parts were gone through to the end: it is not looked at again.
  mutating func leave(_ inside: JSONParts) {
    position = min(inside.position + 1, bytes.count)
    start = nil
  }

  /// Goes to the next value; false where the container, or the text, ends.
  private mutating func skipSigns() -> Bool {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09: position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): return false
      default: return true
      }
    }
    return false
  }

  private func valueEnd(_ start: Int) -> Int? {
    switch bytes[start] {
    case UInt8(ascii: "\""): return stringEnd(start)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var outline = JSONOutline(from: start)
      guard case .end(let end) = outline.follow(bytes) else { return nil }
      return end
    default:
      let isWord: (UInt8) -> Bool = { $0 > 0x20 && !",}]".utf8.contains($0) }
      let end = bytes[start...].firstIndex { !isWord($0) }
      return end == start ? nil : end
    }
  }

  private func stringEnd(_ start: Int) -> Int? {
    guard bytes[start] == UInt8(ascii: "\"") else { return nil }
    var end = start + 1
    return JSONOutline.leaveString(bytes, &end) ? end : nil
  }
}
