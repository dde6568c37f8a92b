internal import Values

/// Something that a reader of arrivals should know about them.
struct Note: Hashable, Sendable {
  /// A lasting word for programs.
  let note: String
  let text: LocalizedText

  init(_ note: String, _ en: String, _ ko: String) {
    self.note = note
    text = LocalizedText(en: en, ko: ko)
  }

  /// Notes as one sentence.
  static func joined(_ notes: [Note]) -> LocalizedText {
    // What is said of several places is said once.
    let texts = notes.map(\.text).reduce(into: [LocalizedText]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    return LocalizedText(
      en: texts.map(\.en).joined(separator: "; "),
      ko: texts.map { $0.text(in: .korean) }.joined(separator: " "))
  }
}
