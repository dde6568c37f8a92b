internal import Values

/// Reads an OpenRPC document with the members that `protocol.md`, section 6, adds to it.
///
/// Strict in what is ours, tolerant in what is OpenRPC's.
extension DomainDescription {
  package init(openRPC value: JSONValue) throws(DescriptionError) {
    let names = value["components"]?["schemas"]?.objectValue?.keys ?? []
    let document = DescriptionReader(value, schemaNames: names)
    _ = try document.members()
    try document.allowOnlyKnownExtensions(
      "x-mate", "x-mate-errors", "x-mate-follow-up", "x-mate-screens", "x-mate-members",
      "x-mate-public")
    let mate = try document.required("x-mate")
    try mate.allow(only: "domain", "socket", "exec", "summary", "protocol", "instances")
    let domain = try Self.domainName(mate.required("domain"))
    let info = document.optional("info")
    try info?.allowOnlyKnownExtensions()
    let listed = try Self.methods(document, of: domain)
    let methods = try listed.own.map { reader throws(DescriptionError) in
      try MethodDescription(reader)
    }
    let title = try info?.optional("title")?.string()
    self.init(
      domain: domain, version: try info?.optional("version")?.string() ?? "",
      exec: try Self.exec(mate.required("exec")), socket: try Self.socket(mate),
      summary: try mate.optional("summary")?.localized() ?? LocalizedText(en: title ?? domain),
      methods: methods, errors: try Self.errors(document), schemas: try Self.schemas(document))
    protocolVersion = try mate.optional("protocol").map(Self.protocolVersion)
    hasInstances = try mate.optional("instances")?.bool() ?? false
    leftOut = listed.leftOut
    for screen in try document.optional("x-mate-screens")?.elements() ?? [] {
      screens.append(try ScreenDescription(screen))
    }
    for (name, place) in try document.optional("x-mate-members")?.members() ?? [] {
      members[name] = try place.localized()
    }
    publicPage = try document.optional("x-mate-public").map { place throws(DescriptionError) in
      try PublicPage(place)
    }
    try checkConsistency(document, listed.own)
  }

  /// The methods of the domain itself.
  ///
  /// What every daemon answers may be listed, and is known without, but for what has words of a command. Of any
  /// other method nobody knows whose it is: it is left out, and that is said.
  private static func methods(
    _ document: DescriptionReader, of domain: String
  ) throws(DescriptionError) -> (own: [DescriptionReader], leftOut: [DescriptionError]) {
    var own: [DescriptionReader] = []
    var leftOut: [DescriptionError] = []
    for method in try document.required("methods").elements() {
      let place = try method.required("name")
      let name = try place.string()
      let isStandard = name.hasPrefix("mate.")
      if name.hasPrefix("\(domain)."), name.utf8.count > domain.utf8.count + 1 {
        own.append(method)
      } else if isStandard, method.optional("x-mate-command") != nil {
        own.append(method)
      } else if name != "rpc.discover", !isStandard {
        leftOut.append(place.failure("left out, as methods of \(domain) start with \(domain)."))
      }
    }
    return (own, leftOut)
  }

  /// A description for another kind of wire cannot be understood here.
  private static func protocolVersion(
    _ reader: DescriptionReader
  ) throws(DescriptionError) -> ProtocolVersion {
    guard let version = ProtocolVersion(try reader.string()) else {
      throw reader.failure("a version such as \(ProtocolVersion.current) is expected")
    }
    guard version.major <= ProtocolVersion.current.major else {
      throw reader.failure(
        "protocol \(version) is needed, and only \(ProtocolVersion.current) is understood here")
    }
    return version
  }

  private static func schemas(
    _ document: DescriptionReader
  ) throws(DescriptionError) -> [NamedSchema] {
    guard let components = document.optional("components") else { return [] }
    try components.allowOnlyKnownExtensions()
    var schemas: [NamedSchema] = []
    for (name, schema) in try components.optional("schemas")?.members() ?? [] {
      schemas.append(NamedSchema(name, try JSONSchema(schema)))
    }
    return schemas
  }

  // MARK: Names

