internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// A state as cells.
struct ScreenPainter {
  var grid: CellGrid
  /// Where text is typed; nil where none is.
  var cursor: (row: Int, column: Int)?
  /// What lies under the mouse.
  var places: [Place] = []
  /// The texts that are typed, as far as they are seen.
  var typed: [Typed] = []

  /// A rectangle that can be clicked.
  struct Place: Equatable {
    enum Target: Equatable {
      case tab(Int)
      case item(column: Int, index: Int)
      case column(Int)
      /// An entry of a menu or a field of a form.
      case entry(Int)
    }

    let row: Int
    let columns: Range<Int>
    let target: Target
  }

  /// Draws everything; scrolls where what is chosen would not be seen.
  ///
  /// - Parameters:
  ///   - state: What to draw.
  ///   - columns: The width of the terminal in cells.
  ///   - rows: The height of the terminal in lines.
  init(_ state: inout ScreenState, columns: Int, rows: Int) {
    grid = CellGrid(columns: columns, rows: rows)
    let hasBar = rows >= 3
    let said = said(by: state, rows: rows)
    let below = rows >= 6 ? max(2, said.lines.count + 1) : rows >= 3 ? 1 : 0
    if hasBar { bar(state) }
    let body = (hasBar ? 1 : 0)..<max(hasBar ? 1 : 0, rows - below)
    switch state.overlay {
    case .page(let page)?: state.overlay = .page(draw(page, in: body, state))
    case .menu(var menu)?:
      draw(&menu, in: body, state)
      state.overlay = .menu(menu)
    case .form(var form)?:
      draw(&form, in: body, state)
      state.overlay = .form(form)
    case .question(let question)?:
      _ = draw(TextPage(title: "", lines: question.lines), in: body, state)
    case .prompt, nil: draw(&state, in: body)
    }
    bottom(&state, rows: rows, lines: below)
    // It begins above the line where its end stands otherwise.
    for (row, line) in zip((rows - below)..<rows, said.lines) where said.lines.count > 1 {
      grid.fill(line, row: row, column: 0, end: grid.columns, CellLooks(style: said.style))
    }
  }

  /// So many lines what was said has at most; what is longer is a page.
  static let mostSaid = 4

  /// Why there is nothing newer to see, in as many lines as it takes, of half of the screen at most, or
  /// what was said last: the end of either may be what to do.
  private func said(
    by state: ScreenState, rows: Int
  ) -> (lines: [String], style: StyleRule.Style?) {
    guard rows >= 6, state.overlay == nil, state.work == nil else { return ([], nil) }
    let most = state.tab.problem == nil ? min(Self.mostSaid, rows / 2) : rows / 2
    guard let strip = state.tab.problem.map({ .init($0, .danger) }) ?? state.strip,
      !strip.text.isEmpty
    else { return ([], nil) }
    let lines = state.told(strip.text).printable(inOneLine: true)
      .wrapped(toCells: max(1, grid.columns))
    return (lines.count <= most ? lines : [], strip.style)
  }

  // MARK: Above and below

  /// The tabs, and at the right how the daemon is.
  private mutating func bar(_ state: ScreenState) {
    grid.fill("", row: 0, column: 0, end: grid.columns, .bar)
    let link = state.link.text
    let right = grid.columns - link.terminalCells - 1
    var end = grid.columns
    if !link.isEmpty, right > grid.columns / 2 {
      grid.put(link, row: 0, column: right, .bar)
      end = right - 1
    }
    let titles = state.tabs.enumerated().map { index, tab in
      " \(index + 1) \(tab.view.title.text(in: state.language).printable(inOneLine: true)) "
    }
    // The tabs before the active one leave until it has room.
    var first = 0
    func width(_ range: Range<Int>) -> Int { titles[range].reduce(0) { $0 + $1.terminalCells } }
    while first < state.active, width(first..<state.active + 1) > end - 1 { first += 1 }
    var column = grid.put(first > 0 ? "‹" : " ", row: 0, column: 0, .bar)
    for index in first..<titles.count where column < end {
      let start = column
      let title = titles[index].fitted(toCells: end - column)
      let isActive = index == state.active
      column = grid.put(title, row: 0, column: column, end: end, isActive ? .strong : .bar)
      places.append(Place(row: 0, columns: start..<column, target: .tab(index)))
    }
  }

  private mutating func bottom(_ state: inout ScreenState, rows: Int, lines: Int) {
    guard lines > 0 else { return }
    let last = rows - 1
    if case .prompt(var prompt)? = state.overlay {
      type(&prompt, state, row: last)
      return state.overlay = .prompt(prompt)
    }
    let strip =
      state.work ?? state.tab.problem.map { ScreenState.StripLine($0, .danger) } ?? state.strip
    if let strip, !strip.text.isEmpty {
      let row = lines > 1 ? last - 1 : last
      let text = state.told(strip.text).printable(inOneLine: true).fitted(toCells: grid.columns)
      grid.put(text, row: row, column: 0, CellLooks(style: strip.style))
      guard lines > 1 else { return }
    }
    grid.put(state.hints.fitted(toCells: grid.columns), row: last, column: 0, .muted)
  }

  /// The line that is being typed, and above it what it may go on with, or all of what is wrong with it.
  private mutating func type(_ prompt: inout Prompt, _ state: ScreenState, row: Int) {
    grid.put(prompt.purpose == .filter ? "/" : ":", row: row, column: 0)
    type(&prompt.line, row: row, columns: 1..<max(1, grid.columns))
    guard row > 1, !prompt.candidates.isEmpty || !prompt.problem.isEmpty else { return }
    let isWrong = !prompt.problem.isEmpty
    let lines =
      isWrong
      ? state.told(prompt.problem).printable(inOneLine: true).wrapped(toCells: grid.columns)
      : [prompt.candidates.joined(separator: "  ").fitted(toCells: grid.columns)]
    for (index, line) in lines.prefix(row - 1).reversed().enumerated() {
      grid.fill(
        line, row: row - 1 - index, column: 0, end: grid.columns,
        isWrong ? CellLooks(style: .danger) : .muted)
    }
  }

  // MARK: Pages

  /// - Returns: The page as far as it can be scrolled.
  private mutating func draw(
    _ page: TextPage, in body: Range<Int>, _ state: ScreenState
  ) -> TextPage {
    var page = page
    let lines = page.shown.flatMap { line in
      let text = page.isAnswer ? state.told(line.text) : line.text
      return text.wrapped(toCells: max(1, grid.columns - 1)).map {
        ScreenState.StripLine($0, line.style)
      }
    }
    var rows = body
    if body.count > 2, !page.title.isEmpty {
      grid.put(
        page.title.fitted(toCells: grid.columns), row: body.lowerBound, column: 0, .strong)
      rows = body.dropFirst()
    }
    page.first = max(0, min(page.first, lines.count - rows.count))
    for (row, line) in zip(rows, lines.dropFirst(page.first)) {
      grid.put(line.text, row: row, column: 0, CellLooks(style: line.style))
    }
    let left = lines.count - page.first - rows.count
    if left > 0, rows.count > 1, let last = rows.last {
      grid.fill("", row: last, column: 0, end: grid.columns, .plain)
      grid.put(Self.below(left + 1, state), row: last, column: 0, .muted)
    }
    return page
  }

  static func below(_ count: Int, _ state: ScreenState) -> String {
    state.text("↓ \(count) more", "↓ \(count)개 더")
  }

  static func above(_ count: Int, _ state: ScreenState) -> String {
    state.text("↑ \(count) more", "↑ \(count)개 더")
  }
}
