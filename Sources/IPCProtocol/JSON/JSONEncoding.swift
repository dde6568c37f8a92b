/// `Encoder` straight to bytes.
///
/// Codable has no "end" of a container. So the open containers are a stack: writing to one closes
/// those that were opened inside it, and the end of the value closes the rest. Going back to a
/// container that was closed this way cannot be written without a tree, and is refused.
final class JSONEncoding {
  var writer: JSONWriter
  /// The open containers, outermost first.
  private var opened: [Opened] = []
  /// Counts containers, so that a closed one is told from a later one at the same depth.
  private var lastSerial: UInt32 = 0

  private struct Opened {
    /// The bracket that will close it.
    let closer: UInt8
    let serial: UInt32
  }

  private init(_ writer: consuming JSONWriter) { self.writer = writer }

  static func write<T: Encodable>(_ value: T, to writer: inout JSONWriter) throws {
    if T.self == JSONValue.self, let value = value as? JSONValue { return writer.value(value) }
    var taken = JSONWriter()
    swap(&taken, &writer)
    let encoding = JSONEncoding(taken)
    taken = JSONWriter()
    defer { swap(&encoding.writer, &writer) }
    try encoding.encode(value)
  }

  // MARK: Values

  /// Writes a whole value; one that writes nothing is an empty object.
  func encode<T: Encodable>(_ value: T) throws {
    // A comparison of types costs nothing; a cast that fails would cost more than most values.
    if T.self == JSONValue.self, let value = value as? JSONValue { return writer.value(value) }
    let depth = opened.count
    let start = writer.bytes.count
    try value.encode(to: StreamEncoder(encoding: self, depth: depth))
    close(downTo: depth)
    if writer.bytes.count == start { writer.literal("{}") }
  }

  func encode(_ value: Double) throws {
    guard value.isFinite else { throw JSONEncodingFailure(reason: "JSON has no \(value)") }
    writer.double(value)
  }

  // MARK: Containers

  /// A container on the stack.
  struct Container {
    let depth: Int
    let serial: UInt32
  }

  func open(_ opener: StaticString, _ closer: UInt8, depth: Int) -> Container {
    // `super.encode(to:)` asks the same encoder again: it goes on with the same object.
    if opened.count > depth, opened[depth].closer == closer {
      close(downTo: depth + 1)
      return Container(depth: depth + 1, serial: opened[depth].serial)
    }
    writer.literal(opener)
    lastSerial &+= 1
    opened.append(Opened(closer: closer, serial: lastSerial))
    return Container(depth: opened.count, serial: lastSerial)
  }

  /// Makes `container` the innermost one, closing what was opened inside it.
  func enter(_ container: Container) throws {
    guard opened.count >= container.depth,
      opened[container.depth - 1].serial == container.serial
    else {
      throw JSONEncodingFailure(reason: "a container is written to after its parent was")
    }
    close(downTo: container.depth)
  }

  private func close(downTo depth: Int) {
    while opened.count > depth { writer.bytes.append(opened.removeLast().closer) }
  }
}

/// An `Encoder` for the value at one depth.
struct StreamEncoder: Encoder {
  let encoding: JSONEncoding
  let depth: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let container = encoding.open("{", UInt8(ascii: "}"), depth: depth)
    return KeyedEncodingContainer(StreamMembers(encoding: encoding, container: container))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    StreamElements(
      encoding: encoding, container: encoding.open("[", UInt8(ascii: "]"), depth: depth))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    StreamValue(encoding: encoding)
  }
}

struct StreamValue: SingleValueEncodingContainer {
  let encoding: JSONEncoding
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { encoding.writer.null() }
  func encode(_ value: Bool) { encoding.writer.bool(value) }
  func encode(_ value: String) { encoding.writer.string(value) }
  func encode(_ value: Double) throws { try encoding.encode(value) }
  func encode(_ value: Float) throws { try encodeFloat(value, encoding) }
  func encode(_ value: Int) { encoding.writer.integer(Int64(value)) }
  func encode(_ value: Int8) { encoding.writer.integer(Int64(value)) }
  func encode(_ value: Int16) { encoding.writer.integer(Int64(value)) }
  func encode(_ value: Int32) { encoding.writer.integer(Int64(value)) }
  func encode(_ value: Int64) { encoding.writer.integer(value) }
  func encode(_ value: UInt) { encoding.writer.unsigned(UInt64(value)) }
  func encode(_ value: UInt8) { encoding.writer.unsigned(UInt64(value)) }
  func encode(_ value: UInt16) { encoding.writer.unsigned(UInt64(value)) }
  func encode(_ value: UInt32) { encoding.writer.unsigned(UInt64(value)) }
  func encode(_ value: UInt64) { encoding.writer.unsigned(value) }
  func encode<T: Encodable>(_ value: T) throws { try encoding.encode(value) }
}

