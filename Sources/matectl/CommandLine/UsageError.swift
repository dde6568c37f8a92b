internal import IPCProtocol

/// What a person typed wrong, in both languages, and how to type it right.
struct UsageError: Error, Equatable {
  let message: LocalizedText

  init(_ en: Sentence, _ ko: Sentence) { message = LocalizedText(en: en.text, ko: ko.text) }
}
