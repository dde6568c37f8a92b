internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// What a person wants done: asked about, sent, and what became of it.
extension ScreenApp {
  /// Does it, or asks first where that is to be asked.
  func perform(_ deed: Deed) {
    let method = deed.method
    if let refusal = impossible(method, deed) { return tell(refusal, .danger, deed.form) }
    guard method.access.changesState, !deed.isSure, !deed.isDryRun else { return send(deed) }
    if method.needsConfirmation { return ask(about: deed, plan: []) }
    guard method.confirmedPart != nil else { return send(deed) }
    var request = request(for: deed)
    request.isDryRun = true
    start(.plan(deed), request)
  }

  /// Why it cannot be done here at all.
  private func impossible(_ method: MethodDescription, _ deed: Deed) -> String? {
    let command = deed.line ?? method.command?.path.joined(separator: " ") ?? "…"
    let words = "matectl \(domain.label) \(command)"
    if method.isStream || method.loop != nil
      || method.parameters.contains(where: {
        $0.source == .descriptor && deed.params[$0.name] != nil
      })
    {
      return text(
        "this is done in a shell (q leaves the screen): `\(words)`",
        "셸에서 하십시오(q를 누르면 화면을 나갑니다): `\(words)`")
    }
    guard !session.invocation.isReadOnly || !method.access.changesState || deed.isDryRun else {
      return text(
        "this screen changes nothing (--read-only)", "바꾸지 않는 화면입니다(--read-only)")
    }
    return nil
  }

  private func request(for deed: Deed) -> CallRequest {
    var request = CallRequest(
      method: deed.method.name, params: session.filled(deed.params, for: deed.method))
    request.onlyReads = !deed.method.access.changesState
    request.isDryRun = deed.isDryRun && deed.method.access.changesState
    request.wantsProgress = deed.method.reportsProgress
    return request
  }

  private func send(_ deed: Deed) {
    var request = request(for: deed)
    // Whatever becomes of the connection, it has effect once.
    if deed.method.access.changesState, !request.isDryRun {
      request.idempotencyKey = RandomKey.text()
    }
    start(.deed(deed), request)
  }

  /// - Parameters:
  ///   - deed: What is asked about.
  ///   - plan: What would be done, where that is known.
  ///   - number: The wish that told it; nil for a person who waits for nothing.
  private func ask(about deed: Deed, plan: [String], of number: Int? = nil) {
    let told = [deed.method.told(in: session.language), deed.object]
      .filter { !$0.isEmpty }.joined(separator: ": ")
    let question = text(
      "\(whole: told)? y yes, n no", "\(whole: told). 계속할까요? y 예, n 아니요")
    var sure = deed
    sure.isSure = true
    let lines = plan.map { ScreenState.StripLine($0) } + [.init(question, .warning)]
    put(.question(Question(lines: lines, deed: sure)), of: number)
  }

  // MARK: What became of it

  func take(_ result: JSONValue, of wish: Wish, _ number: Int) {
    switch wish {
    case .values(let method): take(values: result, of: method)
    case .given(let form): take(given: result, for: form, number)
    case .plan(let deed):
      guard deed.method.asksFirst(about: result) else {
        var sure = deed
        sure.isSure = true
        return goOn(with: sure, after: number)
      }
      ask(about: deed, plan: lines(result, of: deed), of: number)
    case .deed(let deed):
      if isInFront(number) { state.overlay = nil }
      if isForTab(deed), isInFront(number) {
        state.strip = nil
        state.tab.take(result, askedBy: deed.params, values)
        return
      }
      known = [:]
      let all =
        printer(of: deed).leavesOut(result, deed.method.render)
        ? lines(result, of: deed, in: .records) : []
      show(lines(result, of: deed), all, of: deed, number)
      if let remedy = deed.form?.remedy { goOn(with: remedy, number) }
      guard deed.method.access.changesState else { return }
      state.tab.marks.subtract(deed.marks)
      awaitRows()
      hint()
    }
  }

  /// Whether a form has asked for what the tab shows, which has nothing to show of its own.
  private func isForTab(_ deed: Deed) -> Bool {
    deed.form != nil && !deed.isTyped && !deed.isOfMenu && !deed.method.access.changesState
      && deed.method.name == state.tab.view.method.name
      && (state.tab.value == nil || state.tab.isAsked)
  }

  /// The next thing that is missing, or what was refused once more.
  private func goOn(with remedy: Remedy, _ number: Int) {
    let errors = ErrorText(session: session, domain: domain)
    if let form = remedy.nextForm(
      errors, schemas: domain.schemas, help: help, names: MemberNames(domain))
    {
      put(.form(form), of: number)
    } else if let question = remedy.question(session) {
      put(.question(question), of: number)
    }
  }

