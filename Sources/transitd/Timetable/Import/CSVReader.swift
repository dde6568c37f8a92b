/// Reads a CSV file of a feed row by row, without an object per row or field.
///
/// RFC 4180 as GTFS bends it: a byte order mark, lines that end in LF, CR LF, CR CR LF or CR, mixed
/// in one file, lines that are empty, fields with spaces or form feeds around them, rows shorter
/// than the header.
final class CSVReader {
  typealias Source = (UnsafeMutableRawBufferPointer) throws(FeedProblem) -> Int

  private struct Field {
    var start: Int
    var end: Int
    /// Holds quotes that stand for one: not as it lies in the buffer.
    var isEscaped: Bool
  }

  /// A row longer than this, with its line end and whatever is quoted in it, is no row.
  static let maximumRow = 1 << 20
  static let maximumColumns = 512

  let file: String
  private let source: Source
  private var buffer: UnsafeMutableRawBufferPointer
  /// What was read and not yet taken.
  private var start = 0
  private var end = 0
  private var isAtEnd = false
  private var fields: ContiguousArray<Field> = []
  private var header: [String] = []
  /// The line on which the current row begins, from 1.
  private(set) var line = 0
  private var nextLine = 1

  /// Reads the header.
  ///
  /// - Throws: ``FeedProblem``.
  init(_ file: String, source: @escaping Source) throws(FeedProblem) {
    self.file = file
    self.source = source
    buffer = .allocate(byteCount: 1 << 18, alignment: 16)
    fields.reserveCapacity(32)
    try fill()
    if end >= 3, buffer[0] == 0xEF, buffer[1] == 0xBB, buffer[2] == 0xBF { start = 3 }
    guard try next() else { throw .invalid(file, 1, "the file is empty", "빈 파일") }
    header = fields.indices.map { text($0) }
  }

  deinit { buffer.deallocate() }

  /// The place of a column; nil where the file does not have it.
  func column(_ name: String) -> Int? { header.firstIndex(of: name) }

  /// - Throws: ``FeedProblem`` naming the column.
  func required(_ name: String) throws(FeedProblem) -> Int {
    guard let column = column(name) else {
      throw .invalid(file, 1, "the column \(name) is missing", "\(name) 열이 없음")
    }
    return column
  }

  // MARK: Rows

  /// Moves to the next row that is not empty; false at the end.
  func next() throws(FeedProblem) -> Bool {
    while true {
      line = nextLine
      guard try parse() else { return false }
      let isEmpty = fields.count == 1 && bytes(0).isEmpty && !fields[0].isEscaped
      if !isEmpty { return true }
    }
  }

  /// One row; false where nothing is left.
  private func parse() throws(FeedProblem) -> Bool {
    while true {
      if start == end, isAtEnd { return false }
      switch scan() {
      case .row(let next):
        guard next - start <= Self.maximumRow else { throw tooLong }
        start = next
        return true
      case .more:
        // Up to two bytes may be there only to tell which line end it is, and be the next row's.
        guard end - start <= Self.maximumRow + 2 else { throw tooLong }
        guard !isAtEnd else { throw .invalid(file, line, "a quote is not closed", "따옴표가 닫히지 않음") }
        try fill()
      case .tooLong: throw tooLong
      case .strayQuote:
        throw .invalid(file, line, "something stands behind a closing quote", "닫는 따옴표 뒤에 글자가 있음")
      }
    }
  }

  private var tooLong: FeedProblem { .invalid(file, line, "the row is too long", "줄이 너무 김") }

  private enum Scan { case row(next: Int), more, tooLong, strayQuote }

  /// Finds the fields of the row at `start`, or that more bytes are needed to do so.
  private func scan() -> Scan {
    fields.removeAll(keepingCapacity: true)
    var lines = 1
    var index = start
    var fieldStart = start
    // Whether a quote stood behind text: the field is not looked at again for each further one.
    var hasText = false
    while index < end {
      switch buffer[index] {
      case 0x2C:
        guard append(fieldStart, index, false) else { return .tooLong }
        index += 1
        fieldStart = index
        hasText = false
      case 0x0A:
        guard append(fieldStart, index, false) else { return .tooLong }
        nextLine = line + lines
        return .row(next: index + 1)
      case 0x0D:
        // CR, CR LF and CR CR LF end one line; what follows must be seen to know which it is.
        guard index + 2 < end || isAtEnd else { return .more }
        guard append(fieldStart, index, false) else { return .tooLong }
        nextLine = line + lines
        return .row(next: afterReturn(index))
      case 0x22 where !hasText && isBlank(fieldStart, index):
        switch quoted(index, &lines) {
        case .closed(let close, let isEscaped):
          guard append(index + 1, close, isEscaped) else { return .tooLong }
          index = close + 1
          while index < end, buffer[index] == 0x20 || buffer[index] == 0x09 { index += 1 }
          guard index < end || isAtEnd else { return .more }
          guard index < end else {
            nextLine = line + lines
            return .row(next: index)
          }
          switch buffer[index] {
          case 0x2C:
            index += 1
            fieldStart = index
          case 0x0A:
            nextLine = line + lines
            return .row(next: index + 1)
          case 0x0D:
            guard index + 2 < end || isAtEnd else { return .more }
            nextLine = line + lines
            return .row(next: afterReturn(index))
          default: return .strayQuote
          }
        case .open: return .more
        }
      case 0x22:
        hasText = true
        index += 1
      default: index += 1
      }
    }
    guard isAtEnd else { return .more }
    guard append(fieldStart, end, false) else { return .tooLong }
    nextLine = line + lines
    return .row(next: end)
  }

