internal import Values

/// A search word: letters as they are, and lone consonants for any syllable that starts so.
struct NamePattern {
  private enum Part {
    case letter(Unicode.Scalar)
    case initial(Int, Unicode.Scalar)
  }

  /// How well a name fits; smaller is better.
  enum Fit: Int, Comparable {
    case whole, start, inside

    static func < (one: Fit, other: Fit) -> Bool { one.rawValue < other.rawValue }
  }

  private let parts: [Part]

  init(_ text: String) {
    parts = Hangul.folded(text).map { scalar in
      Hangul.initialNumber(scalar).map { .initial($0, scalar) } ?? .letter(scalar)
    }
  }

  var isEmpty: Bool { parts.isEmpty }

  /// Nil where the name, already folded, does not contain the pattern.
  func fit(_ name: [Unicode.Scalar]) -> Fit? {
    guard name.count >= parts.count else { return nil }
    for start in 0...(name.count - parts.count) where isMatch(name, at: start) {
      if start > 0 { return .inside }
      return name.count == parts.count ? .whole : .start
    }
    return nil
  }

  private func isMatch(_ name: [Unicode.Scalar], at start: Int) -> Bool {
    for (offset, part) in parts.enumerated() {
      let scalar = name[start + offset]
      switch part {
      case .letter(let letter): if scalar != letter { return false }
      case .initial(let number, let jamo):
        if Hangul.initial(of: scalar) != number, scalar != jamo { return false }
      }
    }
    return true
  }
}
