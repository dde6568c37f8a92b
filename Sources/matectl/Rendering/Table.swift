internal import IPCProtocol
internal import LinuxSystem
internal import Values

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
  /// Columns that leave, in this order, where the table does not fit.
  private var leaving: [Int] = []
  /// Columns that are cut only when no other can be.
  private var lasting: Set<Int> = []

  /// Columns by the JSON Pointers of their values.
  struct Priorities {
    var leaving: [String] = []
    var lasting: Set<String> = []
  }

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
        return Cell(text: text, style: style, mark: style?.mark ?? "")
      }
    }
    isNumeric = template.columns.map(\.isNumeric)
  }

  mutating func order(_ template: TableTemplate, by priorities: Priorities) {
    leaving = priorities.leaving.compactMap { pointer in
      template.columns.firstIndex { $0.value == pointer }
    }
    lasting = Set(
      template.columns.indices.filter { priorities.lasting.contains(template.columns[$0].value) })
  }

  /// Lines without spaces at their ends; in `width` cells where that many are given.
  func rendered(style: Style, width: Int?) -> String {
    var columns = Array(header.indices)
    var widths = header.indices.map { column in
      max(header[column].terminalCells, rows.map { $0[column].width }.max() ?? 0)
    }
    if let width { fit(&columns, &widths, within: width) }
    var lines = [
      line(header.map { Cell(text: $0, style: .strong) }, columns, widths, style)
    ]
    lines += rows.map { line($0, columns, widths, style) }
    return lines.joined(separator: "\n")
  }

  /// Leaves columns out and narrows others until all fit, or none can give way any more: first those
  /// that say nothing, then those that matter least, then the widest cell by cell.
  private func fit(_ columns: inout [Int], _ widths: inout [Int], within width: Int) {
    func isTooWide() -> Bool {
      columns.reduce(0) { $0 + widths[$1] } + 2 * (columns.count - 1) > width
    }
    let empty = columns.filter { column in rows.allSatisfy { $0[column].width == 0 } }
    for column in empty + leaving where columns.count > 1 && isTooWide() {
      columns.removeAll { $0 == column }
    }
    for candidates in [columns.filter { !lasting.contains($0) }, columns] {
      while isTooWide() {
        guard let widest = candidates.max(by: { widths[$0] < widths[$1] }),
          widths[widest] > Self.narrowest
        else { break }
        widths[widest] -= 1
      }
    }
  }

  /// What a column is not cut below, in cells.
  private static let narrowest = 4

  private func line(
    _ cells: [Cell], _ columns: [Int], _ widths: [Int], _ style: Style
  ) -> String {
    var line = ""
    for column in columns {
      let cell = cells[column]
      let text = cell.fitted(toCells: widths[column])
      let space = String(repeating: " ", count: widths[column] - text.terminalCells)
      let styled = style.apply(cell.style, text)
      let isLast = column == columns.last
      line += isNumeric[column] ? space + styled : styled + (isLast ? "" : space)
      if !isLast { line += "  " }
    }
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
}
