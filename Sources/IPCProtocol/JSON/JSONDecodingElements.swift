/// The elements of an array, one after another.
struct TapeElements: UnkeyedDecodingContainer {
  private let cursor: JSONCursor
  private var next: Int
  private(set) var currentIndex = 0

  init(_ cursor: JSONCursor) {
    self.cursor = cursor
    next = cursor.index + 1
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { cursor.count }
  var isAtEnd: Bool { next >= cursor.end }

  private mutating func element() throws -> TapeDecoder {
    guard !isAtEnd else {
      throw JSONDecodingFailure(
        path: "\(cursor.pointer)/\(currentIndex)", expected: "a value", got: "nothing")
    }
    let element = cursor.at(next)
    next = element.end
    currentIndex += 1
    return TapeDecoder(cursor: element)
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, cursor.at(next).kind == .null else {
      return false
    }
    _ = try element()
    return true
  }
  mutating func decode(_ type: Bool.Type) throws -> Bool { try element().decode(type) }
  mutating func decode(_ type: String.Type) throws -> String { try element().decode(type) }
  mutating func decode(_ type: Double.Type) throws -> Double { try element().decode(type) }
  mutating func decode(_ type: Float.Type) throws -> Float { try element().decode(type) }
  mutating func decode(_ type: Int.Type) throws -> Int { try element().decode(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try element().decode(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try element().decode(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try element().decode(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try element().decode(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try element().decode(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try element().decode(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try element().decode(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try element().decode(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try element().decode(type) }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try element().decode(type) }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try element().container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try element().unkeyedContainer()
  }
  mutating func superDecoder() throws -> any Decoder { try element() }
}
