internal import IPCProtocol
internal import LinuxSystem

/// A table for a pipe or a file, written straight from the text of the result.
///
/// It shows what ``Table`` shows, to the byte; tables that need more than it can, as colours or a
/// width to keep, are that one's.
struct LongTable {
  /// A cell: where its text is, and how wide.
  private struct Cell {
    /// Of the result's text, or of `made` where the highest bit is set.
    var offset: UInt32 = 0
    var count: UInt16 = 0
    var width: UInt16 = 0
    /// The sign behind the text, or 0.
    var mark: UInt8 = 0
  }

  private struct Column {
    let member: Int
    let format: String?
    /// Whether text and numbers are shown as they are.
    let isPlain: Bool
    let rules: [(member: Int, text: [UInt8], mark: UInt8)]
    let isNumeric: Bool
  }

  private let rows: String
  private let names: [String]
  private let columns: [Column]
  private let header: [String]
  private let values: ValueText
  private var cells: [Cell] = []
  private var made: [UInt8] = []
  private var widths: [Int]

  private static let isMade: UInt32 = 1 << 31

  /// - Returns: Nil where a column is not a member of the row itself.
  init?(_ template: TableTemplate, _ values: ValueText) {
    guard let rows = Self.member(template.rows) else { return nil }
    var names: [String] = []
    func index(_ name: String) -> Int {
      if let known = names.firstIndex(of: name) { return known }
      names.append(name)
      return names.count - 1
    }
    var columns: [Column] = []
    for column in template.columns {
      guard let name = Self.member(column.value) else { return nil }
      var rules: [(Int, [UInt8], UInt8)] = []
      for rule in column.style {
        guard let name = Self.member(rule.when), Self.isPlain(rule.is) else { return nil }
        let mark = Style.mark(rule.use).utf8.first ?? 0
        rules.append((index(name), Array(JSON.text(rule.is).utf8), mark))
      }
      columns.append(
        Column(
          member: index(name), format: column.format,
          isPlain: column.format == nil || column.format == "text" || column.format == "integer",
          rules: rules, isNumeric: Table.isNumeric(column.format)))
    }
    self.rows = rows
    self.names = names
    self.columns = columns
    self.values = values
    header = template.columns.map { $0.header.text(in: values.language) }
    widths = header.map(\.terminalCells)
  }

  /// The name of a pointer that is a member and nothing deeper.
  private static func member(_ pointer: String) -> String? {
    guard pointer.hasPrefix("/") else { return nil }
    let name = pointer.dropFirst()
    return name.isEmpty || name.utf8.contains { "/~".utf8.contains($0) } ? nil : String(name)
  }

  /// Whether a value has one text in JSON.
  private static func isPlain(_ value: JSONValue) -> Bool {
    switch value {
    case .bool, .null: true
    case .string(let text):
      text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    default: false
    }
  }

  // MARK: Writing

  /// Writes the table of a result.
  ///
  /// - Parameters:
  ///   - result: A JSON text.
  ///   - isAligned: Columns under a header; else tabs, and no header.
  ///   - write: Takes the next piece; false ends the writing.
  /// - Returns: False where the result is not what this can show; nothing was written then.
  mutating func write(
    _ result: ArraySlice<UInt8>, isAligned: Bool, _ write: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    // Offsets of 31 bits, and lengths of 16 in cells.
    guard result.count < Int(Self.isMade) else { return false }
    return result.withUnsafeBytes { bytes in
      cells.reserveCapacity(bytes.count / 100 * columns.count)
      var scanner = RowScanner(bytes, names: names)
      do throws(RowScanner.GaveUp) {
        try scanner.forEachRow(of: rows) { row throws(RowScanner.GaveUp) in
          for index in columns.indices { try add(columns[index], at: index, row, bytes) }
        }
      } catch {
        return false
      }
      guard !cells.isEmpty else { return false }
      put(bytes, isAligned: isAligned, write)
      return true
    }
  }

  private mutating func add(
    _ column: Column, at index: Int, _ row: UnsafeBufferPointer<RowScanner.Value>,
    _ bytes: UnsafeRawBufferPointer
  ) throws(RowScanner.GaveUp) {
    var cell = try cell(column, row[column.member], bytes)
    for rule in column.rules {
      let value = row[rule.member]
      // A string's quotes are of the text that is compared with.
      let quote = value.kind == .string ? 1 : 0
      guard value.kind != .missing,
        bytes[(value.start - quote)..<(value.end + quote)].elementsEqual(rule.text)
      else { continue }
      cell.mark = rule.mark
      break
    }
    widths[index] = max(widths[index], Int(cell.width) + (cell.mark == 0 ? 0 : 1))
    cells.append(cell)
  }

  private mutating func cell(
    _ column: Column, _ value: RowScanner.Value, _ bytes: UnsafeRawBufferPointer
  ) throws(RowScanner.GaveUp) -> Cell {
    let count = value.end - value.start
    guard value.kind != .missing else { return Cell() }
    guard count < 0xFFFF else { throw RowScanner.GaveUp() }
    if column.isPlain {
      switch value.kind {
      case .string:
        if !bytes[value.start..<value.end].contains(0x7F) {
          return Cell(
            offset: UInt32(value.start), count: UInt16(count), width: UInt16(count))
        }
      case .special:
        if let width = PlainWidth.cells(bytes[value.start..<value.end]) {
          return Cell(
            offset: UInt32(value.start), count: UInt16(count), width: UInt16(width))
        }
      case .other:
        if bytes[value.start..<value.end].allSatisfy({ (0x30...0x39).contains($0) }) {
          return Cell(
            offset: UInt32(value.start), count: UInt16(count), width: UInt16(count))
        }
      case .container, .missing: break
      }
    }
    return try made(column, value, bytes)
  }

