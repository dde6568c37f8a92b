internal import Glibc
internal import IPCProtocol

/// Rows that stand one behind the other in a result: their cells, what was made for them, their widths.
///
/// One thread reads one of them.
final class TablePart {
  private let plan: LongTablePlan
  private var cells = TextCells()
  private var made: MadeCells
  private(set) var columns: [LongTablePlan.Column]

  init(_ plan: LongTablePlan, _ text: @escaping CellText) {
    self.plan = plan
    made = MadeCells(plan, text)
    columns = plan.columns
  }

  var isEmpty: Bool { cells.count == 0 }

  /// Makes columns wide enough for other rows and their header too.
  func widen(_ column: Int, width: Int, bytes: Int) {
    columns[column].take(width: width, bytes: bytes)
  }

  // MARK: Reading

  /// After so many rows it is known about how many there will be.
  private static let sampled = 512

  /// Reads rows.
  ///
  /// - Parameters:
  ///   - scanner: Where the first one stands.
  ///   - bytes: The whole text, or the room for it.
  ///   - more: Waits for bytes, as ``LongTable/read(_:arrived:more:)`` is told.
  ///   - isEnough: Asked behind each row where the next one would begin, and how many bytes have
  ///     arrived; true ends the reading.
  /// - Throws: ``GaveUp`` where they are no rows.
  func read(
    _ scanner: inout RowScanner, _ bytes: UnsafeRawBufferPointer,
    more: (_ needed: Int) -> Int,
    until isEnough: (_ position: Int, _ arrived: Int) throws(GaveUp) -> Bool
  ) throws(GaveUp) {
    let row = UnsafeMutableBufferPointer<RowValue>.allocate(capacity: plan.names.count)
    // Plain memory for what is touched a million times.
    let columns = UnsafeMutableBufferPointer<LongTablePlan.Column>.allocate(
      capacity: columns.count)
    _ = columns.initialize(from: self.columns)
    defer {
      self.columns = Array(columns)
      row.deallocate()
      columns.deallocate()
    }
    let start = scanner.position
    while true {
      switch try scanner.next(row) {
      case .row:
        try add(row, bytes, columns)
        if cells.count == Self.sampled * columns.count {
          // Rows of one list are about as long.
          let left = (bytes.count - start) / max(1, scanner.position - start)
          cells.expect(cells.count * (left + 1))
        }
        if try isEnough(scanner.position, scanner.arrived) { return }
      case .end: return
      case .short(let needed):
        let arrived = more(needed)
        guard arrived > scanner.arrived else { throw GaveUp() }
        scanner.arrived = arrived
      }
    }
  }

  @inline(__always)
  private func add(
    _ row: UnsafeMutableBufferPointer<RowValue>, _ bytes: UnsafeRawBufferPointer,
    _ columns: UnsafeMutableBufferPointer<LongTablePlan.Column>
  ) throws(GaveUp) {
    let room = try cells.makeRoom(for: columns.count)
    for index in columns.indices {
      let value = row[columns[index].member]
      var cell: TextCell
      if columns[index].isPlain, value.isShown, value.count <= TextCell.longest {
        cell = TextCell(plain: value.start, value.count)
      } else if value.isMissing {
        room[index] = TextCell()
        if !columns[index].hasRules { continue }
        cell = TextCell()
      } else {
        cell = try self.cell(value, bytes, index, isPlain: columns[index].isPlain)
      }
      if columns[index].hasRules { cell.mark = plan.mark(columns[index], row, bytes) }
      room[index] = cell
      columns[index].take(width: cell.shownWidth, bytes: cell.count)
    }
    cells.add(columns.count)
  }

  /// The cell of a value that is not shown byte by byte.
  private func cell(
    _ value: RowValue, _ bytes: UnsafeRawBufferPointer, _ column: Int, isPlain: Bool
  ) throws(GaveUp) -> TextCell {
    if isPlain, value.kind == .special,
      let width = PlainWidth.cells(bytes[value.start..<value.end])
    {
      return try TextCell(value.start, value.count, width: width, isMade: false)
    }
    return try made.cell(value.raw, of: bytes, column: column)
  }

  // MARK: Writing

  /// Writes the rows.
  ///
  /// - Parameters:
  ///   - bytes: The whole text.
  ///   - columns: As wide as all rows need.
  ///   - header: Lines before them; nil where there is none.
  ///   - isAligned: Columns; else tabs.
  ///   - write: Takes the next piece; false ends the writing.
  func put(
    _ bytes: UnsafeRawBufferPointer, in columns: [LongTablePlan.Column],
    under header: ((inout LineBuffer) -> Void)? = nil, isAligned: Bool,
    _ write: (UnsafeRawBufferPointer) -> Bool
  ) {
    var lines = LineBuffer(longest: columns.reduce(1) { $0 + $1.width + $1.bytes + 3 })
    header?(&lines)
    var next = 0
    repeat {
      next = made.text.withUnsafeBytes { made in
        columns.withUnsafeBufferPointer { columns in
          isAligned
            ? putLines(from: next, bytes, made, columns, &lines)
            : putFields(from: next, bytes, made, columns.count, &lines)
        }
      }
    } while lines.flush(write) && next < cells.count
  }

  /// Rows in columns, from a cell on until the buffer is full; the marks stand behind their texts.
  ///
  /// - Returns: The next row's first cell.
  @inline(never)  // Alone it has registers enough for its loop.
  private func putLines(
    from first: Int, _ bytes: UnsafeRawBufferPointer, _ made: UnsafeRawBufferPointer,
    _ columns: UnsafeBufferPointer<LongTablePlan.Column>, _ lines: inout LineBuffer
  ) -> Int {
    let cells = cells.all
    let last = columns.count - 1
    var next = first
    while next < cells.count, !lines.isFull {
      var line = lines.begin()
      for index in columns.indices {
        let cell = cells[next + index]
        let space = columns[index].width - cell.shownWidth
        if columns[index].isNumeric { line.append(spaces: space) }
        line.append(cell.isMade ? made : bytes, cell.start, cell.count)
        if cell.mark != 0 { line.append(plan.marks[cell.mark - 1]) }
        guard index < last else { break }
        line.append(spaces: columns[index].isNumeric ? 2 : space + 2)
      }
      lines.end(line, trimming: true)
      next += columns.count
    }
    return next
  }

  /// The same with tabs between the texts, and no marks.
  private func putFields(
    from first: Int, _ bytes: UnsafeRawBufferPointer, _ made: UnsafeRawBufferPointer,
    _ columns: Int, _ lines: inout LineBuffer
  ) -> Int {
    let cells = cells.all
    var next = first
    while next < cells.count, !lines.isFull {
      var line = lines.begin()
      for index in 0..<columns {
        let cell = cells[next + index]
        if index > 0 { line.append(UInt8(ascii: "\t")) }
        line.append(cell.isMade ? made : bytes, cell.start, cell.count)
      }
      lines.end(line, trimming: false)
      next += columns
    }
    return next
  }
}
