internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// The rows and cards of a tab.
extension ScreenPainter {
  /// Cells before each row, for the sign of what is chosen.
  private static let gutter = 2

  mutating func draw(_ state: inout ScreenState, in body: Range<Int>) {
    guard let content = state.tab.shown, !body.isEmpty else {
      // It is asked for; that there is no answer yet is no empty table.
      if let row = body.first, state.tab.problem == nil, state.link.style != .danger {
        grid.put("…", row: row, column: Self.gutter, .muted)
      } else if let away = state.strip, state.tab.problem == nil, state.tab.value == nil {
        for (row, line) in zip(body, sentence(state.told(away.text), most: body.count)) {
          grid.put(line, row: row, column: 0, CellLooks(style: away.style))
        }
      }
      return
    }
    var body = body
    if !state.tab.filter.isEmpty, body.count > 2 {
      let lines = sentence(found(content, state), most: max(1, body.count / 3))
      for (row, line) in zip(body.suffix(lines.count), lines) {
        grid.put(line, row: row, column: 0, CellLooks(style: .accent))
      }
      body = body.dropLast(lines.count)
    }
    if !content.footer.isEmpty, !isTold(content.footer, state), body.count > 2 {
      let most = min(ScreenPainter.mostSaid, body.count / 2)
      let lines = sentence(state.told(content.footer), most: most)
      let rows = body.suffix(lines.count)
      for (row, line) in zip(rows, lines) {
        grid.put(line, row: row, column: 0, CellLooks(style: .warning))
      }
      body = body.dropLast(lines.count)
    }
    while state.tab.offsets.count < content.columns.count { state.tab.offsets.append(0) }
    switch content.form {
    case .table(let table, let fit): draw(table, fit, content, &state, in: body)
    case .board(let board): draw(board, content, &state, in: body)
    }
  }

  /// What is looked for, and among how many: what the daemon did not send nobody has looked at.
  private func found(_ shown: ViewContent, _ state: ScreenState) -> String {
    let all = (state.tab.content ?? shown).counts
    let filter = state.tab.filter
    var text = state.text(
      "showing what has: \(filter) (\(shown.counts.here) of \(all.here))",
      "찾은 것만 보기: \(filter) (\(all.here)개 중 \(shown.counts.here)개)")
    if all.leftOut > 0 {
      text += state.text(
        "; \(all.leftOut) more are not here", "; 여기 없는 \(all.leftOut)개는 찾지 않음")
    }
    return text
  }

  /// Whether what stands below the rows is what was just said of a person's own deed.
  private func isTold(_ footer: String, _ state: ScreenState) -> Bool {
    guard state.overlay == nil, state.work == nil, state.tab.problem == nil,
      let strip = state.strip, strip.style == .success
    else { return false }
    // Who did it stands before it.
    let said = strip.text.printable(inOneLine: true)
    return !said.isEmpty && footer.contains(said)
  }

  /// A sentence in the lines that it takes; one that takes more than there are is cut in the last.
  private func sentence(_ text: String, most: Int) -> [String] {
    let lines = text.wrapped(toCells: max(1, grid.columns))
    guard lines.count > most, most > 0 else { return lines }
    let rest = lines[(most - 1)...].joined(separator: " ").fitted(toCells: grid.columns)
    return lines[..<(most - 1)] + [rest]
  }

