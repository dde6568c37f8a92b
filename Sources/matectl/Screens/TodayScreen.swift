internal import IPCProtocol
internal import LinuxSystem
internal import Values

/// `matectl today --live`: what every domain has for today, one below the other on one page that lives.
///
/// Each part asks and follows its own daemon as a screen of the domain does; Enter opens that screen.
final class TodayScreen: ScreenProgram {
  private let parts: [ScreenApp]
  private var state: ScreenState
  private var page = TextPage(title: "", lines: [])
  /// The first line of each part on the page.
  private var starts: [Int] = []
  private var places: [ScreenPainter.Place] = []
  private var pageRows = 10
  /// Sentences as they are told here, by what they say.
  private var told: [String: String] = [:]
  private static let mostTold = 16
  /// The part that was clicked last, and when.
  private var clicked: (part: Int, at: Int64)?
  /// `?`, while it is in front.
  private var help: TextPage?
  /// The screen of a domain that was opened from here.
  private var inside: ScreenApp?
  /// What was typed behind `:` in all of those.
  private var history = LineHistory()
  private var isMoved = true
  private(set) var ending: ExitStatus?

  /// - Parameters:
  ///   - parts: Screens of one view each, at least one.
  ///   - session: Whose language the page begins with.
  init(_ parts: [ScreenApp], _ session: Session) {
    self.parts = parts
    let tabs = parts.map { part in
      var view = part.state.tab.view
      view.title = LocalizedText(en: part.domain.label, ko: nil)
      return ViewState(view)
    }
    state = ScreenState(domain: "today", language: session.language, tabs: tabs)
  }

  var session: Session { parts[0].session }
  private var apps: [ScreenApp] { parts + (inside.map { [$0] } ?? []) }

  var isTyping: Bool { inside?.isTyping ?? false }

  var isDirty: Bool {
    get { isMoved || apps.contains(where: \.isDirty) }
    set {
      isMoved = newValue
      for app in apps { app.isDirty = newValue }
    }
  }

  var isFresh: Bool { inside?.isFresh ?? parts.contains(where: \.isFresh) }
  var nextMoment: Int64? { apps.compactMap(\.nextMoment).min() }
  var links: [DomainLink] { apps.flatMap(\.links) }

  func end(_ status: ExitStatus) { ending = status }
  func passTime() { for app in apps { app.passTime() } }
  func hear(on link: DomainLink) {
    for app in apps where app.link === link { app.hear(on: link) }
  }

  // MARK: Keys

  func press(_ key: Key) {
    isMoved = true
    if let inside {
      inside.press(key)
      history = inside.history
      if let (domain, line) = inside.elsewhere { return run(line, in: domain) }
      guard let status = inside.ending else { return }
      self.inside = nil
      // Who leaves the screen of a domain is back here.
      if status != .done { end(status) }
      return
    }
    for key in key.plain where ending == nil { pressHere(key) }
  }

  private func pressHere(_ key: Key) {
    state.strip = nil
    if key == .control("c") { return end(.interrupted) }
    if let effect = help?.press(key, page: pageRows) {
      switch effect {
      case .stays: return
      case .closes, .givesWay: return help = nil
      case .quits: return end(.done)
      }
    }
    if page.scroll(key, page: pageRows) { return }
    switch key {
    case .text(let character): press(character.command)
    case .tab: show(part: (state.active + 1) % parts.count)
    case .backTab: show(part: (state.active + parts.count - 1) % parts.count)
    case .enter:
      open()
      inside?.cameByEnter()
    case .mouse(let mouse): press(mouse)
    default: break
    }
  }

  private func press(_ letter: Character) {
    switch letter {
    case "q": end(.done)
    case "r": for part in parts { part.refresh() }
    case "?": help = TodayHelp(session: session).page
    case ":", "a":
      // What is typed next is a line, and no keys of this page.
      open()
      inside?.press(.text(letter))
    case "L":
      for part in parts { part.switchLanguage() }
      state.language = session.language
    case "1"..."9":
      if let number = letter.wholeNumberValue, number <= parts.count { show(part: number - 1) }
    default: break
    }
  }

