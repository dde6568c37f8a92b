internal import IPCProtocol
internal import Values

/// One word of a command line as the JSON value that its schema wants.
enum WordValue {
  /// The value, or nil where the word cannot be one.
  ///
  /// What a value may be besides is left to the schema check.
  static func value(_ word: String, _ rules: JSONSchema.Rules) -> JSONValue? {
    let listed = rules.enumeration + (rules.constant.map { [$0] } ?? [])
    if !listed.isEmpty {
      let lowered = word.lowercased()
      return listed.first { text($0) == word } ?? listed.first { text($0).lowercased() == lowered }
    }
    if rules.types.isEmpty { return anything(word) }
    // A string can be written as anything, so it is tried last.
    for type in rules.types where type != .string {
      if let value = value(word, of: type, rules) { return value }
    }
    return rules.types.contains(.string) ? .string(word) : nil
  }

  /// A value as a person types it.
  static func text(_ value: JSONValue) -> String { value.stringValue ?? JSON.text(value) }

  private static func value(
    _ word: String, of type: JSONSchema.ValueType, _ rules: JSONSchema.Rules
  ) -> JSONValue? {
    let isDuration = rules.format == .duration
    switch type {
    case .integer:
      // Nobody counts with an exponent; a slip of a finger would be a thousand pieces.
      let isCount = !word.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
      if isCount, number(word) != nil, let whole = WholeNumber(word) { return whole.value }
      let seconds = isDuration ? DurationReading.seconds(word) : nil
      return seconds.flatMap { Int64(exactly: $0) }.map { .integer($0) }
    case .number:
      if let number = number(word) ?? share(word, rules) { return number }
      return isDuration ? DurationReading.seconds(word).map { .double($0) } : nil
    case .boolean: return boolean(word)
    case .null: return word == "null" ? .null : nil
    case .object:
      let object = (try? JSON.parse(word))?.objectValue  // no JSON is no object
      return object.map { .object($0) }
    case .array:
      let array = (try? JSON.parse(word))?.arrayValue  // no JSON is no array
      return array.map { .array($0) }
    case .string: return nil
    }
  }

  /// JSON where the word is some, else the word itself.
  private static func anything(_ word: String) -> JSONValue {
    (try? JSON.parse(word)) ?? .string(word)  // no JSON is a string
  }

  private static func boolean(_ word: String) -> JSONValue? {
    switch word {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }

  // MARK: Numbers

  /// Numbers of a range at most.
  private static let widest = 10_000

  /// `1-3` as the numbers from one to three, where an element is a whole number and nothing else; nil
  /// of every other word.
  static func range(_ word: String, _ items: JSONSchema.Rules) -> [JSONValue]? {
    guard items.types == [.integer], items.format == nil, items.enumeration.isEmpty else {
      return nil
    }
    let ends = word.split(separator: "-", omittingEmptySubsequences: false)
    let areDigits = ends.allSatisfy { end in
      (1...9).contains(end.utf8.count) && end.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    guard ends.count == 2, areDigits, let first = Int64(ends[0]), let last = Int64(ends[1]),
      first <= last, last - first < widest
    else { return nil }
    return (first...last).map { .integer($0) }
  }

  /// What is a share of a whole may be typed in hundredths: `10%`.
  private static func share(_ word: String, _ rules: JSONSchema.Rules) -> JSONValue? {
    guard word.hasSuffix("%"), rules.minimum?.doubleValue == 0, rules.maximum?.doubleValue == 1
    else { return nil }
    return number(String(word.dropLast()))?.doubleValue.map { .double($0 / 100) }
  }

  /// A decimal number; neither hexadecimal nor infinite.
  static func number(_ word: String) -> JSONValue? {
    let isDecimal = word.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
    }
    guard isDecimal else { return nil }
    if let number = Int64(word) { return .integer(number) }
    if let number = UInt64(word) { return .unsigned(number) }
    guard let number = Double(word), number.isFinite else { return nil }
    return .double(number)
  }
}
