internal import IPCProtocol
internal import Values

/// Words to params: positionals, flags, switches; checked against the schema before anything is
/// sent.
struct ArgumentBinder {
  let method: MethodDescription
  let command: CommandDescription
  let schemas: [NamedSchema]
  let usage: LocalizedText
  let domain: DomainDescription
  /// What parameters are called where a person sees a field of theirs and types no option.
  var called: [String: String] = [:]
  var params = JSONObject()
  /// The last file whose text is a value, as it was typed; nil where that came from standard input.
  var file: String?
  private(set) var positionals: [String] = []

  init(
    _ method: MethodDescription, _ command: CommandDescription, domain: DomainDescription
  ) {
    self.method = method
    self.command = command
    self.domain = domain
    schemas = domain.schemas
    usage = command.usage(of: method, in: domain)
  }

  /// The params, and the file that one was read from: what is refused of it names the file.
  ///
  /// - Throws: ``UsageError`` that ends in how to type it.
  static func bind(
    _ words: [String], to method: MethodDescription, _ command: CommandDescription,
    of domain: DomainDescription
  ) throws(UsageError) -> (params: JSONObject, file: String?) {
    var binder = ArgumentBinder(method, command, domain: domain)
    try binder.read(words)
    try binder.assignPositionals()
    try binder.check()
    return (binder.params, binder.file)
  }

  // MARK: Words

