/// An integer of 64 bits as a literal says it by its digits: `3.0`, `1e18` and `30e-1` are integers,
/// `4.0000000000000000001` and `3e-400` are none, whatever double is nearest to them.
package struct WholeNumber: Hashable, Sendable {
  private let isNegative: Bool
  private let magnitude: UInt64

  package var int64: Int64? {
    guard isNegative else { return Int64(exactly: magnitude) }
    return magnitude <= UInt64(Int64.max) + 1 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
  }

  package var uint64: UInt64? { isNegative && magnitude > 0 ? nil : magnitude }

  /// The value; nil below `Int64.min`.
  package var value: JSONValue? { int64.map { .integer($0) } ?? uint64.map { .unsigned($0) } }

  /// - Parameter literal: A number as a person types it, also with `+`; nil where it is none of 64 bits.
  package init?(_ literal: String) {
    var literal = literal.hasPrefix("+") ? String(literal.dropFirst()) : literal
    guard let number = literal.withUTF8({ WholeNumber(UnsafeRawBufferPointer($0)) }) else {
      return nil
    }
    self = number
  }

  /// - Parameter literal: A number of JSON's grammar; nil where it has a fraction or no 64 bits hold it.
  init?(_ literal: UnsafeRawBufferPointer) {
    var reader = Reader()
    for byte in literal {
      guard reader.take(byte) else { return nil }
    }
    guard let magnitude = reader.magnitude else { return nil }
    isNegative = literal.first == UInt8(ascii: "-")
    self.magnitude = magnitude
  }

  /// Takes a literal byte by byte, and keeps the digits up to the last that is not 0.
  private struct Reader {
    private var digits: UInt64 = 0
    /// Zeros behind the digits, which count only where another digit follows.
    private var zeros = 0
    /// The power of ten of the last digit kept, without the written exponent.
    private var fraction = 0
    private var exponent = 0
    private var isFraction = false
    private var isExponent = false
    private var isExponentNegative = false

    /// Exponents beyond are all the same: no literal has so many digits.
    private static let farthest = 1 << 40

    /// False where the digits are too many for 64 bits.
    mutating func take(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): isExponent = true
      case UInt8(ascii: "-"): isExponentNegative = isExponent
      case UInt8(ascii: "+"): break
      default:
        let digit = Int(byte &- UInt8(ascii: "0"))
        guard isExponent else {
          return take(digit: digit)
        }
        exponent = min(exponent * 10 + digit, Self.farthest)
      }
      return true
    }

    private mutating func take(digit: Int) -> Bool {
      if isFraction { fraction -= 1 }
      if digit == 0 {
        zeros += 1
        return true
      }
      guard let shifted = Self.shifted(digits, by: zeros + 1) else { return false }
      let (sum, overflowed) = shifted.addingReportingOverflow(UInt64(digit))
      digits = sum
      zeros = 0
      return !overflowed
    }

    var magnitude: UInt64? {
      if digits == 0 { return 0 }
      let power = zeros + fraction + (isExponentNegative ? -exponent : exponent)
      return power < 0 ? nil : Self.shifted(digits, by: power)
    }

    private static func shifted(_ value: UInt64, by power: Int) -> UInt64? {
      if value == 0 { return 0 }
      var value = value
      for _ in 0..<power {
        let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
        if overflowed { return nil }
        value = product
      }
      return value
    }
  }
}
