internal import IPCTransport
internal import Values

enum HelpCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    guard let name = words.first else {
      session.say(session.help.overview(session.catalog.all()))
      return .done
    }
    if let builtIn = BuiltIn(rawValue: name), words.count == 1 {
      session.say("matectl \(builtIn.usage)\n  \(builtIn.summary.text(in: session.language))\n")
      return .done
    }
    let domain = try session.description(name)
    let rest = Array(words.dropFirst())
    guard let match = CommandMatch(rest, in: domain) else {
      if rest.isEmpty || domain.hasCommand(startingWith: rest) {
        session.say(session.help.domain(domain, prefix: rest))
        return .done
      }
      throw session.unknownCommand(rest, in: domain)
    }
    session.say(session.help.command(match.method, match.command, of: domain))
    return .done
  }
}
