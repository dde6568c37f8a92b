internal import IPCProtocol
internal import Values

/// Full screens of domains, where there is a terminal to show them on.
enum Screens {
  /// The screen of a whole domain.
  ///
  /// - Returns: Nil where a line of text does as well: no terminal, another form wanted, nothing to
  ///   show.
  static func show(
    _ domain: DomainDescription, _ session: Session
  ) throws(ExitStatus) -> ExitStatus? {
    guard isWanted(session) else { return nil }
    let whole = session.whole(domain)
    return try run(ScreenView.all(of: whole), of: whole, session)
  }

  /// The screen of one read with its parameters.
  ///
  /// - Returns: As above; nothing to show is said, as somebody asked for it.
  static func show(
    _ method: MethodDescription, _ params: JSONObject, of domain: DomainDescription,
    _ session: Session
  ) throws(ExitStatus) -> ExitStatus? {
    let whole = session.whole(domain)
    guard let view = ScreenView.view(of: method, params, in: whole) else {
      let name = method.command?.path.joined(separator: " ") ?? method.name
      throw session.fail(
        session.text(
          "--live is for reads that show a table or a board; \(name) shows none",
          "--live는 표나 보드를 보여 주는 읽기 명령에 씁니다. \(name): 해당하지 않습니다"), .usage)
    }
    guard isWanted(session) else { return nil }
    return try run([view], of: whole, session)
  }

  /// What all domains have for today on one page.
  ///
  /// - Returns: Nil where lines of text do as well.
  static func today(_ session: Session) throws(ExitStatus) -> ExitStatus? {
    guard isWanted(session) else { return nil }
    var parts: [ScreenApp] = []
    for domain in session.glances() {
      // A glance calls nothing: what it keeps of a domain is how to reach it.
      var glance = domain
      glance.methods = []
      for method in domain.methods where method.isForToday {
        guard var view = ScreenView.view(of: method, in: domain) else { continue }
        // What runs by itself runs here as well.
        view.screen = session.whole(domain).screens.first { $0.method == method.name }
        parts.append(try ScreenApp(session: session, domain: glance, views: [view]))
      }
    }
    guard !parts.isEmpty else { return nil }
    return ScreenLoop.run(TodayScreen(parts, session))
  }

  private static func run(
    _ views: [ScreenView], of domain: DomainDescription, _ session: Session
  ) throws(ExitStatus) -> ExitStatus? {
    guard !views.isEmpty else { return nil }
    return ScreenLoop.run(try ScreenApp(session: session, domain: domain, views: views))
  }

  /// Whether a person sits there who asked for no other form.
  private static func isWanted(_ session: Session) -> Bool {
    let invocation = session.invocation
    return ScreenLoop.isPossible && invocation.output == nil && !invocation.isQuiet
      && !invocation.isDryRun && !invocation.isWatching
  }
}
