internal import IPCProtocol
internal import LinuxSystem

/// A table for a pipe or a file, made straight from the text of the result, while that arrives.
///
/// It shows what ``Table`` shows, to the byte; tables that need more than it can, as colours or a
/// width to keep, are that one's.
final class LongTable {
  private struct Column {
    let member: Int
    /// Whether text and numbers are shown as they are.
    let isPlain: Bool
    let isNumeric: Bool
    let hasRules: Bool
  }

  private struct Rule {
    let member: Int
    let text: [UInt8]
    /// A number of `marks`, from 1 on, or 0 for none.
    let mark: Int
  }

  /// What the widest and the longest cell of a column have.
  private struct Extent {
    var width: Int
    var bytes: Int

    @inline(__always)
    mutating func take(_ cell: TextCell) {
      let shown = cell.width + (cell.mark == 0 ? 0 : 1)
      if shown > width { width = shown }
      if cell.count > bytes { bytes = cell.count }
    }
  }

  private struct Shape {
    let column: Column
    var extent: Extent
  }

  private let rows: String
  private let names: [String]
  private let columns: [Column]
  private let formats: [String?]
  private let rules: [[Rule]]
  private let marks: [UInt8]
  private let header: [String]
  private let values: ValueText
  private var cells = TextCells()
  private var made: MadeCells
  private var extents: [Extent] = []
  /// Bytes of the result that was read.
  private var readBytes: Int?