  /// `mate` and `rpc` are the prefixes of what every daemon answers.
  private static func domainName(_ reader: DescriptionReader) throws(DescriptionError) -> String {
    let name = try reader.string()
    guard isDomainName(name) else {
      throw reader.failure("a domain is named by a-z, 0-9 and -, a letter first")
    }
    guard name != "mate", name != "rpc" else {
      throw reader.failure("\(name) is the prefix of methods that every daemon answers")
    }
    return name
  }

  private static func isDomainName(_ name: String) -> Bool {
    let first = name.utf8.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    return first == true && name.utf8.count <= 32
      && name.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || JSONText.isDigit($0)
          || $0 == UInt8(ascii: "-")
      }
  }

  /// The socket is a file in the runtime directory and nowhere else.
  private static func socket(_ mate: DescriptionReader) throws(DescriptionError) -> String? {
    guard let reader = mate.optional("socket") else { return nil }
    let name = try reader.string()
    guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(UInt8(ascii: "/")) else {
      throw reader.failure("a file name without / is expected")
    }
    return name
  }

  private static func exec(_ reader: DescriptionReader) throws(DescriptionError) -> String {
    let name = try reader.string()
    guard !name.isEmpty, name.hasPrefix("/") || !name.utf8.contains(UInt8(ascii: "/")) else {
      throw reader.failure("the name of a program or an absolute path is expected")
    }
    return name
  }

  // MARK: Errors

  private static func errors(
    _ document: DescriptionReader
  ) throws(DescriptionError) -> [ErrorDescription] {
    guard let texts = document.optional("x-mate-errors") else { return [] }
    let codes = try errorCodes(document)
    var errors: [ErrorDescription] = []
    for (name, text) in try texts.members() {
      let message = try text.localized()
      try text.checkTemplate(message)
      let followUp = document.optional("x-mate-follow-up")?.optional(name)
      errors.append(
        ErrorDescription(
          .init(code: codes[name] ?? 0, name: name), message: message,
          followUp: try followUp.map { reader throws(DescriptionError) in try FollowUp(reader) }))
    }
    return errors
  }

  /// The codes of errors stand with the methods that may answer them, or in the components.
  private static func errorCodes(
    _ document: DescriptionReader
  ) throws(DescriptionError) -> [String: Int] {
    var codes: [String: Int] = [:]
    func take(_ error: DescriptionReader, key: String?) throws(DescriptionError) {
      guard let code = error.optional("code") else { return }  // a $ref into the components
      let number = try code.integer()
      if let key { codes[key] = number }
      if let name = error.optional("message") { codes[try name.string()] = number }
    }
    for (key, error) in try document.optional("components")?.optional("errors")?.members() ?? [] {
      try take(error, key: key)
    }
    for method in try document.required("methods").elements() {
      for error in try method.optional("errors")?.elements() ?? [] { try take(error, key: nil) }
    }
    return codes
  }
}

extension DescriptionReader {
  /// A misspelt `x-mate-…` would be passed over in silence; it is refused instead.
  ///
  /// `x-mate-summary` is welcome wherever OpenRPC has a summary or a description.
  func allowOnlyKnownExtensions(_ names: String...) throws(DescriptionError) {
    for member in try members() where member.name.hasPrefix("x-mate") {
      guard names.contains(member.name) || member.name == "x-mate-summary" else {
        let nearest = nearestNames(to: member.name, among: names).first
        let hint = nearest.map { "; \"\($0)\" is meant?" } ?? ""
        throw member.reader.failure("unknown member \"\(member.name)\"\(hint)")
      }
    }
  }
}

