internal import IPCProtocol
internal import Values

/// How a command is typed.
extension CommandDescription {
  /// The parameters that have a flag: positionals have none.
  func flagged(_ method: MethodDescription) -> [ParameterDescription] {
    method.parameters.filter { !positionals.contains($0.name) }
  }

  /// The parameter that a flag such as `--grade` or `-g` sets.
  func parameter(flag word: String, of method: MethodDescription) -> ParameterDescription? {
    flagged(method).first { flagWords(of: $0).contains(word) }
  }

  /// The words of the command with its positionals, as `take SERVICE`.
  func words(of method: MethodDescription, in domain: DomainDescription) -> String {
    let arguments = positionals.map { name -> String in
      let parameter = method.parameters.first { $0.name == name }
      var word = name
      if parameter?.schema.rules(in: domain.schemas).types.contains(.array) == true { word += "…" }
      return parameter?.isRequired == true ? "<\(word)>" : "[\(word)]"
    }
    return (path + arguments).joined(separator: " ")
  }

  /// The whole line, as `matectl bank take <service> [options]`.
  func usage(of method: MethodDescription, in domain: DomainDescription) -> LocalizedText {
    let flags = flagged(method)
    let required = flags.filter(\.isRequired).map { "--\(longName(of: $0)) VALUE" }
    let words = ["matectl", domain.label, words(of: method, in: domain)] + required
    let usage = words.joined(separator: " ")
    guard flags.contains(where: { !$0.isRequired }) else { return LocalizedText(en: usage) }
    return LocalizedText(en: "\(usage) [options]", ko: "\(usage) [옵션]")
  }
}
