internal import IPCProtocol
internal import IPCTransport
internal import Values

/// What may come next on a command line; everything below a domain is from its description.
struct Completion {
  struct Candidate: Equatable {
    let word: String
    let note: String
  }

  let language: Language
  let catalog: DescriptionCatalog
  /// The names of those of a domain of which there are several.
  let instances: (DomainDescription) -> [InstanceName]
  /// The result of a read method of a domain, for values; nil where it does not answer.
  let ask: (DomainDescription, String) -> JSONValue?

  func candidates(_ typed: [String], current: String) -> [Candidate] {
    let global = GlobalWords(typed)
    if global.awaitsInstance {
      let names = Set(catalog.descriptions.flatMap(instances)).sorted()
      return matching(current, names.map { Self.plain("\($0)") })
    }
    if let awaited = global.awaited { return matching(current, awaited.map(Self.plain)) }
    if let attached = attachedOption(current) { return attached }
    let words = global.rest
    guard let name = words.first else {
      return matching(current, top + (current.hasPrefix("-") ? options : []))
    }
    guard let command = BuiltIn(rawValue: name) else { return below(words, current) }
    return matching(
      current, builtIn(command, words, current) + (current.hasPrefix("-") ? options : []))
  }

  private static func plain(_ word: String) -> Candidate { Candidate(word: word, note: "") }

  /// `--output=j`: shells that keep such a word whole want it whole again.
  private func attachedOption(_ current: String) -> [Candidate]? {
    let parts = current.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2,
      let option = Invocation.options.first(where: { $0.name == parts[0] })
    else { return nil }
    let words = GlobalWords.choices(option.argument).map { "\(option.name)=\($0)" }
    return matching(current, words.map(Self.plain))
  }

  private func builtIn(
    _ command: BuiltIn, _ words: [String], _ current: String
  ) -> [Candidate] {
    let rest = Array(words.dropFirst())
    switch command {
    case .help:
      guard let first = rest.first else { return top }
      guard let domain = catalog.description(of: first) else { return [] }
      return nextWords(domain, Array(rest.dropFirst()))
    case .status, .describe, .metrics: return rest.isEmpty ? domains : []
    case .backup, .restore:
      if rest.isEmpty { return domains }
      return rest.count == 1 ? FileWords.beginning(with: current).map(Self.plain) : []
    case .bridge: return rest.isEmpty ? domains : []
    case .mcp:
      if rest.last == "--domains" { return listed(domains, current) }
      return ["--write", "--admin", "--domains", "--output-schemas"].filter { !rest.contains($0) }
        .map(Self.plain)
    case .new:
      return rest.isEmpty
        ? catalog.descriptions.filter(\.hasInstances).map { Self.plain("\($0.domain)@") } : []
    case .stop, .restart: return domains.filter { !rest.contains($0.word) }
    case .doctor:
      return domains.filter { !rest.contains($0.word) }
        + (rest.contains("--deep") ? [] : [Self.plain("--deep")])
    case .call: return rest.isEmpty ? methods : []
    case .web: return rest.isEmpty ? [Self.plain("open")] : []
    case .completion: return rest.isEmpty ? ["bash", "zsh", "fish"].map(Self.plain) : []
    case .man: return rest.isEmpty ? [Self.plain("matectl")] + domains : []
    case .domains, .logs, .why, .today, .version: return []
    }
  }

  /// Every method of every domain.
  private var methods: [Candidate] {
    catalog.descriptions.flatMap(\.methods).map {
      Candidate(word: $0.name, note: $0.summary.text(in: language))
    }
  }

  private func matching(_ current: String, _ candidates: [Candidate]) -> [Candidate] {
    var seen: Set<String> = []
    return candidates.filter { $0.word.hasPrefix(current) && seen.insert($0.word).inserted }
  }

  private var domains: [Candidate] {
    catalog.descriptions.flatMap { domain in
      let note = domain.summary.text(in: language)
      let several = instances(domain).map { Candidate(word: "\(domain.domain)@\($0)", note: note) }
      return [Candidate(word: domain.domain, note: note)] + several
    }
  }

  private var top: [Candidate] {
    domains + BuiltIn.allCases.map { Candidate(word: $0.name, note: $0.summary.text(in: language)) }
  }

  private var options: [Candidate] {
    Invocation.options.map { Candidate(word: $0.name, note: $0.text.text(in: language)) }
  }

  // MARK: Below a domain

