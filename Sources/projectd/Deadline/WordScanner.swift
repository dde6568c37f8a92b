/// Reads a phrase without its spaces from the left: words, numbers, units.
struct WordScanner {
  private var rest: Substring.UnicodeScalarView

  /// Case and spaces do not matter: `3일 후` is `3일후`, `Next Fri` is `nextfri`.
  init(_ text: String) {
    let scalars = text.lowercased().unicodeScalars.filter { !$0.properties.isWhitespace }
    rest = Substring(String(String.UnicodeScalarView(scalars))).unicodeScalars
  }

  var isAtEnd: Bool { rest.isEmpty }

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
