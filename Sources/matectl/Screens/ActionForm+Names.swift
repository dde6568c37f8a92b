internal import IPCProtocol
internal import Values

/// A field shows what values are called, and sends their words.
extension ActionForm.Field {
  /// Offers values by their names, also what stands there already.
  mutating func offer(_ values: [String], _ names: ValueNames, in language: Language) {
    self.names = names
    // In a list a comma or a space would tear a name.
    func shown(_ value: String) -> String {
      let name = names.name(of: value, in: language)
      return isList && name.contains(where: Self.parts) ? value : name
    }
    choices = values.map(shown)
    let isUntouched = word == given
    given = replaced(given, shown)
    if isUntouched, word != given { word = given }
  }

  /// What is sent of what stands there: a name becomes its word, and so does what alone begins a word
  /// or a name, where nothing else may stand there.
  var sent: String {
    replaced(list ?? word) { part in
      (isClosed ? names.word(beginning: part) : names.word(part)) ?? part
    }
  }

  /// Whether a choice begins as what is typed, or is meant by it.
  func begins(_ choice: String, as typed: String) -> Bool {
    if choice.hasPrefix(typed) { return true }
    return names.word(choice)?.hasPrefix(typed) ?? false
  }

  private static func parts(_ sign: Character) -> Bool {
    sign == "," || sign == "=" || sign.isWhitespace
  }

  /// The text with other words for the values in it: all of it, or each of a list, but not what
  /// belongs to one (`=2`).
  private func replaced(_ text: String, _ other: (String) -> String) -> String {
    guard isList else { return text.isEmpty ? text : other(text) }
    guard !text.hasPrefix("["), !text.hasPrefix("{") else { return text }
    var (result, rest, isValue) = ("", text[...], true)
    while let sign = rest.first {
      let part = rest.prefix { !Self.parts($0) }
      guard part.isEmpty else {
        result += isValue ? other(String(part)) : String(part)
        rest = rest.dropFirst(part.count)
        continue
      }
      isValue = sign != "="
      result.append(sign)
      rest.removeFirst()
    }
    return result
  }
}
