/// A script as it is sent: without comments, and without blanks and ends of lines that part nothing.
///
/// What stands in texts, templates and patterns stays as it is.
/// Statements of the page end with a semicolon or a brace, so an end of a line says nothing.
struct ScriptText {
  enum Kind {
    case word, text, sign
  }

  struct Piece {
    let kind: Kind
    var text: String
    /// Whether a blank parts it from the piece before.
    let isParted: Bool
  }

  /// What is sent, in order.
  private(set) var pieces: [Piece] = []
  private var rest: ArraySlice<UInt8>
  private var last = Kind.sign
  /// Whether a blank stands before what comes next.
  private var isParted = false
  /// For each template that we are in, how many braces of its code are open.
  private var templates: [Int] = []
  /// For each bracket that is open, whether the statement in it declares.
  private var declares = [false]

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
    while let byte = rest.first { take(byte) }
  }

  /// All of it.
  var sent: [UInt8] { Self.joined(pieces) }

  static func joined(_ pieces: [Piece]) -> [UInt8] {
    pieces.flatMap { ($0.isParted ? [UInt8(ascii: " ")] : []) + Array($0.text.utf8) }
  }

  private var lastByte: UInt8? { pieces.last?.text.utf8.last }

  private mutating func take(_ byte: UInt8) {
    let next = rest.dropFirst().first
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\n"): skipBlanks()
    case UInt8(ascii: "/") where next == byte: drop { $0 != UInt8(ascii: "\n") }
    case UInt8(ascii: "/") where next == UInt8(ascii: "*"): skipComment()
    case UInt8(ascii: "'"), UInt8(ascii: "\""): move(.text, quoted(by: byte))
    case UInt8(ascii: "`"): takeTemplate()
    case UInt8(ascii: "/") where !isAfterValue: move(.text, pattern)
    case UInt8(ascii: "}") where templates.last == 0:
      templates.removeLast()
      takeTemplate()
    case _ where Self.isWord(byte): move(.word, rest.prefix(while: Self.isWord).count)
    default: takeSign(byte)
    }
  }

  // MARK: What is left out

  private mutating func drop(while isDropped: (UInt8) -> Bool) {
    rest = rest.drop(while: isDropped)
  }

  private mutating func skipComment() {
    drop { $0 != UInt8(ascii: "*") }
    while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest.removeFirst() }
    rest = rest.dropFirst(2)
  }

  /// A blank parts two words, and two signs that together would be another.
  private mutating func skipBlanks() {
    drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    guard let next = rest.first, let before = lastByte else { return }
    let isSame = next == before && (next == UInt8(ascii: "+") || next == UInt8(ascii: "-"))
    if isSame || last == .word && Self.isWord(next) { isParted = true }
  }

  // MARK: What is sent

  private mutating func move(_ kind: Kind, _ count: Int) {
    let piece = rest.prefix(count)
    rest = rest.dropFirst(count)
    last = kind
    let text = String(decoding: piece, as: UTF8.self)
    let word = kind == .word ? text : ""
    guard !isDeclaring(word == "const" || word == "let") else { return }
    pieces.append(Piece(kind: kind, text: Self.shorter[word] ?? text, isParted: isParted))
    isParted = false
  }

  /// Only who reads the sources needs the longer ones.
  private static let shorter = [
    "const": "let", "undefined": "void 0", "true": "!0", "false": "!1",
  ]

  /// Whether a declaration goes on that of the statement before, with a comma; looks at each piece.
  private mutating func isDeclaring(_ isDeclaration: Bool) -> Bool {
    let isBeginning = lastByte.map { Self.ends.contains($0) } ?? true
    guard isDeclaration else {
      if lastByte == UInt8(ascii: ";") { declares[declares.count - 1] = false }
      return false
    }
    guard lastByte == UInt8(ascii: ";"), declares.last == true else {
      declares[declares.count - 1] = isBeginning
      return false
    }
    pieces[pieces.count - 1].text = ","
    last = .sign
    return true
  }

  private static let (opening, closing) = (Set("([{".utf8), Set(")]}".utf8))
  private static let ends = Set(";{}".utf8)

  private mutating func takeSign(_ byte: UInt8) {
    if byte == UInt8(ascii: "{"), let open = templates.popLast() { templates.append(open + 1) }
    if byte == UInt8(ascii: "}") {
      if let open = templates.popLast() { templates.append(open - 1) }
      if lastByte == UInt8(ascii: ";") || lastByte == UInt8(ascii: ",") { pieces.removeLast() }
    }
    move(.sign, 1)
    if Self.opening.contains(byte) { declares.append(false) }
    if Self.closing.contains(byte), declares.count > 1 { declares.removeLast() }
  }

  /// Up to its code, or to its end.
  private mutating func takeTemplate() {
    var count = 1
    while count < rest.count {
      let piece = rest.dropFirst(count)
      if piece.first == UInt8(ascii: "`") { return move(.text, count + 1) }
      if piece.starts(with: "${".utf8) {
        move(.text, count + 2)
        templates.append(0)
        last = .sign
        return
      }
      count += piece.first == UInt8(ascii: "\\") ? 2 : 1
    }
    move(.text, rest.count)
  }

  private func quoted(by quote: UInt8) -> Int {
    var count = 1
    while let byte = rest.dropFirst(count).first, byte != quote {
      count += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return count + 1
  }

  /// How long a pattern is; a slash in a class of signs does not end it.
  private var pattern: Int {
    var count = 1
    var isClass = false
    while let byte = rest.dropFirst(count).first, isClass || byte != UInt8(ascii: "/") {
      if byte == UInt8(ascii: "[") { isClass = true }
      if byte == UInt8(ascii: "]") { isClass = false }
      count += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return count + 1
  }

  /// Whether a slash divides here, or begins a pattern.
  private var isAfterValue: Bool {
    switch last {
    case .text: return true
    case .word:
      return pieces.last?.text != "return"
    case .sign:
      guard let sign = lastByte else { return false }
      return sign == UInt8(ascii: ")") || sign == UInt8(ascii: "]") || sign == UInt8(ascii: "}")
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}
