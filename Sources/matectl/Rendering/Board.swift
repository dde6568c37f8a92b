internal import IPCProtocol
internal import LinuxSystem

/// Columns of cards: side by side where they fit, one under the other where they do not.
struct Board {
  struct Column {
    let title: String
    let cards: [Table.Cell]
  }

  let columns: [Column]

  init(_ template: BoardTemplate, _ result: JSONValue, _ values: ValueText) {
    columns = template.columns.map { column in
      let cards = result.value(at: column.items)?.arrayValue ?? []
      return Column(
        title: column.title.text(in: values.language),
        cards: cards.map { card in
          let style = Style.matching(column.style, card)
          let text = Template(column.card.text(in: values.language)).filled(with: card, values)
          return Table.Cell(text: text + Style.mark(style), style: style)
        })
    }
  }

  private static let narrowest = 16
  private static let widest = 40

  /// - Parameters:
  ///   - style: How cards look.
  ///   - width: Cells of a line; nil where nobody sees it, which is as 80.
  ///   - height: Lines at most, or nil; what does not fit is counted.
  func rendered(style: Style, width: Int?, height: Int? = nil) -> String {
    let available = width ?? 80
    let share = (available - 2 * (columns.count - 1)) / max(1, columns.count)
    guard share >= Self.narrowest else { return stacked(style, available) }
    let cells = min(share, Self.widest)
    let longest = columns.map(\.cards.count).max() ?? 0
    let shown = height.map { min(longest, max(1, $0 - 3)) } ?? longest
    var lines = [
      row(columns.map { title($0) }, cells, style),
      row(
        columns.map { _ in Table.Cell(text: String(repeating: "─", count: cells)) }, cells, style),
    ]
    for index in 0..<shown {
      lines.append(
        row(columns.map { card($0, index, last: shown - 1) }, cells, style))
    }
    return lines.joined(separator: "\n")
  }

  private func title(_ column: Column) -> Table.Cell {
    Table.Cell(text: "\(column.title) (\(column.cards.count))", style: .strong)
  }

  /// A card, or how many more there are in the place of the last one.
  private func card(_ column: Column, _ index: Int, last: Int) -> Table.Cell {
    guard index < column.cards.count else { return Table.Cell(text: "") }
    if index == last, column.cards.count > last + 1 {
      return Table.Cell(text: "… +\(column.cards.count - last)", style: .muted)
    }
    return column.cards[index]
  }

  private func row(_ cells: [Table.Cell], _ width: Int, _ style: Style) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let text = cell.text.fitted(toCells: width)
      line += style.apply(cell.style, text)
      guard index < cells.count - 1 else { break }
      line += String(repeating: " ", count: width - text.terminalCells + 2)
    }
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }

  private func stacked(_ style: Style, _ width: Int) -> String {
    columns.map { column in
      let lines = [title(column)] + column.cards
      return lines.map { style.apply($0.style, $0.text.fitted(toCells: width)) }
        .joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