  private func printer(of deed: Deed) -> ResultPrinter {
    var printer = ResultPrinter(
      output: deed.output, style: Style(isColored: false), values: values,
      screen: (columns: max(1, width - 1), rows: Int(Int32.max)))
    printer.choice = deed.choice
    return printer
  }

  /// A result as the command line shows it, in the form that was asked for.
  private func lines(
    _ result: JSONValue, of deed: Deed, in place: ResultPrinter.Place = .page
  ) -> [String] {
    var printer = printer(of: deed)
    printer.place = place
    let text = printer.printed(Array(JSON.text(result).utf8), deed.method.render).text
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String($0).printable(withTabs: false) }
  }

  /// One line in the strip, more as a page; with `all` of each row where the lines have not all.
  private func show(_ lines: [String], _ all: [String], of deed: Deed, _ number: Int) {
    let method = deed.method
    var said = lines.filter { !$0.isEmpty }
    // A few sentences of a change interrupt nobody.
    if method.access.changesState, deed.output == nil, method.render?.isOfRows != true,
      let joined = Self.joined(said),
      joined.wrapped(toCells: max(1, width)).count
        <= min(ScreenPainter.mostSaid, max(1, pageRows / 4))
    {
      said = [joined]
    }
    guard said.count > 1 || deed.output != nil else {
      let done = text("done", "했습니다")
      state.strip = .init(said.first ?? done, method.access.changesState ? .success : nil)
      lastSaid = MonotonicTime.milliseconds
      return
    }
    put(
      .page(
        TextPage(
          title: method.told(in: session.language), lines: lines.map { .init($0) },
          all: all.map { .init($0) }, isAnswer: deed.isTyped || method.access.changesState)),
      of: number)
  }

  /// Sentences of several lines in one; nil where there are none.
  private static func joined(_ lines: [String]) -> String? {
    guard let first = lines.first else { return nil }
    return lines.dropFirst().reduce(first) { all, line in
      let isEnded = all.last.map { ".!?:;,".contains($0) } ?? true
      return all + (isEnded ? " " : "; ") + String(line.drop { $0 == " " })
    }
  }

  func take(_ error: WireError, of wish: Wish, _ number: Int) {
    let deed: Deed
    switch wish {
    case .values: return
    case .given(let form): return openUnknown(form)
    case .plan(let one), .deed(let one): deed = one
    }
    let errors = ErrorText(
      session: session, domain: domain, method: deed.method, called: deed.form?.called ?? [:])
    let sentence = errors.translated(error).printable(inOneLine: true)
    if !session.invocation.isReadOnly, let remedy = Remedy(error, of: deed, in: domain),
      let form = remedy.nextForm(
        errors, schemas: domain.schemas, help: help, names: MemberNames(domain))
    {
      return put(.form(form), of: number)
    }
    let more = errors.remedies(of: error)
    if deed.form == nil, !more.isEmpty {
      let lines = [ScreenState.StripLine(sentence, .danger)] + more.map { .init("  \($0)") }
      return put(.page(TextPage(title: "", lines: lines, isAnswer: true)), of: number)
    }
    guard isInFront(number) else { return say(sentence, .danger) }
    if let prompt = deed.prompt, error.kind != .cancelled { return refuse(prompt, sentence) }
    let form = deed.form ?? formOfMenu(deed)
    let field = form?.blamed(by: error.data, sent: deed.params)
    tell(sentence, error.kind == .cancelled ? .muted : .danger, form, at: field)
  }

  /// What a read from the menu that was refused as it is may be asked for besides.
  private func formOfMenu(_ deed: Deed) -> ActionForm? {
    guard deed.isOfMenu, !deed.method.access.changesState else { return nil }
    var form = ActionForm(
      deed.method, fixed: deed.params, row: nil, schemas: domain.schemas, help: help,
      names: MemberNames(domain))
    form?.about = deed.about
    return form
  }

  /// Says something at the form that it is about, or below the tab.
  func tell(
    _ sentence: String, _ style: StyleRule.Style, _ form: ActionForm?, at parameter: String? = nil
  ) {
    isDirty = true
    guard var form else {
      state.overlay = nil
      // What has no room below the tab is read on a page.
      if sentence.wrapped(toCells: max(1, width)).count > ScreenPainter.mostSaid {
        state.overlay = .page(
          TextPage(title: "", lines: [.init(sentence, style)], isAnswer: true))
      } else {
        say(sentence, style)
      }
      return
    }
    form.tell(sentence, at: parameter, in: session.language)
    state.overlay = .form(form)
  }
}

extension MethodDescription {
  /// What it does, in a few words.
  func told(in language: Language) -> String {
    (command?.summary ?? summary).text(in: language).printable(inOneLine: true)
  }
}
