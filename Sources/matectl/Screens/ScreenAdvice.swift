internal import IPCProtocol
internal import Values

/// Advice as it is followed on a screen: what a sentence says to type in the shell is a line behind `:`
/// here, or a key.
struct ScreenAdvice {
  private let domain: DomainDescription
  /// What the shell's lines of the domain begin with.
  private let start: String
  /// Keys of the tab that do what a command does by itself, by that command.
  private let keys: [[String]: String]
  /// What stands before a line that is typed here.
  private var sign = ":"

  init(_ domain: DomainDescription, _ view: ScreenView) {
    self.domain = domain
    start = "matectl \(domain.label) "
    var keys: [[String]: String] = [:]
    for action in view.screen?.actions ?? [] where action.params.isEmpty && action.source == nil {
      guard let method = domain.methods.first(where: { $0.name == action.method }),
        let path = method.command?.path
      else { continue }
      keys[path] = action.key
    }
    self.keys = keys
  }

  /// On the page of all domains, where a line begins with its domain.
  init(besideOthers domain: DomainDescription) {
    self.domain = domain
    start = "matectl \(domain.label) "
    keys = [:]
    sign = ":\(domain.label) "
  }

  /// The sentence with what can be done here said as it is done here; lines of other programs, and
  /// of commands that are typed in a line of their own, stay.
  func told(_ sentence: String) -> String {
    guard sentence.contains(start) else { return sentence }
    var told = ""
    var rest = sentence[...]
    while let found = rest.firstRange(of: start) {
      let isQuoted = rest[..<found.lowerBound].last == "`"
      let line = rest[found.upperBound...].prefix { $0 != "`" && $0 != "\n" }
      let words = CommandWords.split(String(line))
      told += rest[..<found.lowerBound]
      if isQuoted, let key = keys[words] {
        told += key
      } else {
        told += (canBeTyped(words) ? sign : start) + line
      }
      rest = rest[line.endIndex...]
    }
    return told + rest
  }

  private func canBeTyped(_ words: [String]) -> Bool {
    guard let method = CommandMatch(words, in: domain)?.method else { return false }
    return !method.isStream && method.loop == nil
      && !method.parameters.contains { $0.source == .descriptor }
  }
}
