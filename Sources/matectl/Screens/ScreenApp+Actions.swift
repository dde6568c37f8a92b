internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// Menus, questions and commands that are typed.
extension ScreenApp {
  // MARK: Menus

  /// What can be done with some rows of the tab.
  func actions(for rows: [JSONValue]) -> [RowAction] {
    guard let shown = state.tab.shown,
      shown.columns.indices.contains(state.tab.selection.column)
    else { return [] }
    return RowAction.all(
      for: rows, at: shown.columns[state.tab.selection.column].source,
      of: state.tab.view, in: domain)
  }

  /// The one read that is about the chosen row, whatever is marked.
  var detail: RowAction? {
    state.tab.item.flatMap { detail(of: $0.row) }
  }

  func detail(of row: JSONValue) -> RowAction? {
    let reads = actions(for: [row]).filter { action in
      !action.method.access.changesState && action.method.render != nil
        && !action.method.parameters.contains { $0.isRequired && action.params[$0.name] == nil }
    }
    return reads.count == 1 ? reads.first : nil
  }

  func openMenu() {
    pointer.clicked = nil
    state.overlay = .menu(menu)
  }

  var menu: ActionMenu {
    let name = wantedName
    return ActionMenu(
      title: name.isEmpty ? domain.label : name, isWithoutRows: state.tab.content == nil,
      own: ownActions, actions(for: state.tab.wanted), domain,
      mayChange: !session.invocation.isReadOnly, help: help)
  }

  var help: Help { Help(language: session.language, style: Style(isColored: false)) }

  func press(_ key: Key, in menu: ActionMenu) {
    var menu = menu
    switch key {
    // Backspace on nothing is the way out.
    case .backspace where menu.line.isEmpty: return state.overlay = nil
    case .up: menu.move(by: -1)
    case .down, .tab: menu.move(by: 1)
    case .pageUp: menu.move(by: -pageRows)
    case .pageDown: menu.move(by: pageRows)
    case .escape: return state.overlay = nil
    case .enter, .control("j"):
      guard let entry = menu.chosen else { return }
      return begin(entry.action, isOfMenu: true)
    case .mouse(let mouse) where mouse.kind == .wheelUp: menu.move(by: -3)
    case .mouse(let mouse) where mouse.kind == .wheelDown: menu.move(by: 3)
    case .mouse(let mouse):
      if let typed = typed(under: mouse) {
        typed.click(mouse.column, &menu.line)
        break
      }
      guard let index = entry(under: mouse) else { return }
      menu.index = index
      // As on a tab the first click chooses.
      if isSecondClick(Spot(column: -1, index: index)), let chosen = menu.chosen {
        return begin(chosen.action, isOfMenu: true)
      }
    default: guard menu.type(key) else { return }
    }
    state.overlay = .menu(menu)
  }

  func entry(under mouse: Key.Mouse) -> Int? {
    guard mouse.kind == .press, let place = places.last(where: { $0.row == mouse.row }),
      case .entry(let index) = place.target
    else { return nil }
    return index
  }

  /// The text that is typed, where it was clicked.
  func typed(under mouse: Key.Mouse) -> ScreenPainter.Typed? {
    guard mouse.kind == .press else { return nil }
    return typed.last { $0.row == mouse.row && $0.columns.contains(mouse.column) }
  }

  /// Does what was chosen, or asks for what it needs besides.
  func begin(_ action: RowAction, isOfMenu: Bool = false) {
    let row = action.params.isEmpty ? nil : state.tab.wanted.first
    let marks = action.isOfRow && row != nil ? state.tab.marks(of: state.tab.wanted) : []
    let about = action.isOfRow && row != nil ? wantedName : ""
    if action.isOfRow, row != nil { state.tab.selection.keep() }
    guard
      var form = ActionForm(
        action.method, fixed: action.params, row: row, schemas: domain.schemas, help: help,
        names: MemberNames(domain), asks: action.asks, isWhole: action.isWhole),
      // A read is asked for as it is, but for what it cannot do without or the domain wants asked.
      action.method.access.changesState || !(action.asks ?? []).isEmpty
        || form.fields.contains(where: \.parameter.isRequired)
        // What takes its time is hardly meant as it is.
        || isOfMenu && action.method.reportsProgress
    else {
      state.overlay = nil
      var deed = Deed(method: action.method, params: action.params, marks: marks)
      (deed.about, deed.isOfMenu) = (about, isOfMenu)
      return perform(deed)
    }
    (form.marks, form.about) = (marks, about)
    if !isOfMenu { form.label = action.label?.text(in: session.language) ?? "" }
    if !askForGiven(action, form) { open(form) }
  }

  // MARK: Questions

  func press(_ key: Key, at question: Question) {
    switch key {
    case _ where Question.isYes(key):
      state.overlay = nil
      perform(question.deed)
    case .text("n"), .text("N"), .text("ㅜ"), .escape:
      tell(
        question.otherwise ?? text("nothing was changed", "바뀐 것은 없습니다"), .muted, nil)
    case .mouse: return
    default: say(text("y does it; n or Esc leaves it", "y 하기, n 또는 Esc 그만두기"), .warning)
    }
  }

