package import IPCProtocol
internal import LinuxSystem
package import Values

/// A table for a pipe or a file, made straight from the text of the result, while that arrives.
///
/// This target exists for 40 ms: a list of a hundred thousand rows, thirteen megabytes of JSON, is to be
/// in a file within them. A tree of its values alone takes longer than that to build, and so does the
/// copying out of the socket to a program that waits for the end of it. So another thread lets the
/// bytes arrive (``ArrivingBytes``, all that the connection knows of this), while this one goes over
/// them once: a ``RowScanner`` with its ``JSONReader`` finds the members that the ``LongTablePlan``
/// asks for, each becomes a ``TextCell`` of eight bytes, which says where its text stands, and only
/// what is shown in other words than the wire's is made, once (``MadeCells``). When the widths are
/// known the lines are written in pieces (``LineBuffer``).
///
/// It shows what the client's ordinary table shows, to the byte; tables that need more than it can, as
/// colours or a width to keep, are that one's. Nothing here is generic, and no call on the way of a
/// cell leaves the target.
package final class LongTable {
  private let plan: LongTablePlan
  private let header: [String]
  private let text: CellText
  private var cells = TextCells()
  private var made: MadeCells
  private var columns: [LongTablePlan.Column]
  /// Bytes of the result that was read.
  private var readBytes: Int?
  /// Where its rows stand, for ``besidesRows(_:)``.
  private var rowsRange = 0..<0

  /// Nil where a column is not a member of the row itself.
  ///
  /// - Parameters:
  ///   - template: The table as its method describes it.
  ///   - language: Of the header.
  ///   - text: Asked for cells that are not shown as they are on the wire.
  package init?(_ template: TableTemplate, in language: Language, text: @escaping CellText) {
    guard let plan = LongTablePlan(template) else { return nil }
    self.plan = plan
    self.text = text
    columns = plan.columns
    made = MadeCells(plan, text)
    header = template.columns.map { $0.header.text(in: language).printable(inOneLine: true) }
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
  package func read(
    _ result: UnsafeRawBufferPointer, arrived: Int, more: (_ needed: Int) -> Int
  ) -> Bool {
    readBytes = nil
    cells.removeAll()
    made = MadeCells(plan, text)
    columns = plan.columns
    for (index, title) in header.enumerated() {
      columns[index].take(width: title.terminalCells, bytes: title.utf8.count)
    }
    guard result.count <= RowScanner.longestText else { return false }
    do throws(GaveUp) {
      var scanner = RowScanner(result, rows: plan.rows, names: plan.names)
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
    while true {
      switch try scanner.next(row) {
      case .row: try add(row, bytes, columns)
      case .end:
        rowsRange = scanner.rowsRange
        return
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

  /// Writes the table of the result that was read, or of another one.
  ///
  /// - Parameters:
  ///   - result: A JSON text.
  ///   - isAligned: Columns under a header; else tabs, and no header.
  ///   - write: Takes the next piece; false ends the writing.
  /// - Returns: False where the result is not what this can show; nothing was written then.
  package func write(
    _ result: ArraySlice<UInt8>, isAligned: Bool, _ write: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    result.withUnsafeBytes { bytes in
      guard readBytes == bytes.count || read(bytes, arrived: bytes.count, more: { _ in 0 }) else {
        return false
      }
      let longest = columns.reduce(1) { $0 + $1.width + $1.bytes + 3 }
      var lines = LineBuffer(longest: longest)
      if isAligned { putHeader(&lines) }
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
      return true
    }
  }

  /// A result that was written as it would be without rows: what is said below them is made from it.
  package func besidesRows(_ result: ArraySlice<UInt8>) -> [UInt8] {
    let (start, end) = (result.startIndex + rowsRange.lowerBound, rowsRange.upperBound)
    return Array(result[..<start]) + result[(result.startIndex + end)...]
  }

  private func putHeader(_ lines: inout LineBuffer) {
    var line = lines.begin()
    for index in columns.indices {
      var title = header[index]
      let space = columns[index].width - title.terminalCells
      if columns[index].isNumeric { line.append(spaces: space) }
      title.withUTF8 { line.append(UnsafeRawBufferPointer($0), 0, $0.count) }
      guard index < columns.count - 1 else { break }
      line.append(spaces: columns[index].isNumeric ? 2 : space + 2)
    }
    lines.end(line, trimming: true)
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