  /// - Returns: Nil where a column is not a member of the row itself.
  init?(_ template: TableTemplate, _ values: ValueText) {
    guard let rows = Self.member(template.rows), !template.columns.isEmpty else { return nil }
    var names = NameList()
    var marks: [UInt8] = []
    var columns: [Column] = []
    var rules: [[Rule]] = []
    for column in template.columns {
      guard let name = Self.member(column.value) else { return nil }
      var ofColumn: [Rule] = []
      for rule in column.style {
        guard let name = Self.member(rule.when), Self.isPlain(rule.is) else { return nil }
        let mark = Style.mark(rule.use).utf8.first.map { Self.number(of: $0, in: &marks) } ?? 0
        ofColumn.append(
          Rule(member: names.index(name), text: Array(JSON.text(rule.is).utf8), mark: mark))
      }
      rules.append(ofColumn)
      columns.append(
        Column(
          member: names.index(name), isPlain: Table.isPlain(column.format),
          isNumeric: Table.isNumeric(column.format), hasRules: !ofColumn.isEmpty))
    }
    guard marks.count <= TextCell.marks else { return nil }
    self.rows = rows
    self.names = names.all
    self.marks = marks
    self.columns = columns
    self.rules = rules
    self.values = values
    formats = template.columns.map(\.format)
    made = MadeCells(values)
    header = template.columns.map { $0.header.text(in: values.language) }
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

  private static func number(of mark: UInt8, in marks: inout [UInt8]) -> Int {
    if let known = marks.firstIndex(of: mark) { return known + 1 }
    marks.append(mark)
    return marks.count
  }

  // MARK: Reading

  /// Reads a result, while it arrives.
  ///
  /// - Parameters:
  ///   - result: A JSON text, or the room for it.
  ///   - arrived: How many bytes are there.
  ///   - more: Waits until so many are there, and returns how many are; no more than before where
  ///     the rest does not come.
  /// - Returns: False where the result is not what this can show.
  func read(
    _ result: UnsafeRawBufferPointer, arrived: Int, more: (_ needed: Int) -> Int
  ) -> Bool {
    readBytes = nil
    cells.removeAll()
    made = MadeCells(values)
    extents = header.map { Extent(width: $0.terminalCells, bytes: $0.utf8.count) }
    guard result.count < Int(Int32.max) else { return false }
    do throws(RowScanner.GaveUp) {
      var scanner = RowScanner(result, rows: rows, names: names)
      scanner.arrived = arrived
      try readRows(&scanner, result, more)
    } catch {
      return false
    }
    readBytes = result.count
    return cells.count > 0
  }

  private func readRows(
    _ scanner: inout RowScanner, _ bytes: UnsafeRawBufferPointer, _ more: (_ needed: Int) -> Int
  ) throws(RowScanner.GaveUp) {
    let row = UnsafeMutableBufferPointer<RowScanner.Value>.allocate(capacity: names.count)
    defer { row.deallocate() }
    // Plain memory for what is touched a million times.
    let shape = UnsafeMutableBufferPointer<Shape>.allocate(capacity: columns.count)
    defer { shape.deallocate() }
    for index in columns.indices {
      shape.initializeElement(
        at: index, to: Shape(column: columns[index], extent: extents[index]))
    }
    defer { extents = shape.map(\.extent) }
    while true {
      switch try scanner.next(row) {
      case .row: try add(row, bytes, shape)
      case .end: return
      case .short(let needed):
        let arrived = more(needed)
        guard arrived > scanner.arrived else { throw RowScanner.GaveUp() }
        scanner.arrived = arrived
      }
    }
  }

  @inline(__always)
  private func add(
    _ row: UnsafeMutableBufferPointer<RowScanner.Value>, _ bytes: UnsafeRawBufferPointer,
    _ shape: UnsafeMutableBufferPointer<Shape>
  ) throws(RowScanner.GaveUp) {
    let room = try cells.makeRoom(for: shape.count)
    for index in shape.indices {
      let column = shape[index].column
      var cell = try cell(column, index, row[column.member], bytes)
      if column.hasRules { cell.mark = mark(index, row, bytes) }
      room[index] = cell
      shape[index].extent.take(cell)
    }
    cells.add(shape.count)
  }

  @inline(__always)
  private func cell(
    _ column: Column, _ index: Int, _ value: RowScanner.Value, _ bytes: UnsafeRawBufferPointer
  ) throws(RowScanner.GaveUp) -> TextCell {
    let (start, end) = (Int(value.start), Int(value.end))
    if column.isPlain {
      switch value.kind {
      case .string, .digits:
        return try TextCell(start, end - start, width: end - start, isMade: false)
      case .special:
        if let width = PlainWidth.cells(bytes[start..<end]) {
          return try TextCell(start, end - start, width: width, isMade: false)
        }
      case .container, .other, .missing: break
      }
    }
    if value.kind == .missing { return TextCell() }
    return try made.cell(value.raw, of: bytes, column: index, format: formats[index])
  }

  /// The mark of the first rule that holds.
  private func mark(
    _ column: Int, _ row: UnsafeMutableBufferPointer<RowScanner.Value>,
    _ bytes: UnsafeRawBufferPointer
  ) -> Int {
    for rule in rules[column] {
      let value = row[rule.member]
      guard value.kind != .missing, value.raw.count == rule.text.count else { continue }
      if value.raw.elementsEqual(rule.text, in: bytes) { return rule.mark }
    }
    return 0
  }

  // MARK: Writing

  /// Writes the table of the result that was read, or of another one.
  ///
  /// - Parameters:
  ///   - result: A JSON text.
  ///   - isAligned: Columns under a header; else tabs, and no header.
  ///   - write: Takes the next piece; false ends the writing.
  /// - Returns: False where the result is not what this can show; nothing was written then.
  func write(
    _ result: ArraySlice<UInt8>, isAligned: Bool, _ write: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    result.withUnsafeBytes { bytes in
      guard readBytes == bytes.count || read(bytes, arrived: bytes.count, more: { _ in 0 }) else {
        return false
      }
      let longest = extents.reduce(1) { $0 + $1.width + $1.bytes + 3 }
      var lines = LineBuffer(longest: longest)
      if isAligned { putHeader(&lines) }
      made.text.withUnsafeBytes { made in
        putRows(bytes, made, isAligned: isAligned, &lines, write)
      }
      return true
    }
  }

  private func putHeader(_ lines: inout LineBuffer) {
    for index in columns.indices {
      var title = header[index]
      let space = extents[index].width - title.terminalCells
      if columns[index].isNumeric { lines.append(spaces: space) }
      title.withUTF8 { lines.append(UnsafeRawBufferPointer($0), 0, $0.count) }
      guard index < columns.count - 1 else { break }
      lines.append(spaces: columns[index].isNumeric ? 2 : space + 2)
    }
    lines.end(trimming: true)
  }

  private func putRows(
    _ bytes: UnsafeRawBufferPointer, _ made: UnsafeRawBufferPointer, isAligned: Bool,
    _ lines: inout LineBuffer, _ write: (UnsafeRawBufferPointer) -> Bool
  ) {
    let cells = cells.all
    let last = columns.count - 1
    var next = 0
    while next < cells.count {
      for index in 0...last {
        let cell = cells[next + index]
        let isNumeric = columns[index].isNumeric
        let space = extents[index].width - cell.width - (cell.mark == 0 ? 0 : 1)
        if isAligned, isNumeric { lines.append(spaces: space) }
        lines.append(cell.isMade ? made : bytes, cell.start, cell.count)
        guard isAligned else {
          if index < last { lines.append(UInt8(ascii: "\t")) }
          continue
        }
        if cell.mark != 0 { lines.append(marks[cell.mark - 1]) }
        if index < last { lines.append(spaces: isNumeric ? 2 : space + 2) }
      }
      lines.end(trimming: isAligned)
      next += columns.count
      if lines.isFull, !lines.flush(write) { return }
    }
    _ = lines.flush(write)
  }
}
