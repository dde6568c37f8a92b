/// Commands in the sentences of one of several: `matectl bank open`, said by `bank@gangnam`, would open another
/// branch, and is `matectl bank@gangnam open` for who reads it.
package struct OwnCommands: Sendable {
  private let plain: String
  private let own: String

  /// Nil where sentences are right as they are: of the one without a name.
  package init?(_ label: DomainLabel) {
    guard label.instance != nil else { return nil }
    (plain, own) = ("matectl \(label.domain)", "matectl \(label)")
  }

  /// A sentence, or a whole document, with them; what is typed to others stays.
  package func named(_ text: String) -> String {
    var (named, rest) = ("", text[...])
    while let found = rest.firstRange(of: plain) {
      let next = rest[found.upperBound...].first
      let isWhole = next.map { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "@" } ?? true
      named += rest[..<found.lowerBound]
      named += isWhole ? own : plain
      rest = rest[found.upperBound...]
    }
    return named + rest
  }
}
