/// What a statement's parameter is bound to.
package enum SQLiteValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

extension SQLiteValue {
  /// An integer of any width that fits 64 bits.
  package static func integer(_ value: Int) -> SQLiteValue { .integer(Int64(value)) }

  /// 1 or 0, as SQLite has no booleans.
  package static func bool(_ value: Bool) -> SQLiteValue { .integer(value ? 1 : 0) }

  /// NULL where the value is nil.
  package static func optional(_ value: Int64?) -> SQLiteValue {
    value.map { .integer($0) } ?? .null
  }

  /// NULL where the value is nil.
  package static func optional(_ value: String?) -> SQLiteValue { value.map { .text($0) } ?? .null }
}

extension SQLiteValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByNilLiteral, ExpressibleByBooleanLiteral
{
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .real(value) }
  package init(stringLiteral value: String) { self = .text(value) }
  package init(nilLiteral: ()) { self = .null }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
}
