internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// Menus and forms.
extension ScreenPainter {
  mutating func draw(_ menu: ActionMenu, in body: Range<Int>, _ state: ScreenState) {
    var rows = body
    if rows.count > 2, let row = rows.popFirst() {
      let title = state.text("What to do with: \(menu.title)", "할 일: \(menu.title)")
      grid.put(title.fitted(toCells: grid.columns), row: row, column: 0, .strong)
    }
    if rows.count > 2, let row = rows.popLast() {
      let column = grid.put("> " + menu.filter, row: row, column: 0)
      cursor = (row, min(column, grid.columns - 1))
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

  mutating func draw(_ form: ActionForm, in body: Range<Int>, _ state: ScreenState) {
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
    list(form.fields.count, chosen: form.focus, in: rows, state, isBar: false) {
      painter, index, row, looks in
      let isFocused = index == form.focus
      painter.grid.put(
        names[index].fitted(toCells: width), row: row, column: 2,
        isFocused ? .strong : CellLooks.plain)
      painter.field(form.fields[index].word, row: row, column: width + 4, isFocused: isFocused)
    }
  }

  /// What was typed, scrolled to its end where it is typed.
  private mutating func field(_ word: String, row: Int, column: Int, isFocused: Bool) {
    let room = max(1, grid.columns - column - 1)
    // Lines are kept, and seen as one.
    let word = String(word.map { $0.isNewline ? "↵" : $0 }).printable(inOneLine: true)
    guard isFocused else {
      grid.put(word.fitted(toCells: room), row: row, column: column)
      return
    }
    var text = word[...]
    while text.terminalCells > room, !text.isEmpty { text = text.dropFirst() }
    grid.fill("", row: row, column: column, end: grid.columns, CellLooks(isUnderlined: true))
    let end = grid.put(text, row: row, column: column, CellLooks(isUnderlined: true))
    cursor = (row, min(end, grid.columns - 1))
  }

  /// Entries one below the other, with those that are not seen counted.
  private mutating func list(
    _ count: Int, chosen: Int, in rows: Range<Int>, _ state: ScreenState, isBar: Bool = true,
    _ paint: (inout ScreenPainter, _ index: Int, _ row: Int, _ looks: CellLooks) -> Void
  ) {
    // The first that is shown is what it was: the chosen one in the middle.
    let window = ScrollWindow(
      of: count, chosen: chosen, height: rows.count, before: max(0, chosen - rows.count / 2))
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
      places.append(Place(row: row, columns: 0..<grid.columns, target: .entry(index)))
      row += 1
    }
    if window.below > 0 { grid.put(Self.below(window.below, state), row: row, column: 2, .muted) }
  }
}
