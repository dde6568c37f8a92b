internal import Glibc
internal import Values

/// One value of a parsed document; lives as long as the document's bytes.
package struct JSONCursor {
  /// What a value is; numbers by how they can be held exactly.
  package enum Kind: UInt8, Sendable {
    case null, boolean
    /// An integer literal within Int64.
    case integer
    /// An integer literal above Int64 and within UInt64.
    case unsigned
    /// Every other number, among them integer literals beyond 64 bits.
    case double
    case string, array, object
  }

  private let tape: UnsafePointer<JSONDocument.Entry>
  private let bytes: UnsafeRawPointer
  let index: Int

  init(tape: UnsafePointer<JSONDocument.Entry>, bytes: UnsafeRawPointer, index: Int) {
    self.tape = tape
    self.bytes = bytes
    self.index = index
  }

  /// Another value of the same document.
  func at(_ index: Int) -> JSONCursor { JSONCursor(tape: tape, bytes: bytes, index: index) }

  @inline(__always)
  private var entry: JSONDocument.Entry { tape[index] }

  package var kind: Kind { entry.kind }

  /// The bytes of the value as they were written.
  package var raw: UnsafeRawBufferPointer {
    let entry = entry
    return UnsafeRawBufferPointer(start: bytes + Int(entry.offset), count: Int(entry.length))
  }

  /// Members of an object, elements of an array, else 0.
  package var count: Int { kind == .string ? 0 : Int(entry.count) }

  // MARK: Scalars

  package var bool: Bool? {
    kind == .boolean ? raw[0] == UInt8(ascii: "t") : nil
  }

  package var string: String? {
    let entry = entry
    guard entry.kind == .string else { return nil }
    let content = content
    return entry.isSpecial ? JSONText.unescaped(content) : String(decoding: content, as: UTF8.self)
  }

  /// The string where it has at most so many bytes of UTF-8, else nil: what is longer is not copied.
  package func string(upTo maximumBytes: Int) -> String? {
    // Six bytes as they are written, `\u0041`, are one at least.
    guard kind == .string, content.count <= maximumBytes * 6 else { return nil }
    return string.flatMap { $0.utf8.count <= maximumBytes ? $0 : nil }
  }

  /// Whether this is a string of at most so many bytes of UTF-8.
  package func isString(upTo maximumBytes: Int) -> Bool {
    guard kind == .string else { return false }
    // Two quotes more; an escape is longer than what it stands for.
    return entry.length <= maximumBytes + 2 || string(upTo: maximumBytes) != nil
  }

  /// The bytes of a string as they were written, where none of them is an escape.
  package var plainText: UnsafeRawBufferPointer? {
    let entry = entry
    return entry.kind == .string && !entry.isSpecial ? content : nil
  }

  /// A string for an error's path, cut short where it is long.
  package var excerpt: String {
    guard kind == .string else { return "" }
    let content = content
    // Escapes are left as they are written where the text is cut before them.
    let limit = ClientText.maximumBytes * 6
    if content.count <= limit { return ClientText.excerpt(string ?? "") }
    return ClientText.excerpt(String(decoding: content.prefix(limit), as: UTF8.self))
  }

  /// The bytes between the quotes, escapes as they were written.
  private var content: UnsafeRawBufferPointer {
    let raw = raw
    return UnsafeRawBufferPointer(rebasing: raw[1..<raw.count - 1])
  }

  /// Unicode scalars of a string, else 0.
  package var scalarCount: Int {
    let entry = entry
    return entry.kind == .string ? Int(entry.count) : 0
  }

  /// Whether the value is the string `text`, which is known when this is compiled.
  ///
  /// It has a label: without one, Swift takes a literal for a `String`, which costs much more.
  @inline(__always)
  package func equals(literal text: StaticString) -> Bool {
    let entry = entry
    // Most names differ in their length already: what has no escapes stands between two quotes.
    guard Int(entry.length) == text.utf8CodeUnitCount + 2 || entry.isSpecial else { return false }
    return equalsInFull(text)
  }

  private func equalsInFull(_ text: StaticString) -> Bool {
    let entry = entry
    guard entry.kind == .string else { return false }
    let content = content
    if entry.isSpecial {
      return content.count <= text.utf8CodeUnitCount * 6 && isString(text.description)
    }
    guard content.count == text.utf8CodeUnitCount, let start = content.baseAddress else {
      return content.count == text.utf8CodeUnitCount
    }
    return memcmp(start, text.utf8Start, content.count) == 0
  }

  /// Whether the value is the string `text`.
  package func equals(_ text: String) -> Bool {
    let entry = entry
    guard entry.kind == .string else { return false }
    let content = content
    if entry.isSpecial { return content.count <= text.utf8.count * 6 && isString(text) }
    guard content.count == text.utf8.count else { return false }
    var text = text
    return text.withUTF8 { utf8 in
      guard utf8.count == content.count else { return false }
      guard let one = utf8.baseAddress, let other = content.baseAddress else { return true }
      return memcmp(one, other, content.count) == 0
    }
  }

  /// By scalars: what Unicode calls equivalent is not the same text.
  private func isString(_ text: String) -> Bool {
    string.map { $0.utf8.elementsEqual(text.utf8) } ?? false
  }

  /// The integer, also of a literal such as `3.0` or `1e18`, by its digits; nil beyond Int64.
  package var int64: Int64? {
    switch kind {
    case .integer:
      let raw = raw
      let isNegative = raw[0] == UInt8(ascii: "-")
      let digits = UnsafeRawBufferPointer(rebasing: raw[(isNegative ? 1 : 0)...])
      guard let magnitude = JSONText.magnitude(digits) else { return nil }
      return isNegative
        ? Int64(truncatingIfNeeded: 0 &- magnitude) : Int64(truncatingIfNeeded: magnitude)
    case .double: return whole?.int64
    default: return nil
    }
  }

  /// The integer as UInt64; nil where it is negative or beyond.
  package var uint64: UInt64? {
    switch kind {
    case .unsigned: JSONText.magnitude(raw)
    case .integer: int64.flatMap { UInt64(exactly: $0) }
    case .double: whole?.uint64
    default: nil
    }
  }

  private var whole: WholeNumber? { isBeyond64Bits ? nil : WholeNumber(raw) }

  /// Whether this is an integer literal that no 64-bit integer holds.
  package var isBeyond64Bits: Bool { entry.kind == .double && entry.isSpecial }

  /// The nearest double; nil beyond the largest, as infinity was not written.
  package var double: Double? {
    switch kind {
    case .integer, .unsigned, .double:
      let value = JSONText.double(raw)
      return value.isFinite ? value : nil
    default: return nil
    }
  }

  // MARK: Containers

  /// The value of a member, the last one where a name comes twice; nil where there is none.
  package func member(literal name: StaticString) -> JSONCursor? {
    var found: JSONCursor?
    forEachMember { key, value in if key.equals(literal: name) { found = value } }
    return found
  }

  /// The value of a member, the last one where a name comes twice; nil where there is none.
  package func member(_ name: String) -> JSONCursor? {
    var found: JSONCursor?
    forEachMember { key, value in if key.equals(name) { found = value } }
    return found
  }

  package func forEachMember(
    _ body: (_ key: JSONCursor, _ value: JSONCursor) throws -> Void
  ) rethrows {
    guard kind == .object else { return }
    let end = Int(entry.end)
    var next = index + 1
    while next < end {
      let value = next + 1
      try body(at(next), at(value))
      next = Int(tape[value].end)
    }
  }

  package func forEachElement(_ body: (JSONCursor) throws -> Void) rethrows {
    guard kind == .array else { return }
    let end = Int(entry.end)
    var next = index + 1
    while next < end {
      try body(at(next))
      next = Int(tape[next].end)
    }
  }

  /// The tape index behind this value.
  var end: Int { Int(entry.end) }

  // MARK: Whole values

  /// The value as a tree, for a shape that only the other side knows.
  package func value() -> JSONValue {
    switch kind {
    case .null: return .null
    case .boolean: return .bool(bool ?? false)
    case .integer: return .integer(int64 ?? 0)
    case .unsigned: return .unsigned(uint64 ?? 0)
    case .double: return .double(JSONText.double(raw))
    case .string: return .string(string ?? "")
    case .array:
      var elements: [JSONValue] = []
      elements.reserveCapacity(count)
      forEachElement { elements.append($0.value()) }
      return .array(elements)
    case .object:
      var members: [(String, JSONValue)] = []
      members.reserveCapacity(count)
      forEachMember { members.append(($0.string ?? "", $1.value())) }
      return .object(JSONObject(members))
    }
  }
}
