package import Values

/// What the values of a parameter are called, and which of them a person means.
///
/// On the wire a value is one word (`deposit`); people read and type its name in their language (예금).
package struct ValueNames: Hashable, Sendable {
  package struct Value: Hashable, Sendable {
    package let word: String
    package let name: LocalizedText
  }

  package let all: [Value]

  package init(_ all: [Value] = []) { self.all = all }

  /// Those of values that a schema lists, by what the domain calls values of this member
  /// (`x-mate-members`).
  package init(
    _ parameter: ParameterDescription, _ schemas: [NamedSchema], _ said: [String: LocalizedText]
  ) {
    let rules = parameter.schema.rules(in: schemas)
    let items = rules.items?.rules(in: schemas) ?? rules
    all = items.enumeration.compactMap(\.stringValue).map { word in
      Value(word: word, name: said["\(parameter.name)=\(word)"] ?? LocalizedText(en: word))
    }
  }

  /// Those of values that stand in a result, which has other words for each beside it.
  package init(_ source: CompletionSource, in result: JSONValue) {
    guard let aliases = source.aliases, let star = source.values.firstRange(of: "/*/"),
      aliases.hasPrefix(source.values[..<star.upperBound]), aliases.hasSuffix("/*")
    else {
      self.init()
      return
    }
    let elements = result.value(at: String(source.values[..<star.lowerBound]))?.arrayValue ?? []
    let value = "/\(source.values[star.upperBound...])"
    let name = "/\(aliases[star.upperBound...].dropLast(2))"
    self.init(
      elements.compactMap { element in
        guard let word = element.value(at: value)?.stringValue,
          let texts = element.value(at: name), let english = texts["en"]?.stringValue
        else { return nil }
        let text = LocalizedText(en: english, ko: texts["ko"]?.stringValue)
        return Value(word: word, name: text)
      })
  }

  /// What a value is called; the word itself where nothing is said, or two values are called alike.
  package func name(of word: String, in language: Language) -> String {
    guard let value = all.first(where: { $0.word == word }) else { return word }
    let name = value.name.text(in: language)
    return self.word(name) == word ? name : word
  }

  /// A value as it is typed on a command line, with its name behind it for who reads another language.
  package func told(_ word: String, in language: Language) -> String {
    let name = name(of: word, in: language)
    let isTold = language != .english && name.lowercased() != word.lowercased()
    return isTold ? "\(word) (\(name))" : word
  }

  /// The value that is called so in either language; nil where none is, or more than one.
  package func word(_ name: String) -> String? {
    only { $0.lowercased() == name.lowercased() }
  }

  /// The value that alone begins so, or whose name does.
  package func word(beginning typed: String) -> String? {
    typed.isEmpty ? nil : word(typed) ?? only { $0.lowercased().hasPrefix(typed.lowercased()) }
  }

  private func only(_ fits: (String) -> Bool) -> String? {
    let found = all.filter { value in
      [value.word, value.name.en, value.name.text(in: .korean)].contains(where: fits)
    }
    return Set(found.map(\.word)).count == 1 ? found.first?.word : nil
  }
}

extension DomainDescription {
  /// What the values that a parameter's schema lists are called.
  package func valueNames(of parameter: ParameterDescription) -> ValueNames {
    ValueNames(parameter, schemas, members)
  }
}

extension MemberNames {
  /// The same, of who knows the names alone.
  package func values(
    of parameter: ParameterDescription, _ schemas: [NamedSchema]
  ) -> ValueNames {
    ValueNames(parameter, schemas, said)
  }
}
