package import Values

/// Sentences of refusals, as daemons make them: the smallest templates.
///
/// What clients show has formats as well; of them a daemon's own sentence has Korean particles and
/// English plurals.
package enum RefusalText {
  /// The text with every `{name}` replaced by that member of `data`; a name that is no member
  /// stays as it is.
  package static func filled(
    _ template: String, from data: JSONObject, in language: Language = .english
  ) -> String {
    var text = ""
    var name: String?
    for character in template {
      switch (character, name) {
      case ("{", _): name = ""
      case ("}", let member?):
        text += self.text(of: member, in: data, language)
        name = nil
      case (_, let member?): name = member + String(character)
      case (_, nil): text.append(character)
      }
    }
    return text
  }

  private static func text(
    of reference: String, in data: JSONObject, _ language: Language
  ) -> String {
    let parts = reference.split(separator: ":", maxSplits: 1)
    guard let name = parts.first, let value = data[String(name)] else { return "{\(reference)}" }
    let text = plain(value, language)
    guard parts.count == 2 else { return text }
    if let forms = PluralForms(parts[1]) { return forms.following(text) }
    return KoreanParticle(parts[1])?.attached(to: text) ?? text
  }

  private static func plain(_ value: JSONValue, _ language: Language) -> String {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .double(let number): String(number)
    case .bool(let flag): String(flag)
    case .array(let elements): elements.map { plain($0, language) }.joined(separator: ", ")
    case .object(let texts):
      (texts[language.rawValue] ?? texts["en"]).map { plain($0, language) } ?? ""
    case .null, .unsigned: ""
    }
  }
}
