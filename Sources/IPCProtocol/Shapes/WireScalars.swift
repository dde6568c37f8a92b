package import Values

extension Bool: WireValue {
  package static func schema(_ rule: NoRule?, _ names: inout SchemaNames) -> JSONSchema { .boolean }
  package static func form(_ rule: NoRule?) -> ValueForm { ValueForm(kind: .boolean) }
}

/// Inclusive bounds of an integer.
package struct IntegerRule: Sendable {
  fileprivate let minimum: Int64?
  fileprivate let maximum: Int64?

  package static func from(_ minimum: Int64) -> IntegerRule {
    IntegerRule(minimum: minimum, maximum: nil)
  }

  package static func within(_ bounds: ClosedRange<Int64>) -> IntegerRule {
    IntegerRule(minimum: bounds.lowerBound, maximum: bounds.upperBound)
  }

  fileprivate static func kind(_ rule: IntegerRule?) -> ValueForm.Kind {
    .integer(rule?.minimum ?? .min, rule?.maximum ?? .max)
  }
}

extension Int64: WireValue {
  package static func schema(_ rule: IntegerRule?, _ names: inout SchemaNames) -> JSONSchema {
    .integer(rule?.minimum, rule?.maximum)
  }
  package static func form(_ rule: IntegerRule?) -> ValueForm {
    ValueForm(kind: IntegerRule.kind(rule))
  }
}

/// The same in memory as `Int64` on the machines that this project is for.
extension Int: WireValue {
  package static func schema(_ rule: IntegerRule?, _ names: inout SchemaNames) -> JSONSchema {
    .integer(rule?.minimum, rule?.maximum)
  }
  package static func form(_ rule: IntegerRule?) -> ValueForm {
    ValueForm(kind: IntegerRule.kind(rule))
  }
}

/// Inclusive bounds of a number, and whether it is a number of seconds.
package struct NumberRule: Sendable {
  fileprivate var minimum: Double?
  fileprivate var maximum: Double?
  fileprivate var isDuration = false

  package static func from(_ minimum: Double) -> NumberRule { NumberRule(minimum: minimum) }

  package static func within(_ bounds: ClosedRange<Double>) -> NumberRule {
    NumberRule(minimum: bounds.lowerBound, maximum: bounds.upperBound)
  }

  /// Seconds, which a command line takes as `90s` or `1h30m`.
  package static func seconds(from minimum: Double? = nil, to maximum: Double? = nil) -> NumberRule
  {
    NumberRule(minimum: minimum, maximum: maximum, isDuration: true)
  }

  package static let seconds = seconds(from: 0)
}

extension Double: WireValue {
  package static func schema(_ rule: NumberRule?, _ names: inout SchemaNames) -> JSONSchema {
    rule?.isDuration == true
      ? .duration(rule?.minimum, rule?.maximum) : .number(rule?.minimum, rule?.maximum)
  }

  /// Nothing infinite, and no NaN, is within bounds.
  package static func form(_ rule: NumberRule?) -> ValueForm {
    let greatest = Double.greatestFiniteMagnitude
    return ValueForm(kind: .number(rule?.minimum ?? -greatest, rule?.maximum ?? greatest))
  }
}

extension Timestamp: WireValue {
  package static func schema(_ rule: NoRule?, _ names: inout SchemaNames) -> JSONSchema {
    .string(format: .dateTime)
  }
  package static func form(_ rule: NoRule?) -> ValueForm { ValueForm(kind: .time) }
}