  private mutating func draw(
    _ table: Table, _ fit: TableFit, _ content: ViewContent, _ state: inout ScreenState,
    in body: Range<Int>
  ) {
    if content.isEmpty, !state.tab.filter.isEmpty, let row = body.first {
      let none = state.text("nothing here has that; Esc shows all", "찾은 것이 없습니다. Esc를 누르면 모두 보입니다")
      grid.put(none.fitted(toCells: grid.columns), row: row, column: 0, .muted)
      return
    }
    guard !content.isEmpty, let first = body.first else {
      for (row, line) in zip(body, sentence(state.told(content.empty), most: body.count)) {
        grid.put(line, row: row, column: 0, .muted)
      }
      return
    }
    let room = max(1, grid.columns - Self.gutter)
    let sheets = fit.sheets(within: room)
    state.tab.sheet = max(0, min(state.tab.sheet, sheets.count - 1))
    let choice = sheets.isEmpty ? nil : sheets[state.tab.sheet]
    var body = body
    if sheets.count > 1, body.count > 2, let row = body.popLast() {
      let note = note(of: sheets, state)
      grid.put(note.fitted(toCells: room), row: row, column: Self.gutter, .muted)
    }
    if body.count > 1 {
      let header = table.header.map { Table.Cell(text: $0, style: .strong) }
      line(header, table, choice, row: first, state, isChosen: false)
    }
    let rows = body.count > 1 ? body.dropFirst() : body
    let isDetailed = content.hasRoomForDetails(in: rows.count)
    let indent = isDetailed ? choice.flatMap { Self.indent(of: table, $0) } : nil
    items(
      content.columns[0], column: 0, &state, in: rows, columns: 0..<grid.columns,
      detail: indent
    ) {
      painter, item, row, isChosen, state in
      painter.line(item.cells, table, choice, row: row, state, isChosen: isChosen)
    }
    if let chart = content.chart {
      draw(chart, in: rows.dropFirst(content.height(withDetails: isDetailed) + 1))
    }
  }

  /// How many columns have no room, and which arrows show them.
  private func note(
    of sheets: [TableFit.Choice], _ state: ScreenState
  ) -> String {
    let sheet = state.tab.sheet
    let count = sheets[sheet].omitted
    let arrows = [sheet > 0 ? "←" : nil, sheet < sheets.count - 1 ? "→" : nil]
      .compactMap(\.self).joined(separator: " ")
    return state.text(
      "\(arrows) \(count) \(count == 1 ? "column" : "columns") more", "\(arrows) 열 \(count)개 더")
  }

  /// A picture where all of it has room.
  private mutating func draw(_ chart: Chart, in rows: Range<Int>) {
    // Where there is hardly a line nothing is drawn in vain.
    guard rows.count >= Chart.leastRows else { return }
    let text = chart.drawn(style: Style(isColored: false), width: grid.columns - Self.gutter)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count <= rows.count else { return }
    for (row, line) in zip(rows, lines) { grid.put(line, row: row, column: Self.gutter) }
  }

  /// How far in the column with details begins; nil where none does, or it left.
  private static func indent(of table: Table, _ choice: TableFit.Choice) -> Int? {
    guard let detailed = table.detailed,
      let place = choice.columns.firstIndex(of: detailed)
    else { return nil }
    return choice.columns[..<place].reduce(0) { $0 + choice.widths[$1] + 2 }
  }

  /// A row of a table; where not even two columns stand side by side, one after the other.
  private mutating func line(
    _ cells: [Table.Cell], _ table: Table, _ choice: TableFit.Choice?, row: Int,
    _ state: ScreenState, isChosen: Bool
  ) {
    guard let choice else {
      let text = cells.filter { $0.width > 0 }.map { $0.text + $0.mark }.joined(separator: "  ")
      grid.put(
        text.fitted(toCells: max(0, grid.columns - Self.gutter)), row: row, column: Self.gutter,
        CellLooks(style: cells.first?.style, isReversed: isChosen))
      return
    }
    var column = Self.gutter
    for index in choice.columns {
      let cell = cells[index]
      let width = choice.widths[index]
      let text = cell.fitted(toCells: width)
        .padded(toCells: width, atStart: table.isNumeric[index])
      let looks = CellLooks(style: cell.style, isReversed: isChosen)
      grid.put(text, row: row, column: column, looks)
      column += width + 2
    }
  }

  // MARK: Boards

