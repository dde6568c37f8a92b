internal import Values

/// A class of characters in a pattern: `[a-z]`, `[^가-힣\s]`.
enum PatternClass {
  typealias Problem = PatternSyntax.Problem

  /// Takes the class from behind its bracket to the end of it.
  static func taken(from rest: inout ArraySlice<Unicode.Scalar>) throws(Problem) -> String {
    let isComplement = rest.first == "^"
    if isComplement { rest.removeFirst() }
    var items = ""
    while let item = try item(&rest) {
      guard isRange(rest) else {
        items += item.inClass
        continue
      }
      rest.removeFirst()
      guard case .scalar(let low) = item, case .scalar(let high)? = try self.item(&rest),
        low <= high
      else {
        throw Problem(sentence: "a range in a class of the pattern goes from a lower character up")
      }
      items += "\(literal(low))-\(literal(high))"
    }
    // ECMA-262: [] is no character, and [^] is any.
    if items.isEmpty { return isComplement ? #"[\x{0}-\x{10FFFF}]"# : "(?!)" }
    return "[\(isComplement ? "^" : "")\(items)]"
  }

  /// One character or set; nil behind the closing bracket.
  private static func item(
    _ rest: inout ArraySlice<Unicode.Scalar>
  ) throws(Problem) -> PatternEscape? {
    guard let sign = rest.popFirst() else {
      throw Problem(sentence: "the pattern has a [ without its ]")
    }
    if sign == "]" { return nil }
    return sign == "\\" ? try PatternEscape.taken(from: &rest, inClass: true) : .scalar(sign)
  }

  /// A `-` before the closing bracket is only itself.
  private static func isRange(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    rest.first == "-" && rest.dropFirst().first != "]"
  }

  /// A character that means itself, wherever it stands.
  static func literal(_ scalar: Unicode.Scalar) -> String {
    let isPlain = scalar.isASCII && scalar.properties.isAlphabetic
    return isPlain ? String(scalar) : "\\x{\(String(scalar.value, radix: 16))}"
  }
}

/// What stands behind a backslash in a pattern.
enum PatternEscape {
  typealias Problem = PatternSyntax.Problem

  case scalar(Unicode.Scalar)
  /// What PCRE2 reads inside of a class.
  case set(String)

  var inClass: String {
    switch self {
    case .scalar(let scalar): PatternClass.literal(scalar)
    case .set(let items): items
    }
  }

  /// ECMA-262, `WhiteSpace` and `LineTerminator`, and what is none of them.
  private static let space =
    #"\x{9}-\x{D}\x{20}\x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}"#
    + #"\x{202F}\x{205F}\x{3000}\x{FEFF}"#
  private static let noSpace =
    #"\x{0}-\x{8}\x{E}-\x{1F}\x{21}-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}"#
    + #"\x{202A}-\x{202E}\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{FEFE}\x{FF00}-\x{10FFFF}"#

  private static let signs: [Unicode.Scalar: Unicode.Scalar] = [
    "t": "\t", "n": "\n", "v": "\u{B}", "f": "\u{C}", "r": "\r",
  ]

  /// Takes what is behind a backslash.
  static func taken(
    from rest: inout ArraySlice<Unicode.Scalar>, inClass: Bool
  ) throws(Problem) -> PatternEscape {
    guard let sign = rest.popFirst() else {
      throw Problem(sentence: "the pattern ends in a backslash")
    }
    if let known = signs[sign] { return .scalar(known) }
    switch sign {
    case "d", "D", "w", "W": return .set("\\\(sign)")
    case "s": return .set(space)
    case "S": return .set(noSpace)
    case "p", "P": return .set("\\\(sign){\(try category(&rest))}")
    case "x": return .scalar(try scalar(hex(&rest, 2)))
    case "u": return .scalar(try codePoint(&rest))
    case "b" where inClass: return .scalar("\u{8}")
    case "0" where rest.first?.properties.numericType == nil: return .scalar("\0")
    case "-" where inClass: return .scalar(sign)
    case _ where "^$\\.*+?()[]{}|/".unicodeScalars.contains(sign): return .scalar(sign)
    default: throw Problem(sentence: "\\\(sign) is not in the subset of patterns")
    }
  }

  /// `{L}`, `{Lu}`: general categories of Unicode.
  private static func category(
    _ rest: inout ArraySlice<Unicode.Scalar>
  ) throws(Problem) -> String {
    let name = rest.dropFirst().prefix { $0 != "}" }
    let text = String(String.UnicodeScalarView(name))
    guard rest.first == "{", rest.dropFirst(name.count + 1).first == "}", categories.contains(text)
    else { throw Problem(sentence: "\\p in a pattern names a general category, as \\p{L}") }
    rest = rest.dropFirst(name.count + 2)
    return text
  }

  private static let categories: Set<String> = [
    "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc",
    "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp", "C",
    "Cc", "Cf", "Cn", "Co",
  ]

  /// `\u1F600` is four digits and two signs; `\u{1F600}` and `\uD83D\uDE00` are one character.
  private static func codePoint(
    _ rest: inout ArraySlice<Unicode.Scalar>
  ) throws(Problem) -> Unicode.Scalar {
    if rest.first == "{" {
      rest.removeFirst()
      let count = rest.prefix { $0 != "}" }.count
      let value = try hex(&rest, count)
      guard rest.popFirst() == "}" else { throw wrongNumber }
      return try scalar(value)
    }
    let first = try hex(&rest, 4)
    guard (0xD800..<0xDC00).contains(first) else { return try scalar(first) }
    guard rest.popFirst() == "\\", rest.popFirst() == "u" else { throw wrongNumber }
    let second = try hex(&rest, 4)
    guard (0xDC00..<0xE000).contains(second) else { throw wrongNumber }
    return try scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private static var wrongNumber: Problem {
    Problem(sentence: "the pattern has no character behind \\x or \\u")
  }

  private static func scalar(_ value: UInt32) throws(Problem) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(value) else { throw wrongNumber }
    return scalar
  }

  private static func hex(
    _ rest: inout ArraySlice<Unicode.Scalar>, _ count: Int
  ) throws(Problem) -> UInt32 {
    let digits = String(String.UnicodeScalarView(rest.prefix(count)))
    guard digits.utf8.count == count, (1...6).contains(count),
      digits.utf8.allSatisfy({ $0.hexDigit != nil }),
      let value = UInt32(digits, radix: 16)
    else { throw wrongNumber }
    rest = rest.dropFirst(count)
    return value
  }
}
