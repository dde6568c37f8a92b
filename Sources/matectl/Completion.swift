internal import IPCProtocol

/// What may come next on a command line; everything below a domain is from its description.
struct Completion {
  struct Candidate: Equatable {
    let word: String
    let note: String
  }

  let language: Language
  let catalog: DescriptionCatalog
  /// The result of a read method of a domain, for values; nil where it does not answer.
  let ask: (DomainDescription, String) -> JSONValue?

  func candidates(_ words: [String], current: String) -> [Candidate] {
    let words = words.filter { !$0.hasPrefix("--") || $0.count == 2 }
    guard let name = words.first else {
      return matching(current, top + (current.hasPrefix("-") ? options : []))
    }
    if name == "help" || name == "status" || name == "describe" || name == "metrics" {
      return words.count == 1
        ? matching(current, domains) : below(Array(words.dropFirst()), current)
    }
    if name == "completion" {
      return matching(current, ["bash", "zsh", "fish"].map { Candidate(word: $0, note: "") })
    }
    return below(words, current)
  }

  private func matching(_ current: String, _ candidates: [Candidate]) -> [Candidate] {
    var seen: Set<String> = []
    return candidates.filter { $0.word.hasPrefix(current) && seen.insert($0.word).inserted }
  }

  private var domains: [Candidate] {
    catalog.all().compactMap { entry in
      guard case .success(let domain) = entry.description else { return nil }
      return Candidate(word: entry.domain, note: domain.summary.text(in: language))
    }
  }

  private var top: [Candidate] {
    domains + BuiltIn.all.map { Candidate(word: $0.name, note: $0.summary.text(in: language)) }
  }

  private var options: [Candidate] {
    Invocation.options.map { Candidate(word: $0.name, note: $0.text.text(in: language)) }
  }

  // MARK: Below a domain

  private func below(_ words: [String], _ current: String) -> [Candidate] {
    guard let name = words.first, case .success(let domain)? = catalog.entry(name)?.description
    else { return [] }
    let rest = Array(words.dropFirst())
    var candidates = nextWords(domain, rest)
    if let match = CommandMatch(rest, in: domain) {
      candidates += arguments(domain, match, current)
    }
    return matching(current, candidates)
  }

  /// The next word of every command that starts with these.
  private func nextWords(_ domain: DomainDescription, _ words: [String]) -> [Candidate] {
    domain.methods.compactMap { method in
      guard let command = method.command, command.path.starts(with: words),
        command.path.count > words.count
      else { return nil }
      let isWhole = command.path.count == words.count + 1
      let note = isWhole ? (command.summary ?? method.summary).text(in: language) : ""
      return Candidate(word: command.path[words.count], note: note)
    }
  }

  private func arguments(
    _ domain: DomainDescription, _ match: CommandMatch, _ current: String
  ) -> [Candidate] {
    let flags = match.method.parameters.filter { !match.command.positionals.contains($0.name) }
    if let last = match.rest.last, last.hasPrefix("-"),
      let parameter = flags.first(where: { isFlag(last, $0, match.command) }),
      parameter.schema.rules(in: domain.schemas).types != [.boolean]
    {
      return values(parameter, domain)
    }
    if current.hasPrefix("-") {
      let words = flags.map {
        Candidate(
          word: "--\(match.command.longName(of: $0))", note: $0.summary.text(in: language))
      }
      return words + options
    }
    let given = match.rest.filter { !$0.hasPrefix("-") }.count
    let index = min(given, match.command.positionals.count - 1)
    guard index >= 0,
      let parameter = match.method.parameters.first(where: {
        $0.name == match.command.positionals[index]
      })
    else { return [] }
    return values(parameter, domain)
  }

  private func isFlag(
    _ word: String, _ parameter: ParameterDescription, _ command: CommandDescription
  ) -> Bool {
    let short = command.flags.first { $0.parameter == parameter.name }?.short
    return word == "--\(command.longName(of: parameter))" || word == short.map { "-\($0)" }
  }

  /// The values that a schema lists, or that the daemon knows.
  private func values(
    _ parameter: ParameterDescription, _ domain: DomainDescription
  ) -> [Candidate] {
    let rules = parameter.schema.rules(in: domain.schemas)
    let items = rules.items?.rules(in: domain.schemas) ?? rules
    var candidates = items.enumeration.map {
      Candidate(word: $0.stringValue ?? JSON.text($0), note: "")
    }
    if let source = parameter.completion, let result = ask(domain, source.method) {
      let values = Self.select(
        source.values.split(separator: "/").map(String.init)[...], in: result)
      candidates += values.map { Candidate(word: $0.stringValue ?? JSON.text($0), note: "") }
    }
    return candidates
  }

  /// A JSON Pointer in which `*` is every element or member.
  static func select(_ tokens: ArraySlice<String>, in value: JSONValue) -> [JSONValue] {
    guard let token = tokens.first else { return value == .null ? [] : [value] }
    let rest = tokens.dropFirst()
    guard token == "*" else {
      return value.value(at: "/\(token)").map { select(rest, in: $0) } ?? []
    }
    let children = value.arrayValue ?? value.objectValue?.members.map(\.value) ?? []
    return children.flatMap { select(rest, in: $0) }
  }
}
