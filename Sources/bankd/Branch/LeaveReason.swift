internal import IPCProtocol
internal import Values

/// Why a customer leaves the line: one of three usual reasons, or a few words of somebody's own.
enum LeaveReason {
  /// Characters of words of one's own.
  static let longest = 100

  /// The usual ones: the word that is kept, and its name.
  private static let usual: [(word: String, title: LocalizedText)] = [
    ("left", LocalizedText(en: "left", ko: "떠남")),
    ("no-show", LocalizedText(en: "no-show", ko: "부재")),
    ("wrong-service", LocalizedText(en: "wrong service", ko: "다른 업무")),
  ]

  /// What is kept of a reason that a person gives: a usual one by its word or its name in any language
  /// and in any case, and anything else as it is.
  ///
  /// - Throws: ``BankReason/invalidReason`` for what is empty, too long or no line of text.
  static func kept(_ text: String) throws(BankError) -> String {
    let folded = text.lowercased()
    let known = usual.first {
      [$0.word, $0.title.en, $0.title.ko].contains(folded)
    }
    if let known { return known.word }
    guard StoredText.isName(text, atMost: longest) else {
      throw BankError(.invalidReason, ["maximum": .integer(longest)])
    }
    return text
  }

  /// What people read of a reason that was kept.
  static func title(of kept: String) -> LocalizedText {
    usual.first { $0.word == kept }?.title ?? LocalizedText(en: kept)
  }
}