  private mutating func draw(
    _ board: Board, _ content: ViewContent, _ state: inout ScreenState, in body: Range<Int>
  ) {
    let spans = spans(board, content, state)
    for (index, span) in spans {
      let column = content.columns[index]
      var rows = body
      for row in body { places.append(Place(row: row, columns: span, target: .column(index))) }
      if rows.count > 1, let row = rows.first {
        var title = column.title
        if spans.count < content.columns.count, content.columns.count > 1 {
          title += "  (\(index + 1)/\(content.columns.count))"
        }
        grid.put(title.fitted(toCells: span.count), row: row, column: span.lowerBound, .strong)
        rows = rows.dropFirst()
      }
      if rows.count > 3, let row = rows.first {
        let rule = String(repeating: "─", count: span.count)
        grid.put(rule, row: row, column: span.lowerBound, .muted)
        rows = rows.dropFirst()
      }
      let isDetailed = content.hasRoomForDetails(in: rows.count)
      items(
        column, column: index, &state, in: rows, columns: span, detail: isDetailed ? 2 : nil
      ) {
        painter, item, row, isChosen, _ in
        guard let cell = item.cells.first else { return }
        let start = span.lowerBound + Self.gutter
        let text = cell.fitted(toCells: max(0, span.upperBound - start))
        painter.grid.put(
          text, row: row, column: start, end: span.upperBound,
          CellLooks(style: cell.style, isReversed: isChosen))
      }
    }
  }

  /// Where each column stands: all side by side, or the chosen one alone.
  private func spans(
    _ board: Board, _ content: ViewContent, _ state: ScreenState
  ) -> [(Int, Range<Int>)] {
    let count = max(1, content.columns.count)
    let available = grid.columns - Self.gutter * count
    guard var widths = board.columnWidths(within: max(1, available)) else {
      return [(state.tab.selection.column, 0..<grid.columns)]
    }
    // What is left is everybody's, so that columns do not jump with every card.
    let spare = available - Board.gap * (count - 1) - widths.reduce(0, +)
    for index in widths.indices { widths[index] += spare / count }
    var column = 0
    return widths.enumerated().map { index, width in
      defer { column += width + Self.gutter + Board.gap }
      return (index, column..<min(grid.columns, column + width + Self.gutter))
    }
  }

  // MARK: Rows

  private typealias RowPainter = (
    _ painter: inout ScreenPainter, _ item: ViewContent.Item, _ row: Int, _ isChosen: Bool,
    _ state: ScreenState
  ) -> Void

  private mutating func items(
    _ content: ViewContent.Column, column: Int, _ state: inout ScreenState, in rows: Range<Int>,
    columns: Range<Int>, detail indent: Int?, _ paint: RowPainter
  ) {
    let items = content.items
    let isFocused = state.tab.selection.column == column
    let chosen = isFocused ? state.tab.selection.index : nil
    let window = ScrollWindow(
      of: items.count, chosen: chosen, height: rows.count, before: state.tab.offsets[column],
      leftOut: content.leftOut)
    state.tab.offsets[column] = window.first
    var row = rows.lowerBound
    let note = columns.lowerBound + Self.gutter
    if window.above > 0 {
      grid.put(
        Self.above(window.above, state), row: row, column: note, end: columns.upperBound, .muted)
      row += 1
    }
    for index in window.first..<window.first + window.count {
      let isChosen = index == chosen
      if isChosen {
        let looks = CellLooks(isReversed: true)
        grid.fill("› ", row: row, column: columns.lowerBound, end: columns.upperBound, looks)
      }
      if !state.tab.marks.isEmpty,
        state.tab.marks.contains(state.tab.selection.identity(of: items[index].row))
      {
        let sign = CellLooks(style: .accent, isReversed: isChosen)
        grid.put("*", row: row, column: columns.lowerBound + 1, sign)
      }
      paint(&self, items[index], row, isChosen, state)
      places.append(
        Place(row: row, columns: columns, target: .item(column: column, index: index)))
      row += 1
      let detail = items[index].detail
      guard let indent, !detail.isEmpty else { continue }
      let start = columns.lowerBound + Self.gutter + indent
      let text = detail.fitted(toCells: max(0, columns.upperBound - start))
      grid.put(text, row: row, column: start, end: columns.upperBound, .muted)
      places.append(
        Place(row: row, columns: columns, target: .item(column: column, index: index)))
      row += 1
    }
    if window.below > 0 {
      grid.put(
        Self.below(window.below, state), row: row, column: note, end: columns.upperBound, .muted)
    }
  }
}
