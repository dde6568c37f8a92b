internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// What keys do.
extension ScreenApp {
  func press(_ key: Key) {
    isDirty = true
    if key == .control("c") { return end(.interrupted) }
    // Keys that edit stay what they are also for a form that is on its way, and while they wait.
    let plain = isEditing || held?.wish != nil || !ahead.keys.isEmpty ? [key] : key.plain
    guard plain == [key] else {
      for key in plain where ending == nil { press(key) }
      return
    }
    guard !isSecondEnter(key), !hold(key), !waits(key), !comesUnread(key) else { return }
    remember(key)
    switch state.overlay {
    case .page(let page)?: press(key, on: page)
    case .prompt(let prompt)?: press(key, in: prompt)
    case .menu(let menu)?: press(key, in: menu)
    case .form(let form)?: press(key, in: form)
    case .question(let question)?: press(key, at: question)
    case nil: pressOnTab(key)
    }
    showLater()
  }

  // MARK: A tab

  func pressOnTab(_ key: Key) {
    switch key {
    case .text(let character):
      let letter = character.command
      // Who goes through what was found does not press a key of the domain.
      let isWalk = !state.tab.filter.isEmpty && "nN".contains(letter)
      if isWalk || !pressOwn(String(letter)) { pressLetter(letter) }
    case .shiftLeft: moveCards(to: state.tab.selection.column - 1)
    case .shiftRight: moveCards(to: state.tab.selection.column + 1)
    case .up: move(-1)
    case .down: move(1)
    case .left: state.tab.turn(by: -1)
    case .right: state.tab.turn(by: 1)
    case .pageUp: move(-pageRows)
    case .pageDown: move(pageRows)
    case .home: move(-Int(Int32.max))
    case .end: move(Int(Int32.max))
    case .tab: show(tab: (state.active + 1) % state.tabs.count)
    case .backTab: show(tab: (state.active + state.tabs.count - 1) % state.tabs.count)
    case .enter: if !pressUsual() { showDetails() }
    case .escape: if !cancelWork() { leaveFilter() }
    case .mouse(let mouse): press(mouse)
    default: break
    }
  }

  func move(_ rows: Int) {
    state.tab.select { $0.move(by: rows, in: $1) }
    askForMore(after: rows)
  }

  private func pressLetter(_ letter: Character) {
    switch letter {
    case "q": end(.done)
    case "k": move(-1)
    case "j": move(1)
    case "h": state.tab.turn(by: -1)
    case "l": state.tab.turn(by: 1)
    case "g": move(-Int(Int32.max))
    case "G": move(Int(Int32.max))
    case "n": state.tab.select { $0.walk(by: 1, in: $1) }
    case "N": state.tab.select { $0.walk(by: -1, in: $1) }
    case "<": moveCards(to: state.tab.selection.column - 1)
    case ">": moveCards(to: state.tab.selection.column + 1)
    case "r": refresh()
    case "a": openMenu()
    case "u": undo()
    case " ": state.tab.mark()
    case ":": state.overlay = .prompt(Prompt(purpose: .command, history: history))
    case "L": switchLanguage()
    case "/": state.overlay = .prompt(Prompt(purpose: .filter, line: TypedText(state.tab.filter)))
    case "?":
      let help = ScreenHelp(
        session: session, domain: domain, view: state.tab.view, enter: enterHint(ownActions))
      state.overlay = .page(help.page)
    case "1"..."9":
      if let number = letter.wholeNumberValue { show(tab: number - 1) }
    default: break
    }
  }

  /// Esc on a tab: what was found is no longer all there is; an old message goes.
  private func leaveFilter() {
    state.strip = nil
    state.tab.marks = []
    state.tab.filter(by: "")
  }

  // MARK: Pages

  private func press(_ key: Key, on page: TextPage) {
    var page = page
    switch page.press(key, page: pageRows) {
    case .stays: state.overlay = .page(page)
    case .closes: state.overlay = nil
    case .quits: end(.done)
    case .givesWay:
      state.overlay = nil
      pressOnTab(key)
    }
  }

  /// What the domain shows of such a row, where it has one way to; else all that it said of it.
  func showDetails() {
    guard let item = state.tab.item else { return }
    state.tab.selection.keep()
    if let show = detail { return perform(Deed(method: show.method, params: show.params)) }
    state.overlay = .page(RowDetails(state.tab.view, item.row, values, in: domain).page)
  }
}
