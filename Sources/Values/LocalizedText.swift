/// The languages that are complete in this project.
package enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case korean = "ko"
}

/// A sentence in English and, beside it, in Korean.
package struct LocalizedText: Hashable, Sendable {
  package let en: String
  package let ko: String?

  package init(en: String, ko: String? = nil) {
    self.en = en
    self.ko = ko
  }

  /// The text in a language; English where it was not translated.
  package func text(in language: Language) -> String {
    language == .korean ? ko ?? en : en
  }
}
