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

  package static let subject = KoreanParticle("이", "가")
  package static let topic = KoreanParticle("은", "는")
  package static let object = KoreanParticle("을", "를")
  package static let with = KoreanParticle("과", "와")
  package static let by = KoreanParticle("으로", "로")
  package static let named = KoreanParticle("이라는", "라는")

  private init(_ closed: Substring, _ open: Substring) { (self.closed, self.open) = (closed, open) }

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

  /// The word with its particle: the form after a vowel where nobody can know the sound.
  package func attached(to word: String) -> String {
    switch Self.ending(of: word) {
    case .vowel, nil: word + open
    case .consonant: word + closed
    // `으로` loses its vowel after ㄹ too: 서울로.
    case .rieul: word + (closed == "으로" ? open : closed)
    }
  }

  private static func ending(of word: String) -> SpokenEnding? {
    // Quotes and brackets behind a word are not spoken; signs of units are.
    let spoken = word.unicodeScalars.lastIndex {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "%" || $0 == "+"
    }
    guard let spoken else { return nil }
    let last = word.unicodeScalars[spoken]
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
    // 퍼센트, 플러스.
    case 0x25, 0x2B: return .vowel
    case 0x30...0x39: return SpokenEnding(number: word.unicodeScalars[...spoken])
    default: return SpokenEnding(latin: word.unicodeScalars[...spoken])
    }
  }
}

extension DefaultStringInterpolation {
  /// The value with the form of a particle that its sound asks for: `\(path, .object) 열 수 없습니다`.
  package mutating func appendInterpolation<T>(_ value: T, _ particle: KoreanParticle) {
    appendLiteral(particle.attached(to: "\(value)"))
  }
}
