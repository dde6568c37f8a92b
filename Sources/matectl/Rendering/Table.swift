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
    /// A name in the text, which is cut before what stands behind it; empty where nothing is behind.
    var name = ""

    var width: Int { text.terminalCells + mark.terminalCells }

    func fitted(toCells width: Int) -> String {
      let room = max(0, width - mark.terminalCells)
      return (shortened(to: room) ?? text.fitted(toCells: room)) + mark
    }

    /// So much is left of a name.
    private static let leastName = 4

    /// The text with less of its name, where that is enough; what follows says where to go.
    private func shortened(to room: Int) -> String? {
      let excess = text.terminalCells - room
      let left = name.terminalCells - excess
      guard excess > 0, !name.isEmpty, left >= Self.leastName,
        let place = text.firstRange(of: name)
      else { return nil }
      return String(text[..<place.lowerBound]) + name.fitted(toCells: left)
        + String(text[place.upperBound...])
    }
  }

  let header: [String]
  private(set) var rows: [[Cell]]
  /// Of each row what stands dim below a cell of it; empty where no column says so.
  private var details: [String] = []
  private(set) var detailed: Int?
  /// Columns of numbers stand on the right.
  let isNumeric: [Bool]
  /// Columns that mean something else when they are cut: figures, times, bars.
  private let isWhole: [Bool]
  /// How much each column matters, 1 the most.
  private let ranks: [Int]
  /// What each column keeps while others can leave, in cells of a terminal of 80.
  private let leasts: [Int?]
  /// Columns that leave, in this order, before any is cut.
  private var leaving: [Int] = []
  /// Columns that stay, and are cut only when no other can be.
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
    isWhole = isNumeric
    ranks = header.indices.map { $0 + 1 }
    leasts = header.map { _ in nil }
  }

  init(_ template: TableTemplate, _ result: JSONValue, _ values: ValueText) {
    header = template.columns.map {
      $0.header.text(in: values.language).printable(inOneLine: true)
    }
    let values = values.of(result)
    let items = result.value(at: template.rows)?.arrayValue ?? []
    let columns = template.columns.map { column in
      (
        place: JSONPointer(column.value), rules: StyleRules(column.style),
        format: column.shownFormat,
        largest: column.shownFormat == "bar" ? Self.largest(column, items) : 1
      )
    }
    rows = items.map { row in
      columns.map { column in
        let style = column.rules.style(of: row)
        var value = column.place?.value(in: row)
        if column.largest > 1, let number = value?.doubleValue {
          value = .double(number / column.largest)
        }
        let text = values.text(value, format: column.format).printable(inOneLine: true)
        return Cell(text: text, style: style, mark: style?.mark ?? "")
      }
    }
    detailed = template.columns.firstIndex { $0.detail != nil }
    if let pointer = detailed.flatMap({ template.columns[$0].detail }) {
      details = items.map {
        values.text($0.value(at: pointer), format: nil).printable(inOneLine: true)
      }
    }
    isNumeric = template.columns.map(\.isNumeric)
    isWhole = template.columns.map { $0.shownFormat != nil && $0.shownFormat != "text" }
    ranks = template.columns.enumerated().map { $1.rank ?? $0 + 1 }
    leasts = template.columns.map(\.least)
  }

  /// What stands below a row where there is room; empty where that is nothing.
  func detail(of row: Int) -> String { details.indices.contains(row) ? details[row] : "" }

  /// What a whole bar of a column stands for: 1, or its largest number where that is above 1.
  private static func largest(_ column: TableColumn, _ rows: [JSONValue]) -> Double {
    rows.reduce(1) { max($0, $1.value(at: column.value)?.doubleValue ?? 0) }
  }

  mutating func order(_ template: TableTemplate, by priorities: Priorities) {
    leaving = priorities.leaving.compactMap { pointer in
      template.columns.firstIndex { $0.value == pointer }
    }
    lasting = Set(
      template.columns.indices.filter { priorities.lasting.contains(template.columns[$0].value) })
  }

  /// The first rows, and how many there are besides.
  func limited(to count: Int) -> (table: Table, left: Int) {
    guard rows.count > count else { return (self, 0) }
    var table = self
    table.rows = Array(rows.prefix(count))
    table.details = Array(details.prefix(count))
    return (table, rows.count - count)
  }

  /// A table as lines.
  struct Rendered {
    private var lines: [String]
    /// Columns that say something and were left out.
    let omitted: Int
    /// Whether a value was cut.
    var isCut = false

    var text: String { lines.joined(separator: "\n") }

    init(lines: [String], omitted: Int) {
      self.lines = lines
      self.omitted = omitted
    }

    /// Puts a dim line below each row that has a detail.
    mutating func add(
      _ details: [String], from first: Int, indent: Int, within width: Int, _ style: Style
    ) {
      let space = String(repeating: " ", count: indent)
      lines = lines.enumerated().flatMap { place, line in
        let row = place - first
        guard details.indices.contains(row), !details[row].isEmpty else { return [line] }
        let text = details[row].fitted(toCells: max(0, width - indent))
        return [line, space + style.apply(.muted, text)]
      }
    }
  }

  /// Lines without spaces at their ends; none wider than `width` cells where that is given: the
  /// columns that matter least leave, and where not even two can stand side by side, each row turns
  /// into lines of its own with all it has.
  ///
  /// Details stand below their rows where all of it is on one screen, `height` lines high.
  func laidOut(
    style: Style, width: Int?, height: Int? = nil, hasHeader: Bool = true
  ) -> Rendered {
    guard let width else {
      let all = Array(header.indices)
      return lines(all, naturalWidths(hasHeader: hasHeader), style, hasHeader, omitted: 0)
    }
    guard let chosen = fit(hasHeader: hasHeader).columns(within: width) else {
      return Rendered(lines: [vertical(style, width, hasHeader)], omitted: 0)
    }
    var drawn = lines(chosen.columns, chosen.widths, style, hasHeader, omitted: chosen.omitted)
    let natural = naturalWidths(hasHeader: hasHeader)
    drawn.isCut = !isRecord && chosen.columns.contains { chosen.widths[$0] < natural[$0] }
    let needed = rows.count + details.count { !$0.isEmpty } + Self.besides
    if let height, needed <= height, let column = detailed, chosen.columns.contains(column) {
      let before = chosen.columns.prefix { $0 != column }
      let indent = before.reduce(0) { $0 + chosen.widths[$1] + Self.gap }
      drawn.add(details, from: hasHeader ? 1 : 0, indent: indent, within: width, style)
    }
    return drawn
  }

  /// Lines beside rows and details: the header, what may stand below, and the prompt.
  private static let besides = 4
  private static let gap = 2

  /// What each column would take, in cells.
  private func naturalWidths(hasHeader: Bool) -> [Int] {
    header.indices.map { column in
      max(
        hasHeader ? header[column].terminalCells : 0, rows.map { $0[column].width }.max() ?? 0)
    }
  }

  /// How the columns share a width, for who draws the rows one by one.
  func fit(hasHeader: Bool = true) -> TableFit {
    TableFit(
      natural: naturalWidths(hasHeader: hasHeader),
      headers: hasHeader ? header.map(\.terminalCells) : header.map { _ in 0 },
      isEmpty: header.indices.map { column in rows.allSatisfy { $0[column].width == 0 } },
      isWhole: isWhole, ranks: ranks, leaving: leaving, lasting: lasting, leasts: leasts)
  }

  /// The same as text alone.
  func rendered(style: Style, width: Int?) -> String { laidOut(style: style, width: width).text }

  private func lines(
    _ columns: [Int], _ widths: [Int], _ style: Style, _ hasHeader: Bool, omitted: Int
  ) -> Rendered {
    let top = header.map { Cell(text: $0, style: .strong) }
    let lines = (hasHeader ? [top] : []) + rows
    let drawn = lines.flatMap { cells in
      isRecord && columns.count == 2
        ? parts(of: cells, widths[1]).map { line($0, columns, widths, style) }
        : [line(cells, columns, widths, style)]
    }
    return Rendered(lines: drawn, omitted: omitted)
  }

  /// Whether it is one thing with its values below each other: a second column without a header.
  private var isRecord: Bool {
    header.count == 2 && header[1].isEmpty && !isWhole[1] && !isNumeric[1]
      && details.allSatisfy(\.isEmpty)
  }

  /// A long value of a record goes on below: whoever asks for all of one thing wants to read it.
  private func parts(of cells: [Cell], _ width: Int) -> [[Cell]] {
    guard cells[1].width > width else { return [cells] }
    let lines = (cells[1].text + cells[1].mark).wrapped(toCells: max(1, width))
    return lines.enumerated().map { place, text in
      [place == 0 ? cells[0] : Cell(text: ""), Cell(text: text, style: cells[1].style)]
    }
  }

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

  /// All of each row, whatever it takes.
  func records(style: Style, width: Int) -> Rendered {
    Rendered(lines: [vertical(style, width, true)], omitted: 0)
  }

  /// Each row as lines of `Header  value`, a blank line between two; long ones go on below.
  private func vertical(_ style: Style, _ width: Int, _ hasHeader: Bool) -> String {
    let longest = hasHeader ? header.map(\.terminalCells).max() ?? 0 : 0
    let isBeside = longest + 2 + Self.leastBeside <= width
    let indent = isBeside ? longest + (longest > 0 ? 2 : 0) : min(2, max(0, width - 2))
    let space = String(repeating: " ", count: indent)
    return rows.map { row in
      var lines: [String] = []
      for (column, cell) in row.enumerated() where cell.width > 0 {
        let parts = (cell.text + cell.mark).wrapped(toCells: max(1, width - indent))
        let values = parts.map { style.apply(cell.style, $0) }
        guard hasHeader else {
          lines += values
          continue
        }
        guard isBeside else {
          lines += header[column].wrapped(toCells: width).map { style.apply(.strong, $0) }
          lines += values.map { space + $0 }
          continue
        }
        let gap = String(repeating: " ", count: indent - header[column].terminalCells)
        lines.append(style.apply(.strong, header[column]) + gap + (values.first ?? ""))
        lines += values.dropFirst().map { space + $0 }
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// What a value needs beside its header, in cells; with less it stands below.
  private static let leastBeside = 10
}
