/// The sentences of refusals are templates over the data that goes with them.
extension String {
  /// The text with every `{name}` replaced by a member; a name that is no member stays as it is.
  package func filled(from data: JSONObject) -> String {
    var text = ""
    var name: String?
    for character in self {
      switch (character, name) {
      case ("{", _): name = ""
      case ("}", let member?):
        text += data[member].map(Self.plain) ?? "{\(member)}"
        name = nil
      case (_, let member?): name = member + String(character)
      case (_, nil): text.append(character)
      }
    }
    return text
  }

  private static func plain(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .double(let number): String(number)
    case .bool(let flag): String(flag)
    default: ""
    }
  }
}
