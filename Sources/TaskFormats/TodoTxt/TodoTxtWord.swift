internal import CivilTime

/// What a word of a todo.txt line can be.
enum TodoTxtWord: Hashable {
  case project(String)
  case context(String)
  case pair(key: String, value: String)
  case plain(String)

  /// Reads a word behind the beginning of the line.
  ///
  /// - Parameters:
  ///   - word: Without spaces.
  ///   - isFirst: Whether it is the first behind marks and dates, where a further mark or date
  ///     would be one.
  init(_ word: Substring, isFirst: Bool) {
    if word.utf8.first == UInt8(ascii: "\\"), Self.isSpecial(word, isFirst: isFirst) {
      self = .plain(String(word.dropping(bytes: 1)))
    } else if word.utf8.first == UInt8(ascii: "+"), word.utf8.count > 1 {
      self = .project(PercentCode.decoded(word.dropping(bytes: 1)))
    } else if word.utf8.first == UInt8(ascii: "@"), word.utf8.count > 1 {
      self = .context(PercentCode.decoded(word.dropping(bytes: 1)))
    } else if let colon = Self.colon(word) {
      self = .pair(
        key: String(word[..<colon]),
        value: PercentCode.decoded(word[word.utf8.index(after: colon)...]))
    } else {
      self = .plain(String(word))
    }
  }

  /// A word of a title, with a backslash where it would be read as something else.
  static func title(_ word: Substring, isFirst: Bool) -> String {
    isSpecial(word, isFirst: isFirst) ? "\\" + word : String(word)
  }

  /// Whether a word, but for backslashes before it, means more than itself.
  private static func isSpecial(_ word: Substring, isFirst: Bool) -> Bool {
    let core = word.dropping(bytes: word.utf8.prefix { $0 == 0x5C }.count)
    guard let first = core.utf8.first else { return false }
    if first == UInt8(ascii: "+") || first == UInt8(ascii: "@") { return core.utf8.count > 1 }
    if isFirst, core == "x" || priority(core) != nil || looksLikeDate(core) { return true }
    return colon(core) != nil
  }

  /// The colon of `key:value`: the key begins with a letter, the value is not empty and does not
  /// make it an address on the web.
  private static func colon(_ word: Substring) -> Substring.Index? {
    guard let first = word.utf8.first, isLetter(first), let colon = word.utf8.firstIndex(of: 0x3A)
    else { return nil }
    let isKey = word.utf8[..<colon].allSatisfy { byte in
      isLetter(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x5F
    }
    let value = word[word.utf8.index(after: colon)...]
    guard isKey, !value.isEmpty, !value.startsWithBytes(of: "//") else { return nil }
    return colon
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  /// The letter of `(A)`.
  static func priority(_ word: Substring) -> String? {
    let bytes = Array(word.utf8)
    guard bytes.count == 3, bytes[0] == UInt8(ascii: "("), bytes[2] == UInt8(ascii: ")"),
      (0x41...0x5A).contains(bytes[1])
    else { return nil }
    return String(decoding: bytes[1...1], as: UTF8.self)
  }

  /// Four digits, two and two; whether the calendar has such a date is another question.
  static func looksLikeDate(_ word: Substring) -> Bool {
    var scanner = CharacterScanner(word)
    return scanner.digits(4) != nil && scanner.take("-") && scanner.digits(2) != nil
      && scanner.take("-") && scanner.digits(2) != nil && scanner.isAtEnd
  }
}

/// `%20` for what may not be in a word: white space, control characters, and the percent sign.
enum PercentCode {
  static func encoded(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isForbidden) else { return text }
    var encoded: [UInt8] = []
    for scalar in text.unicodeScalars {
      let utf8 = Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      encoded += isForbidden(scalar) ? utf8.flatMap(code) : utf8
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isSpace || scalar.value < 0x20 || scalar.value == 0x7F || scalar == "%"
  }

  private static func code(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  /// The text where its codes are UTF-8; else the word as it is.
  static func decoded(_ word: some StringProtocol) -> String {
    let bytes = Array(word.utf8)
    guard bytes.contains(0x25) else { return String(word) }
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x25, index + 2 < bytes.count, let high = digit(bytes[index + 1]),
        let low = digit(bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return String(validating: decoded, as: UTF8.self) ?? String(word)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
