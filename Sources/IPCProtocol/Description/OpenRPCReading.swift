/// Reads an OpenRPC document with the members that `protocol.md`, section 6, adds to it.
///
/// Strict in what is ours, tolerant in what is OpenRPC's.
extension DomainDescription {
  package init(openRPC value: JSONValue) throws(DescriptionError) {
    let document = DescriptionReader(value)
    _ = try document.members()
    try document.allowOnlyKnownExtensions("x-mate", "x-mate-errors")
    let mate = try document.required("x-mate")
    try mate.allow(only: "domain", "socket", "exec", "summary")
    let domain = try mate.required("domain").string()
    guard Self.isDomainName(domain) else {
      throw try mate.required("domain").failure("a domain is named by a-z, 0-9 and -")
    }
    let info = document.optional("info")
    let errorCodes = try Self.errorCodes(document)
    var methods: [MethodDescription] = []
    for method in try document.required("methods").elements() {
      methods.append(try MethodDescription(method))
    }
    var errors: [ErrorDescription] = []
    for (name, text) in try document.optional("x-mate-errors")?.members() ?? [] {
      let kind = WireError.Kind(code: errorCodes[name] ?? 0, name: name)
      errors.append(ErrorDescription(kind, message: try text.localized()))
    }
    var schemas: [NamedSchema] = []
    let title = try info?.optional("title")?.string()
    let components = document.optional("components")?.optional("schemas")
    for (name, schema) in try components?.members() ?? [] {
      schemas.append(NamedSchema(name, try JSONSchema(schema)))
    }
    self.init(
      domain: domain, version: try info?.optional("version")?.string() ?? "",
      exec: try mate.required("exec").string(), socket: try mate.optional("socket")?.string(),
      summary: try mate.optional("summary")?.localized()
        ?? LocalizedText(en: title ?? domain),
      methods: methods, errors: errors, schemas: schemas)
    try checkCommands(document)
  }

  private static func isDomainName(_ name: String) -> Bool {
    let first = name.utf8.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    return first == true && name.utf8.count <= 32
      && name.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || JSONText.isDigit($0)
          || $0 == UInt8(ascii: "-")
      }
  }

  /// The codes of errors stand with the methods that may answer them.
  private static func errorCodes(
    _ document: DescriptionReader
  ) throws(DescriptionError) -> [String: Int] {
    var codes: [String: Int] = [:]
    for method in try document.required("methods").elements() {
      for error in try method.optional("errors")?.elements() ?? [] {
        guard let code = error.optional("code"), let name = error.optional("message") else {
          continue
        }
        codes[try name.string()] = try code.integer()
      }
    }
    return codes
  }

  /// What one method's description cannot see: two commands with the same words.
  private func checkCommands(_ document: DescriptionReader) throws(DescriptionError) {
    var seen: [[String]: String] = [:]
    for (index, method) in methods.enumerated() {
      let path = "/methods/\(index)"
      guard method.name.hasPrefix("\(domain).") else {
        throw DescriptionError(
          path: "\(path)/name", reason: "methods of \(domain) start with \(domain).")
      }
      guard let command = method.command else { continue }
      if let other = seen.updateValue(method.name, forKey: command.path) {
        throw DescriptionError(
          path: "\(path)/x-mate-command/path",
          reason: "\(other) has the same command \(command.path.joined(separator: " "))")
      }
    }
  }
}

extension DescriptionReader {
  /// A misspelt `x-mate-…` would be passed over in silence; it is refused instead.
  func allowOnlyKnownExtensions(_ names: String...) throws(DescriptionError) {
    for member in try members() where member.name.hasPrefix("x-mate") {
      guard names.contains(member.name) else {
        throw member.reader.failure("unknown member \"\(member.name)\"")
      }
    }
  }
}

