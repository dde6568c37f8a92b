package import IPCProtocol
package import Values

/// What a person types for a call.
package struct CallWords: Sendable, ExpressibleByStringLiteral {
  private let command: String
  private let flags: [CommandDescription.Flag]
  private let examples: [String]
  private let summary: LocalizedText?

  /// - Parameters:
  ///   - command: The words behind the domain's, as `take <service>`: what stands in angle brackets
  ///     is a member that is given by its place.
  ///   - flags: Members whose option has another name than they have, or a short one.
  ///   - examples: Whole lines, as `matectl bank take deposit`; the command itself where it is empty.
  ///   - summary: What help says of the command, where that is not the summary of the call.
  package init(
    _ command: String, flags: [CommandDescription.Flag] = [], examples: [String] = [],
    summary: LocalizedText? = nil
  ) {
    (self.command, self.flags, self.examples) = (command, flags, examples)
    self.summary = summary
  }

  package init(stringLiteral command: String) { self.init(command) }

  func description(of method: String) -> CommandDescription {
    let words = command.split(separator: " ").map(String.init)
    let path = words.filter { !$0.hasPrefix("<") }
    precondition(
      path.allSatisfy { !$0.contains { "<>[]{}()".contains($0) } },
      "\(method): a word of a command has no brackets; what is optional is so by its member")
    let domain = method.prefix { $0 != "." }
    return CommandDescription(
      path,
      positionals: words.filter { $0.hasPrefix("<") }.map { String($0.dropFirst().dropLast()) },
      flags: flags,
      examples: examples.isEmpty ? ["matectl \(domain) \(path.joined(separator: " "))"] : examples,
      summary: summary)
  }
}
