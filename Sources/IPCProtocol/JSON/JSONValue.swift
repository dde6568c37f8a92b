/// JSON whose shape only the other side knows.
///
/// Integers are exact over all of Int64 and UInt64; `unsigned` holds only what is above
/// `Int64.max`, so that equal integers are equal values.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue {
  /// An integer of any width that fits 64 bits.
  package static func integer(_ value: Int) -> JSONValue { .integer(Int64(value)) }

  package var stringValue: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  package var boolValue: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The integer; also of a double without a fraction, as `3.0` is an integer in JSON Schema.
  package var integerValue: Int64? {
    switch self {
    case .integer(let value): value
    case .double(let value): Int64(exactly: value)
    default: nil
    }
  }

  package var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  package var arrayValue: [JSONValue]? {
    guard case .array(let value) = self else { return nil }
    return value
  }

  package var objectValue: JSONObject? {
    guard case .object(let value) = self else { return nil }
    return value
  }

  package subscript(member: String) -> JSONValue? { objectValue?[member] }

  /// The value that an RFC 6901 JSON Pointer names, or nil where there is none.
  package func value(at pointer: String) -> JSONValue? {
    JSONPointer(pointer)?.value(in: self)
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(floatLiteral value: Double) { self = .double(value) }
  package init(nilLiteral: ()) { self = .null }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}