  private mutating func read(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        positionals += rest
        return
      }
      if word.hasPrefix("--") {
        try readLong(word, &rest)
      } else if isShortFlags(word) {
        try readShort(word.dropFirst(), &rest)
      } else {
        positionals.append(word)
      }
    }
  }

  // MARK: Values

  private mutating func assignPositionals() throws(UsageError) {
    var words = positionals[...]
    for (index, name) in command.positionals.enumerated() {
      guard let parameter = method.parameters.first(where: { $0.name == name }) else { continue }
      if index + 1 < command.positionals.count, let word = words.first,
        isNoChoice(word, of: parameter)
      {
        continue
      }
      let takesRest = rules(parameter.schema).types.contains(.array)
      // An array takes all words but those of the positionals behind it.
      let left = takesRest ? command.positionals.count - index - 1 : 0
      repeat {
        guard words.count > left, let word = words.popFirst() else { break }
        try assign(word, to: parameter, separatesStrings: false)
      } while takesRest
    }
    if let extra = words.first {
      let quoted = quoted(from: words.startIndex - 1)
      throw failure(
        "\(extra) is one word too many\(whole: quoted.en)",
        "남는 단어가 있습니다: \(extra)\(whole: quoted.text(in: .korean))")
    }
  }

  /// Whether a word belongs to the next positional: this one may be left out, and has other choices.
  private func isNoChoice(_ word: String, of parameter: ParameterDescription) -> Bool {
    let rules = parameter.rules(in: schemas)
    return !parameter.isRequired && !rules.enumeration.isEmpty
      && (WordValue.value(word, rules) ?? named(word, parameter)) == nil
  }

  /// Sets a parameter, or adds to it where it is an array.
  ///
  /// A comma separates strings of a flag, as in `--services a,b`; words of a positional are apart
  /// already, and a sentence may have commas.
  mutating func assign(
    _ word: String, to parameter: ParameterDescription, separatesStrings: Bool
  ) throws(UsageError) {
    let rules = parameter.rules(in: schemas)
    guard rules.types.contains(.array), !rules.types.contains(.string) else {
      if params[parameter.name] != nil, !isSwitch(parameter) {
        let shown = shown(parameter)
        throw failure("\(shown) is given twice", "\(shown): 두 번 지정했습니다")
      }
      params[parameter.name] = try value(word, rules, parameter)
      return
    }
    var elements = params[parameter.name]?.arrayValue ?? []
    let items = self.rules(rules.items ?? .any)
    if let list = Self.list(word, of: items) {
      elements += list
    } else {
      for part in parts(of: word, items, separatesStrings: separatesStrings) {
        if let range = WordValue.range(part, items) {
          elements += range
        } else {
          elements.append(try value(part, items, parameter))
        }
      }
    }
    params[parameter.name] = .array(elements)
  }

  /// A whole list as JSON, for elements that a comma would tear.
  private static func list(_ word: String, of items: JSONSchema.Rules) -> [JSONValue]? {
    guard word.hasPrefix("["), !items.types.contains(.array) else { return nil }
    return (try? JSON.parse(word))?.arrayValue  // no JSON is a word like others
  }

  /// A comma separates where no element can hold one: also pairs, as `loan=2,deposit=1`.
  private func parts(
    of word: String, _ items: JSONSchema.Rules, separatesStrings: Bool
  ) -> [String] {
    let isClosed = !items.enumeration.isEmpty
    let isText = separatesStrings && items.types == [.string]
    let parts = word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let arePairs =
      items.isPair && rules(items.properties[1].schema).isScalar && !word.hasPrefix("{")
      && parts.allSatisfy { $0.contains("=") }
    return isClosed || items.isScalar || isText || arePairs ? parts : [word]
  }

  private mutating func value(
    _ word: String, _ rules: JSONSchema.Rules, _ parameter: ParameterDescription
  ) throws(UsageError) -> JSONValue {
    try refuseStep(word, for: parameter)
    if parameter.source == .fileOrWord, word.utf8.allSatisfy({ 97...122 ~= $0 }) {
      return .string(word)
    }
    if parameter.source == .file || parameter.source == .fileOrWord {
      let text = try fileText(word, rules, parameter)
      file = word == "-" ? nil : word
      return .string(text)
    }
    if parameter.source == .past {
      guard let moment = PastMoment.value(word, rules.format) else {
        throw failure(
          "\(shown(parameter)): expected a time as 2h (ago), yesterday or 2026-11-21, got \(word)",
          "\(shown(parameter)): 2h(전), 어제, 2026-11-21 같은 때가 필요합니다. 받은 값은 \(word)")
      }
      return moment
    }
    if parameter.source == .path { return .string(CallerPath.absolute(word)) }
    if rules.format == .date, let day = CallerZone.day(word) { return day }
    if let value = WordValue.value(word, rules) ?? named(word, parameter) ?? pair(word, rules) {
      return value
    }
    guard rules.isPair else {
      // A fraction of what is counted in whole units: what these are stands in the summary.
      let isFraction = rules.types == [.integer] && word.contains(".")
      guard isFraction, WordValue.number(word) != nil else {
        throw mismatch(shown(parameter), rules, of: parameter, typed: word)
      }
      throw failure(
        "\(shown(parameter)): expected an integer, got \(word); it is \(whole: parameter.summary.en)",
        "\(shown(parameter)): 정수가 필요합니다. 받은 값은 \(word). "
          + "\(whole: parameter.summary.text(in: .korean))")
    }
    if let (name, part, rules) = wrongPart(of: word, rules) {
      throw mismatch("\(shown(parameter)) /\(name)", rules, of: parameter, typed: part)
    }
    let form = rules.properties.map(\.name).joined(separator: "=")
    throw failure(
      "\(shown(parameter)): expected \(form), got \(word)",
      "\(shown(parameter)): 필요한 값은 \(form), 받은 값은 \(word)")
  }

  /// The value of one parameter that a person has typed alone, as the answer to a question.
  static func value(
    _ word: String, of parameter: ParameterDescription, _ method: MethodDescription,
    in domain: DomainDescription
  ) throws(UsageError) -> JSONValue {
    var binder = ArgumentBinder(
      method, method.command ?? CommandDescription([method.name]), domain: domain)
    return try binder.value(word, parameter.rules(in: binder.schemas), parameter)
  }

  func rules(_ schema: JSONSchema) -> JSONSchema.Rules { schema.rules(in: schemas) }

  func isSwitch(_ parameter: ParameterDescription) -> Bool {
    rules(parameter.schema).isSwitch
  }
}

extension JSONSchema.Rules {
  /// Whether nothing that fits them is a text.
  var isScalar: Bool {
    !types.isEmpty && types.allSatisfy { [.integer, .number, .boolean, .null].contains($0) }
  }
}
