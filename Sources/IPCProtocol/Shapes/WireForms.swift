package import Values

/// A type that reads and writes itself, as a tree of JSON, or a number that may be a word.
package protocol OwnWireValue: WireValue where Rule == NoRule {
  static var ownSchema: JSONSchema { get }

  /// - Throws: ``JSONDecodingFailure`` where the value is none of this type.
  init(reading cursor: JSONCursor) throws(JSONDecodingFailure)

  /// Appends exactly one value.
  func write(to writer: inout JSONWriter) throws(JSONEncodingFailure)
}

extension OwnWireValue {
  package static func schema(_ rule: NoRule?, _ names: inout SchemaNames) -> JSONSchema {
    ownSchema
  }

  package static func form(_ rule: NoRule?) -> ValueForm {
    .own(
      read: { cursor throws(JSONDecodingFailure) in try Self(reading: cursor) },
      write: { value, writer throws(JSONEncodingFailure) in try value.write(to: &writer) })
  }
}

/// One of a few words.
package protocol WireWord: WireValue, CaseIterable where Rule == NoRule {
  /// As it stands in JSON.
  var word: String { get }
}

extension WireWord where Self: RawRepresentable, RawValue == String {
  package var word: String { rawValue }
}

extension WireWord {
  package static func schema(_ rule: NoRule?, _ names: inout SchemaNames) -> JSONSchema {
    .oneOf(allCases.map(\.word))
  }

  package static func form(_ rule: NoRule?) -> ValueForm {
    let words = allCases.map { ($0, $0.word) }
    return .own(
      read: { cursor throws(JSONDecodingFailure) in
        for (value, word) in words where cursor.equals(word) { return value }
        throw cursor.mismatch("one of " + words.map(\.1).joined(separator: ", "))
      },
      write: { value, writer throws(JSONEncodingFailure) in writer.string(value.word) })
  }
}

extension Language: WireWord {}

extension JSONValue: OwnWireValue {
  package static var ownSchema: JSONSchema { .any }
  package init(reading cursor: JSONCursor) throws(JSONDecodingFailure) { self = cursor.value() }
  package func write(to writer: inout JSONWriter) throws(JSONEncodingFailure) { writer.value(self) }
}

extension UUID: OwnWireValue {
  package static var ownSchema: JSONSchema { .string(format: .uuid) }

  package init(reading cursor: JSONCursor) throws(JSONDecodingFailure) {
    guard let value = cursor.string.flatMap({ UUID($0) }) else { throw cursor.mismatch("a UUID") }
    self = value
  }

  package func write(to writer: inout JSONWriter) throws(JSONEncodingFailure) {
    writer.string(description)
  }
}

/// A text in the languages it has, which clients show in the user's.
extension LocalizedText: Shape {
  package static let shape = ShapeOf<LocalizedText>(
    named: "Title", [Member("en", \.en), Member("ko", \.ko)])
}

// MARK: Optional values, lists

extension Optional: WireValue where Wrapped: WireValue {
  package static func schema(_ rule: Wrapped.Rule?, _ names: inout SchemaNames) -> JSONSchema {
    Wrapped.schema(rule, &names)
  }

  package static func form(_ rule: Wrapped.Rule?) -> ValueForm {
    let form = Wrapped.form(rule)
    switch form.kind {
    case .boolean, .integer, .number, .text, .boundText, .time: return form
    case .object, .other:
      precondition(!Wrapped.isOptional, "an optional of an optional has no form in JSON")
      return .other(OptionalForm<Wrapped?, Wrapped>(form.kind))
    }
  }

  package static var isOptional: Bool { true }
}

/// What the elements of a list may be, and how many there are.
package struct ListRule<Element: WireValue>: Sendable {
  fileprivate let element: Element.Rule?
  fileprivate let count: ClosedRange<Int>

  package static func of(_ element: Element.Rule, count: ClosedRange<Int>) -> ListRule {
    ListRule(element: element, count: count)
  }

  package static func of(_ element: Element.Rule) -> ListRule {
    ListRule(element: element, count: 0 ... .max)
  }

  package static func count(_ count: ClosedRange<Int>) -> ListRule {
    ListRule(element: nil, count: count)
  }
}

extension Array: WireValue where Element: WireValue {
  package static func schema(
    _ rule: ListRule<Element>?, _ names: inout SchemaNames
  ) -> JSONSchema {
    .array(
      of: Element.schema(rule?.element, &names),
      minItems: rule.flatMap { $0.count.lowerBound == 0 ? nil : $0.count.lowerBound },
      maxItems: rule.flatMap { $0.count.upperBound == .max ? nil : $0.count.upperBound })
  }

  package static func form(_ rule: ListRule<Element>?) -> ValueForm {
    precondition(!Element.isOptional, "an element of a list is there")
    return .other(
      ListForm<Element>(Element.form(rule?.element).kind, count: rule?.count ?? 0 ... .max))
  }
}

extension ValueForm {
  static func other(_ form: OtherForm) -> ValueForm {
    ValueForm(kind: .other(.passRetained(form)))
  }