extension MethodDescription {
  init(_ method: DescriptionReader) throws(DescriptionError) {
    try method.allowOnlyKnownExtensions(
      "x-mate-access", "x-mate-stream", "x-mate-confirm", "x-mate-today", "x-mate-summary",
      "x-mate-command", "x-mate-render", "x-mate-render-event")
    let name = try method.required("name").string()
    var access = Access.read
    if let word = method.optional("x-mate-access") {
      guard let known = Access(rawValue: try word.string()) else {
        throw word.failure("one of read, write, admin is expected")
      }
      access = known
    }
    var parameters: [ParameterDescription] = []
    for parameter in try method.optional("params")?.elements() ?? [] {
      parameters.append(try ParameterDescription(parameter))
    }
    let summary = try method.optional("x-mate-summary")?.localized()
    let english = try method.optional("summary")?.string() ?? name
    let result = method.optional("result")?.optional("schema")
    self.init(
      name, summary: summary ?? LocalizedText(en: english),
      access: access, isStream: try method.optional("x-mate-stream")?.bool() ?? false,
      needsConfirmation: try method.optional("x-mate-confirm")?.bool() ?? false,
      isForToday: try method.optional("x-mate-today")?.bool() ?? false, parameters: parameters,
      result: try result.map { reader throws(DescriptionError) in try JSONSchema(reader) } ?? .any)
    if let command = method.optional("x-mate-command") {
      self.command = try CommandDescription(command, parameters: parameters)
    }
    if let reader = method.optional("x-mate-render") { render = try Rendering(reader) }
    if let reader = method.optional("x-mate-render-event") { renderEvent = try Rendering(reader) }
  }
}

extension ParameterDescription {
  fileprivate init(_ parameter: DescriptionReader) throws(DescriptionError) {
    try parameter.allowOnlyKnownExtensions("x-mate-summary", "x-mate-complete")
    let name = try parameter.required("name").string()
    let schema = try JSONSchema(parameter.required("schema"))
    var summary = try parameter.optional("x-mate-summary")?.localized()
    if summary == nil, let text = parameter.optional("description") {
      summary = LocalizedText(en: try text.string())
    }
    if summary == nil, case .rules(let rules) = schema {
      summary = LocalizedText(en: rules.description ?? "")
    }
    self.init(
      name, schema, required: try parameter.optional("required")?.bool() ?? false,
      summary ?? LocalizedText(en: ""))
    if let source = parameter.optional("x-mate-complete") {
      try source.allow(only: "method", "values")
      completion = CompletionSource(
        method: try source.required("method").string(),
        values: try source.required("values").pointer())
    }
  }
}

extension CommandDescription {
  fileprivate init(
    _ command: DescriptionReader, parameters: [ParameterDescription]
  ) throws(DescriptionError) {
    try command.allow(only: "path", "positionals", "flags", "examples", "summary")
    let path = try command.required("path")
    self.init(try path.strings())
    guard !self.path.isEmpty, self.path.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("-") }) else {
      throw path.failure("a command has at least one word, and no word starts with -")
    }
    if let reader = command.optional("positionals") {
      positionals = try reader.strings()
      try checkPositionals(reader, parameters)
    }
    for (parameter, words) in try command.optional("flags")?.members() ?? [] {
      guard parameters.contains(where: { $0.name == parameter }) else {
        throw words.failure("there is no parameter \(parameter)")
      }
      try words.allow(only: "long", "short")
      let short = words.optional("short")
      flags.append(
        Flag(
          parameter, long: try words.optional("long")?.string(), short: try short?.string()))
      guard flags.last?.short.map({ $0.count == 1 && $0 != "-" }) ?? true else {
        throw words.failure("a short flag is one letter")
      }
    }
    examples = try command.optional("examples")?.strings() ?? []
    summary = try command.optional("summary")?.localized()
  }

  private func checkPositionals(
    _ reader: DescriptionReader, _ parameters: [ParameterDescription]
  ) throws(DescriptionError) {
    var hasOptional = false
    for (index, name) in positionals.enumerated() {
      guard let parameter = parameters.first(where: { $0.name == name }) else {
        throw reader.failure("there is no parameter \(name)")
      }
      if parameter.isRequired, hasOptional {
        throw reader.failure("\(name) is required and stands behind an optional one")
      }
      hasOptional = hasOptional || !parameter.isRequired
      if case .rules(let rules) = parameter.schema, rules.types == [.array],
        index < positionals.count - 1
      {
        throw reader.failure("\(name) takes the rest and so must be the last")
      }
    }
  }
}
