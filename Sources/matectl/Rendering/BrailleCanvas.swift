/// A picture of dots, two by four in each cell of a terminal.
struct BrailleCanvas {
  /// In cells.
  let columns: Int
  let rows: Int
  private var cells: [UInt8]

  /// In dots.
  var width: Int { columns * 2 }
  var height: Int { rows * 4 }

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(1, columns), max(1, rows))
    cells = Array(repeating: 0, count: self.columns * self.rows)
  }

  // Source: Unicode, chapter 21.1, Braille patterns: the bits of the eight dots from U+2800 on, which
  // are numbered down the columns, with the lowest row last.
  private static let bits: [[UInt8]] = [
    [0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80],
  ]

  /// Sets a dot, counted from the left and from below; one outside of the picture is left out.
  mutating func set(_ x: Int, _ y: Int) {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return }
    let down = height - 1 - y
    cells[down / 4 * columns + x / 2] |= Self.bits[down % 4][x % 2]
  }

  /// The lines from the top down, each as wide as the picture.
  var lines: [String] {
    (0..<rows).map { row in
      var line = String.UnicodeScalarView()
      for cell in cells[(row * columns)..<((row + 1) * columns)] {
        // A blank and not the empty pattern, which some fonts draw as rings.
        line.append(cell == 0 ? " " : Unicode.Scalar(0x2800 + UInt32(cell)) ?? " ")
      }
      return String(line)
    }
  }
}
