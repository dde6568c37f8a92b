internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

/// The way from words to a built-in or to a domain's command.
enum Matectl {
  static func run(_ arguments: [String]) -> ExitStatus {
    // The words behind __complete are not ours to read.
    if arguments.first == "__complete" {
      var invocation = Invocation()
      // A completion is silent: the person is in the middle of a word.
      if let settings = try? ClientSettings.read() { invocation.complete(with: settings) }
      try? invocation.takeVariable()  // silent as well
      return CompletionCommand.complete(Session(invocation), Array(arguments.dropFirst()))
    }
    var settings = ClientSettings()
    var mistake: UsageError?
    do throws(UsageError) {
      settings = try ClientSettings.read()
    } catch {
      mistake = error
    }
    var invocation: Invocation
    do throws(UsageError) {
      let catalog = DescriptionCatalog()
      invocation = try Invocation(
        arguments, aliases: settings.aliases.filter { !catalog.hasFile(of: $0.key) })
      try invocation.takeVariable()
    } catch {
      return Session(Invocation(toReport: arguments)).fail(error)
    }
    invocation.complete(with: settings)
    let session = Session(invocation)
    // The command is done all the same: without settings it does what it does for everybody.
    if let mistake { session.warn(mistake) }
    do throws(ExitStatus) {
      if let status = try elsewhere(session, arguments) { return status }
      return try route(session, invocation.words)
    } catch {
      return error
    }
  }

  /// Commands about the machine that the daemons run on; nil for all that is done from here.
  private static func elsewhere(
    _ session: Session, _ arguments: [String]
  ) throws(ExitStatus) -> ExitStatus? {
    guard let host = session.invocation.host, !session.invocation.wantsHelp,
      !session.invocation.wantsVersion
    else { return nil }
    // Alone it is `today`, of that machine.
    let name = session.invocation.words.first
    guard let builtIn = name.map({ BuiltIn(rawValue: $0) }) ?? .today else { return nil }
    switch builtIn.place {
    case .here: return nil
    case .there:
      return session.runThere(
        ["--lang", session.language.rawValue] + Invocation.withoutHost(arguments), on: host)
    case .neither:
      // A backup is read back, and a pipe cannot be.
      let there = session.invocation.words.map { $0 == "-" ? "FILE" : $0 }
      let words = "ssh \(host.name) matectl \(there.joined(separator: " "))"
      throw session.fail(
        session.text(
          "this works on the machine that it is about; type `\(words)`",
          "그 컴퓨터에서 직접 실행해야 합니다. \("`\(words)`", .object) 입력하십시오"), .usage)
    }
  }

