internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem

/// `matectl mcp`: the domains as tools for programs that speak the Model Context Protocol.
enum MCPCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    var options = MCPServer.Options()
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--write": options.access = options.access == .admin ? .admin : .write
      case "--admin": options.access = .admin
      case "--output-schemas": options.hasOutputSchemas = true
      case "--domains":
        guard let list = words.popFirst(), list.contains(where: { $0 != "," }) else {
          throw session.failUsage(of: .mcp)
        }
        options.domains = list.split(separator: ",").reduce(into: []) { names, name in
          if !names.contains(String(name)) { names.append(String(name)) }
        }
      default: throw session.failUsage(of: .mcp)
      }
    }
    var domains: [DomainDescription] = []
    if let names = options.domains {
      for name in names {
        if let calls = session.catalog.calls(name) {
          domains.append(calls)
        } else {
          domains.append(try session.description(name))
        }
      }
    } else {
      // Of those that --at names there may be few.
      let names =
        session.invocation.instance == nil
        ? session.catalog.names : session.entries().map(\.label)
      domains = names.compactMap { name in
        session.catalog.calls(name) ?? session.catalog.description(of: name)
      }
    }
    // A tool is named by its domain alone.
    guard Set(domains.map(\.domain)).count == domains.count else {
      throw session.fail(
        session.text(
          "one of a domain is served at once; start another `matectl mcp` for the other",
          "도메인마다 하나만 제공합니다. 다른 것은 `matectl mcp`를 하나 더 시작하십시오"), .usage)
    }
    if Terminal.isTerminal(0) {
      session.tell(
        session.text(
          "This speaks MCP on standard input and output, for a program; Ctrl-C ends it",
          "표준 입출력으로 MCP를 말하는 프로그램용 명령입니다. Ctrl-C로 끝냅니다"))
    }
    MCPServer(session, domains.map { MCPDomain($0, session) }, options).run()
    return Interrupt.wasPressed ? .interrupted : .done
  }
}
