internal import IPCProtocol
internal import LinuxSystem

/// The way from words to a built-in or to a domain's command.
enum Matectl {
  static let version = "0.1.0"

  static func run(_ arguments: [String]) -> ExitStatus {
    // The words behind __complete are not ours to read.
    if arguments.first == "__complete" {
      return CompletionCommand.complete(Session(Invocation()), Array(arguments.dropFirst()))
    }
    let invocation: Invocation
    do throws(UsageError) {
      invocation = try Invocation(arguments)
    } catch {
      return Session(Invocation()).fail(error)
    }
    let session = Session(invocation)
    do throws(ExitStatus) {
      return try route(session, invocation.words)
    } catch {
      return error
    }
  }

  private static func route(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus
  {
    if session.invocation.wantsVersion {
      session.say("matectl \(version)\n")
      return .done
    }
    if session.invocation.wantsHelp { return try HelpCommand.run(session, commandWords(words)) }
    guard let name = words.first else { return try alone(session) }
    if let builtIn = BuiltIn(rawValue: name) {
      return try builtIn.run(session, Array(words.dropFirst()))
    }
    let rest = Array(words.dropFirst())
    let domain = try session.description(name, for: rest)
    guard let match = CommandMatch(rest, in: domain) else {
      if rest.isEmpty {
        session.say(session.help.domain(domain))
        return .usage
      }
      throw session.unknownCommand(rest, in: domain)
    }
    let params: JSONObject
    do throws(UsageError) {
      params = try ArgumentBinder.bind(match.rest, to: match.method, match.command, of: domain)
    } catch {
      return session.fail(error)
    }
    return try CallRunner(session: session, domain: domain, method: match.method).run(params)
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
