internal import Values

/// Korean names in Latin letters, by the Revised Romanization of 2000 with its changes of sound.
enum Romanization {
  private static let initials = [
    "g", "kk", "n", "d", "tt", "r", "m", "b", "pp", "s", "ss", "", "j", "jj", "ch", "k", "t", "p",
    "h",
  ]
  private static let vowels = [
    "a", "ae", "ya", "yae", "eo", "e", "yeo", "ye", "o", "wa", "wae", "oe", "yo", "u", "wo", "we",
    "wi", "yu", "eu", "ui", "i",
  ]
  /// What a final consonant sounds like before another one, by its number; 0 is none.
  private static let closed = [
    "", "k", "k", "k", "n", "n", "n", "t", "l", "k", "m", "l", "l", "l", "p", "l", "m", "p", "p",
    "t", "t", "ng", "t", "t", "k", "t", "p", "t",
  ]
  /// And before a vowel, to which it is drawn.
  private static let open = [
    "", "g", "kk", "ks", "n", "nj", "n", "d", "r", "lg", "lm", "lb", "ls", "lt", "lp", "r", "m",
    "b", "ps", "s", "ss", "ng", "j", "ch", "k", "t", "p", "",
  ]
  private static let silent = 11
  private static let giyeok = 0
  private static let nieun = 2
  private static let rieul = 5
  private static let mieum = 6

  private struct Syllable {
    let initial: Int
    let vowel: Int
    let final: Int

    init?(_ scalar: Unicode.Scalar) {
      guard (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
      let number = Int(scalar.value - 0xAC00)
      (initial, vowel, final) = (number / 588, number % 588 / 28, number % 28)
    }
  }

  /// Small letters and digits alone: `종로3가` is `jongno3ga`.
  static func key(of name: some StringProtocol) -> String {
    var key = ""
    let scalars = Hangul.folded(name)
    // How the next initial sounds behind the consonant before it, where that is not by itself.
    var changed: String?
    for (index, scalar) in scalars.enumerated() {
      guard let syllable = Syllable(scalar) else {
        if scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
          key.unicodeScalars.append(scalar)
        }
        changed = nil
        continue
      }
      key += (changed ?? initials[syllable.initial]) + vowels[syllable.vowel]
      let next = index + 1 < scalars.count ? Syllable(scalars[index + 1]) : nil
      let (final, initial) = sounds(syllable.final, before: next)
      key += final
      changed = initial
    }
    return key
  }

  /// A final consonant and the initial that follows it, as they sound together.
  private static func sounds(
    _ final: Int, before next: Syllable?
  ) -> (final: String, initial: String?) {
    guard let next, final > 0 else { return (closed[final], nil) }
    let sound = closed[final]
    switch (sound, next.initial) {
    case (_, silent): return (open[final], "")
    case ("k", nieun), ("k", mieum): return ("ng", nil)
    case ("t", nieun), ("t", mieum): return ("n", nil)
    case ("p", nieun), ("p", mieum): return ("m", nil)
    case ("k", rieul): return ("ng", "n")
    case ("t", rieul): return ("n", "n")
    case ("p", rieul): return ("m", "n")
    case ("m", rieul), ("ng", rieul): return (sound, "n")
    case ("n", rieul), ("l", rieul), ("l", nieun): return ("l", "l")
    default: return (sound, nil)
    }
  }
}
