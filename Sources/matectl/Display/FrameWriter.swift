internal import IPCProtocol
internal import LinuxSystem

/// The bytes that turn what a terminal shows into what it is to show.
struct FrameWriter {
  let isColored: Bool
  /// What the terminal shows; nil where nobody knows, as after a change of its size.
  private(set) var shown: CellGrid?

  init(isColored: Bool) { self.isColored = isColored }

  /// Nothing is believed of the terminal any more: the next frame writes all of it.
  mutating func forget() { shown = nil }

  /// What is to be sent so that the terminal shows these cells.
  ///
  /// - Parameters:
  ///   - grid: What is to be seen.
  ///   - cursor: Where text is typed, counted from 0; nil hides the cursor.
  /// - Returns: Nothing where nothing is new.
  mutating func frame(_ grid: CellGrid, cursor: (row: Int, column: Int)? = nil) -> String {
    var output = Output(isColored: isColored)
    let before = shown.flatMap {
      $0.columns == grid.columns && $0.rows.count == grid.rows.count ? $0 : nil
    }
    if before == nil { output.text = "\u{1B}[0m\u{1B}[2J" }
    let blank = CellGrid(columns: grid.columns, rows: grid.rows.count)
    for (index, row) in grid.rows.enumerated() {
      let old = (before ?? blank).rows[index]
      if old != row { output.change(old, to: row, row: index) }
    }
    shown = grid
    output.set(.plain)
    defer { typing = cursor.map { [$0.row, $0.column] } }
    let isFirst = before == nil
    guard let cursor else {
      return output.text + (typing != nil || isFirst ? "\u{1B}[?25l" : "")
    }
    // What was written has moved it.
    guard !output.text.isEmpty || typing != [cursor.row, cursor.column] else { return "" }
    return output.text + "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H"
      + (typing == nil || isFirst ? "\u{1B}[?25h" : "")
  }

  /// Where the cursor is seen: its row and its column.
  private var typing: [Int]?
}

extension FrameWriter {
  private struct Output {
    let isColored: Bool
    var text = ""
    private var looks = CellLooks.plain

    init(isColored: Bool) { self.isColored = isColored }

    /// Cells that are the same between two that are not, and are rather written again than jumped over.
    private static let shortGap = 4

    mutating func change(_ old: [CellGrid.Cell], to row: [CellGrid.Cell], row index: Int) {
      var column = 0
      while column < row.count {
        guard old[column] != row[column] else {
          column += 1
          continue
        }
        // A wide character is written from its left half.
        var start = column
        while start > 0, row[start].text.isEmpty { start -= 1 }
        var end = column + 1
        var same = 0
        for next in end..<max(end, row.count) {
          same = old[next] == row[next] ? same + 1 : 0
          if same > Self.shortGap { break }
          if same == 0 { end = next + 1 }
        }
        while end < row.count, row[end].text.isEmpty { end += 1 }
        write(row[start..<end], row: index, isLast: end == row.count)
        column = end
      }
    }

    private mutating func write(_ cells: ArraySlice<CellGrid.Cell>, row: Int, isLast: Bool) {
      var cells = cells
      var blanks = 0
      // The rest of a line that is empty is one sequence.
      if isLast {
        while let cell = cells.last, cell.text == " ", !cell.looks.isVisibleOnBlank {
          cells.removeLast()
          blanks += 1
        }
      }
      move(row, cells.startIndex)
      for (column, cell) in zip(cells.indices, cells) where !cell.text.isEmpty {
        set(cell.looks)
        text += cell.text
        // How wide a character of many scalars is, terminals do not agree on.
        if cell.text.unicodeScalars.count > 1, column + 1 < cells.endIndex {
          move(row, column + cell.text.terminalCells)
        }
      }
      guard blanks > 0 else { return }
      set(.plain)
      text += blanks < 4 ? String(repeating: " ", count: blanks) : "\u{1B}[K"
    }

    private mutating func move(_ row: Int, _ column: Int) {
      text += column == 0 ? "\u{1B}[\(row + 1)H" : "\u{1B}[\(row + 1);\(column + 1)H"
    }

    mutating func set(_ new: CellLooks) {
      let new = isColored ? new : new.uncolored
      guard new != looks else { return }
      var codes: [String] = looks == .plain ? [] : ["0"]
      if let style = new.style { codes.append(Style.code(of: style)) }
      if new.isReversed { codes.append("7") }
      if new.isUnderlined { codes.append("4") }
      text += "\u{1B}[\(codes.joined(separator: ";"))m"
      looks = new
    }
  }
}

extension CellLooks {
  fileprivate var isVisibleOnBlank: Bool { isReversed || isUnderlined }

  fileprivate var uncolored: CellLooks {
    CellLooks(style: nil, isReversed: isReversed, isUnderlined: isUnderlined)
  }
}