  private static func route(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus
  {
    if session.invocation.wantsVersion { return VersionCommand.run(session) }
    if session.invocation.wantsHelp { return try HelpCommand.run(session, commandWords(words)) }
    guard let name = words.first else { return try alone(session) }
    if let builtIn = BuiltIn(rawValue: name) {
      guard !session.invocation.isWatching || builtIn.isForWatching else {
        throw session.fail(
          session.text(
            "--watch is for status, domains, today, metrics and the reads of domains",
            "--watch는 status, domains, today, metrics와 도메인의 읽기 명령에 씁니다"), .usage)
      }
      guard !session.invocation.isLive || builtIn == .today else {
        throw session.fail(
          session.text(
            "--live is for today and the reads of domains; `matectl <domain>` shows all of one",
            "--live는 today와 도메인의 읽기 명령에 씁니다. `matectl <도메인>`은 도메인의 모든 화면을 보입니다"),
          .usage)
      }
      if session.invocation.isLive, let status = try Screens.today(session) { return status }
      return try Watch.run(session) { session throws(ExitStatus) in
        try builtIn.run(session, Array(words.dropFirst()))
      }
    }
    return try command(session, of: name, Array(words.dropFirst()))
  }

  /// A command of a domain.
  private static func command(
    _ given: Session, of name: String, _ rest: [String]
  ) throws(ExitStatus) -> ExitStatus {
    var session = given
    var rest = rest
    // Between the domain and its command no command can use the letter itself.
    if rest.first == "-w" {
      rest.removeFirst()
      var invocation = session.invocation
      invocation.isWatching = true
      session = Session(invocation)
    }
    let domain = try session.description(name, for: rest)
    if rest.isEmpty, let status = try Screens.show(domain, session) { return status }
    guard var match = CommandMatch(rest, in: domain) else {
      if rest.first == "help" { return try HelpCommand.run(session, [name] + rest.dropFirst()) }
      if rest.last == "help" { return try HelpCommand.run(session, [name] + rest.dropLast()) }
      // The first words of commands: what they may go on with.
      if domain.hasCommand(startingWith: rest) {
        session.say(session.help.domain(domain, prefix: rest))
        return .usage
      }
      throw session.unknownCommand(rest, in: domain)
    }
    if match.hasStrayWord, session.whole(domain).hasCommands(below: match.command) {
      // It was to be a part of the name, as in `stock add`.
      throw session.unknownCommand(rest, in: session.whole(domain))
    }
    if !match.command.flags.contains(where: { $0.short == "w" }), match.takeSwitch("-w") {
      var invocation = session.invocation
      invocation.isWatching = true
      session = Session(invocation)
    }
    // What a domain follows by itself is not read again and again.
    if session.invocation.isWatching,
      let words = session.whole(domain).words(following: match.method)
    {
      var invocation = session.invocation
      invocation.isWatching = false
      return try command(Session(invocation), of: name, words + match.rest)
    }
    let bound: (params: JSONObject, file: String?)
    do throws(UsageError) {
      // What a signed number would mean stands with the errors, which an excerpt does not have.
      let isSigned = match.rest.contains(where: ArgumentBinder.isSigned)
      bound = try ArgumentBinder.bind(
        match.rest, to: match.method, match.command, of: isSigned ? session.whole(domain) : domain)
    } catch {
      return session.fail(error)
    }
    guard !session.invocation.isWatching || !match.method.access.changesState else {
      throw session.fail(
        session.text(
          "--watch is for what only reads; \(match.method.name) would be done again and again",
          "--watch는 읽기만 하는 명령에 씁니다. \(match.method.name): 바꾸는 일이 되풀이됩니다"), .usage)
    }
    guard !session.invocation.isReadOnly || !match.method.access.changesState else {
      throw session.fail(
        session.text(
          "\(match.method.name) changes something; leave out --read-only",
          "\(match.method.name): 바꾸는 명령입니다. --read-only를 빼십시오"), .usage)
    }
    if session.invocation.isLive,
      let status = try Screens.show(match.method, bound.params, of: domain, session)
    {
      return status
    }
    let method = match.method
    func run(_ session: Session) throws(ExitStatus) -> ExitStatus {
      try CallRunner(session: session, domain: domain, method: method, file: bound.file)
        .run(bound.params)
    }
    return method.isStream ? try run(session) : try Watch.run(session, run)
  }

  /// The words that name a command, without its arguments.
  private static func commandWords(_ words: [String]) -> [String] {
    guard words.count > 1, let name = words.first, BuiltIn(rawValue: name) == nil,
      let domain = DescriptionCatalog().description(of: name),
      let match = CommandMatch(Array(words.dropFirst()), in: domain)
    else { return words.filter { $0 != "help" } }
    return [name] + match.command.path
  }

  /// `matectl` alone: today on a terminal, help in a pipe.
  private static func alone(_ session: Session) throws(ExitStatus) -> ExitStatus {
    guard Terminal.isTerminal(1) else { return try HelpCommand.run(session, []) }
    let status = try TodayCommand.run(session)
    session.tell(session.text("Next: matectl help", "다음: matectl help"))
    return status
  }
}