extension MethodDescription {
  init(_ method: DescriptionReader) throws(DescriptionError) {
    try method.allowOnlyKnownExtensions(
      "x-mate-access", "x-mate-stream", "x-mate-event", "x-mate-confirm", "x-mate-today",
      "x-mate-summary", "x-mate-command", "x-mate-render", "x-mate-render-event", "x-mate-bar",
      "x-mate-failed", "x-mate-loop", "x-mate-leave", "x-mate-progress", "x-mate-idempotent",
      "x-mate-open-world")
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
    try method.optional("result")?.allowOnlyKnownExtensions()
    let result = method.optional("result")?.optional("schema")
    if let structure = method.optional("paramStructure"), try structure.string() == "by-position" {
      throw structure.failure("params are by-name")
    }
    self.init(
      name, summary: summary ?? LocalizedText(en: english),
      access: access, isStream: try method.optional("x-mate-stream")?.bool() ?? false,
      isForToday: try method.optional("x-mate-today")?.bool() ?? false, parameters: parameters,
      result: try result.map { reader throws(DescriptionError) in try JSONSchema(reader) } ?? .any)
    if let confirm = method.optional("x-mate-confirm") {
      if case .string = confirm.value {
        confirmedPart = try confirm.pointer()
      } else {
        needsConfirmation = try confirm.bool()
      }
    }
    if let reader = method.optional("x-mate-event") { event = try JSONSchema(reader) }
    if let command = method.optional("x-mate-command") {
      self.command = try CommandDescription(command)
    }
    if let reader = method.optional("x-mate-render") { render = try Rendering(reader) }
    if let reader = method.optional("x-mate-render-event") { renderEvent = try Rendering(reader) }
    if let reader = method.optional("x-mate-bar") { bar = try BarTemplate(reader) }
    if let reader = method.optional("x-mate-loop") { loop = try KeyLoop(reader) }
    if let reader = method.optional("x-mate-leave") { leaving = try StreamLeaving(reader) }
    failed = try method.optional("x-mate-failed")?.string()
    isIdempotent = try method.optional("x-mate-idempotent")?.bool() ?? false
    isOpenWorld = try method.optional("x-mate-open-world")?.bool() ?? false
    reportsProgress = try method.optional("x-mate-progress")?.bool() ?? false
  }
}

extension ParameterDescription {
  fileprivate init(_ parameter: DescriptionReader) throws(DescriptionError) {
    try parameter.allowOnlyKnownExtensions(
      "x-mate-summary", "x-mate-complete", "x-mate-from", "x-mate-lines")
    let name = try parameter.required("name").string()
    let schema = try JSONSchema(parameter.required("schema"))
    var summary = try parameter.optional("x-mate-summary")?.localized()
    let text = parameter.optional("description") ?? parameter.optional("summary")
    if summary == nil, let text {
      summary = LocalizedText(en: try text.string())
    }
    if summary == nil, case .rules(let rules) = schema {
      summary = LocalizedText(en: rules.description ?? "")
    }
    self.init(
      name, schema, required: try parameter.optional("required")?.bool() ?? false,
      summary ?? LocalizedText(en: ""))
    if let source = parameter.optional("x-mate-complete") {
      try source.allow(only: "method", "values", "aliases", "where")
      completion = CompletionSource(
        method: try source.required("method").string(),
        values: try source.required("values").pointer(),
        aliases: try source.optional("aliases")?.pointer())
      for (name, value) in try source.optional("where")?.members() ?? [] {
        completion?.filter[name] = value.value
      }
    }
    if let word = parameter.optional("x-mate-from") {
      guard let known = ParameterSource(rawValue: try word.string()) else {
        let words = ParameterSource.allCases.map(\.rawValue).joined(separator: ", ")
        throw word.failure("one of \(words) is expected")
      }
      source = known
    }
    hasLines = try parameter.optional("x-mate-lines")?.bool() ?? false
  }
}

extension CommandDescription {
  fileprivate init(_ command: DescriptionReader) throws(DescriptionError) {
    try command.allow(only: "path", "positionals", "flags", "examples", "summary")
    self.init(try command.required("path").strings())
    positionals = try command.optional("positionals")?.strings() ?? []
    for (parameter, words) in try command.optional("flags")?.members() ?? [] {
      try words.allow(only: "long", "short")
      flags.append(
        Flag(
          parameter, long: try words.optional("long")?.string(),
          short: try words.optional("short")?.string()))
    }
    examples = try command.optional("examples")?.strings() ?? []
    summary = try command.optional("summary")?.localized()
  }
}
