internal import IPCProtocol

/// Words to params: positionals, flags, switches; checked against the schema before anything is
/// sent.
struct ArgumentBinder {
  private let method: MethodDescription
  private let command: CommandDescription
  private let schemas: [NamedSchema]
  private let usage: String
  private var params = JSONObject()
  private var positionals: [String] = []

  /// - Parameters:
  ///   - method: A method with a command.
  ///   - command: Its command.
  ///   - domain: The domain it belongs to.
  init(_ method: MethodDescription, _ command: CommandDescription, domain: DomainDescription) {
    self.method = method
    self.command = command
    schemas = domain.schemas
    usage = Help.usage(method, command, domain: domain.domain)
  }

  /// - Throws: ``UsageError`` that ends in how to type it.
  static func bind(
    _ words: [String], to method: MethodDescription, _ command: CommandDescription,
    of domain: DomainDescription
  ) throws(UsageError) -> JSONObject {
    var binder = ArgumentBinder(method, command, domain: domain)
    try binder.read(words)
    try binder.assignPositionals()
    try binder.check()
    return binder.params
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
      } else if word.hasPrefix("-"), word.count > 1, !Self.isNumber(word) {
        try readShort(word.dropFirst(), &rest)
      } else {
        positionals.append(word)
      }
    }
  }

  private static func isNumber(_ word: String) -> Bool { Double(word) != nil }

  private mutating func readLong(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    let attached = parts.count == 2 ? String(parts[1]) : nil
    if attached == nil, name.hasPrefix("no-"),
      let parameter = parameter(long: String(name.dropFirst(3))), isSwitch(parameter)
    {
      params[parameter.name] = false
      return
    }
    guard let parameter = parameter(long: name) else { throw unknown("--\(name)") }
    if isSwitch(parameter), attached == nil {
      params[parameter.name] = true
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw failure("--\(name) needs a value", "--\(name)에는 값이 필요합니다")
    }
    try assign(value, to: parameter)
  }

  /// `-r x`, `-rx`, and several switches in one word.
  private mutating func readShort(
    _ letters: Substring, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let flag = command.flags.first(where: { $0.short == String(letter) }),
        let parameter = method.parameters.first(where: { $0.name == flag.parameter })
      else { throw unknown("-\(letter)") }
      if isSwitch(parameter) {
        params[parameter.name] = true
        continue
      }
      if letters.first == "=" { letters.removeFirst() }
      guard let value = letters.isEmpty ? rest.popFirst() : String(letters) else {
        throw failure("-\(letter) needs a value", "-\(letter)에는 값이 필요합니다")
      }
      return try assign(value, to: parameter)
    }
  }

  private func parameter(long name: String) -> ParameterDescription? {
    method.parameters.first { command.longName(of: $0) == name }
  }

  private func unknown(_ word: String) -> UsageError {
    let known = method.parameters.map { "--\(command.longName(of: $0))" }
    let nearest = nearestNames(to: word, among: known).first
    return failure(
      "there is no option \(word)" + (nearest.map { "; do you mean \($0)?" } ?? ""),
      "\(word) 옵션은 없습니다" + (nearest.map { ". \($0) 입니까?" } ?? ""))
  }

  // MARK: Values

  private mutating func assignPositionals() throws(UsageError) {
    var words = positionals[...]
    for name in command.positionals {
      guard let parameter = method.parameters.first(where: { $0.name == name }) else { continue }
      if rules(parameter.schema).types == [.array] {
        while let word = words.popFirst() { try assign(word, to: parameter) }
      } else if let word = words.popFirst() {
        try assign(word, to: parameter)
      }
    }
    if let extra = words.first {
      throw failure("\(extra) is one word too many", "\(extra)은(는) 남는 단어입니다")
    }
  }

  private mutating func assign(
    _ word: String, to parameter: ParameterDescription
  ) throws(UsageError) {
    let rules = rules(parameter.schema)
    guard rules.types == [.array] else {
      params[parameter.name] = try value(word, rules, parameter.name)
      return
    }
    var elements = params[parameter.name]?.arrayValue ?? []
    let items = self.rules(rules.items ?? .any)
    // `--services deposit,loan`: a comma separates where no element can hold one.
    let isList = !items.enumeration.isEmpty || items.types == [.integer] || items.types == [.string]
    let parts = isList ? word.split(separator: ",").map(String.init) : [word]
    for part in parts { elements.append(try value(part, items, parameter.name)) }
    params[parameter.name] = .array(elements)
  }

  private func value(
    _ word: String, _ rules: JSONSchema.Rules, _ name: String
  ) throws(UsageError) -> JSONValue {
    for type in rules.types.isEmpty ? [.string] : rules.types {
      switch type {
      case .string: return .string(word)
      case .integer:
        if let number = Int64(word) { return .integer(number) }
        if let number = UInt64(word) { return .unsigned(number) }
      case .number:
        if rules.format == .duration, let seconds = DurationWord.seconds(word) {
          return .double(seconds)
        }
        if let number = Int64(word) { return .integer(number) }
        if let number = Double(word), number.isFinite { return .double(number) }
      case .boolean:
        if let flag = ["true": true, "yes": true, "false": false, "no": false][word] {
          return .bool(flag)
        }
      case .null: if word == "null" { return .null }
      case .object, .array:
        // Where it is no JSON the sentence below says what is wanted.
        if let value = try? JSON.parse(word) { return value }
      }
    }
    throw failure(
      "\(name): expected \(rules.phrase), got \(word)", "\(name): \(rules.phrase) 자리에 \(word)")
  }

  // MARK: Checks

  private func check() throws(UsageError) {
    do throws(SchemaViolation) {
      try SchemaChecker(schemas: schemas).check(.object(params), against: method.parametersSchema)
    } catch {
      let name = error.path.dropFirst()
      if error.got == "nothing" {
        throw failure(
          "\(name) is missing: \(error.expected)", "\(name)이(가) 필요합니다: \(error.expected)")
      }
      throw failure(
        "\(name): expected \(error.expected), got \(error.got)",
        "\(name): \(error.expected) 자리에 \(error.got)")
    }
  }

  private func rules(_ schema: JSONSchema) -> JSONSchema.Rules {
    schema.rules(in: schemas)
  }

  private func isSwitch(_ parameter: ParameterDescription) -> Bool {
    rules(parameter.schema).types == [.boolean]
  }

  private func failure(_ en: String, _ ko: String) -> UsageError {
    UsageError("\(en)\nusage: \(usage)", "\(ko)\n사용법: \(usage)")
  }
}
