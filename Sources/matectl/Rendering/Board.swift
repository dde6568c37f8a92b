internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// Columns of cards: side by side where they fit, one under the other where they do not.
struct Board {
  struct Column {
    let title: String
    let cards: [Table.Cell]
    /// How many there are besides, which the daemon did not send.
    let leftOut: Int
    /// What the widest of it takes, in cells.
    let width: Int

    /// The cards, and one line that counts those that are not there.
    var lines: Int { cards.count + (leftOut > 0 ? 1 : 0) }

    init(title: String, cards: [Table.Cell], leftOut: Int) {
      self.title = title
      self.cards = cards
      self.leftOut = leftOut
      let note = leftOut > 0 ? "and \(leftOut) more".count : 0
      width = cards.reduce(max(title.terminalCells, note)) { max($0, $1.width) }
    }
  }

  let columns: [Column]
  /// The same with a dim line below each card that has more to say.
  private let detailed: [Column]
  /// Below the columns; empty where there is nothing to say.
  let footer: String
  private let isKorean: Bool

  init(_ template: BoardTemplate, _ result: JSONValue, _ values: ValueText) {
    isKorean = values.language == .korean
    footer =
      template.footer.map {
        Template($0.text(in: values.language)).filled(with: result, values)
          .printable(inOneLine: true)
      } ?? ""
    let columns = template.columns.map { column in
      let cards = result.value(at: column.items)?.arrayValue ?? []
      let sentence = Template(column.card.text(in: values.language))
      let rules = StyleRules(column.style)
      return Column(
        title: Template(column.title.text(in: values.language)).filled(with: result, values)
          .printable(inOneLine: true),
        cards: cards.map { card in
          let style = rules.style(of: card)
          let text = sentence.filled(with: card, values).printable(inOneLine: true)
          let name = sentence.name(in: card, values).printable(inOneLine: true)
          return Table.Cell(text: text, style: style, mark: style?.mark ?? "", name: name)
        }, leftOut: column.leftOut(of: result))
    }
    self.columns = columns
    detailed = zip(template.columns, columns).map { template, column in
      guard template.detail != nil else { return column }
      let details = (result.value(at: template.items)?.arrayValue ?? []).map {
        template.detail(of: $0, values)
      }
      return Column(
        title: column.title,
        cards: zip(column.cards, details).flatMap { card, detail in
          detail.isEmpty ? [card] : [card, Table.Cell(text: "  " + detail, style: .muted)]
        }, leftOut: column.leftOut)
    }
  }

  private static let narrowest = 12
  private static let cramped = 60
  /// Cells between two columns.
  static let gap = 2

  /// - Parameters:
  ///   - style: How cards look.
  ///   - width: Cells of a line; nil where nobody sees it, which is as 80.
  ///   - height: Lines at most, or nil; what does not fit is counted.
  /// - Returns: Lines without spaces at their ends.
  func rendered(style: Style, width: Int?, height: Int? = nil) -> String {
    let available = width ?? 80
    guard let widths = columnWidths(within: available) else {
      return stacked(style, available, height)
    }
    let end = end(within: width)
    let below = end.count
    // What does not fit with its details is shown without any.
    let withDetails = detailed.map(\.lines).max() ?? 0
    let columns = height.map { withDetails + 3 + below <= $0 } ?? false ? detailed : columns
    let longest = columns.map(\.lines).max() ?? 0
    let shown = height.map { min(longest, max(1, $0 - 3 - below)) } ?? longest
    var lines = [
      row(columns.map { title($0) }, widths, style),
      row(widths.map { Table.Cell(text: String(repeating: "─", count: $0)) }, widths, style),
    ]
    for index in 0..<shown {
      lines.append(row(columns.map { card($0, index, last: shown - 1) }, widths, style))
    }
    lines += end.map { style.apply(.warning, $0) }
    return lines.joined(separator: "\n")
  }

  /// As wide as the cards want, and at least an equal share where that fits; nil where the columns
  /// must stand one under the other.
  func columnWidths(within available: Int) -> [Int]? {
    let room = available - Self.gap * (columns.count - 1)
    let share = room / max(1, columns.count)
    guard share >= Self.narrowest else { return nil }
    var widths = columns.map(\.width)
    // Where there is so little room, cards below each other say more than their beginnings.
    if available < Self.cramped, widths.reduce(0, +) > room { return nil }
    while widths.reduce(0, +) > room {
      guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    var spare = room - widths.reduce(0, +)
    for index in widths.indices where widths[index] < min(share, 24) {
      let more = min(spare, min(share, 24) - widths[index])
      widths[index] += more
      spare -= more
    }
    return widths
  }

  private func title(_ column: Column) -> Table.Cell {
    Table.Cell(text: column.title, style: .strong)
  }

  /// A card, or how many more there are in the place of the last one.
  private func card(_ column: Column, _ index: Int, last: Int) -> Table.Cell {
    guard index < column.lines else { return Table.Cell(text: "") }
    if index == column.cards.count || index == last && column.lines > last + 1 {
      let more = column.cards.count - index + column.leftOut
      return Table.Cell(text: isKorean ? "\(more)개 더" : "and \(more) more", style: .muted)
    }
    return column.cards[index]
  }

  private func row(_ cells: [Table.Cell], _ widths: [Int], _ style: Style) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let text = cell.fitted(toCells: widths[index])
      line += style.apply(cell.style, text)
      guard index < cells.count - 1 else { break }
      line += String(repeating: " ", count: widths[index] - text.terminalCells + Self.gap)
    }
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }

  /// The footer in as many lines as it takes: what a person may type must not be cut.
  private func end(within width: Int?) -> [String] {
    guard !footer.isEmpty else { return [] }
    return width.map { footer.wrapped(toCells: $0) } ?? [footer]
  }

  private func stacked(_ style: Style, _ width: Int, _ height: Int?) -> String {
    let end = end(within: width).map { style.apply(.warning, $0) }
    // A title each, and blank lines between; the last line is the prompt's.
    let around = columns.count * 2 + (end.isEmpty ? 0 : end.count + 1)
    let shown = shares(of: height.map { max(columns.count, $0 - around) })
    var parts = zip(columns, shown).map { column, shown in
      let cards = (0..<shown).map { card(column, $0, last: shown - 1) }
      return ([title(column)] + cards).map { style.apply($0.style, $0.fitted(toCells: width)) }
        .joined(separator: "\n")
    }
    if !end.isEmpty { parts.append(end.joined(separator: "\n")) }
    return parts.joined(separator: "\n\n")
  }

  /// How many lines each column has of those that there are: what short ones leave is for long ones.
  private func shares(of lines: Int?) -> [Int] {
    var shares = columns.map(\.lines)
    guard var left = lines else { return shares }
    let short = columns.indices.sorted { (shares[$0], $0) < (shares[$1], $1) }
    for (done, index) in short.enumerated() {
      shares[index] = min(shares[index], left / (columns.count - done))
      left -= shares[index]
    }
    return shares
  }
}

extension BoardColumn {
  /// What a card has more to say; empty where that is nothing.
  func detail(of card: JSONValue, _ values: ValueText) -> String {
    detail.map { values.text(card.value(at: $0), format: nil).printable(inOneLine: true) } ?? ""
  }
}
