internal import IPCProtocol
internal import Values

/// What is wrong with a form, and in which field.
struct FieldError: Error {
  /// Nil where it is not one parameter alone.
  let parameter: String?
  let error: UsageError
}

extension ArgumentBinder {
  /// What a person typed into the fields of a form, beside what stands already.
  ///
  /// What is wrong is told by what the fields are called (`called`, by their parameters).
  ///
  /// - Throws: ``FieldError`` with the field that is wrong, where it is one.
  static func bind(
    fields: [(parameter: ParameterDescription, word: String)], beside fixed: JSONObject,
    to method: MethodDescription, of domain: DomainDescription, called: [String: String] = [:]
  ) throws(FieldError) -> JSONObject {
    let command = method.command ?? CommandDescription([method.name])
    var binder = ArgumentBinder(method, command, domain: domain)
    binder.params = fixed
    binder.called = called
    for field in fields {
      do throws(UsageError) {
        for word in binder.words(field.word, of: field.parameter) {
          try binder.assign(word, to: field.parameter, separatesStrings: true)
        }
      } catch {
        throw FieldError(parameter: field.parameter.name, error: error)
      }
    }
    do throws(UsageError) {
      try binder.check()
    } catch {
      throw FieldError(parameter: binder.wrong, error: error)
    }
    return binder.params
  }

  /// What was typed into one field as the words that the shell would have: several values have commas
  /// or spaces between, or both.
  private func words(_ text: String, of parameter: ParameterDescription) -> [String] {
    let rules = parameter.rules(in: schemas)
    guard rules.types == [.array], let items = rules.items.map(self.rules),
      !text.hasPrefix("["), !text.hasPrefix("{")
    else { return [text] }
    let arePairs = items.isPair && self.rules(items.properties[1].schema).isScalar
    let areNumbersOrNamed = items.isScalar || !items.enumeration.isEmpty
    guard arePairs || areNumbersOrNamed || items.types == [.string] else { return [text] }
    // A text may have spaces.
    let isCut = arePairs || areNumbersOrNamed
    let words = text.split { $0 == "," || isCut && $0.isWhitespace }.map { $0.trimmed }
    return words.contains { !$0.isEmpty } ? words.filter { !$0.isEmpty } : [text]
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}

extension ArgumentBinder {
  /// That words from a place on may be one name, which is typed in quotes; empty where the last
  /// parameter is no text.
  func quoted(from place: Int) -> LocalizedText {
    let none = LocalizedText(en: "", ko: "")
    guard positionals.indices.contains(place), let name = command.positionals.last,
      let parameter = method.parameters.first(where: { $0.name == name })
    else { return none }
    let rules = parameter.rules(in: schemas)
    guard rules.types.contains(.string), rules.enumeration.isEmpty else { return none }
    let words = positionals[place...].joined(separator: " ").echoed
    guard !words.contains("'") else { return none }
    return LocalizedText(
      en: "; a name of several words stands in quotes: '\(words)'",
      ko: " (여러 단어로 된 이름은 따옴표로 묶습니다: '\(words)')")
  }
}
