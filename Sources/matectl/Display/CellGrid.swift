internal import IPCProtocol
internal import LinuxSystem

/// How a cell looks.
struct CellLooks: Hashable {
  var style: StyleRule.Style?
  /// What is chosen, or a bar: seen also where there is no colour.
  var isReversed = false
  var isUnderlined = false

  static let plain = CellLooks()
  static let muted = CellLooks(style: .muted)
  static let strong = CellLooks(style: .strong)
  static let bar = CellLooks(isReversed: true)
}

/// What a terminal is to show: one character a cell, wide ones in the left of their two.
struct CellGrid: Equatable {
  struct Cell: Equatable {
    /// Empty in the right half of a wide character.
    var text = " "
    var looks = CellLooks.plain
  }

  let columns: Int
  private(set) var rows: [[Cell]]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = Array(
      repeating: Array(repeating: Cell(), count: columns), count: max(0, rows))
  }

  /// Writes a text into a row, cut off at `end`, or at the edge; nothing outside of it is changed.
  ///
  /// Characters without a width of their own, and those that steer, are left out; the others must not
  /// hold any either, which their sources have seen to.
  ///
  /// - Returns: The column behind the text.
  @discardableResult
  mutating func put(
    _ text: some StringProtocol, row: Int, column: Int, end: Int? = nil,
    _ looks: CellLooks = .plain
  ) -> Int {
    let end = min(end ?? columns, columns)
    guard rows.indices.contains(row), column >= 0 else { return column }
    var column = column
    for character in text {
      let cells = character.terminalCells
      guard cells > 0 else { continue }
      guard column + cells <= end else { break }
      clear(row, column, cells)
      rows[row][column] = Cell(text: String(character), looks: looks)
      if cells == 2 { rows[row][column + 1] = Cell(text: "", looks: looks) }
      column += cells
    }
    return column
  }

  /// The same, with spaces behind it up to `end`.
  mutating func fill(
    _ text: some StringProtocol, row: Int, column: Int, end: Int, _ looks: CellLooks
  ) {
    var column = put(text, row: row, column: column, end: end, looks)
    while column < min(end, columns) { column = put(" ", row: row, column: column, looks) }
  }

  /// Half of a wide character that was there cannot stay.
  private mutating func clear(_ row: Int, _ column: Int, _ cells: Int) {
    if rows[row][column].text.isEmpty, column > 0 { rows[row][column - 1].text = " " }
    let behind = column + cells
    if behind < columns, rows[row][behind].text.isEmpty { rows[row][behind].text = " " }
  }

  /// What a person sees, line by line, without spaces at the ends.
  var lines: [String] {
    rows.map { row in
      var line = row.map(\.text).joined()
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }
}
