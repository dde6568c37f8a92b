/// What one part of a description cannot see of the others.
extension DomainDescription {
  /// - Throws: ``DescriptionError`` for words that would lead nowhere, or to two places.
  func checkConsistency(
    _ document: DescriptionReader, _ places: [DescriptionReader]
  ) throws(DescriptionError) {
    var names: Set<String> = []
    var commands: [[String]: String] = [:]
    for (method, reader) in zip(methods, places) {
      guard names.insert(method.name).inserted else {
        throw try reader.required("name").failure("there are two methods \(method.name)")
      }
      try checkParameters(method, reader)
      try checkToday(method, reader)
      try checkLoop(method, reader)
      try checkLeaving(method, reader)
      guard let command = method.command, let place = reader.optional("x-mate-command") else {
        continue
      }
      try checkPath(command, place)
      if let other = commands.updateValue(method.name, forKey: command.path) {
        throw try place.required("path").failure(
          "\(other) has the same command \(command.path.joined(separator: " "))")
      }
      try checkPositionals(command, method, place)
      try checkFlags(command, method, place)
    }
    try checkFollowUps(document)
    try checkScreens(document)
    try checkPublicPage(document)
  }

  private func checkParameters(
    _ method: MethodDescription, _ reader: DescriptionReader
  ) throws(DescriptionError) {
    guard let places = try reader.optional("params")?.elements() else { return }
    var names: Set<String> = ["_meta"]
    for (parameter, place) in zip(method.parameters, places) {
      guard names.insert(parameter.name).inserted else {
        let reason =
          parameter.name == "_meta"
          ? "_meta is the protocol's own" : "there are two parameters \(parameter.name)"
        throw try place.required("name").failure(reason)
      }
      if let source = parameter.source, !source.isCallers,
        rules(of: parameter.schema).types != [.string]
      {
        throw try place.required("x-mate-from").failure("a file's text or path is a string")
      }
      if parameter.hasLines, rules(of: parameter.schema).types != [.string] {
        throw try place.required("x-mate-lines").failure("a text of several lines is a string")
      }
      if parameter.source == .descriptor,
        method.parameters.first(where: { $0.source == .descriptor })?.name != parameter.name
      {
        throw try place.required("x-mate-from").failure("a frame passes one descriptor")
      }
      guard let source = parameter.completion else { continue }
      let place = try place.required("x-mate-complete").required("method")
      guard let target = methods.first(where: { $0.name == source.method }) else {
        throw place.failure("there is no method \(source.method)")
      }
      guard !target.access.changesState, !target.isStream else {
        throw place.failure("\(source.method) does more than read")
      }
    }
  }

  /// `matectl today` calls without being asked: only what changes nothing and needs nothing.
  private func checkToday(
    _ method: MethodDescription, _ reader: DescriptionReader
  ) throws(DescriptionError) {
    guard method.isForToday, let place = reader.optional("x-mate-today") else { return }
    if method.access.changesState || method.isStream {
      throw place.failure("today shows read methods only")
    }
    if let parameter = method.parameters.first(where: \.isRequired) {
      throw place.failure("today calls without parameters, and \(parameter.name) is required")
    }
  }

  private func checkPath(
    _ command: CommandDescription, _ place: DescriptionReader
  ) throws(DescriptionError) {
    let isGood = command.path.allSatisfy { word in
      !word.isEmpty && !word.hasPrefix("-") && !word.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
    }
    guard isGood, !command.path.isEmpty else {
      throw try place.required("path").failure(
        "a command has at least one word; no word has a space or starts with -")
    }
  }

  private func checkPositionals(
    _ command: CommandDescription, _ method: MethodDescription, _ place: DescriptionReader
  ) throws(DescriptionError) {
    guard let places = try place.optional("positionals")?.elements() else { return }
    var seen: Set<String> = []
    var optional: String?
    for (index, place) in places.enumerated() {
      let name = command.positionals[index]
      guard let parameter = method.parameters.first(where: { $0.name == name }) else {
        throw place.failure("there is no parameter \(name)")
      }
      guard seen.insert(name).inserted else { throw place.failure("\(name) stands here twice") }
      if parameter.isRequired, let optional {
        throw place.failure("\(name) is required and stands behind \(optional), which is not")
      }
      if !parameter.isRequired { optional = name }
      guard rules(of: parameter.schema).types.contains(.array) else { continue }
      // What stands behind a list takes the last words, so it must be known how many they are.
      let behind = command.positionals[(index + 1)...].compactMap { name in
        method.parameters.first { $0.name == name }
      }
      if behind.contains(where: { !$0.isRequired || rules(of: $0.schema).types.contains(.array) }) {
        throw place.failure("\(name) takes the rest, so only single required ones may follow")
      }
    }
  }