  /// A cell whose text is made as ``Table`` makes it.
  private mutating func made(
    _ column: Column, _ value: RowScanner.Value, _ bytes: UnsafeRawBufferPointer
  ) throws(RowScanner.GaveUp) -> Cell {
    let quote = value.kind == .string || value.kind == .special ? 1 : 0
    let raw = Array(bytes[(value.start - quote)..<(value.end + quote)])
    guard let json = try? JSON.parse(raw) else { throw RowScanner.GaveUp() }
    let text = values.text(json, format: column.format).printable(inOneLine: true)
    let width = text.terminalCells
    guard text.utf8.count < 0xFFFF, made.count + text.utf8.count < Int(Self.isMade) else {
      throw RowScanner.GaveUp()
    }
    let cell = Cell(
      offset: UInt32(made.count) | Self.isMade, count: UInt16(text.utf8.count),
      width: UInt16(width))
    made.append(contentsOf: text.utf8)
    return cell
  }

  // MARK: Lines

  private func put(
    _ bytes: UnsafeRawBufferPointer, isAligned: Bool, _ write: (UnsafeRawBufferPointer) -> Bool
  ) {
    // A line has its cells (at most four bytes a column of the screen, or 65,535), and room between.
    let longest = widths.reduce(0) { $0 + max($1 * 4, 8) + 2 } + header.count * 0xFFFF + 2
    let size = max(1 << 16, longest * 2)
    made.withUnsafeBytes { made in
      withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { buffer in
        var line = LineBuffer(buffer)
        if isAligned { putHeader(&line) }
        var index = 0
        while index < cells.count {
          for column in columns.indices {
            let cell = cells[index + column]
            let source = cell.offset & Self.isMade == 0 ? bytes : made
            let start = Int(cell.offset & ~Self.isMade)
            let text = UnsafeRawBufferPointer(
              rebasing: source[start..<start + Int(cell.count)])
            put(text, cell, column, isAligned, &line)
          }
          line.end(trimming: isAligned)
          index += columns.count
          if line.count + longest > size {
            guard line.flush(write) else { return }
          }
        }
        _ = line.flush(write)
      }
    }
  }

  private func put(
    _ text: UnsafeRawBufferPointer, _ cell: Cell, _ column: Int, _ isAligned: Bool,
    _ line: inout LineBuffer
  ) {
    let isLast = column == columns.count - 1
    guard isAligned else {
      line.append(text)
      if !isLast { line.append(UInt8(ascii: "\t")) }
      return
    }
    let space = widths[column] - Int(cell.width) - (cell.mark == 0 ? 0 : 1)
    if columns[column].isNumeric { line.append(spaces: space) }
    line.append(text)
    if cell.mark != 0 { line.append(cell.mark) }
    guard !isLast else { return }
    line.append(spaces: columns[column].isNumeric ? 2 : space + 2)
  }

  private func putHeader(_ line: inout LineBuffer) {
    for column in columns.indices {
      var title = header[column]
      let cell = Cell(width: UInt16(clamping: title.terminalCells))
      title.withUTF8 { put(UnsafeRawBufferPointer($0), cell, column, true, &line) }
    }
    line.end(trimming: true)
  }
}

/// Lines one behind the other until there are enough of them to write.
private struct LineBuffer {
  private let buffer: UnsafeMutableRawBufferPointer
  private(set) var count = 0
  private var lineStart = 0

  init(_ buffer: UnsafeMutableRawBufferPointer) { self.buffer = buffer }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    buffer.baseAddress?.advanced(by: count).copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  mutating func append(_ byte: UInt8) {
    buffer[count] = byte
    count += 1
  }

  mutating func append(spaces: Int) {
    for _ in 0..<max(0, spaces) { append(0x20) }
  }

  mutating func end(trimming isTrimmed: Bool) {
    while isTrimmed, count > lineStart, buffer[count - 1] == 0x20 { count -= 1 }
    append(0x0A)
    lineStart = count
  }

  mutating func flush(_ write: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    defer { (count, lineStart) = (0, 0) }
    return write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }
}

/// The width of texts that need no table of Unicode: letters of Latin, Hangul, kana and ideographs,
/// each a character of its own.
enum PlainWidth {
  /// Nil where a byte is an escape, a control character, or of any other script.
  static func cells(_ text: Slice<UnsafeRawBufferPointer>) -> Int? {
    var cells = 0
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      switch byte {
      case 0x5C, 0..<0x20, 0x7F: return nil
      case 0..<0x80:
        cells += 1
        index += 1
      case 0xE3...0xED where index + 3 <= text.endIndex:
        let (second, third) = (text[index + 1], text[index + 2])
        guard second & 0xC0 == 0x80, third & 0xC0 == 0x80 else { return nil }
        let scalar = UInt32(byte & 0x0F) << 12 | UInt32(second & 0x3F) << 6 | UInt32(third & 0x3F)
        guard isWide(scalar) else { return nil }
        cells += 2
        index += 3
      default: return nil
      }
    }
    return cells
  }

  @inline(__always)
  private static func isWide(_ scalar: UInt32) -> Bool {
    (0xAC00...0xD7A3).contains(scalar) || (0x4E00...0x9FFF).contains(scalar)
      || (0x3041...0x3096).contains(scalar) || (0x30A1...0x30FA).contains(scalar)
  }
}
