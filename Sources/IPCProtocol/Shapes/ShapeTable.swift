internal import Values

/// How the members of an object lie in memory and stand in JSON.
///
/// It is a table without types, made once and never freed. To read and to write is to walk it: no
/// call depends on a type and no reference is counted, so that both cost what the same lines would
/// that somebody had written by hand.
struct ShapeTable {
  struct Entry {
    let name: StaticString
    /// The name as it is written: `,"name":`.
    let key: UnsafeBufferPointer<UInt8>
    /// Bytes from the object's first one.
    let offset: Int
    let kind: ValueForm.Kind
    let isOptional: Bool
    /// What a member is that was left out; nil where that is nothing, or not allowed.
    let standard: Unmanaged<StandardValue>?
  }

  let entries: UnsafeBufferPointer<Entry>
  /// Retained for ever, as the table.
  let facts: Unmanaged<ShapeFacts>

  static func made(of facts: ShapeFacts) -> UnsafePointer<ShapeTable> {
    let entries = UnsafeMutableBufferPointer<Entry>.allocate(capacity: facts.members.count)
    _ = entries.initialize(from: facts.members.map(\.entry))
    let table = UnsafeMutablePointer<ShapeTable>.allocate(capacity: 1)
    table.initialize(
      to: ShapeTable(entries: UnsafeBufferPointer(entries), facts: .passRetained(facts)))
    return UnsafePointer(table)
  }
}

/// The value that stands for a member which was left out.
class StandardValue {
  func initialize(_ place: UnsafeMutableRawPointer) {}
}

