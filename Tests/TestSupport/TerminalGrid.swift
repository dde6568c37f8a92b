import Glibc

/// What a person sees of a program that draws all of its terminal: cells, as the sequences that the
/// program sends say.
///
/// It knows the sequences of a plain VT terminal and shares no code with the program: whoever waits
/// for a text here waits for what is seen, however many frames it was drawn in.
package struct TerminalGrid {
  private var columns: Int
  private var cells: [[String]] = []
  private var row = 0
  private var column = 0
  /// What of a sequence, or of a character, has come so far.
  private var open: [UInt8] = []
  /// Whether the program has the alternate screen, as an editor does.
  package private(set) var isFull = false

  package init(columns: Int, rows: Int) {
    self.columns = columns
    resize(columns: columns, rows: rows)
  }

  /// The lines, without the blanks at their ends.
  package var lines: [String] {
    cells.map { row in
      let blanks = row.reversed().prefix { $0 == " " }.count
      return row.dropLast(blanks).joined()
    }
  }

  /// Keeps what has room, as most terminals do.
  package mutating func resize(columns: Int, rows: Int) {
    let blank = Array(repeating: " ", count: columns)
    self.columns = columns
    cells = (0..<rows).map { index in
      guard cells.indices.contains(index) else { return blank }
      return Array((cells[index] + blank).prefix(columns))
    }
    row = min(row, max(0, rows - 1))
  }

  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      open.append(byte)
      take()
    }
  }

  /// Takes what is complete of what has come.
  private mutating func take() {
    guard let first = open.first, let last = open.last else { return }
    if first == 0x1B {
      guard open.count > 1 else { return }
      if open[1] == 0x5B {
        guard open.count > 2, (0x40...0x7E).contains(last) else { return }
        control(String(decoding: open[2..<open.count - 1], as: UTF8.self), last)
      }
    } else if first < 0x20 {
      if first == 0x0D { column = 0 }
      if first == 0x0A { row = min(row + 1, max(0, cells.count - 1)) }
    } else {
      // A character has as many bytes as its first one says.
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard open.count == length else { return }
      put(String(decoding: open, as: UTF8.self))
    }
    open = []
  }

  /// `CSI parameters final`.
  private mutating func control(_ parameters: String, _ final: UInt8) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
      Int($0) ?? 0
    }
    switch UnicodeScalar(final) {
    case "H":
      row = min(max(1, numbers.first ?? 1), max(1, cells.count)) - 1
      column = max(1, numbers.count > 1 ? numbers[1] : 1) - 1
    case "J" where numbers.first == 2: erase()
    case "K":
      guard cells.indices.contains(row), column < columns else { return }
      for place in column..<columns { cells[row][place] = " " }
    case "h" where parameters == "?1049", "l" where parameters == "?1049":
      isFull = final == 0x68
      erase()
    default: break
    }
  }

  private mutating func erase() {
    for row in cells.indices { cells[row] = Array(repeating: " ", count: columns) }
  }

  private mutating func put(_ text: String) {
    guard let scalar = text.unicodeScalars.first, cells.indices.contains(row) else { return }
    let width = Self.width(of: scalar)
    guard width > 0 else {
      // What joins the character before it.
      if column > 0, column <= columns { cells[row][column - 1] += text }
      return
    }
    guard column + width <= columns else { return }
    // Half of what was wide is nothing.
    if cells[row][column].isEmpty, column > 0 { cells[row][column - 1] = " " }
    cells[row][column] = text
    if width == 2 { cells[row][column + 1] = "" }
    column += width
    if column < columns, cells[row][column].isEmpty { cells[row][column] = " " }
  }

  nonisolated(unsafe) private static let locale = newlocale(Int32(LC_CTYPE_MASK), "C.UTF-8", nil)

  /// `wcwidth(3)`, which Swift does not import: a width that the program under test has no part in.
  private static let measure = unsafeBitCast(
    dlsym(nil, "wcwidth"), to: (@convention(c) (wchar_t) -> CInt).self)

  private static func width(of scalar: UnicodeScalar) -> Int {
    let before = uselocale(locale)
    defer { uselocale(before) }
    return Int(measure(wchar_t(scalar.value)))
  }
}
