internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// Menus and forms.
extension ScreenPainter {
  mutating func draw(_ menu: inout ActionMenu, in body: Range<Int>, _ state: ScreenState) {
    var rows = body
    if rows.count > 2, let row = rows.popFirst() {
      let title = state.text("What to do with: \(menu.title)", "할 일: \(menu.title)")
      grid.put(title.fitted(toCells: grid.columns), row: row, column: 0, .strong)
    }
    if rows.count > 2, let row = rows.popLast() {
      grid.put("> ", row: row, column: 0)
      type(&menu.line, row: row, columns: 2..<max(2, grid.columns))
    }
    let entries = menu.entries
    guard !entries.isEmpty else {
      let none = state.text("no such command", "그런 명령이 없습니다")
      if let row = rows.first { grid.put(none, row: row, column: 2, .muted) }
      return
    }
    let width = min(grid.columns / 2, entries.map(\.words.terminalCells).max() ?? 0)
    list(entries.count, chosen: menu.index, in: rows, state) { painter, index, row, looks in
      let entry = entries[index]
      let words = entry.words.fitted(toCells: width)
      var own = looks
      own.style = entry.isOfRow ? .strong : nil
      painter.grid.put(words, row: row, column: 2, own)
      painter.grid.put(
        entry.summary.fitted(toCells: max(0, painter.grid.columns - width - 4)), row: row,
        column: width + 4, looks)
    }
  }

  mutating func draw(_ form: inout ActionForm, in body: Range<Int>, _ state: ScreenState) {
    var rows = body
    if rows.count > 2, let row = rows.popFirst() {
      let title = form.title(in: state.language)
      grid.put(title.fitted(toCells: grid.columns), row: row, column: 0, .strong)
    }
    let notes = form.notes.flatMap { $0.wrapped(toCells: max(1, grid.columns - 2)) }
    for line in notes.prefix(rows.count / 3) {
      guard let row = rows.popFirst() else { break }
      grid.put(line, row: row, column: 2, .muted)
    }
    let focused = form.fields[form.focus]
    let isWrong = !form.error.isEmpty
    let told = (isWrong ? state.told(form.error) : focused.help).printable(inOneLine: true)
    for line in told.wrapped(toCells: grid.columns).prefix(max(1, rows.count / 3)).reversed() {
      guard rows.count > 1, let row = rows.popLast() else { break }
      grid.put(line, row: row, column: 0, isWrong ? CellLooks(style: .danger) : .muted)
    }
    if rows.count > 2, !focused.choices.isEmpty, let row = rows.popLast() {
      let choices = focused.choices.map { $0.printable(inOneLine: true) }.joined(separator: "  ")
      grid.put("← → \(choices)".fitted(toCells: grid.columns), row: row, column: 0, .muted)
    }
    let names = form.fields.map { $0.name + ($0.isNeeded ? " *" : "") }
    let width = min(grid.columns / 2, names.map(\.terminalCells).max() ?? 0)
    let columns = (width + 4)..<max(width + 4, grid.columns)
    form.rowCells = Self.rowCells(in: columns)
    let height = height(of: focused, among: form.fields.count, in: rows, columns)
    list(form.fields.count, chosen: form.focus, in: rows, state, isBar: false, height: height) {
      painter, index, row, looks in
      let isFocused = index == form.focus
      painter.grid.put(
        names[index].fitted(toCells: width), row: row, column: 2,
        isFocused ? .strong : CellLooks.plain)
      if isFocused {
        painter.type(&form.fields[index].text, rows: row..<row + height, columns, index)
      } else {
        painter.show(form.fields[index].text, row: row, columns, index)
      }
    }
  }

  /// In how many rows a field is typed: all that a text of several takes, while a few others are seen.
  private func height(
    of field: ActionForm.Field, among count: Int, in rows: Range<Int>, _ columns: Range<Int>
  ) -> Int {
    guard field.text.mayHaveLines else { return 1 }
    let wanted = max(3, field.text.rows(in: Self.rowCells(in: columns)).count)
    return max(1, min(wanted, rows.count - min(count - 1, 4)))
  }

  /// The field that is being typed in.
  private mutating func type(
    _ text: inout TypedText, rows: Range<Int>, _ columns: Range<Int>, _ field: Int
  ) {
    let looks = CellLooks(isUnderlined: true)
    for row in rows {
      grid.fill("", row: row, column: columns.lowerBound, end: columns.upperBound, looks)
    }
    if text.mayHaveLines {
      type(&text, rows: rows, columns: columns, field: field, looks)
    } else {
      type(&text, row: rows.lowerBound, columns: columns, field: field, looks)
    }
  }

  /// Another field: its lines are kept, and seen as one.
  private mutating func show(
    _ text: TypedText, row: Int, _ columns: Range<Int>, _ field: Int
  ) {
    let room = max(1, columns.count - 1)
    let word = text.signs.map(TypedText.seen).joined()
    grid.put(word.fitted(toCells: room), row: row, column: columns.lowerBound)
    typed.append(
      Typed(
        row: row, columns: columns, column: columns.lowerBound, signs: 0..<text.signs.count,
        field: field))
  }

  /// Entries one below the other, the chosen one of so many rows, with those that are not seen counted.
  private mutating func list(
    _ count: Int, chosen: Int, in rows: Range<Int>, _ state: ScreenState, isBar: Bool = true,
    height: Int = 1,
    _ paint: (inout ScreenPainter, _ index: Int, _ row: Int, _ looks: CellLooks) -> Void
  ) {
    // The first that is shown is what it was: the chosen one in the middle.
    let room = rows.count - (height - 1)
    let window = ScrollWindow(
      of: count, chosen: chosen, height: room, before: max(0, chosen - room / 2))
    var row = rows.lowerBound
    if window.above > 0 {
      grid.put(Self.above(window.above, state), row: row, column: 2, .muted)
      row += 1
    }
    for index in window.first..<window.first + window.count {
      let looks = CellLooks(isReversed: isBar && index == chosen)
      if index == chosen {
        grid.fill("› ", row: row, column: 0, end: isBar ? grid.columns : 2, looks)
      }
      paint(&self, index, row, looks)
      let end = row + (index == chosen ? height : 1)
      for row in row..<end {
        places.append(Place(row: row, columns: 0..<grid.columns, target: .entry(index)))
      }
      row = end
    }
    if window.below > 0 { grid.put(Self.below(window.below, state), row: row, column: 2, .muted) }
  }
}
