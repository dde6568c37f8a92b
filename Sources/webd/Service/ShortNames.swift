/// Gives the names that a script has for itself alone one or two letters each, as they are sent.
///
/// A name is one wherever it stands, so scopes need not be known: it is left as it is where it may
/// mean anything else in any place - a member, a key, a method, what is exported - or where the script
/// does not declare it.
struct ShortNames {
  private let pieces: [ScriptText.Piece]
  private var counts: [String: Int] = [:]
  private var declared: Set<String> = []
  private var kept: Set<String> = []
  /// What is open: a bracket, or `$` for the code of a template, and the piece that opened it.
  private var open: [(sign: String, place: Int)] = []

  /// A script with short names.
  static func sent(_ script: [ScriptText.Piece]) -> [UInt8] {
    let names = ShortNames(script)
    let short = names.short
    var pieces = script
    for place in pieces.indices where pieces[place].kind == .word && !names.isMember(place) {
      pieces[place].text = short[pieces[place].text] ?? pieces[place].text
    }
    return ScriptText.joined(pieces)
  }

  private init(_ pieces: [ScriptText.Piece]) {
    self.pieces = pieces
    for place in pieces.indices { look(at: place) }
  }

  private func text(_ place: Int) -> String {
    pieces.indices.contains(place) ? pieces[place].text : ""
  }

  /// What stands behind a point, but for the three of a spread.
  private func isMember(_ place: Int) -> Bool {
    text(place - 1) == "." && text(place - 2) != "."
  }

  private mutating func look(at place: Int) {
    let text = text(place)
    switch pieces[place].kind {
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
    // `let a=1,b` goes on.
    let goesOn =
      before == "," && ["=", ",", ";"].contains(next) && open.last?.sign != "("
      && isDeclared(before: place)
    let isFirst = open.last?.sign == "{" && ["{", "}", ",", ";"].contains(before)
    if isFirst, !goesOn, ["(", ",", "}", ":", "=", ";"].contains(next) { kept.insert(name) }
    if ["get", "set", "static", "async", "as", "export", "class", "*"].contains(before) {
      kept.insert(name)
    }
    if text(place - 2) == "export" || text(place - 3) == "export" { kept.insert(name) }
    if goesOn || ["let", "function"].contains(before) || next == "=" && text(place + 2) == ">" {
      declared.insert(name)
    }
  }

  /// Whether the statement before a comma is a declaration.
  private func isDeclared(before comma: Int) -> Bool {
    var depth = 0
    for place in pieces.indices[..<comma].reversed() {
      let sign = pieces[place].kind == .sign ? text(place) : ""
      if [")", "]", "}"].contains(sign) { depth += 1 }
      if ["(", "[", "{"].contains(sign) { depth -= 1 }
      if depth < 0 || depth == 0 && sign == ";" { return false }
      if depth == 0, text(place) == "let" { return true }
    }
    return false
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