  private func append(_ start: Int, _ end: Int, _ isEscaped: Bool) -> Bool {
    guard fields.count < Self.maximumColumns else { return false }
    fields.append(Field(start: start, end: end, isEscaped: isEscaped))
    return true
  }

  private func afterReturn(_ index: Int) -> Int {
    if index + 1 < end, buffer[index + 1] == 0x0A { return index + 2 }
    if index + 2 < end, buffer[index + 1] == 0x0D, buffer[index + 2] == 0x0A { return index + 3 }
    return index + 1
  }

  private func isBlank(_ start: Int, _ end: Int) -> Bool {
    for index in start..<end where buffer[index] != 0x20 && buffer[index] != 0x09 { return false }
    return true
  }

  private enum Quoted { case closed(Int, isEscaped: Bool), open }

  private func quoted(_ open: Int, _ lines: inout Int) -> Quoted {
    var index = open + 1
    var isEscaped = false
    var inside = 0
    while index < end {
      if buffer[index] == 0x22 {
        guard index + 1 < end || isAtEnd else { return .open }
        guard index + 1 < end, buffer[index + 1] == 0x22 else {
          lines += inside
          return .closed(index, isEscaped: isEscaped)
        }
        isEscaped = true
        index += 1
      } else if buffer[index] == 0x0A {
        inside += 1
      }
      index += 1
    }
    return .open
  }

  private func fill() throws(FeedProblem) {
    if start > 0 {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
      end -= start
      start = 0
    }
    if end == buffer.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: buffer.count * 2, alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<end]))
      buffer.deallocate()
      buffer = larger
    }
    let count = try source(UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
    if count == 0 { isAtEnd = true }
    end += count
  }

  // MARK: Fields

  /// The bytes of a field of the current row without space around them.
  ///
  /// None where the row is shorter, or the column is not there. Only for fields without quotes in them.
  func bytes(_ column: Int?) -> UnsafeRawBufferPointer {
    guard let column, column < fields.count else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    var (first, last) = (fields[column].start, fields[column].end)
    while first < last, buffer[first] <= 0x20 { first += 1 }
    while last > first, buffer[last - 1] <= 0x20 { last -= 1 }
    return UnsafeRawBufferPointer(rebasing: buffer[first..<last])
  }

  func text(_ column: Int?) -> String {
    let text = String(decoding: bytes(column), as: UTF8.self)
    guard let column, column < fields.count, fields[column].isEscaped else { return text }
    var result = ""
    var isHalf = false
    for character in text.unicodeScalars {
      if character == "\"", !isHalf {
        isHalf = true
        continue
      }
      isHalf = false
      result.unicodeScalars.append(character)
    }
    return result
  }

  func optionalText(_ column: Int?) -> String? {
    let text = text(column)
    return text.isEmpty ? nil : text
  }

  /// A whole number; nil where the field is empty.
  ///
  /// - Throws: ``FeedProblem`` where it is no number.
  func integer(_ column: Int?, _ name: String) throws(FeedProblem) -> Int? {
    let bytes = bytes(column)
    if bytes.isEmpty { return nil }
    var value = 0
    for (index, byte) in bytes.enumerated() {
      if index == 0, byte == 0x2D, bytes.count > 1 { continue }
      guard (0x30...0x39).contains(byte), value < Int.max / 16 else { throw wrong(column, name) }
      value = value * 10 + Int(byte - 0x30)
    }
    return bytes[0] == 0x2D ? -value : value
  }

  /// Seconds after noon minus twelve hours, of `H:MM:SS`, which may be past 24:00; nil where the
  /// field is empty.
  func seconds(_ column: Int?, _ name: String) throws(FeedProblem) -> Int? {
    let bytes = bytes(column)
    if bytes.isEmpty { return nil }
    var parts = (0, 0, 0)
    var part = 0
    var digits = 0
    for byte in bytes {
      if byte == 0x3A {
        guard digits > 0, part < 2 else { throw wrong(column, name) }
        part += 1
        digits = 0
        continue
      }
      guard (0x30...0x39).contains(byte), digits < 3 else { throw wrong(column, name) }
      let digit = Int(byte - 0x30)
      digits += 1
      switch part {
      case 0: parts.0 = parts.0 * 10 + digit
      case 1: parts.1 = parts.1 * 10 + digit
      default: parts.2 = parts.2 * 10 + digit
      }
    }
    guard part == 2, digits > 0, parts.1 < 60, parts.2 < 60, parts.0 < 145 else {
      throw wrong(column, name)
    }
    return parts.0 * 3600 + parts.1 * 60 + parts.2
  }
}
