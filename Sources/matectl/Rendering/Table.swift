internal import IPCProtocol
internal import LinuxSystem

/// Rows of cells in columns that are as wide as they must be.
struct Table {
  struct Cell {
    var text: String
    var style: StyleRule.Style?
    /// Stands behind the text whatever is cut off: what is wrong must not show by colour alone.
    var mark = ""

    var width: Int { text.terminalCells + mark.terminalCells }

    func fitted(toCells width: Int) -> String {
      guard !mark.isEmpty else { return text.fitted(toCells: width) }
      return text.fitted(toCells: max(0, width - mark.terminalCells)) + mark
    }
  }

  let header: [String]
  let rows: [[Cell]]
  /// Columns of numbers stand on the right.
  let isNumeric: [Bool]

  init(header: [String], rows: [[Cell]], isNumeric: [Bool]) {
    self.header = header
    self.rows = rows
    self.isNumeric = isNumeric
  }

  init(_ template: TableTemplate, _ result: JSONValue, _ values: ValueText) {
    header = template.columns.map {
      $0.header.text(in: values.language).printable(inOneLine: true)
    }
    let items = result.value(at: template.rows)?.arrayValue ?? []
    rows = items.map { row in
      template.columns.map { column in
        let style = Style.matching(column.style, row)
        let text = values.text(row.value(at: column.value), format: column.shownFormat)
          .printable(inOneLine: true)
        return Cell(text: text, style: style, mark: Style.mark(style))
      }
    }
    isNumeric = template.columns.map { Self.isNumeric($0.shownFormat) }
  }

  /// Whether a format shows texts, and whole numbers, as they are.
  static func isPlain(_ format: String?) -> Bool {
    format == nil || format == "text" || format == "integer"
  }

  /// Whether a column of a format stands on the right.
  static func isNumeric(_ format: String?) -> Bool { numericFormats.contains(format ?? "text") }

  private static let numericFormats: Set<String> = [
    "integer", "number", "duration", "bytes", "percent", "fixed0", "fixed1", "fixed2", "fixed3",
    "fixed4", "fixed5", "fixed6",
  ]

  /// Lines without spaces at their ends; cut to `width` cells where one is given.
  func rendered(style: Style, width: Int?) -> String {
    let widths = columnWidths(within: width)
    var lines = [
      line(header.map { Cell(text: $0, style: .strong) }, widths, style)
    ]
    lines += rows.map { line($0, widths, style) }
    return lines.joined(separator: "\n")
  }

  private func columnWidths(within width: Int?) -> [Int] {
    var widths = header.indices.map { column in
      max(header[column].terminalCells, rows.map { $0[column].width }.max() ?? 0)
    }
    guard let width else { return widths }
    // The widest column gives way, cell by cell, until all fit or none can.
    while widths.reduce(0, +) + 2 * (widths.count - 1) > width {
      guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > 4
      else { break }
      widths[widest] -= 1
    }
    return widths
  }

  private func line(_ cells: [Cell], _ widths: [Int], _ style: Style) -> String {
    var line = ""
    for (column, cell) in cells.enumerated() {
      let text = cell.fitted(toCells: widths[column])
      let space = String(repeating: " ", count: widths[column] - text.terminalCells)
      let styled = style.apply(cell.style, text)
      let isLast = column == cells.count - 1
      line += isNumeric[column] ? space + styled : styled + (isLast ? "" : space)
      if !isLast { line += "  " }
    }
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}