extension Unmanaged {
  /// Uses what a table refers to: it lives as long as the program, so no reference is counted.
  @inline(__always)
  fileprivate func kept<Result, Failure: Error>(
    _ body: (Instance) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result: Swift.Result<Result, Failure> = _withUnsafeGuaranteedRef { instance in
      do throws(Failure) {
        return .success(try body(instance))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

// MARK: Writing

extension JSONWriter {
  /// Appends the object at `base`.
  ///
  /// - Throws: ``JSONEncodingFailure`` for a member that is not what its declaration admits.
  mutating func object(
    at base: UnsafeRawPointer, _ table: UnsafePointer<ShapeTable>
  ) throws(JSONEncodingFailure) {
    bytes.append(UInt8(ascii: "{"))
    // The first member has no comma before it.
    var comma = 1
    for index in table.pointee.entries.indices {
      let entry = table.pointee.entry(index)
      let place = base + entry.pointee.offset
      if entry.pointee.isOptional, entry.pointee.kind.isAbsent(place) { continue }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: entry.pointee.key[comma...]))
      comma = 0
      try value(at: place, entry.pointee.kind)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Appends one value, which is there where it is an optional one: it lies at the start of that.
  @inline(__always)
  mutating func value(
    at place: UnsafeRawPointer, _ kind: ValueForm.Kind
  ) throws(JSONEncodingFailure) {
    switch kind {
    case .boolean: bool(place.assumingMemoryBound(to: Bool.self).pointee)
    case .integer(let minimum, let maximum):
      let value = place.assumingMemoryBound(to: Int64.self).pointee
      guard value >= minimum, value <= maximum else { throw .outside(value) }
      integer(value)
    case .number(let minimum, let maximum):
      let value = place.assumingMemoryBound(to: Double.self).pointee
      guard value >= minimum, value <= maximum else { throw .outside(value) }
      double(value)
    case .text: string(place.assumingMemoryBound(to: String.self).pointee)
    case .boundText(let bounds):
      let text = place.assumingMemoryBound(to: String.self)
      try bounds.kept { bounds throws(JSONEncodingFailure) in try bounds.check(text.pointee) }
      string(text.pointee)
    case .time: time(place.assumingMemoryBound(to: Timestamp.self).pointee)
    case .object(let table): try object(at: place, table)
    case .other(let form):
      try form.kept { form throws(JSONEncodingFailure) in try form.write(place, to: &self) }
    }
  }
}

extension ValueForm.Kind {
  /// Whether the optional value at `place` is nil.
  @inline(__always)
  fileprivate func isAbsent(_ place: UnsafeRawPointer) -> Bool {
    switch self {
    case .boolean: place.isNil(Bool.self)
    case .integer: place.isNil(Int64.self)
    case .number: place.isNil(Double.self)
    case .text, .boundText: place.isNil(String.self)
    case .time: place.isNil(Timestamp.self)
    case .object: false
    case .other(let form): form.kept { form in form.isAbsent(place) }
    }
  }
}

extension UnsafeRawPointer {
  @inline(__always)
  fileprivate func isNil<Value>(_ type: Value.Type) -> Bool {
    if case .none = assumingMemoryBound(to: Value?.self).pointee { return true }
    return false
  }
}

extension JSONEncodingFailure {
  @inline(never)
  fileprivate static func outside(_ value: some CustomStringConvertible) -> JSONEncodingFailure {
    JSONEncodingFailure(reason: "\(value) is outside its bounds")
  }
}

// MARK: Reading

extension ShapeTable {
  @inline(__always)
  func entry(_ place: Int) -> UnsafePointer<Entry> {
    // Callers count to the number of entries.
    entries.baseAddress.unsafelyUnwrapped + place
  }

  /// Initializes the object at `base` from an object of JSON; where it throws, nothing is.
  func read(
    _ cursor: JSONCursor, into base: UnsafeMutableRawPointer
  ) throws(JSONDecodingFailure) {
    var done = 0
    do throws(JSONDecodingFailure) {
      guard cursor.kind == .object else { throw cursor.mismatch("an object") }
      while done < entries.count {
        let entry = entry(done)
        try entry.pointee.read(cursor, into: base + entry.pointee.offset)
        done += 1
      }
    } catch {
      destroy(base, count: done)
      throw error
    }
  }

  func destroy(_ base: UnsafeMutableRawPointer, count: Int) {
    for place in 0..<count {
      let entry = entry(place)
      entry.pointee.kind.destroy(base + entry.pointee.offset, entry.pointee.isOptional)
    }
  }
}

extension ShapeTable.Entry {
  @inline(__always)
  fileprivate func read(
    _ object: JSONCursor, into place: UnsafeMutableRawPointer
  ) throws(JSONDecodingFailure) {
    let member = object.member(literal: name)
    if let member {
      try kind.read(member, into: place, isOptional)
    } else if let standard {
      standard.kept { standard in standard.initialize(place) }
    } else if isOptional {
      try kind.initializeAbsent(place)
    } else {
      throw JSONDecodingFailure(
        path: "\(object.pointer)/\(name)", expected: "a value", got: "nothing")
    }
  }
}

extension ValueForm.Kind {
  @inline(__always)
  func read(
    _ cursor: JSONCursor, into place: UnsafeMutableRawPointer, _ isOptional: Bool
  ) throws(JSONDecodingFailure) {
    switch self {
    case .boolean:
      guard let value = cursor.bool else { throw cursor.mismatch("a boolean") }
      place.initialize(value, isOptional)
    case .integer:
      guard let value = cursor.int64 else {
        throw cursor.mismatch("an integer from \(Int64.min) to \(Int64.max)")
      }
      place.initialize(value, isOptional)
    case .number:
      guard let value = cursor.double else { throw cursor.mismatch("a number") }
      place.initialize(value, isOptional)
    case .text, .boundText:
      guard let value = cursor.string else { throw cursor.mismatch("a string") }
      place.initialize(value, isOptional)
    case .time:
      guard let value = cursor.string.flatMap(Timestamp.init(rfc3339:)) else {
        throw cursor.mismatch("an RFC 3339 timestamp")
      }
      place.initialize(value, isOptional)
    case .object(let table): try table.pointee.read(cursor, into: place)
    case .other(let form):
      try form.kept { form throws(JSONDecodingFailure) in try form.read(cursor, into: place) }
    }
  }

  func initializeAbsent(_ place: UnsafeMutableRawPointer) throws(JSONDecodingFailure) {
    switch self {
    case .boolean: place.initializeMemory(as: Bool?.self, to: nil)
    case .integer: place.initializeMemory(as: Int64?.self, to: nil)
    case .number: place.initializeMemory(as: Double?.self, to: nil)
    case .text, .boundText: place.initializeMemory(as: String?.self, to: nil)
    case .time: place.initializeMemory(as: Timestamp?.self, to: nil)
    case .object: preconditionFailure("an optional object has a form of its own")
    case .other(let form):
      try form.kept { form throws(JSONDecodingFailure) in try form.read(nil, into: place) }
    }
  }

  func destroy(_ place: UnsafeMutableRawPointer, _ isOptional: Bool) {
    switch self {
    case .boolean, .integer, .number, .time: return
    case .text, .boundText:
      // One that is not optional has the same bits as an optional that is there.
      _ = place.assumingMemoryBound(to: String?.self).deinitialize(count: 1)
    case .object(let table):
      table.pointee.destroy(place, count: table.pointee.entries.count)
    case .other(let form): form.kept { form in form.destroy(place) }
    }
  }
}

extension UnsafeMutableRawPointer {
  @inline(__always)
  fileprivate func initialize<Value>(_ value: Value, _ isOptional: Bool) {
    if isOptional {
      initializeMemory(as: Value?.self, to: value)
    } else {
      initializeMemory(as: Value.self, to: value)
    }
  }
}
