/// Gives the names that a script has for itself alone one or two letters each, as they are sent.
///
/// A name is one wherever it stands, so scopes need not be known: it is left as it is where it may
/// mean anything else in any place - a member, a key, a method, what is exported - or where the script
/// does not declare it.
struct ShortNames {
  private typealias Piece = (kind: ScriptText.Kind, text: String)

  private let pieces: [Piece]
  private var counts: [String: Int] = [:]
  private var declared: Set<String> = []
  private var kept: Set<String> = []
  /// What is open: a bracket, or `$` for the code of a template, and the piece that opened it.
  private var open: [(sign: String, place: Int)] = []

  /// A script without blanks, with short names.
  static func sent(_ script: [UInt8]) -> [UInt8] {
    let names = ShortNames(ScriptText(script).pieces)
    let short = names.short
    return names.pieces.indices.flatMap { place in
      let (kind, text) = names.pieces[place]
      let name = kind == .word && !names.isMember(place) ? short[text] : nil
      return names.blank(before: place) + Array((name ?? text).utf8)
    }
  }

  private init(_ pieces: [Piece]) {
    self.pieces = pieces
    for place in pieces.indices { look(at: place) }
  }

  /// Two words are parted, and two signs that together would be another.
  private func blank(before place: Int) -> [UInt8] {
    guard place > 0 else { return [] }
    let (before, piece) = (pieces[place - 1], pieces[place])
    let isSame = before.text == piece.text && ["+", "-"].contains(piece.text)
    return before.kind == .word && piece.kind == .word || isSame ? [0x20] : []
  }

  private func text(_ place: Int) -> String {
    pieces.indices.contains(place) ? pieces[place].text : ""
  }

  /// What stands behind a point, but for the three of a spread.
  private func isMember(_ place: Int) -> Bool {
    text(place - 1) == "." && text(place - 2) != "."
  }

  private mutating func look(at place: Int) {
    let (kind, text) = pieces[place]
    switch kind {
    case .text:
      // A template goes on with its code, or behind it.
      if text.hasPrefix("}") { _ = open.popLast() }
      if text.hasSuffix("${") { open.append(("$", place)) }
    case .sign where ["(", "[", "{"].contains(text): open.append((text, place))
    case .sign where [")", "]", "}"].contains(text):
      if let (sign, start) = open.popLast(), sign == "(" { close(start, place) }
    case .word where !isMember(place): look(atName: place)
    default: break
    }
  }

  private mutating func look(atName place: Int) {
    let name = text(place)
    let (before, next) = (text(place - 1), text(place + 1))
    counts[name, default: 0] += 1
    let isInBraces = open.last?.sign == "{"
    let isFirst = ["{", "}", ",", ";"].contains(before)
    if isInBraces, isFirst, ["(", ",", "}", ":", "=", ";"].contains(next) { kept.insert(name) }
    if ["get", "set", "static", "async", "as", "export", "class", "*"].contains(before) {
      kept.insert(name)
    }
    if text(place - 2) == "export" || text(place - 3) == "export" { kept.insert(name) }
    if ["let", "function"].contains(before) || next == "=" && text(place + 2) == ">" {
      declared.insert(name)
    }
    // `let a=1,b` goes on.
    if before == ",", ["=", ",", ";"].contains(next), open.last?.sign != "(" {
      mayGoOn(name, place)
    }
  }

  /// A name behind a comma is declared where the statement began so.
  private mutating func mayGoOn(_ name: String, _ place: Int) {
    var (place, depth) = (place - 1, 0)
    while place >= 0 {
      let sign = pieces[place].kind == .sign ? text(place) : ""
      if [")", "]", "}"].contains(sign) { depth += 1 }
      if ["(", "[", "{"].contains(sign) { depth -= 1 }
      if depth < 0 || depth == 0 && sign == ";" { return }
      if depth == 0, text(place) == "let" {
        declared.insert(name)
        kept.subtract([name].filter { counts[$0] == 1 && open.last?.sign == "{" })
        return
      }
      place -= 1
    }
  }

  /// What stands between brackets is declared by a function: `(a,b)=>`, `name(a,b){`.
  private mutating func close(_ start: Int, _ end: Int) {
    let isArrow = text(end + 1) == "=" && text(end + 2) == ">"
    let isStatement = ["if", "while", "for", "switch"].contains(text(start - 1))
    guard isArrow || text(end + 1) == "{" && !isStatement else { return }
    var depth = 0
    for place in start..<end {
      if pieces[place].kind == .sign, ["(", "[", "{"].contains(text(place)) { depth += 1 }
      if pieces[place].kind == .sign, [")", "]", "}"].contains(text(place)) { depth -= 1 }
      guard depth == 1, pieces[place].kind == .word, ["(", ",", "."].contains(text(place - 1))
      else { continue }
      declared.insert(text(place))
    }
  }

  /// The longest in all first; none that stands in the script as something else.
  private var short: [String: String] {
    let taken = Set(pieces.filter { $0.kind == .word }.map(\.text))
    let names = declared.subtracting(kept).filter { $0.utf8.count > 1 }
      .sorted { (gain($0), $0) > (gain($1), $1) }
    let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
    var free = (letters + letters.flatMap { first in letters.map { first + $0 } })
      .filter { !taken.contains($0) && !["do", "if", "in", "of", "as"].contains($0) }[...]
    var short: [String: String] = [:]
    for name in names {
      guard let next = free.first, next.utf8.count < name.utf8.count else { continue }
      short[name] = next
      free.removeFirst()
    }
    return short
  }

  private func gain(_ name: String) -> Int { (counts[name] ?? 0) * (name.utf8.count - 1) }
}
