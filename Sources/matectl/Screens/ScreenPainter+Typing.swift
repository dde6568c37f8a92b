internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// Texts that are being typed.
extension ScreenPainter {
  /// A part of such a text as it was drawn, for whoever clicks on it.
  struct Typed: Equatable {
    let row: Int
    /// What of the row belongs to the text.
    let columns: Range<Int>
    /// Where the first sign is seen.
    let column: Int
    /// What is seen there.
    let signs: Range<Int>
    /// The field of a form; 0 where there is one text alone.
    var field = 0
    /// Which of several rows it is, of so many cells; nil of a text in one line.
    var rows: (index: Int, cells: Int)?

    static func == (one: Self, other: Self) -> Bool {
      one.row == other.row && one.columns == other.columns && one.signs == other.signs
    }

    /// Puts the cursor of the text to where it was clicked.
    func click(_ column: Int, _ text: inout TypedText) {
      let cell = column - self.column
      guard let rows else {
        let last = min(signs.upperBound, text.signs.count)
        return text.move(to: text.place(atCell: cell, of: min(signs.lowerBound, last)..<last))
      }
      let all = text.rows(in: rows.cells)
      text.move(toCell: cell, of: min(rows.index, all.count - 1), in: all)
    }
  }

  /// Draws what is seen of a text in a line; the cursor is where the next sign goes.
  ///
  /// - Parameters:
  ///   - text: What is typed, which scrolls as far as the cursor needs.
  ///   - row: The line.
  ///   - columns: The cells that it has.
  ///   - field: The field of a form.
  ///   - looks: Those of its cells.
  mutating func type(
    _ text: inout TypedText, row: Int, columns: Range<Int>, field: Int = 0,
    _ looks: CellLooks = .plain
  ) {
    let signs = text.seen(in: columns.count)
    let before = LineWindow.markCells(signs.lowerBound, in: columns.count)
    if before > 0 { grid.put("‹", row: row, column: columns.lowerBound, .muted) }
    let typed = Typed(
      row: row, columns: columns, column: columns.lowerBound + before, signs: signs, field: field)
    draw(text, typed, end: columns.upperBound, looks)
    guard signs.upperBound < text.signs.count else { return }
    let behind = LineWindow.markCells(1, in: columns.count)
    if behind > 0 { grid.put("›", row: row, column: columns.upperBound - 1, .muted) }
  }

  /// Draws a text in rows, of which those are seen that have room, and the cursor's.
  mutating func type(
    _ text: inout TypedText, rows: Range<Int>, columns: Range<Int>, field: Int, _ looks: CellLooks
  ) {
    let width = Self.rowCells(in: columns)
    let all = text.rows(in: width)
    let now = text.row(in: all)
    let first = max(min(text.scroll, now, all.count - rows.count), now - rows.count + 1, 0)
    text.scroll = first
    for (row, index) in zip(rows, first..<all.count) {
      let typed = Typed(
        row: row, columns: columns, column: columns.lowerBound, signs: all[index], field: field,
        rows: (index, width))
      draw(text, typed, end: columns.upperBound, looks, hasCursor: index == now)
    }
    let mark = max(0, columns.lowerBound - 1)
    if first > 0 { grid.put("↑", row: rows.lowerBound, column: mark, .muted) }
    if first + rows.count < all.count {
      grid.put("↓", row: rows.upperBound - 1, column: mark, .muted)
    }
  }

  /// Behind the end of a row the cursor has a cell of its own.
  static func rowCells(in columns: Range<Int>) -> Int { max(1, columns.count - 1) }

  private mutating func draw(
    _ text: TypedText, _ typed: Typed, end: Int, _ looks: CellLooks, hasCursor: Bool = true
  ) {
    var column = typed.column
    for place in typed.signs {
      if hasCursor, place == text.cursor { cursor = (typed.row, min(column, grid.columns - 1)) }
      let sign = TypedText.seen(text.signs[place])
      column = grid.put(sign, row: typed.row, column: column, end: end, looks)
    }
    if hasCursor, text.cursor == typed.signs.upperBound {
      cursor = (typed.row, min(column, grid.columns - 1))
    }
    self.typed.append(typed)
  }
}
