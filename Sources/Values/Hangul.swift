/// What searches and near words need to know of Korean letters (Unicode, 3.12, Conjoining Jamo Behavior).
package enum Hangul {
  private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  /// Initial consonants as they are typed, in the order of Unicode's leading jamo.
  private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
  /// What an input method makes of two consonants in a row.
  private static let clusters: [Unicode.Scalar: [Unicode.Scalar]] = {
    let pairs = "ㄳㄱㅅㄵㄴㅈㄶㄴㅎㄺㄹㄱㄻㄹㅁㄼㄹㅂㄽㄹㅅㄾㄹㅌㄿㄹㅍㅀㄹㅎㅄㅂㅅ"
    let scalars = Array(pairs.unicodeScalars)
    var table: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for start in stride(from: 0, to: scalars.count, by: 3) {
      table[scalars[start]] = Array(scalars[(start + 1)...(start + 2)])
    }
    return table
  }()

  package static func isSyllable(_ scalar: Unicode.Scalar) -> Bool {
    syllables.contains(scalar.value)
  }

  /// The number of a syllable's initial consonant; nil for what is no syllable.
  package static func initial(of scalar: Unicode.Scalar) -> Int? {
    guard syllables.contains(scalar.value) else { return nil }
    return Int(scalar.value - syllables.lowerBound) / 588
  }

  /// The number of an initial consonant that stands alone.
  package static func initialNumber(_ scalar: Unicode.Scalar) -> Int? {
    initials.firstIndex(of: scalar)
  }

  /// Letters for comparing: no spaces, small letters, syllables in one piece, clusters apart.
  package static func folded(_ text: some StringProtocol) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars where !scalar.properties.isWhitespace {
      if let pair = clusters[scalar] {
        result += pair
      } else if let composed = result.last.flatMap({ compose($0, scalar) }) {
        result[result.count - 1] = composed
      } else if (0x41...0x5A).contains(scalar.value) {
        result.append(Unicode.Scalar(UInt8(scalar.value) | 0x20))
      } else {
        result.append(scalar)
      }
    }
    return result
  }

  /// A leading and a vowel jamo, or a syllable and a trailing jamo, as one syllable.
  private static func compose(_ one: Unicode.Scalar, _ two: Unicode.Scalar) -> Unicode.Scalar? {
    if (0x1100...0x1112).contains(one.value), (0x1161...0x1175).contains(two.value) {
      return Unicode.Scalar(
        syllables.lowerBound + (one.value - 0x1100) * 588 + (two.value - 0x1161) * 28)
    }
    guard syllables.contains(one.value), (one.value - syllables.lowerBound) % 28 == 0,
      (0x11A8...0x11C2).contains(two.value)
    else { return nil }
    return Unicode.Scalar(one.value + two.value - 0x11A7)
  }

  /// Syllables as their letters, so that one wrong letter is one mistake and not a whole syllable.
  package static func letters(of text: some StringProtocol) -> String {
    var letters = String.UnicodeScalarView()
    for scalar in folded(text) {
      guard syllables.contains(scalar.value) else {
        letters.append(scalar)
        continue
      }
      let number = scalar.value - syllables.lowerBound
      let parts = [0x1100 + number / 588, 0x1161 + number % 588 / 28, 0x11A7 + number % 28]
      for part in parts where part != 0x11A7 {
        if let letter = Unicode.Scalar(part) { letters.append(letter) }
      }
    }
    return String(letters)
  }
}
