/// The Korean particle whose form depends on how the word before it ends: `이/가`, `은/는`,
/// `을/를`, `과/와`, `으로/로`, `이에요/예요`.
///
/// Source: 한글 맞춤법, and the Unicode Standard, section 3.12: a precomposed syllable is
/// `0xAC00 + (initial * 21 + vowel) * 28 + final`, where a final of 0 is none and 8 is ㄹ.
package struct KoreanParticle: Hashable, Sendable {
  /// After a consonant.
  private let closed: Substring
  /// After a vowel.
  private let open: Substring

  /// - Returns: Nil where the text is not two pieces of Hangul with a `/` between them.
  package init?(_ text: some StringProtocol) {
    let forms = String(text).split(separator: "/", omittingEmptySubsequences: false)
    guard forms.count == 2, forms.allSatisfy({ !$0.isEmpty && Self.isHangul($0) }) else {
      return nil
    }
    (closed, open) = (forms[0], forms[1])
  }

  private static func isHangul(_ text: Substring) -> Bool {
    text.unicodeScalars.allSatisfy { (0xAC00...0xD7A3).contains($0.value) }
  }

  private enum Ending {
    case vowel, consonant, rieul
  }

  /// The word with its particle; both forms, as `mango이(가)`, where the sound is not known.
  package func attached(to word: String) -> String {
    switch Self.ending(of: word) {
    case .vowel: word + open
    case .consonant: word + closed
    // `으로` loses its vowel after ㄹ too: 서울로.
    case .rieul: word + (closed == "으로" ? open : closed)
    case nil: "\(word)\(closed)(\(open))"
    }
  }

  private static func ending(of word: String) -> Ending? {
    // Quotes and brackets behind a word are not spoken.
    let last = word.unicodeScalars.last {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    guard let last else { return nil }
    switch last.value {
    case 0xAC00...0xD7A3:
      switch (last.value - 0xAC00) % 28 {
      case 0: return .vowel
      case 8: return .rieul
      default: return .consonant
      }
    // Hangul in separate letters: a vowel, or a final.
    case 0x1161...0x1175: return .vowel
    case 0x11AF: return .rieul
    case 0x11A8...0x11C2: return .consonant
    // 영 일 이 삼 사 오 육 칠 팔 구; 십, 백, 천 and 만 end in a consonant as 영 does.
    case 0x32, 0x34, 0x35, 0x39: return .vowel
    case 0x31, 0x37, 0x38: return .rieul
    case 0x30, 0x33, 0x36: return .consonant
    default: return nil
    }
  }
}
