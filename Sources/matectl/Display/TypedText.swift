internal import Values

/// A text that is being typed, and the place in it where the next sign goes: the one editor of every
/// field and line of a screen.
///
/// It counts in signs as a person sees them (grapheme clusters). What is put beside another sign may become
/// one with it, as a mark or a jamo does; then the cursor stands behind the whole.
struct TypedText: Equatable {
  private(set) var signs: [Character]
  /// How many signs are before it.
  private(set) var cursor: Int
  /// Whether it may have several lines; else what is put into it has none.
  var mayHaveLines: Bool
  /// What is seen first: a sign of one line, a row of several.
  var scroll = 0
  /// The cell to which ↑ and ↓ go in each row; nil once something else was done.
  var aim: Int?
  /// What was cut out last.
  private var scrap = ""

  init(_ text: String = "", mayHaveLines: Bool = false) {
    signs = Array(text)
    cursor = signs.count
    self.mayHaveLines = mayHaveLines
  }

  var text: String { String(signs) }
  var isEmpty: Bool { signs.isEmpty }
  var isAtEnd: Bool { cursor == signs.count }
  /// What stands before the cursor.
  var head: String { String(signs[..<cursor]) }

  /// Another text in its place, with the cursor behind it.
  mutating func set(_ text: String) {
    signs = Array(text)
    move(to: signs.count)
  }

  /// Puts a text where the cursor is; lines become spaces where there are none, but for those at its end.
  mutating func insert(_ text: String) {
    guard !mayHaveLines, !text.isEmpty else { return replace(cursor..<cursor, with: text) }
    let end = text.lastIndex { !$0.isNewline } ?? text.startIndex
    replace(cursor..<cursor, with: String(text[...end].map { $0.isNewline ? " " : $0 }))
  }

  mutating func move(to place: Int) {
    cursor = max(0, min(place, signs.count))
    aim = nil
  }

  // MARK: Taking away

  mutating func remove(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<signs.count)
    if !range.isEmpty { replace(range, with: "") }
  }

  /// The same, kept for ``putBack()``.
  mutating func cut(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<signs.count)
    guard !range.isEmpty else { return }
    scrap = String(signs[range])
    remove(range)
  }

  mutating func putBack() { insert(scrap) }

  private mutating func replace(_ range: Range<Int>, with text: String) {
    let head = String(signs[..<range.lowerBound]) + text
    let whole = Array(head + String(signs[range.upperBound...]))
    // Two signs that meet may be one, in which there is no place.
    var (count, left) = (0, head.utf8.count)
    while left > 0 {
      left -= whole[count].utf8.count
      count += 1
    }
    signs = whole
    move(to: count)
  }

  // MARK: Places

  /// Where the line of the cursor begins.
  var lineStart: Int {
    guard mayHaveLines else { return 0 }
    return signs[..<cursor].lastIndex(where: \.isNewline).map { $0 + 1 } ?? 0
  }

  var lineEnd: Int {
    guard mayHaveLines else { return signs.count }
    return signs[cursor...].firstIndex(where: \.isNewline) ?? signs.count
  }

  /// Where the word before the cursor begins, of what words are made of.
  func wordStart(of isPart: (Character) -> Bool) -> Int {
    let word = signs[..<cursor].lastIndex(where: isPart).map { $0 + 1 } ?? 0
    return signs[..<word].lastIndex { !isPart($0) }.map { $0 + 1 } ?? 0
  }

  /// Where the word behind the cursor ends.
  func wordEnd(of isPart: (Character) -> Bool) -> Int {
    let word = signs[cursor...].firstIndex(where: isPart) ?? signs.count
    return signs[word...].firstIndex { !isPart($0) } ?? signs.count
  }
}

extension Character {
  /// Whether words have it.
  var isOfWord: Bool { isLetter || isNumber || self == "_" }
}
