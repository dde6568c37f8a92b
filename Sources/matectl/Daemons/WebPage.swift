internal import IPCProtocol
internal import IPCTransport
internal import Values

extension DomainDescription {
  /// The page: webd is no domain, but it is reached, and what is wrong with it is told, as if it were.
  static var page: DomainDescription {
    DomainDescription(
      domain: "web", version: Release.version, exec: "webd",
      summary: LocalizedText(en: "The page", ko: "웹 페이지"), methods: [])
  }

  /// Whether a word means it: a domain of that name comes first.
  static func isPage(_ word: String, _ session: Session) -> Bool {
    word == page.domain && session.catalog.entry(word) == nil
  }
}
