/// A `pattern` of a schema as PCRE2 has to read it.
///
/// Read are the regular expressions of ECMA-262 in its Unicode mode, as far as JSON Schema recommends
/// them (2020-12, section 6.4): characters, classes, `^`, `$`, groups, `|`, the repetitions and their
/// lazy forms; also `.`, `\b` and escapes for classes and characters. PCRE2 has more, and other
/// meanings for some of it, so every sign is written anew and nothing is passed on.
struct PatternSyntax {
  /// What is beyond the subset, as a sentence.
  struct Problem: Error {
    let sentence: String
  }

  private var rest: ArraySlice<Unicode.Scalar>
  private var result = ""
  private var depth = 0

  private static let deepest = 32
  private static let mostRepetitions = 1000

  private init(_ pattern: String) { rest = Array(pattern.unicodeScalars)[...] }

  static func translated(_ pattern: String) throws(Problem) -> String {
    var syntax = PatternSyntax(pattern)
    try syntax.alternatives()
    guard syntax.rest.isEmpty else { throw Problem(sentence: "the pattern has a ) without its (") }
    return syntax.result
  }

  private mutating func takes(_ sign: Unicode.Scalar) -> Bool {
    guard rest.first == sign else { return false }
    rest.removeFirst()
    return true
  }

  // MARK: Terms

  /// Up to the end, or to the bracket that closes the group.
  private mutating func alternatives() throws(Problem) {
    while let sign = rest.first, sign != ")" {
      rest.removeFirst()
      let isRepeatable = try term(sign)
      try repetition(isAllowed: isRepeatable)
    }
  }

  /// - Returns: Whether it may be repeated.
  private mutating func term(_ sign: Unicode.Scalar) throws(Problem) -> Bool {
    switch sign {
    case "^", "$", "|":
      result.unicodeScalars.append(sign)
      return false
    case ".": result += #"[^\n\r\x{2028}\x{2029}]"#
    case "(": try group()
    case "[": result += try PatternClass.taken(from: &rest)
    case "\\": return try escape()
    case "*", "+", "?": throw Problem(sentence: "the pattern repeats nothing with \(sign)")
    case "{", "}", "]": throw Problem(sentence: "the pattern has a \(sign) alone; write \\\(sign)")
    default: result += PatternClass.literal(sign)
    }
    return true
  }

  private mutating func group() throws(Problem) {
    if takes("?"), !takes(":") {
      throw Problem(sentence: "groups in a pattern are (…) or (?:…), and nothing else with ?")
    }
    depth += 1
    guard depth <= Self.deepest else { throw Problem(sentence: "the pattern is nested too deep") }
    result += "(?:"
    try alternatives()
    guard takes(")") else { throw Problem(sentence: "the pattern has a ( without its )") }
    result += ")"
    depth -= 1
  }

  private mutating func escape() throws(Problem) -> Bool {
    if let sign = rest.first, sign == "b" || sign == "B" {
      rest.removeFirst()
      result += "\\\(sign)"
      return false
    }
    switch try PatternEscape.taken(from: &rest, inClass: false) {
    case .scalar(let scalar): result += PatternClass.literal(scalar)
    case .set(let items): result += "[\(items)]"
    }
    return true
  }

  // MARK: Repetitions

  private mutating func repetition(isAllowed: Bool) throws(Problem) {
    guard let sign = rest.first, "*+?{".unicodeScalars.contains(sign) else { return }
    guard isAllowed else { throw Problem(sentence: "the pattern repeats nothing with \(sign)") }
    rest.removeFirst()
    if sign == "{" { try bounds() } else { result.unicodeScalars.append(sign) }
    if takes("?") { result += "?" }
    if let next = rest.first, "*+?{".unicodeScalars.contains(next) {
      throw Problem(sentence: "the pattern repeats a repetition with \(next)")
    }
  }

  /// `{2}`, `{2,}`, `{2,4}` behind the bracket.
  private mutating func bounds() throws(Problem) {
    let wrong = Problem(
      sentence: "a repetition is {n}, {n,} or {n,m} of at most \(Self.mostRepetitions)")
    guard let low = number() else { throw wrong }
    var text = "{\(low)"
    if takes(",") {
      text += ","
      if let high = number() {
        guard low <= high else { throw wrong }
        text += "\(high)"
      }
    }
    guard takes("}") else { throw wrong }
    result += text + "}"
  }

  private mutating func number() -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.properties.numericType == .decimal }
    guard !digits.isEmpty, digits.count <= 4 else { return nil }
    rest = rest.dropFirst(digits.count)
    let number = digits.reduce(0) { $0 * 10 + Int($1.value - 0x30) }
    return number <= Self.mostRepetitions ? number : nil
  }
}
