internal import TaskFormats

/// Reads a phrase without its spaces from the left: words, numbers, units.
struct WordScanner {
  private var rest: Substring.UnicodeScalarView
  /// As it was typed, and where in it each scalar of the phrase stands.
  private let typed: [Unicode.Scalar]
  private let places: [Int]

  /// Case and spaces do not matter: `3일 후` is `3일후`, `Next Fri` is `nextfri`.
  init(_ text: String) {
    typed = Array(text.unicodeScalars)
    var scalars = String.UnicodeScalarView()
    var places: [Int] = []
    var isSpaced = false
    for (place, scalar) in typed.enumerated() {
      if scalar.properties.isWhitespace {
        isSpaced = true
        continue
      }
      // Two numbers are not one: `2 1 days` is not 21 days.
      if isSpaced, let last = scalars.last, ("0"..."9").contains(last),
        ("0"..."9").contains(scalar)
      {
        scalars.append(" ")
        places.append(place)
      }
      isSpaced = false
      for lowered in scalar.properties.lowercaseMapping.unicodeScalars {
        scalars.append(lowered == "’" ? "'" : lowered)
        places.append(place)
      }
    }
    self.places = places
    rest = Substring(String(scalars)).unicodeScalars
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// What was not taken yet, as it was typed.
  var remainder: String {
    guard !rest.isEmpty, rest.count <= places.count else { return "" }
    let start = places[places.count - rest.count]
    return String(String.UnicodeScalarView(typed[start...])).trimmed
  }

  /// Takes the first of several words that stands here; nil where none does.
  mutating func take<Value>(_ words: [(String, Value)]) -> Value? {
    // A longer word is not torn by a shorter one that it starts with.
    let matching = words.filter { rest.starts(with: $0.0.unicodeScalars) }
    guard
      let best = matching.max(by: { $0.0.unicodeScalars.count < $1.0.unicodeScalars.count })
    else { return nil }
    rest = rest.dropFirst(best.0.unicodeScalars.count)
    return best.1
  }

  mutating func take(_ words: String...) -> Bool { take(words.map { ($0, true) }) ?? false }

  /// Whether one of several words stands here; nothing is taken.
  func takes(_ words: String...) -> Bool {
    words.contains { rest.starts(with: $0.unicodeScalars) }
  }

  /// Whether the whole phrase is one of several.
  func isWhole(_ phrases: Set<String>) -> Bool { phrases.contains(String(rest)) }

  /// How many digits stand here.
  var digitCount: Int { rest.prefix { ("0"..."9").contains($0) }.count }

  /// Takes one to `limit` decimal digits; nothing where there are more.
  mutating func number(limit: Int = 4) -> Int? {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard (1...limit).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1.value - 0x30) }
  }

  /// Runs `read` and goes back where it finds nothing.
  mutating func attempt<T>(_ read: (inout WordScanner) -> T?) -> T? {
    let start = self
    if let found = read(&self) { return found }
    self = start
    return nil
  }
}
