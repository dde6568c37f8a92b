/// Rows of RFC 4180, each with the line on which it begins.
struct CSVTable {
  struct Row {
    let line: Int
    /// Nil where the row could not be read; then `problem` says why.
    let fields: [String]?
    let problem: FormatProblem?
  }

  private let bytes: [UInt8]
  private let separator: UInt8
  private var position = 0
  private var line = 1

  /// Reads with the separator that the first line has most of: comma, semicolon or tab.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let first = bytes.prefix { $0 != 0x0A }
    let counts = [0x2C, 0x3B, 0x09].map { byte in (UInt8(byte), first.count { $0 == byte }) }
    separator = counts.max { $0.1 < $1.1 }.flatMap { $0.1 > 0 ? $0.0 : nil } ?? 0x2C
  }

  /// The next row that is not empty; nil at the end.
  mutating func next() -> Row? {
    while position < bytes.count {
      let start = line
      do throws(FormatProblem) {
        let fields = try row()
        if fields != [""] { return Row(line: start, fields: fields, problem: nil) }
      } catch {
        skipLine()
        return Row(line: start, fields: nil, problem: error)
      }
    }
    return nil
  }

  private mutating func row() throws(FormatProblem) -> [String] {
    var fields: [String] = []
    while true {
      guard fields.count < FormatBounds.fields else {
        throw .tooMany(.fields, FormatBounds.fields)
      }
      fields.append(try field())
      guard position < bytes.count else { return fields }
      let byte = bytes[position]
      position += 1
      if byte == separator { continue }
      if byte == 0x0D, position < bytes.count, bytes[position] == 0x0A { position += 1 }
      line += 1
      return fields
    }
  }

  /// A field; stands at its separator, its line's end, or the end of the text afterwards.
  private mutating func field() throws(FormatProblem) -> String {
    if position < bytes.count, bytes[position] == 0x22 { return try quotedField() }
    let start = position
    while position < bytes.count, !endsField(bytes[position]) {
      if bytes[position] == 0x22 {
        throw .syntax("a quote in a field that does not begin with one")
      }
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func endsField(_ byte: UInt8) -> Bool {
    byte == separator || byte == 0x0A || byte == 0x0D
  }

  private mutating func quotedField() throws(FormatProblem) -> String {
    let (opening, openingLine) = (position, line)
    var content: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == 0x0A { line += 1 }
      if byte != 0x22 {
        content.append(byte)
      } else if position < bytes.count, bytes[position] == 0x22 {
        content.append(byte)
        position += 1
      } else {
        guard position == bytes.count || endsField(bytes[position]) else {
          throw .syntax("something behind the closing quote of a field")
        }
        return String(decoding: content, as: UTF8.self)
      }
    }
    // The rest of the text is not this field's fault: go on behind the line of its quote.
    (position, line) = (opening, openingLine)
    throw .syntax("a quote that is never closed")
  }

  private mutating func skipLine() {
    while position < bytes.count {
      position += 1
      if bytes[position - 1] == 0x0A { break }
    }
    line += 1
  }

  // MARK: Writing

  /// Appends a row; fields are quoted where they must be.
  static func append(_ fields: [String], to bytes: inout [UInt8]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(0x2C) }
      let mustQuote = field.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D, 0x3B, 0x09].contains($0) }
      guard mustQuote || fields.count == 1 && field.isEmpty else {
        bytes.append(contentsOf: field.utf8)
        continue
      }
      bytes.append(0x22)
      for byte in field.utf8 {
        if byte == 0x22 { bytes.append(0x22) }
        bytes.append(byte)
      }
      bytes.append(0x22)
    }
    bytes.append(contentsOf: [0x0D, 0x0A])
  }
}
