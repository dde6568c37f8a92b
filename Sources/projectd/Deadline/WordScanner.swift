internal import TaskFormats

/// Reads a phrase without its spaces from the left: words, numbers, units.
struct WordScanner {
  private var rest: Substring.UnicodeScalarView
  /// As it was typed, and where in it each scalar of the phrase stands.
  private let typed: [Unicode.Scalar]
  private let places: [Int]

  /// Case, spaces and the width of digits do not matter: `3일 후` is `３일후`, `Next Fri` is `nextfri`.
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
      let scalar = Self.plain(scalar, beside: place + 1 < typed.count ? typed[place + 1] : nil)
      if isSpaced, let last = scalars.last, ("0"..."9").contains(last),
        ("0"..."9").contains(scalar)
      {
        scalars.append(" ")
        places.append(place)
      }
      isSpaced = false
      for lowered in scalar.properties.lowercaseMapping.unicodeScalars {
        scalars.append(lowered)
        places.append(place)
      }
    }
    self.places = places
    rest = Substring(String(scalars)).unicodeScalars
  }

  /// One of several signs for the same: `３` is `3`, and `요번` said for `이번`.
  private static func plain(_ scalar: Unicode.Scalar, beside next: Unicode.Scalar?)
    -> Unicode.Scalar
  {
    switch scalar {
    case "\u{FF10}"..."\u{FF19}": Unicode.Scalar(UInt8(scalar.value - 0xFF10 + 0x30))
    case "’": "'"
    case "요" where next == "번": "이"
    default: scalar
    }
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// All of it as it was typed.
  var phrase: String { String(String.UnicodeScalarView(typed)) }

  /// What was not taken yet, as it was typed.
  var remainder: String {
    guard !rest.isEmpty, rest.count <= places.count else { return "" }
    var start = places[place]
    // All of the word, of which the digits may have been taken: `30mx`.
    while start > 0, Self.isPartOfWord(typed[start]), Self.isPartOfWord(typed[start - 1]) {
      start -= 1
    }
    return String(String.UnicodeScalarView(typed[start...])).trimmed
  }

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    isLatin(scalar) || ("0"..."9").contains(scalar) || scalar == "'" || scalar == "’"
  }

  /// Takes the first of several words that stands here; nil where none does.
  ///
  /// Nothing is taken out of a word: `som` is not the head of `someday`, nor `on` that of `one`.
  mutating func take<Value>(_ words: [(String, Value)]) -> Value? {
    // A longer word is not torn by a shorter one that it starts with.
    var best: (count: Int, value: Value)?
    for (word, value) in words where rest.starts(with: word.unicodeScalars) {
      let count = word.unicodeScalars.count
      if count > best?.count ?? 0, !isWithinWord(behind: count) { best = (count, value) }
    }
    guard let best else { return nil }
    rest = rest.dropFirst(best.count)
    return best.value
  }

  /// Whether two Latin letters that were typed side by side stand before and behind so many scalars.
  private func isWithinWord(behind count: Int) -> Bool {
    let next = place + count
    guard count > 0, places.indices.contains(next), places[next] == places[next - 1] + 1 else {
      return false
    }
    return Self.isLatin(typed[places[next - 1]]) && Self.isLatin(typed[places[next]])
  }

  private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  /// The same of words that were typed without a space in them: `8a mon` has no `am`.
  mutating func takeJoined<Value>(_ words: [(String, Value)]) -> Value? {
    attempt { scanner in
      let first = scanner.place
      guard let found = scanner.take(words), scanner.place > first else { return nil }
      let (start, end) = (scanner.places[first], scanner.places[scanner.place - 1])
      return end - start < scanner.place - first ? found : nil
    }
  }

  /// The same where no Latin letter follows either: `mo` does not tear `monday`.
  mutating func takeWord<Value>(_ words: [(String, Value)]) -> Value? {
    attempt { scanner in
      guard let found = scanner.takeJoined(words), !scanner.isWithinWord else { return nil }
      return found
    }
  }

  /// Where what was not taken yet begins, in scalars of the phrase.
  private var place: Int { places.count - rest.count }

  private var isWithinWord: Bool {
    rest.first.map { ("a"..."z").contains($0) } == true && isJoined
  }

  /// Whether no space was typed between what was taken last and what follows.
  var isJoined: Bool {
    guard places.indices.contains(place), place > 0 else { return false }
    return places[place] == places[place - 1] + 1
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