/// A Float's own shortest digits, not those of the double that it equals.
private func encodeFloat(_ value: Float, _ encoding: JSONEncoding) throws {
  guard value.isFinite else { throw JSONEncodingFailure(reason: "JSON has no \(value)") }
  encoding.writer.bytes.append(contentsOf: value.description.utf8)
}

struct StreamMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoding: JSONEncoding
  let container: JSONEncoding.Container
  var codingPath: [any CodingKey] { [] }

  private func at(_ key: some CodingKey) throws -> StreamValue {
    try encoding.enter(container)
    encoding.writer.key(key.stringValue)
    return StreamValue(encoding: encoding)
  }

  func encodeNil(forKey key: Key) throws { try at(key).encodeNil() }
  func encode(_ value: Bool, forKey key: Key) throws { try at(key).encode(value) }
  func encode(_ value: String, forKey key: Key) throws { try at(key).encode(value) }
  func encode(_ value: Double, forKey key: Key) throws { try at(key).encode(value) }
  func encode(_ value: Float, forKey key: Key) throws { try at(key).encode(value) }
  func encode(_ value: Int, forKey key: Key) throws { try at(key).encode(value) }
  func encode(_ value: Int8, forKey key: Key) throws { try at(key).encode(value) }
  func encode(_ value: Int16, forKey key: Key) throws { try at(key).encode(value) }
  func encode(_ value: Int32, forKey key: Key) throws { try at(key).encode(value) }
  func encode(_ value: Int64, forKey key: Key) throws { try at(key).encode(value) }
  func encode(_ value: UInt, forKey key: Key) throws { try at(key).encode(value) }
  func encode(_ value: UInt8, forKey key: Key) throws { try at(key).encode(value) }
  func encode(_ value: UInt16, forKey key: Key) throws { try at(key).encode(value) }
  func encode(_ value: UInt32, forKey key: Key) throws { try at(key).encode(value) }
  func encode(_ value: UInt64, forKey key: Key) throws { try at(key).encode(value) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try at(key).encode(value) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder(forKey: key).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(forKey: key).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { encoder(forKey: SuperKey()) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder(forKey: key) }

  /// These calls cannot throw; entering a closed container here is the type's own defect.
  private func encoder(forKey key: some CodingKey) -> StreamEncoder {
    do { _ = try at(key) } catch { preconditionFailure("\(error)") }
    return StreamEncoder(encoding: encoding, depth: container.depth)
  }
}

struct StreamElements: UnkeyedEncodingContainer {
  let encoding: JSONEncoding
  let container: JSONEncoding.Container
  private(set) var count = 0
  var codingPath: [any CodingKey] { [] }

  init(encoding: JSONEncoding, container: JSONEncoding.Container) {
    self.encoding = encoding
    self.container = container
  }

  private mutating func next() throws -> StreamValue {
    try encoding.enter(container)
    encoding.writer.separate()
    count += 1
    return StreamValue(encoding: encoding)
  }

  mutating func encodeNil() throws { try next().encodeNil() }
  mutating func encode(_ value: Bool) throws { try next().encode(value) }
  mutating func encode(_ value: String) throws { try next().encode(value) }
  mutating func encode(_ value: Double) throws { try next().encode(value) }
  mutating func encode(_ value: Float) throws { try next().encode(value) }
  mutating func encode(_ value: Int) throws { try next().encode(value) }
  mutating func encode(_ value: Int8) throws { try next().encode(value) }
  mutating func encode(_ value: Int16) throws { try next().encode(value) }
  mutating func encode(_ value: Int32) throws { try next().encode(value) }
  mutating func encode(_ value: Int64) throws { try next().encode(value) }
  mutating func encode(_ value: UInt) throws { try next().encode(value) }
  mutating func encode(_ value: UInt8) throws { try next().encode(value) }
  mutating func encode(_ value: UInt16) throws { try next().encode(value) }
  mutating func encode(_ value: UInt32) throws { try next().encode(value) }
  mutating func encode(_ value: UInt64) throws { try next().encode(value) }
  mutating func encode<T: Encodable>(_ value: T) throws { try next().encode(value) }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder().container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder().unkeyedContainer()
  }
  mutating func superEncoder() -> any Encoder { encoder() }

  private mutating func encoder() -> StreamEncoder {
    do { _ = try next() } catch { preconditionFailure("\(error)") }
    return StreamEncoder(encoding: encoding, depth: container.depth)
  }
}
