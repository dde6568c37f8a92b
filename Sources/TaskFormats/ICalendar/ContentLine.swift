/// A content line of RFC 5545, section 3.1, unfolded and taken apart.
struct ContentLine: Hashable, Sendable {
  /// The physical line on which it begins, from 1.
  let line: Int
  /// In upper case.
  let name: String
  /// Names in upper case; values without quotes, codes of RFC 6868 resolved.
  let parameters: [(name: String, values: [String])]
  /// As it stands, escapes included.
  let value: String
  /// The whole line, unfolded.
  let raw: String

  static func == (one: ContentLine, other: ContentLine) -> Bool { one.raw == other.raw }

  func hash(into hasher: inout Hasher) { hasher.combine(raw) }

  /// The first value of a parameter.
  func parameter(_ name: String) -> String? {
    parameters.first { $0.name == name }?.values.first
  }

  /// - Throws: ``FormatProblem/syntax(_:)`` where there is no name or no colon.
  init(_ raw: String, line: Int) throws(FormatProblem) {
    var scanner = ContentScanner(raw)
    let name = scanner.token()
    guard !name.isEmpty else { throw .syntax("a line without the name of a property") }
    var parameters: [(name: String, values: [String])] = []
    while scanner.take(UInt8(ascii: ";")) {
      let name = scanner.token()
      guard !name.isEmpty, scanner.take(UInt8(ascii: "=")) else {
        throw .syntax("a parameter without name or value")
      }
      var values: [String] = []
      repeat { values.append(try scanner.parameterValue()) } while scanner.take(UInt8(ascii: ","))
      parameters.append((name.uppercased(), values))
    }
    guard scanner.take(UInt8(ascii: ":")) else {
      throw .syntax("a property without a colon")
    }
    self.line = line
    self.name = name.uppercased()
    self.parameters = parameters
    value = scanner.rest
    self.raw = raw
  }

  /// A line of our own.
  init(own name: String, _ value: String, parameters: [(name: String, value: String)] = []) {
    self.line = 0
    self.name = name
    self.parameters = parameters.map { ($0.name, [$0.value]) }
    self.value = value
    var raw = name
    for (name, value) in parameters {
      raw += ";"
      raw += name
      raw += "="
      raw += Self.quoted(value)
    }
    raw += ":"
    raw += value
    self.raw = raw
  }

  /// As the reader undoes it: a name of others may have quotes, and lines after `^n`.
  private static func quoted(_ value: String) -> String {
    let escaped = value.replacing("^", with: "^^").replacing("\n", with: "^n")
      .replacing("\"", with: "^'")
    let mustQuote = value.utf8.contains { [0x3A, 0x3B, 0x2C].contains($0) }
    return mustQuote ? "\"\(escaped)\"" : escaped
  }
}

/// Takes a content line apart.
private struct ContentScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var rest: String { String(decoding: bytes[position...], as: UTF8.self) }

  mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Letters, digits and hyphens; also underscores and dots, which some programs put into names.
  mutating func token() -> String {
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      let isLetter = (0x61...0x7A).contains(byte | 0x20)
      guard isLetter || (0x30...0x39).contains(byte) || [0x2D, 0x5F, 0x2E].contains(byte) else {
        break
      }
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  mutating func parameterValue() throws(FormatProblem) -> String {
    let isQuoted = take(UInt8(ascii: "\""))
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") || !isQuoted && [0x2C, 0x3A, 0x3B].contains(byte) { break }
      position += 1
    }
    let value = String(decoding: bytes[start..<position], as: UTF8.self)
    guard !isQuoted || take(UInt8(ascii: "\"")) else {
      throw .syntax("a quote that is never closed")
    }
    return Self.decoded(value)
  }

  /// RFC 6868: `^n` is a line feed, `^'` a quote, `^^` a circumflex.
  private static func decoded(_ value: String) -> String {
    guard value.utf8.contains(0x5E) else { return value }
    return value.replacing("^^", with: "\u{0}").replacing("^n", with: "\n")
      .replacing("^'", with: "\"").replacing("\u{0}", with: "^")
  }
}

