internal import IPCProtocol
internal import Values

/// What a customer is told: they have a telephone, and no shell.
enum CustomerWords {
  /// By the name of an error; `other` is what is said of the rest.
  static func refusals(of domain: DomainDescription) -> JSONObject {
    var refusals = JSONObject(
      domain.errors.compactMap { error in
        withoutCommands(error.message).map { (error.kind.name, $0.jsonValue) }
      })
    refusals["other"] = PageSentences.noTicketShown.jsonValue
    return refusals
  }

  /// A sentence without its parts that advise a command; nil where nothing else is said.
  static func withoutCommands(_ text: LocalizedText) -> LocalizedText? {
    guard let en = withoutCommands(text.en) else { return nil }
    guard let ko = text.ko else { return LocalizedText(en: en) }
    return withoutCommands(ko).map { LocalizedText(en: en, ko: $0) }
  }

  /// Parts end with `;` or a full stop, and a space; what stands between two backticks is a command.
  private static func withoutCommands(_ text: String) -> String? {
    guard text.contains("`") else { return text }
    var (parts, part, isCommand) = ([Substring](), text.startIndex, false)
    for index in text.indices {
      let next = text.index(after: index)
      if text[index] == "`" { isCommand.toggle() }
      let isEnd = !isCommand && (text[index] == ";" || text[index] == ".")
      guard isEnd, next < text.endIndex, text[next] == " " else { continue }
      parts.append(text[part..<next])
      part = text.index(after: next)
    }
    parts.append(text[part...])
    var said = parts.filter { !$0.contains("`") }.joined(separator: " ")
    if said.hasSuffix(";") { said.removeLast() }
    return said.isEmpty ? nil : said
  }
}
