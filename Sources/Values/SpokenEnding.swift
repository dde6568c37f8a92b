/// How what is not written in Hangul ends when a Korean reads it aloud.
///
/// Source: 외래어 표기법, chapter 3, section 1 (English), and how letters and digits are called.
enum SpokenEnding {
  case vowel, consonant, rieul

  /// Digits: 영 일 이 삼 사 오 육 칠 팔 구; whole numbers end in 십, 백, 천, 만, 억 or 조.
  init?(number text: Substring.UnicodeScalarView) {
    let digits = text.reversed().prefix { ("0"..."9").contains($0) }
    switch digits.first {
    case "2", "4", "5", "9": self = .vowel
    case "1", "7", "8": self = .rieul
    case "0":
      let zeros = digits.prefix { $0 == "0" }.count
      // 조 is the only one of them that ends in a vowel: 10 to the power of 12 up to 15.
      self = (12..<16).contains(zeros) && zeros < digits.count ? .vowel : .consonant
    case "3", "6": self = .consonant
    default: return nil
    }
  }

  /// Latin letters; nil for every other script, whose reading nobody can tell from its letters.
  init?(latin text: Substring.UnicodeScalarView) {
    let letters = Array(text.reversed().prefix { $0.isASCII && $0.properties.isAlphabetic })
    guard let last = letters.first else { return nil }
    let isSpelled = letters.allSatisfy(\.properties.isUppercase) || letters.count == 1
    let lower = letters.map { Character($0.properties.lowercaseMapping) }
    // Without a vowel there is nothing to pronounce but the letters themselves: `csv`, `ls`.
    if isSpelled || !lower.contains(where: { "aeiouy".contains($0) }) {
      self = Self.letter(Character(last.properties.lowercaseMapping))
    } else {
      self = Self.word(lower)
    }
  }

  /// The letter's own name: 엘, 알; 엠, 엔; all others end in a vowel.
  private static func letter(_ letter: Character) -> SpokenEnding {
    switch letter {
    case "l", "r": .rieul
    case "m", "n": .consonant
    default: .vowel
    }
  }

  /// A word by its last letters, which come from the end on.
  private static func word(_ letters: [Character]) -> SpokenEnding {
    let isVowel = letters.prefix(5).map { "aeiouy".contains($0) } + [false, false, false]
    let before = letters.dropFirst().first
    switch letters[0] {
    case "l": return .rieul
    case "m", "n": return .consonant
    // 링; 로그.
    case "g": return before == "n" ? .consonant : .vowel
    // 애플, 파일; 타임, 라인; a silent e elsewhere is 으 or 이: 주스, 코드, 스토어.
    case "e":
      if before == "l" { return .rieul }
      let isSilent = (before == "m" || before == "n") && isVowel[2] && letters.count > 3
      return isSilent ? .consonant : .vowel
    // A stop behind one short vowel closes the syllable (맵, 로봇, 뮤직, 웹); behind a consonant or a
    // long vowel it has one of its own (뱅크, 리스트, 위크).
    case "p", "t", "c", "b": return isVowel[1] && !isVowel[2] ? .consonant : .vowel
    case "k":
      if before == "c" { return isVowel[2] ? .consonant : .vowel }
      return before == "o" && letters.dropFirst(2).first == "o" ? .consonant : .vowel
    default: return .vowel
    }
  }
}