  static func own<Value: Sendable>(
    read: @escaping @Sendable (JSONCursor) throws(JSONDecodingFailure) -> Value,
    write: @escaping @Sendable (Value, inout JSONWriter) throws(JSONEncodingFailure) -> Void
  ) -> ValueForm {
    .other(OwnForm(read: read, write: write))
  }
}

private final class OwnForm<Value: Sendable>: OtherForm {
  private let reading: @Sendable (JSONCursor) throws(JSONDecodingFailure) -> Value
  private let writing: @Sendable (Value, inout JSONWriter) throws(JSONEncodingFailure) -> Void

  init(
    read: @escaping @Sendable (JSONCursor) throws(JSONDecodingFailure) -> Value,
    write: @escaping @Sendable (Value, inout JSONWriter) throws(JSONEncodingFailure) -> Void
  ) {
    (reading, writing) = (read, write)
  }

  override func write(
    _ place: UnsafeRawPointer, to writer: inout JSONWriter
  ) throws(JSONEncodingFailure) {
    try writing(place.assumingMemoryBound(to: Value.self).pointee, &writer)
  }

  override func read(
    _ cursor: JSONCursor?, into place: UnsafeMutableRawPointer
  ) throws(JSONDecodingFailure) {
    guard let cursor else { preconditionFailure("\(Value.self) is not optional") }
    place.initializeMemory(as: Value.self, to: try reading(cursor))
  }

  override func destroy(_ place: UnsafeMutableRawPointer) {
    _ = place.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }
}

/// An optional value, named as a whole: to look its type up by what it holds would take longer than
/// to write most values.
private protocol OptionalValue {
  associatedtype Held

  init(holding value: Held?)
}

extension Optional: OptionalValue {
  fileprivate init(holding value: Wrapped?) { self = value }
}

/// Whether an optional value is nil, looked at where it lies.
///
/// To copy what it holds would take longer than to look, so the function must not know how.
private func isNil<Held: ~Copyable>(_ place: UnsafePointer<Held?>) -> Bool {
  switch place.pointee {
  case .none: true
  case .some: false
  }
}

/// - Parameter Held: What a `Whole` holds, beside it for the same reason.
private final class OptionalForm<Whole: OptionalValue, Held>: OtherForm {
  private let kind: ValueForm.Kind

  init(_ kind: ValueForm.Kind) { self.kind = kind }

  override func isAbsent(_ place: UnsafeRawPointer) -> Bool {
    isNil(place.assumingMemoryBound(to: Held?.self))
  }

  override func write(
    _ place: UnsafeRawPointer, to writer: inout JSONWriter
  ) throws(JSONEncodingFailure) {
    try writer.value(at: place, kind)
  }

  override func read(
    _ cursor: JSONCursor?, into place: UnsafeMutableRawPointer
  ) throws(JSONDecodingFailure) {
    guard let cursor else {
      place.initializeMemory(as: Whole.self, to: Whole(holding: nil))
      return
    }
    // What an optional holds lies at its start: it is read there, and becomes one.
    try kind.read(cursor, into: place, false)
    let held = place.assumingMemoryBound(to: Whole.Held.self).move()
    place.initializeMemory(as: Whole.self, to: Whole(holding: held))
  }

  override func destroy(_ place: UnsafeMutableRawPointer) {
    _ = place.assumingMemoryBound(to: Whole.self).deinitialize(count: 1)
  }
}

private final class ListForm<Element: WireValue>: OtherForm {
  private let kind: ValueForm.Kind
  private let count: ClosedRange<Int>

  init(_ kind: ValueForm.Kind, count: ClosedRange<Int>) {
    self.kind = kind
    self.count = count
  }

  override func write(
    _ place: UnsafeRawPointer, to writer: inout JSONWriter
  ) throws(JSONEncodingFailure) {
    let stride = MemoryLayout<Element>.stride
    let elements = place.assumingMemoryBound(to: [Element].self).pointee
    guard count.contains(elements.count) else {
      throw JSONEncodingFailure(reason: "\(elements.count) elements are not \(count)")
    }
    writer.beginArray()
    try elements.withUnsafeBufferPointer { elements throws(JSONEncodingFailure) in
      guard let base = UnsafeRawPointer(elements.baseAddress) else { return }
      for index in elements.indices {
        if index > 0 { writer.bytes.append(UInt8(ascii: ",")) }
        try writer.value(at: base + index * stride, kind)
      }
    }
    writer.endArray()
  }

  override func read(
    _ cursor: JSONCursor?, into place: UnsafeMutableRawPointer
  ) throws(JSONDecodingFailure) {
    guard let cursor, cursor.kind == .array else {
      guard let cursor else { preconditionFailure("a list is not optional") }
      throw cursor.mismatch("an array")
    }
    var failure: JSONDecodingFailure?
    let elements = [Element](unsafeUninitializedCapacity: cursor.count) { memory, count in
      cursor.forEachElement { element in
        guard failure == nil, let base = memory.baseAddress else { return }
        do throws(JSONDecodingFailure) {
          try kind.read(element, into: UnsafeMutableRawPointer(base + count), false)
          count += 1
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
    place.initializeMemory(as: [Element].self, to: elements)
  }

  override func destroy(_ place: UnsafeMutableRawPointer) {
    _ = place.assumingMemoryBound(to: [Element].self).deinitialize(count: 1)
  }
}
