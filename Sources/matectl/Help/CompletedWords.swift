internal import IPCProtocol

/// Options that the words before the cursor have set aside, and the one that awaits its argument.
struct GlobalWords {
  /// The words without matectl's own options and their arguments.
  private(set) var rest: [String] = []
  /// The choices of the option that the cursor stands behind; empty where it takes anything.
  private(set) var awaited: [String]?
  /// Whether the cursor stands behind `--at`, which awaits a name.
  private(set) var awaitsInstance = false
  /// What was said with options, by their long names.
  private(set) var values: [String: String] = [:]

  init(_ words: [String]) {
    var words = words[...]
    while let word = words.popFirst() {
      if word == "--" {
        rest += ["--"] + words
        return
      }
      guard let option = Self.option(word),
        rest.isEmpty || !Invocation.optionsBeforeDomain.contains(option.name)
      else {
        rest.append(word)
        continue
      }
      guard option.argument != nil else { continue }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count > 1 {
        values[option.name] = String(parts[1])
      } else if let value = words.popFirst() {
        values[option.name] = value
      } else {
        awaited = Self.choices(option.argument)
        awaitsInstance = option.name == "--at"
      }
    }
  }

  private static func option(_ word: String) -> (name: String, argument: String?)? {
    let long = Invocation.shortOptions[word] ?? word
    let name = long.split(separator: "=", maxSplits: 1).first.map(String.init)
    return Invocation.options.first { $0.name == name }.map { ($0.name, $0.argument) }
  }

  /// The words of `table|json`; none where an argument is free, as `DIR`.
  static func choices(_ argument: String?) -> [String] {
    let words = (argument ?? "").split(separator: "|").map(String.init)
    return words.count > 1 ? words : []
  }
}

/// What the words behind a command have already said.
struct ArgumentWords {
  /// The flag that the cursor stands behind, which awaits its value.
  private(set) var awaited: ParameterDescription?
  private(set) var positionals = 0
  private(set) var given: Set<String> = []
  private(set) var mayBeFlag = true

  private let match: CommandMatch
  private let schemas: [NamedSchema]

  init(_ match: CommandMatch, in domain: DomainDescription) {
    self.match = match
    schemas = domain.schemas
    var words = match.rest[...]
    while let word = words.popFirst() {
      if word == "--" {
        positionals += words.count
        mayBeFlag = false
        return
      }
      guard word.hasPrefix("-"), let flag = flag(word) else {
        if !word.hasPrefix("-") || Double(word) != nil { positionals += 1 }
        continue
      }
      given.insert(flag.name)
      guard !isSwitch(flag) else { continue }
      if words.popFirst() == nil { awaited = flag }
    }
  }

  /// The parameter that a whole word names; a word with its value attached names none that waits.
  func flag(_ word: String) -> ParameterDescription? {
    match.command.parameter(flag: word, of: match.method)
  }

  /// The flags that may still be said: a list may be said again.
  var openFlags: [ParameterDescription] {
    match.command.flagged(match.method).filter { !given.contains($0.name) || isList($0) }
  }

  /// The positionals that the word at the cursor may be: behind the first word of a list, the list
  /// and what stands behind it.
  var openPositionals: [ParameterDescription] {
    let known = match.command.positionals.compactMap { name in
      match.method.parameters.first { $0.name == name }
    }
    guard let list = known.firstIndex(where: { isList($0) }), positionals > list else {
      return known.indices.contains(positionals) ? [known[positionals]] : []
    }
    return Array(known[list...])
  }

  func isList(_ parameter: ParameterDescription) -> Bool {
    parameter.schema.rules(in: schemas).types == [.array]
  }

  private func isSwitch(_ parameter: ParameterDescription) -> Bool {
    parameter.schema.rules(in: schemas).types == [.boolean]
  }
}
