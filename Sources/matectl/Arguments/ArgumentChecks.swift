internal import IPCProtocol
internal import Values

/// The last look before anything is sent, and what is said about mistakes.
extension ArgumentBinder {
  func check() throws(UsageError) {
    let missing = method.parameters.filter { $0.isRequired && params[$0.name] == nil }
    if missing.count > 1 {
      let names = missing.map { shown($0) }.joined(separator: ", ")
      throw failure("\(whole: names) are missing", "빠진 인자: \(whole: names)")
    }
    if let parameter = missing.first {
      let name = shown(parameter)
      let phrase = parameter.filePhrase ?? phrase(of: parameter.rules(in: schemas), for: parameter)
      throw failure(
        "\(name) is missing: \(whole: phrase.en)",
        "빠진 인자: \(name) (\(whole: phrase.text(in: .korean)))")
    }
    do throws(SchemaViolation) {
      try SchemaChecker(schemas: schemas).check(.object(params), against: method.parametersSchema)
    } catch {
      throw sentence(error)
    }
  }

  /// The parameter that is missing, or is not what it has to be; nil where none is.
  var wrong: String? {
    let missing = method.parameters.first { $0.isRequired && params[$0.name] == nil }
    if let missing { return missing.name }
    do throws(SchemaViolation) {
      try SchemaChecker(schemas: schemas).check(.object(params), against: method.parametersSchema)
      return nil
    } catch {
      return error.path.split(separator: "/").first.map(String.init)
    }
  }

  private func sentence(_ violation: SchemaViolation) -> UsageError {
    let tokens = violation.path.split(separator: "/").map(String.init)
    guard let parameter = method.parameters.first(where: { $0.name == tokens.first }) else {
      return failure(
        "\(violation.path): expected \(whole: violation.expected), got \(violation.got)",
        "\(violation.path): 필요한 값은 \(whole: violation.expected), 받은 값은 \(violation.got)")
    }
    let inner = tokens.dropFirst()
    var place = shown(parameter)
    if rules(parameter.schema).types.contains(.object), !inner.isEmpty {
      place += " /\(inner.joined(separator: "/"))"
    }
    let isUnknownMember = inner.last == violation.got
    guard !isUnknownMember,
      let rules = rules(at: inner, in: parameter.schema)?.named(parameter.name, in: schemas)
    else {
      return failure(
        "\(place): expected \(whole: violation.expected), got \(violation.got)",
        "\(place): 필요한 값은 \(whole: violation.expected), 받은 값은 \(violation.got)")
    }
    let value = JSONValue.object(params).value(at: violation.path)
    if let count = value?.arrayValue?.count {
      return mismatch(
        place, rules, of: parameter,
        LocalizedText(en: count == 1 ? "1 item" : "\(count) items", ko: "\(count)개"))
    }
    guard let value else {
      return mismatch(place, rules, of: parameter, LocalizedText(en: "nothing", ko: "없음"))
    }
    return mismatch(
      place, rules, of: parameter, typed: value.stringValue ?? rules.boundText(value))
  }

  /// The rules that a part of a parameter has to meet.
  private func rules(
    at tokens: ArraySlice<String>, in schema: JSONSchema
  ) -> JSONSchema.Rules? {
    let rules = rules(schema)
    guard let token = tokens.first else { return rules }
    let next = rules.properties.first { $0.name == token }?.schema ?? rules.items
    return next.flatMap { self.rules(at: tokens.dropFirst(), in: $0) }
  }

  // MARK: Sentences

  /// A parameter as it is typed: `--grade`, or the name of a positional; in a form as its field is called.
  func shown(_ parameter: ParameterDescription) -> String {
    if let name = called[parameter.name] { return name }
    return command.positionals.contains(parameter.name)
      ? parameter.name : "--\(command.longName(of: parameter))"
  }

  /// What is said about a word that cannot be what it stands for.
  func mismatch(
    _ name: String, _ rules: JSONSchema.Rules, of parameter: ParameterDescription,
    typed word: String
  ) -> UsageError {
    if rules.isBeyondCounting(word) {
      // What can be counted is wider than what is meant, which stands in the summary.
      return failure(
        "\(name): \(word) is too many digits; it is \(whole: parameter.summary.en)",
        "\(name): \(word, .topic) 자릿수가 너무 많습니다. \(whole: parameter.summary.text(in: .korean))")
    }
    let known = rules.enumeration.map(WordValue.text)
    let nearest = nearestNames(to: word, among: known).first
    let word = word.isEmpty ? "\"\"" : word.echoed
    let got = UsageError("\(whole: word)", "\(whole: word)", nearest: nearest)
    return mismatch(name, rules.told(to: word), of: parameter, got.message)
  }

  private func mismatch(
    _ name: String, _ rules: JSONSchema.Rules, of parameter: ParameterDescription,
    _ got: LocalizedText
  ) -> UsageError {
    let phrase = phrase(of: rules, for: parameter)
    return failure(
      "\(name): expected \(whole: phrase.en), got \(whole: got.en)",
      "\(name): 필요한 값은 \(whole: phrase.text(in: .korean)), 받은 값은 \(whole: got.text(in: .korean))")
  }

  /// What a word has to be: on a command line as it is typed, in a form as it is called there.
  private func phrase(
    of rules: JSONSchema.Rules, for parameter: ParameterDescription
  ) -> LocalizedText {
    let names = domain.valueNames(of: parameter)
    return rules.wordPhrase { word, language in
      called.isEmpty ? names.told(word, in: language) : names.name(of: word, in: language)
    }
  }

  func failure(_ en: Sentence, _ ko: Sentence) -> UsageError { failure(UsageError(en, ko)) }

  func failure(_ error: UsageError) -> UsageError {
    UsageError(
      "\(whole: error.message.en)\nusage: \(whole: usage.en)",
      "\(whole: error.message.text(in: .korean))\n사용법: \(whole: usage.text(in: .korean))")
  }
}

extension ParameterDescription {
  /// What is to be typed for a text that is read from a file; nil for all else.
  fileprivate var filePhrase: LocalizedText? {
    switch source {
    case .file, .fileOrWord, .path, .descriptor:
      LocalizedText(en: "the name of a file", ko: "파일 이름")
    case .timeZone, .language, .past, nil: nil
    }
  }
}

extension JSONSchema.Rules {
  /// Whether a word is a whole number that no integer holds, and nothing here says how large it may be.
  fileprivate func isBeyondCounting(_ word: String) -> Bool {
    let digits = word.drop { $0 == "-" || $0 == "+" }
    let isWhole = !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber }
    return types == [.integer] && enumeration.isEmpty && isWhole && Int64(word) == nil
      && (minimum == nil || (maximum?.doubleValue ?? .infinity) >= 0x1p63)
  }

  /// Whether a flag of this type stands alone: `--vegan`, `--no-vegan`.
  var isSwitch: Bool {
    types.contains(.boolean) && types.allSatisfy { $0 == .boolean || $0 == .null }
  }
}
