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
    LocalizedText(
      en: notes.map(\.text.en).joined(separator: "; "),
      ko: notes.map { $0.text.text(in: .korean) }.joined(separator: " "))
  }
}
