internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// A domain's screen: what there is to see, what keys do, and what it asks its daemon.
///
/// It waits for nothing and draws nothing: ``ScreenLoop`` tells it what came, and draws ``state``.
final class ScreenApp: ScreenProgram {
  private(set) var session: Session
  let domain: DomainDescription
  let link: DomainLink
  var state: ScreenState
  /// Whether something is to be drawn that is not.
  var isDirty = true
  /// Whether nothing has come yet, so that drawing may wait a moment for the first.
  private(set) var isFresh = true
  /// How it ends; nil while it goes on.
  private(set) var ending: ExitStatus?
  /// The rows of the body, as they were drawn last: what a page is.
  var pageRows = 10
  /// What was drawn under the mouse.
  var places: [ScreenPainter.Place] = []
  var typed: [ScreenPainter.Typed] = []
  /// What was typed behind `:`.
  var history = LineHistory()
  /// What the mouse holds, and what it clicked last.
  var pointer = Pointer()
  /// When something was said of what a person did, in milliseconds of CLOCK_MONOTONIC.
  var lastSaid: Int64 = 0
  /// So long it stays, whatever else happens.
  private static let saidFor: Int64 = 3000
  /// A line that was typed for another domain, which whoever shows several of them does there.
  var elsewhere: (domain: DomainDescription, line: String)?
  /// The cells of a line, as they were drawn last.
  var width = 80
  /// What values of parameters are taken from, as it was answered since the last change.
  var known: [String: JSONValue] = [:]
  var wishes: [Int: Wish] = [:]
  var lastWish = 0
  /// What is being done, oldest first.
  var works: [Work] = []
  /// What came while a person was busy with something else in front of the tab.
  var later: [ScreenOverlay] = []
  /// Keys that wait for what they are for.
  var held: Held?
  /// Keys that wait until what was done before them is seen.
  var ahead = Ahead()
  var front = Front()
  /// What of the tabs is asked for, and when again.
  private var clocks: [ViewClock]

  /// - Throws: ``ExitStatus`` where the domain's socket has no place; the reason has been said.
  init(session: Session, domain: DomainDescription, views: [ScreenView]) throws(ExitStatus) {
    self.session = session
    self.domain = domain
    link = try DomainLink(session: session, domain: domain)
    state = ScreenState(
      domain: domain.label, language: session.language, tabs: views.map { ViewState($0) })
    clocks = views.map { _ in ViewClock() }
  }

  var values: ValueText {
    ValueText(
      language: session.language, now: WallClock.now, isSeen: true,
      ownCommands: OwnCommands(DomainLabel(domain.domain, domain.instance)))
  }

  func text(_ en: Sentence, _ ko: Sentence) -> String { session.text(en, ko) }

  func end(_ status: ExitStatus) { ending = status }

  // MARK: Time

  /// When something is to be done that nobody has to ask for, in milliseconds of CLOCK_MONOTONIC.
  var nextMoment: Int64? {
    [
      link.nextTry, link.nextTry == nil ? clocks[state.active].next : nil, nextWorkMoment,
      held?.until, nextAheadMoment,
    ].compactMap { $0 }.min()
  }

  /// Does what it is time for.
  func passTime() {
    take(link.connect())
    let now = MonotonicTime.milliseconds
    tellWorks(at: now)
    passHeld(at: now)
    passAhead(at: now)
    if link.nextTry == nil, let next = clocks[state.active].next, next <= now { askForView() }
  }

  // MARK: Asking

  /// Asks for what the active tab shows, unless that is on its way; the answer to what was asked
  /// before a change does not tell of it, so then it is asked once more.
  func askForView() {
    let place = state.active
    let view = state.tab.view
    if case .whole = view.follow, clocks[place].isFollowed { return }
    guard clocks[place].mayAsk(at: MonotonicTime.milliseconds) else { return }
    guard !view.method.isStream else { return follow() }
    var request = CallRequest(
      method: view.method.name,
      params: session.filled(limited(view.params, view.method), for: view.method))
    request.onlyReads = true
    link.ask(request, for: .view(place))
  }

  /// Follows what the active tab follows, and nothing else.
  private func follow() {
    let place = state.active
    let stream: MethodDescription
    switch state.tab.view.follow {
    case .nothing: return
    case .whole(let method), .hint(let method): stream = method
    }
    guard !clocks[place].isFollowed else { return }
    for index in clocks.indices { clocks[index].isFollowed = index == place }
    let params = stream.name == state.tab.view.method.name ? state.tab.view.params : [:]
    var request = CallRequest(
      method: stream.name, params: session.filled(limited(params, stream), for: stream))
    request.onlyReads = true
    link.ask(request, for: .follow(place))
  }

  /// Shows a tab, and asks for what it shows.
  func show(tab: Int) {
    guard state.tabs.indices.contains(tab) else { return }
    // What was said is about the tab that it was said on; that the daemon is away is about all.
    if tab != state.active, link.nextTry == nil, works.isEmpty { state.strip = nil }
    state.active = tab
    ahead.until = nil
    clocks[tab].forget()
    refresh()
    isDirty = true
  }

  /// Whether the rows of the active tab tell of all that has happened, as far as that is known.
  var isCurrent: Bool { clocks[state.active].isCurrent }