  private func press(_ mouse: Key.Mouse) {
    switch mouse.kind {
    case .press:
      let place = places.last { $0.row == mouse.row && $0.columns.contains(mouse.column) }
      if case .tab(let index)? = place?.target {
        index == state.active ? open() : show(part: index)
      } else if help == nil, let part = part(at: mouse.row) {
        click(part)
      }
    case .release, .drag, .wheelUp, .wheelDown: break
    }
  }

  /// Whose lines stand there: those of the page begin below the tabs.
  private func part(at row: Int) -> Int? {
    row > 0 ? starts.lastIndex { $0 <= row - 1 + page.first } : nil
  }

  /// A click chooses a domain, the second one opens it, as Enter does.
  private func click(_ part: Int) {
    let now = MonotonicTime.milliseconds
    let isSecond = clicked.map { $0.part == part && now - $0.at <= ScreenApp.doubleClick } ?? false
    clicked = isSecond ? nil : (part, now)
    state.active = part
    if isSecond { open() }
  }

  /// What is advised for the shell is a line here.
  private func told(_ text: String, by part: ScreenApp) -> String {
    guard text.contains("matectl ") else { return text }
    if let known = told[text] { return known }
    // Times in them run.
    if told.count >= Self.mostTold { told = [:] }
    let sentence = ScreenAdvice(besideOthers: session.whole(part.domain)).told(text)
    told[text] = sentence
    return sentence
  }

  /// Goes to what a domain has on the page.
  private func show(part: Int) {
    state.active = part
    if starts.indices.contains(part) { page.first = starts[part] }
  }

  /// Does a line that begins with a domain in the screen of that.
  private func run(_ line: String, in domain: DomainDescription) {
    open(domain)
    inside?.run(line)
  }

  /// Opens the screen of the domain that was gone to.
  private func open() { open(session.whole(parts[state.active].domain)) }

  private func open(_ domain: DomainDescription) {
    inside = nil
    let views = ScreenView.all(of: domain)
    guard !views.isEmpty else { return }
    // Where its socket has no place this page would not be here either.
    inside = try? ScreenApp(session: session, domain: domain, views: views)
    inside?.history = history
  }

  // MARK: Drawing

  func draw(columns: Int, rows: Int) -> ScreenPainter {
    if let inside { return inside.draw(columns: columns, rows: rows) }
    pageRows = max(1, rows - 3)
    var lines: [ScreenState.StripLine] = []
    starts = []
    for part in parts {
      starts.append(lines.count)
      let title = part.domain.summary.text(in: session.language).printable(inOneLine: true)
      lines.append(.init(title.fitted(toCells: columns - 1), .strong))
      lines += told(by: part, columns: columns - 1, rows: rows) + [.init("")]
    }
    page = TextPage(title: "", lines: lines, first: page.first)
    state.overlay = .page(help ?? page)
    state.hints = session.text(
      "Tab next domain  Enter its screen  arrows scroll  r ask anew  L language  q quit",
      "Tab 다음 도메인  Enter 그 화면  화살표 스크롤  r 새로 고침  L 언어  q 끝내기")
    let painter = ScreenPainter(&state, columns: columns, rows: rows)
    // It scrolls no further than there is something.
    if case .page(let drawn)? = state.overlay {
      if help == nil { page = drawn } else { help = drawn }
    }
    places = painter.places
    return painter
  }

  /// A glance: what a domain has more of is counted.
  private func told(
    by part: ScreenApp, columns: Int, rows: Int
  ) -> [ScreenState.StripLine] {
    let tab = part.state.tab
    var lines: [ScreenState.StripLine] = []
    if let value = tab.value {
      var printer = ResultPrinter(
        output: nil, style: Style(isColored: false), values: part.values,
        screen: (columns: columns, rows: rows))
      printer.rowLimit = max(5, rows / 3)
      printer.place = .glance
      lines = told(printer.human(value, tab.view.rendering), by: part)
        .split(separator: "\n", omittingEmptySubsequences: false).map { .init(String($0)) }
      while lines.last?.text.isEmpty == true { lines.removeLast() }
    }
    let isAway = part.state.link.style == .danger
    if let problem = tab.problem ?? (isAway ? part.state.strip?.text : nil) {
      let sentence = told(problem.printable(inOneLine: true), by: part)
      lines.append(.init(sentence, .danger))
    }
    // Its daemon has not answered yet; the others have their place already.
    return lines.isEmpty && tab.value == nil ? [.init("…", .muted)] : lines
  }
}