  private func below(_ words: [String], _ current: String) -> [Candidate] {
    guard let name = words.first, let domain = catalog.description(of: name) else { return [] }
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
    let said = ArgumentWords(match, in: domain)
    if let flag = said.awaited { return values(flag, domain, current, said) }
    guard said.mayBeFlag, current.hasPrefix("-") else {
      return said.openPositionals.flatMap { values($0, domain, current, said) }
    }
    let parts = current.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, let flag = said.flag(String(parts[0])) {
      return values(flag, domain, String(parts[1]), said).map {
        Candidate(word: "\(parts[0])=\($0.word)", note: $0.note)
      }
    }
    let flags = said.openFlags.map {
      Candidate(
        word: "--\(match.command.longName(of: $0))", note: $0.summary.text(in: language))
    }
    return flags + options.filter { !Invocation.optionsBeforeDomain.contains($0.word) }
  }

  /// The values of a parameter; of a list `deposit,l`, those that may follow the last comma.
  private func values(
    _ parameter: ParameterDescription, _ domain: DomainDescription, _ current: String,
    _ said: ArgumentWords
  ) -> [Candidate] {
    let known = values(parameter, domain, current)
    return said.isList(parameter) ? listed(known, current) : known
  }

  /// Those that may follow the last comma of what is typed.
  private func listed(_ known: [Candidate], _ current: String) -> [Candidate] {
    guard let comma = current.lastIndex(of: ",") else { return known }
    let head = current[...comma]
    let chosen = head.split(separator: ",")
    return known.filter { candidate in !chosen.contains { $0 == candidate.word } }
      .map { Candidate(word: head + $0.word, note: $0.note) }
  }

  /// The values that a schema lists, or that the daemon knows.
  private func values(
    _ parameter: ParameterDescription, _ domain: DomainDescription, _ current: String
  ) -> [Candidate] {
    let rules = parameter.schema.rules(in: domain.schemas)
    let items = rules.items?.rules(in: domain.schemas) ?? rules
    let names = domain.valueNames(of: parameter)
    var words = items.enumeration.map(WordValue.text)
    if !words.contains(where: { $0.hasPrefix(current) }) {
      words += names.all.flatMap { [$0.name.en, $0.name.text(in: .korean)] }
    }
    if let source = parameter.completion, let result = ask(domain, source.method) {
      var known = Self.words(source.values, in: result, where: source.filter)
      // Other words for the same would only be in the way of who has begun a value.
      if let aliases = source.aliases, !known.contains(where: { $0.hasPrefix(current) }) {
        known = Self.words(aliases, in: result, where: source.filter)
      }
      // Of a pair as `mango=2` only the first half is known.
      words += items.isPair ? known.map { "\($0)=" } : known
    }
    if let source = parameter.source, !source.isCallers, source != .past {
      words += FileWords.beginning(with: current)
    }
    // A line is a candidate and a tab begins its note: what holds either cannot be offered, nor
    // what would be printed as another word.
    return words.filter { $0.printable(inOneLine: true) == $0 }.map { word in
      let name = names.name(of: word, in: language)
      return Candidate(word: word, note: name == word ? "" : name)
    }
  }

  private static func words(
    _ pointer: String, in result: JSONValue, where filter: JSONObject = [:]
  ) -> [String] {
    select(pointer.split(separator: "/").map(String.init)[...], in: result, where: filter)
      .map(WordValue.text)
  }

  /// The values that begin as what is typed, each once; other words for them where none does.
  static func words(
    _ source: CompletionSource, in result: JSONValue, beginning typed: String
  ) -> [String] {
    func known(_ pointer: String) -> [String] {
      var seen: Set<String> = []
      return words(pointer, in: result, where: source.filter).filter {
        $0.hasPrefix(typed) && seen.insert($0).inserted
      }
    }
    let values = known(source.values)
    return values.isEmpty ? source.aliases.map(known) ?? [] : values
  }

  /// A JSON Pointer in which `*` is every element or member that has what `filter` has.
  static func select(
    _ tokens: ArraySlice<String>, in value: JSONValue, where filter: JSONObject = [:]
  ) -> [JSONValue] {
    guard let token = tokens.first else { return value == .null ? [] : [value] }
    let rest = tokens.dropFirst()
    guard token == "*" else {
      return value.value(at: "/\(token)").map { select(rest, in: $0, where: filter) } ?? []
    }
    let children = value.arrayValue ?? value.objectValue?.members.map(\.value) ?? []
    let isLast = !rest.contains("*")
    return children.filter { child in
      !isLast || filter.members.allSatisfy { (child[$0.key] ?? .null) == $0.value }
    }.flatMap { select(rest, in: $0, where: filter) }
  }
}