  /// Asks anew for what the active tab shows.
  func refresh() {
    guard link.nextTry == nil else { return }
    clocks[state.active].forget()
    // A stream that is followed anew tells what there is, as it did the first time.
    clocks[state.active].isFollowed = false
    link.cancel { if case .follow = $0 { true } else { false } }
    follow()
    askForView()
  }

  // MARK: News

  var links: [DomainLink] { [link] }

  func hear(on link: DomainLink) { take(link.receive()) }

  private func take(_ news: [DomainLink.News]) {
    for one in news {
      isDirty = true
      isFresh = false
      switch one {
      case .connected:
        for index in clocks.indices { clocks[index] = ViewClock() }
        state.link = ScreenState.StripLine("")
        isFresh = state.tab.value == nil
        refresh()
      case .lost(let why, let isAway):
        let word = isAway ? text("not there", "연결 안 됨") : text("connecting…", "연결 중…")
        state.link = ScreenState.StripLine(word, .danger)
        state.strip = ScreenState.StripLine(why, .danger)
        lost = state.strip
      case .result(let purpose, let result): take(result, purpose)
      case .refusal(let purpose, let error): take(error, purpose)
      case .event(let purpose, let event): take(event: event, purpose)
      case .progress(let purpose, let notice): take(notice, purpose)
      case .abandoned(let purpose, let wasSent): takeEnd(of: purpose, wasSent: wasSent)
      }
    }
  }

  /// What was said when the daemon went away; nil once it was there again.
  private var lost: ScreenState.StripLine?

  private func take(_ result: JSONValue, _ purpose: DomainLink.Purpose) {
    switch purpose {
    case .view(let place):
      clocks[place].answered(
        at: MonotonicTime.milliseconds, isFollowed: clocks[place].isFollowed,
        again: state.tabs[place].view.screen?.refresh?.pause(after: result))
      state.tabs[place].take(result, values)
      tellLink(place)
      if place == state.active { rowsCame() }
    case .follow(let place):
      // The stream has ended: from now on it is asked for.
      clocks[place].isFollowed = false
      clocks[place].answered(at: MonotonicTime.milliseconds, isFollowed: false)
      tellLink(place)
    case .wish(let number, _):
      if let wish = removeWish(number) { take(result, of: wish, number) }
    }
  }

  /// The active tab may have changed.
  func hint() {
    clocks[state.active].hinted()
    askForView()
  }

  private func take(_ error: WireError, _ purpose: DomainLink.Purpose) {
    let sentence = ErrorText(session: session, domain: domain).translated(error)
    switch purpose {
    case .view(let place), .follow(let place):
      clocks[place].isFollowed = clocks[place].isFollowed && !purpose.isFollow
      clocks[place].answered(at: MonotonicTime.milliseconds, isFollowed: false)
      state.tabs[place].problem = wayIn(to: state.tabs[place], after: error) ?? sentence
      if place == state.active, held?.wish == nil { giveUpHeld(isTimeOver: true) }
    case .wish(let number, _):
      if let wish = removeWish(number) { take(error, of: wish, number) }
    }
  }

  private func take(event: JSONValue, _ purpose: DomainLink.Purpose) {
    guard case .follow(let place) = purpose else { return }
    switch state.tabs[place].view.follow {
    case .whole:
      state.tabs[place].take(event, values)
      tellLink(place)
      if place == state.active { rowsCame() }
    case .hint(let stream):
      if case .message(let template)? = stream.renderEvent,
        let sentence = template.text(for: event, values), !sentence.isEmpty,
        MonotonicTime.milliseconds - lastSaid > Self.saidFor
      {
        state.strip = ScreenState.StripLine(sentence)
      }
      clocks[place].hinted()
      if place == state.active { askForView() }
    case .nothing: break
    }
  }

  private func tellLink(_ place: Int) {
    state.link = ScreenState.StripLine(clocks[place].isFollowed ? text("live", "실시간") : "")
    guard let lost else { return }
    self.lost = nil
    // What has been said since is newer.
    guard state.strip == lost else { return }
    state.strip = ScreenState.StripLine(text("connected again", "다시 연결되었습니다"), .success)
  }

  // MARK: Language

  func switchLanguage() {
    var invocation = session.invocation
    invocation.language = session.language == .korean ? .english : .korean
    session = Session(invocation)
    link.session = session
    state.language = session.language
    state.strip = nil
    for index in state.tabs.indices { state.tabs[index].tell(values) }
    if link.nextTry == nil { tellLink(state.active) }
    isDirty = true
  }

  // MARK: Drawing

  func draw(columns: Int, rows: Int) -> ScreenPainter {
    tellHints()
    state.advice = ScreenAdvice(domain, state.tab.view)
    // What was just said of something else is read first.
    let isJustSaid = state.strip != nil && MonotonicTime.milliseconds - lastSaid < Self.saidFor
    state.work = isJustSaid ? nil : workLine(columns: columns)
    let painter = ScreenPainter(&state, columns: columns, rows: rows)
    wasDrawn()
    places = painter.places
    typed = painter.typed
    width = columns
    pageRows = max(1, rows - 5)
    return painter
  }
}

extension DomainLink.Purpose {
  fileprivate var isFollow: Bool { if case .follow = self { true } else { false } }
}

extension ScreenDescription.Refresh {
  /// After how many milliseconds the figures of a result are others; nil where they stand.
  fileprivate func pause(after result: JSONValue) -> Int64? {
    if let condition, !MethodDescription.hasSomething(result, at: condition) { return nil }
    return Int64(interval * 1000)
  }
}