// MARK: Values of the type TEXT

/// The escapes of RFC 5545, section 3.3.11.
enum ICalendarText {
  static func unescaped(_ value: some StringProtocol) -> String {
    guard value.utf8.contains(0x5C) else { return String(value) }
    var text: [UInt8] = []
    var isEscape = false
    for byte in value.utf8 {
      if isEscape {
        text.append(byte | 0x20 == UInt8(ascii: "n") ? 0x0A : byte)
        isEscape = false
      } else if byte == 0x5C {
        isEscape = true
      } else {
        text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  static func escaped(_ text: String) -> String {
    // Most texts have nothing of it, and a board is written as a hundred thousand of them.
    guard text.utf8.contains(where: { [0x0A, 0x0D, 0x5C, 0x3B, 0x2C].contains($0) }) else {
      return text
    }
    var value: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x0A: value += [0x5C, UInt8(ascii: "n")]
      // A lone carriage return would end the line for some readers.
      case 0x0D: continue
      case 0x5C, 0x3B, 0x2C: value += [0x5C, byte]
      default: value.append(byte)
      }
    }
    return String(decoding: value, as: UTF8.self)
  }

  /// The parts between commas that are not escaped, unescaped.
  static func list(_ value: String) -> [String] {
    var parts: [String] = []
    var part: [UInt8] = []
    var isEscape = false
    for byte in value.utf8 {
      if byte == 0x2C, !isEscape {
        parts.append(unescaped(String(decoding: part, as: UTF8.self)))
        part = []
        continue
      }
      isEscape = byte == 0x5C && !isEscape
      part.append(byte)
    }
    parts.append(unescaped(String(decoding: part, as: UTF8.self)))
    return parts
  }
}

// MARK: Folding

/// Long lines are folded, RFC 5545, section 3.1.
enum ContentFolding {
  /// Octets on a line, its end not counted.
  static let limit = 75

  /// The unfolded lines of a text, each with the number of its first physical line.
  ///
  /// Nil for the text of one that is not UTF-8.
  static func unfolded(_ bytes: [UInt8]) -> [(line: Int, text: String?)] {
    var lines: [(line: Int, bytes: [UInt8])] = []
    var number = 0
    for part in ByteLines(bytes) {
      number += 1
      // The parser counts, and says that there are more.
      if lines.count > FormatBounds.calendarLines { break }
      let content = part.last == 0x0D ? part.dropLast() : part
      if let first = content.first, first == 0x20 || first == 0x09, !lines.isEmpty {
        lines[lines.count - 1].bytes += content.dropFirst()
      } else if !content.isEmpty {
        lines.append((number, Array(content)))
      }
    }
    return lines.map { ($0.line, String(validating: $0.bytes, as: UTF8.self)) }
  }

  static func folded(_ lines: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    append(lines, to: &bytes)
    return bytes
  }

  static func append(_ lines: [String], to bytes: inout [UInt8]) {
    for line in lines { append(line, to: &bytes) }
  }

  /// Appends a line with CR LF, folded between characters, never within one.
  private static func append(_ line: String, to bytes: inout [UInt8]) {
    var line = line
    let isShort = line.withUTF8 { utf8 in
      guard utf8.count <= limit else { return false }
      bytes.append(contentsOf: utf8)
      bytes.append(0x0D)
      bytes.append(0x0A)
      return true
    }
    if isShort { return }
    var used = 0
    for scalar in line.unicodeScalars {
      let length = UTF8.width(scalar)
      if used + length > limit {
        bytes.append(contentsOf: [0x0D, 0x0A, 0x20])
        used = 1
      }
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      used += length
    }
    bytes.append(contentsOf: [0x0D, 0x0A])
  }
}
