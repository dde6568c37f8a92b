/// Where a value is not what a type wants.
package struct JSONDecodingFailure: Error, Hashable, Sendable {
  /// JSON Pointer of the value, or of the member that is missing.
  package let path: String
  package let expected: String
  package let got: String

  package init(path: String, expected: String, got: String) {
    self.path = path
    self.expected = expected
    self.got = got
  }
}

extension JSONCursor {
  /// A typed value straight from the tape.
  ///
  /// - Throws: ``JSONDecodingFailure`` with the place that does not fit, counted from here.
  package func decode<T: Decodable>(_ type: T.Type) throws(JSONDecodingFailure) -> T {
    do {
      return try TapeDecoder(cursor: self).value(of: type, at: self)
    } catch let failure as JSONDecodingFailure {
      throw JSONDecodingFailure(
        path: String(failure.path.dropFirst(pointer.count)), expected: failure.expected,
        got: failure.got)
    } catch {
      throw JSONDecodingFailure(path: "", expected: "\(type)", got: summary)
    }
  }

  /// That this is not what was expected.
  package func mismatch(_ expected: String) -> JSONDecodingFailure {
    JSONDecodingFailure(path: pointer, expected: expected, got: summary)
  }

  /// The value in a few words, for an error's `got`.
  package var summary: String {
    switch kind {
    case .object: "an object"
    case .array: "an array"
    default:
      raw.count <= 64 ? String(decoding: raw, as: UTF8.self) : "a value of \(raw.count) bytes"
    }
  }

  /// The JSON Pointer of this value within its document, found by walking down from the root.
  package var pointer: String {
    var path = ""
    var place = at(0)
    while place.index != index {
      var next: JSONCursor?
      var token = ""
      switch place.kind {
      case .object:
        place.forEachMember { key, value in
          if key.index == index || (value.index <= index && index < value.end) {
            token = JSONCursor.escapedToken(key.excerpt)
            next = key.index == index ? nil : value
          }
        }
      case .array:
        var position = 0
        place.forEachElement { element in
          if element.index <= index, index < element.end {
            token = String(position)
            next = element
          }
          position += 1
        }
      default: return path
      }
      path += "/" + token
      guard let next else { return path }
      place = next
    }
    return path
  }

  /// `~` is `~0` and `/` is `~1` in a reference token (RFC 6901).
  static func escapedToken(_ key: String) -> String {
    var token = ""
    for character in key {
      switch character {
      case "~": token += "~0"
      case "/": token += "~1"
      default: token.append(character)
      }
    }
    return token
  }
}

/// `Decoder` over the tape: a cursor, so that it fits an existential without allocating.
///
/// Coding paths are not tracked; a failure finds its place by walking the tape.
struct TapeDecoder: Decoder, SingleValueDecodingContainer {
  let cursor: JSONCursor

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard cursor.kind == .object else { throw cursor.mismatch("an object") }
    return KeyedDecodingContainer(TapeMembers(cursor: cursor))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard cursor.kind == .array else { throw cursor.mismatch("an array") }
    return TapeElements(cursor)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// A value of any type; types of ours take the short way.
  func value<T: Decodable>(of type: T.Type, at cursor: JSONCursor) throws -> T {
    if type == JSONValue.self, let value = cursor.value() as? T { return value }
    do {
      return try T(from: TapeDecoder(cursor: cursor))
    } catch is DecodingError {
      // From a type's own initialiser, as of an enum: it knows what is wrong, we know where.
      throw cursor.mismatch("\(type)")
    }
  }

  func integer<T: FixedWidthInteger>(_ type: T.Type, _ cursor: JSONCursor) throws -> T {
    if let value = cursor.int64.flatMap({ T(exactly: $0) }) { return value }
    if let value = cursor.uint64.flatMap({ T(exactly: $0) }) { return value }
    throw cursor.mismatch("an integer from \(T.min) to \(T.max)")
  }

  // MARK: One value

  func decodeNil() -> Bool { cursor.kind == .null }
  func decode(_ type: Bool.Type) throws -> Bool {
    guard let value = cursor.bool else { throw cursor.mismatch("true or false") }
    return value
  }
  func decode(_ type: String.Type) throws -> String {
    guard let value = cursor.string else { throw cursor.mismatch("a string") }
    return value
  }
  func decode(_ type: Double.Type) throws -> Double {
    guard let value = cursor.double else { throw cursor.mismatch("a number") }
    return value
  }
  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode(_ type: Int.Type) throws -> Int { try integer(type, cursor) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type, cursor) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type, cursor) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type, cursor) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type, cursor) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type, cursor) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type, cursor) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type, cursor) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type, cursor) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type, cursor) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(of: type, at: cursor) }
}

/// The members of an object; looked up one after another, as objects here are small.
struct TapeMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let cursor: JSONCursor

  var codingPath: [any CodingKey] { [] }

  var allKeys: [Key] {
    var keys: [Key] = []
    cursor.forEachMember { key, _ in
      if let key = key.string.flatMap({ Key(stringValue: $0) }) { keys.append(key) }
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { cursor.member(key.stringValue) != nil }

  private func member(_ key: some CodingKey) throws -> TapeDecoder {
    guard let value = cursor.member(key.stringValue) else {
      let token = JSONCursor.escapedToken(key.stringValue)
      throw JSONDecodingFailure(
        path: "\(cursor.pointer)/\(token)", expected: "a value", got: "nothing")
    }
    return TapeDecoder(cursor: value)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try member(key).decode(type)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try member(key).decode(type)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try member(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try member(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try member(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try member(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try member(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try member(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try member(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try member(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try member(key).decode(type)
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try member(key).decode(type)
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try member(key).decode(type)
  }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try member(key).decode(type)
  }

  // The defaults of these look a member up three times.

  private func present(_ key: Key) -> TapeDecoder? {
    guard let value = cursor.member(key.stringValue), value.kind != .null else { return nil }
    return TapeDecoder(cursor: value)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try present(key)?.decode(type)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try present(key)?.decode(type)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try present(key)?.decode(type)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try present(key)?.decode(type)
  }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try present(key)?.decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try member(key).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder { try member(SuperKey()) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

/// The member that holds a superclass where a subclass uses `superEncoder()`.
struct SuperKey: CodingKey {
  var stringValue: String { "super" }
  var intValue: Int? { nil }
  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}