  private func checkFlags(
    _ command: CommandDescription, _ method: MethodDescription, _ place: DescriptionReader
  ) throws(DescriptionError) {
    for (name, place) in try place.optional("flags")?.members() ?? [] {
      guard method.parameters.contains(where: { $0.name == name }) else {
        throw place.failure("there is no parameter \(name)")
      }
      guard !command.positionals.contains(name) else {
        throw place.failure("\(name) is a positional and so has no flag")
      }
    }
    var owners: [String: String] = [:]
    for word in CommandDescription.globalFlags { owners[word] = "matectl" }
    for parameter in method.parameters where !command.positionals.contains(parameter.name) {
      let flags = place.optional("flags")?.optional(parameter.name) ?? place
      for word in command.flagWords(of: parameter) {
        guard Self.isFlag(word) else { throw flags.failure("\(word) is no flag") }
        if let other = owners.updateValue(parameter.name, forKey: word) {
          throw flags.failure("\(word) of \(parameter.name) is also a flag of \(other)")
        }
      }
    }
  }

  /// `--words-with-dashes`, or `-` and one letter.
  private static func isFlag(_ word: String) -> Bool {
    let name = word.hasPrefix("--") ? word.dropFirst(2) : word.dropFirst()
    let isShort = !word.hasPrefix("--")
    guard let first = name.first, first != "-", !isShort || name.count == 1 else { return false }
    return name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "=") }
      && !(isShort && first.isNumber)
  }

  private func rules(of schema: JSONSchema) -> JSONSchema.Rules { schema.rules(in: schemas) }
}

extension CommandDescription {
  /// What matectl takes for itself wherever it stands; no command can have these.
  package static let globalFlags = [
    "--host", "-H",
    "--json", "--output", "--quiet", "--timeout", "--lang", "--color", "--yes", "--dry-run",
    "--no-start", "--trace", "--socket-dir", "--help", "--version", "-q", "-y", "-h", "-o",
    "--columns", "--sort-by", "--no-headers", "--headers", "--no-pager", "--watch", "--interval",
    "--live", "--read-only",
  ]

  /// The long flag of a parameter: its own word, or its name in kebab-case.
  package func longName(of parameter: ParameterDescription) -> String {
    if let long = flags.first(where: { $0.parameter == parameter.name })?.long { return long }
    var word = ""
    for character in parameter.name {
      if character.isUppercase { word += "-" }
      word += character.lowercased()
    }
    return word
  }

  /// Every word that sets a parameter: `--long` and `-s`.
  package func flagWords(of parameter: ParameterDescription) -> [String] {
    let short = flags.first { $0.parameter == parameter.name }?.short
    return ["--\(longName(of: parameter))"] + (short.map { ["-\($0)"] } ?? [])
  }
}

extension ParameterDescription {
  /// The rules behind references, and what the name says besides.
  package func rules(in schemas: [NamedSchema]) -> JSONSchema.Rules {
    schema.rules(in: schemas).named(name, in: schemas)
  }
}

extension JSONSchema.Rules {
  /// The rules of a member with a name: a number whose name ends in `Seconds` is a duration.
  package func named(_ name: String, in schemas: [NamedSchema]) -> JSONSchema.Rules {
    guard name.isDurationName, format == nil, enumeration.isEmpty else { return self }
    var rules = self
    if types.contains(where: { $0 == .number || $0 == .integer }), !types.contains(.string) {
      rules.format = .duration
    } else if types == [.array], let items {
      rules.items = .rules(items.rules(in: schemas).named(name, in: schemas))
    }
    return rules
  }
}

extension StringProtocol {
  /// Whether a member of this name, or the last one of this pointer, is a number of seconds.
  package var isDurationName: Bool { hasSuffix("Seconds") }
}

extension JSONSchema {
  /// The rules behind references; none where anything is allowed.
  package func rules(in schemas: [NamedSchema]) -> Rules {
    var schema = self
    // A reference that leads to itself describes nothing.
    for _ in 0..<16 {
      switch schema {
      case .any: return Rules()
      case .rules(let rules): return rules
      case .reference(let name):
        guard let next = schemas.first(where: { $0.name == name }) else { return Rules() }
        schema = next.schema
      }
    }
    return Rules()
  }
}
