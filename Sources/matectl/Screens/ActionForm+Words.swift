internal import IPCProtocol
internal import Values

/// What the domain says to whoever types commands, as it is told to whoever fills in a form.
extension ActionForm {
  /// A sentence in which the options of its fields are called as these are.
  ///
  /// How its own command is typed is left out where that stands in parentheses.
  func told(_ sentence: String) -> String {
    guard sentence.contains("--") || sentence.contains("`") else { return sentence }
    var told = ""
    // Between two signs stands what is typed.
    let parts = sentence.split(separator: "`", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index % 2 == 0 {
        let isBehindNothing = index > 0 && told.hasSuffix("(") && part.hasPrefix(")")
        if isBehindNothing {
          told.removeLast()
          while told.last == " " { told.removeLast() }
        }
        told += named(isBehindNothing ? part.dropFirst() : part)
      } else if let words = ownWords(of: part) {
        let isAside =
          told.hasSuffix("(") && parts.indices.contains(index + 1)
          && parts[index + 1].hasPrefix(")")
        told += isAside ? "" : words
      } else {
        told += named(part, isTyped: true) ?? "`\(part)`"
      }
    }
    return told
  }

  /// What a line of the form's own command says besides that; nil for any other line.
  private func ownWords(of line: Substring) -> String? {
    let words = line.split(separator: " ").map(String.init)
    guard let path = method.command?.path, words.first == "matectl",
      words.dropFirst(2).starts(with: path)
    else { return nil }
    let rest = words.dropFirst(2 + path.count).drop { !$0.hasPrefix("--") }
    return rest.isEmpty ? "`\(line)`" : named(rest.joined(separator: " ")[...], isTyped: true)
  }

  /// What was typed, where it begins with the option of a field: `Hours: 8`.
  private func named(_ typed: Substring, isTyped: Bool) -> String? {
    let words = typed.split(separator: " ", maxSplits: 1)
    guard let option = words.first, let name = name(of: option) else { return nil }
    return words.count > 1 ? "\(name): \(words[1])" : name
  }

  /// A text with options in it.
  private func named(_ text: Substring) -> String {
    var told = ""
    var rest = text
    while let start = rest.firstRange(of: "--") {
      let option = rest[start.lowerBound...].prefix { $0 == "-" || $0.isASCII && $0.isLetter }
      told += rest[..<start.lowerBound] + (name(of: option) ?? String(option))
      rest = rest[option.endIndex...]
    }
    return told + rest
  }

  /// The name of the field that an option stands for; nil where there is none.
  private func name(of option: Substring) -> String? {
    guard option.hasPrefix("--") else { return nil }
    let word = option.dropFirst(2)
    return fields.first {
      (method.command?.longName(of: $0.parameter) ?? $0.parameter.name) == word
    }?.name
  }
}