  // MARK: Commands

  /// `u`: takes back the last change, where the domain can.
  func undo() {
    let undo = domain.methods.first { method in
      method.name == "\(domain.domain).undo" && method.access.changesState
        && !method.parameters.contains(where: \.isRequired)
    }
    guard let undo else { return tell(noUndo, .muted, nil) }
    perform(Deed(method: undo, params: [:]))
  }

  /// That nothing takes back the last change; what has to be named is typed.
  private var noUndo: String {
    let named = domain.methods.first { $0.command?.path.last == "undo" && $0.access.changesState }
    guard let path = named?.command?.path, !session.invocation.isReadOnly else {
      return text("\(domain.label) has no undo", "\(domain.label)에는 되돌리기가 없습니다")
    }
    let words = path.joined(separator: " ")
    let what = named?.parameters.first { $0.isRequired }?.name ?? "…"
    return text(
      "what is undone has to be named: `:\(words) <\(what)>`",
      "무엇을 되돌릴지 함께 쓰십시오: `:\(words) <\(what)>`")
  }

  /// Does what a line says that a person has typed behind `:`, and that has an end (``CommandWords/problem``).
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - prompt: Where it was typed, which stays where it is refused; nil where that was elsewhere.
  func run(_ line: String, in prompt: Prompt? = nil) {
    let prompt = prompt ?? Prompt(purpose: .command, line: TypedText(line))
    var words = CommandWords.split(line)
    if words.first == "matectl" { words.removeFirst() }
    if let word = words.first, [domain.label, domain.domain].contains(word) { words.removeFirst() }
    guard !words.isEmpty else { return state.overlay = nil }
    do throws(UsageError) {
      let invocation = try Invocation(words)
      if let other = other(invocation.words) {
        elsewhere = (other, line)
        throw UsageError(
          "\(other.label) is another domain; type it on its screen, `matectl \(other.label)`",
          "\(other.label, .topic) 다른 도메인입니다. `matectl \(other.label)` 화면에서 입력하십시오")
      }
      guard let match = CommandMatch(invocation.words, in: domain) else {
        let (name, nearest) = CommandMatch.nearestCommand(to: invocation.words, in: domain)
        throw UsageError(
          "\(domain.label) has no command \(name)", "\(domain.label)에 \(name) 명령은 없습니다",
          nearest: nearest)
      }
      try invocation.checkForm(of: match.method.render)
      let bound = try ArgumentBinder.bind(
        match.rest, to: match.method, match.command, of: domain)
      perform(
        Deed(
          method: match.method, params: bound.params, isSure: invocation.saysYes,
          isDryRun: invocation.isDryRun, isTyped: true, line: Self.rest(of: line, domain),
          prompt: prompt, output: invocation.output, choice: invocation.choice))
    } catch {
      let sentence = error.message.text(in: session.language)
      refuse(prompt, sentence.split(separator: "\n").first.map(String.init) ?? "")
    }
  }

  /// A line without the words in front of a command that need not be typed here.
  private static func rest(of line: String, _ domain: DomainDescription) -> String {
    var rest = line[...]
    for words in [["matectl"], [domain.label, domain.domain]] {
      rest = rest.drop { $0 == " " }
      guard let word = words.first(where: { rest == $0 || rest.hasPrefix("\($0) ") }) else {
        continue
      }
      rest = rest.dropFirst(word.count)
    }
    return String(rest.drop { $0 == " " })
  }

  /// The domain that a line begins with, where that is another one.
  private func other(_ words: [String]) -> DomainDescription? {
    guard let word = words.first, CommandMatch(words, in: domain) == nil else { return nil }
    return session.catalog.description(of: word)
  }

  /// Tab: what the line may go on with, as the shell's completion knows it.
  func complete(_ given: Prompt) {
    var prompt = given
    // What stands behind the cursor stays there.
    let head = prompt.line.head
    var words = CommandWords.split(head)
    let isBegun = !head.hasSuffix(" ") && !words.isEmpty
    let current = isBegun ? words.removeLast() : ""
    var missing: String?
    let completion = Completion(
      language: session.language, catalog: session.catalog, instances: { _ in [] }
    ) { _, method in
      if self.known[method] == nil { missing = method }
      return self.known[method]
    }
    let found = completion.candidates([domain.label] + words, current: current).map(\.word)
    if let missing {
      var request = CallRequest(method: missing)
      request.onlyReads = true
      request.timeoutMilliseconds = 1000
      link.ask(request, for: .wish(add(.values(missing)), isWaitedFor: false))
    }
    let common = found.dropFirst().reduce(found.first ?? current) { common, word in
      String(zip(common, word).prefix { $0 == $1 }.map(\.0))
    }
    if common.count > current.count {
      let cursor = prompt.line.cursor
      prompt.line.remove(cursor - (isBegun ? current.count : 0)..<cursor)
      prompt.line.insert(common)
    }
    if found.count == 1, missing == nil { prompt.line.insert(" ") }
    prompt.candidates = found.count > 1 ? found : []
    prompt.isAwaiting = missing != nil
    state.overlay = .prompt(prompt)
  }
}
