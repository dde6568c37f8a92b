internal import Values

/// What was wrong with an exchange.
struct SyncProblem: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    /// The other side cannot be reached; it will be, some time.
    case offline
    /// It was reached and did not want, or something here is to be set right.
    case failed
    /// All went well but for some projects.
    case partial
  }

  let kind: Kind
  let text: LocalizedText

  init(_ kind: Kind, _ text: LocalizedText) {
    self.kind = kind
    self.text = text
  }

  init(_ failure: PeerFailure) { self.init(failure.isOffline ? .offline : .failed, failure.text) }

  /// Of single projects that could not be exchanged; nil where there are none.
  init?(_ problems: [LocalizedText]) {
    guard let first = problems.first else { return nil }
    let others = problems.count - 1
    let text = LocalizedText(
      en: "\(first.en), and \(others) more like it",
      ko: "\(first.ko ?? first.en) 외 \(others)건")
    self.init(.partial, others == 0 ? first : text)
  }
}

/// Why another replica could not be reached, or did not want.
struct PeerFailure: Error {
  let isOffline: Bool
  let text: LocalizedText

  /// It cannot be reached now.
  static func offline(_ en: String, ko: String? = nil) -> PeerFailure {
    PeerFailure(isOffline: true, text: LocalizedText(en: en, ko: ko))
  }

  static func failed(_ en: String, ko: String? = nil) -> PeerFailure {
    PeerFailure(isOffline: false, text: LocalizedText(en: en, ko: ko))
  }
}
