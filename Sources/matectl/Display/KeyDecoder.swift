internal import Values

/// Bytes from a terminal to keys, however they are cut into pieces.
///
/// A sequence is told from the Escape key by time alone: who reads asks ``patience`` after each piece
/// and calls ``giveUp()`` when so long nothing came. What was no sequence is the keys it was typed
/// as, so that Escape never takes the key behind it along.
struct KeyDecoder {
  private var pending: [UInt8] = []
  /// The text of a paste that has not ended.
  private var pasted: [UInt8]?
  /// A string of the terminal's that has not ended: what began it, and how much of it went by.
  private var string: (first: UInt8, count: Int)?

  /// Longer pastes are cut off, in bytes.
  private static let longestPaste = 1 << 16
  /// No sequence is as long; what is goes by as keys.
  private static let longestSequence = 32

  /// How long to wait for the rest of what has begun, in milliseconds; nil where nothing has.
  ///
  /// Short behind Escape alone, which a person pressed; longer inside a sequence, which a slow line
  /// has cut; and longest where a terminal says something.
  var patience: Int64? {
    if let string { return string.count == 0 && pending.isEmpty ? 100 : 1000 }
    guard pasted == nil, let first = pending.first else { return nil }
    return first == Self.escape ? (pending.count == 1 ? 20 : pending.count == 2 ? 100 : 500) : nil
  }

  /// - Returns: The keys that are whole now, oldest first.
  mutating func push(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while !pending.isEmpty {
      if pasted != nil {
        guard takePaste(&keys) else { break }
        continue
      }
      if string != nil {
        guard dropString() else { break }
        continue
      }
      guard let (key, count) = next() else { break }
      pending.removeFirst(count)
      if case .begin = key { pasted = [] }
      if case .string(let first) = key { string = (first, 0) }
      if case .key(let key) = key { keys.append(key) }
    }
    return keys
  }

  /// Nothing more came: what has begun is what it was typed as.
  mutating func giveUp() -> [Key] {
    guard patience != nil else { return [] }
    if let string {
      self.string = nil
      pending = []
      // Escape, or Alt, and a key of its own.
      let typed = Key.text(Character(Unicode.Scalar(string.first)))
      return string.count == 0 ? [.escape, typed] : []
    }
    pending.removeFirst()
    return [.escape] + push([])
  }

  /// What some bytes stand for.
  private enum Meaning {
    case key(Key)
    /// A sequence that says nothing here.
    case nothing
    /// The beginning of a paste.
    case begin
    /// The beginning of what a terminal answers: until its end nothing is a key.
    case string(UInt8)
  }

  private static let escape: UInt8 = 0x1B

  // MARK: One key

  /// What begins the bytes, and how many of them it has; nil where more must come.
  private func next() -> (Meaning, Int)? {
    let first = pending[0]
    if first == Self.escape { return sequence() }
    if first < 0x20 || first == 0x7F { return (control(first), 1) }
    return text(first)
  }

  private func control(_ byte: UInt8) -> Meaning {
    switch byte {
    case 0x0D: .key(.enter)
    case 0x09: .key(.tab)
    case 0x7F, 0x08: .key(.backspace)
    case 1...26: .key(.control(Character(Unicode.Scalar(byte + 0x60))))
    default: .nothing
    }
  }

  /// One scalar in UTF-8; a byte that begins none is left out.
  private func text(_ first: UInt8) -> (Meaning, Int)? {
    let count = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0
    guard count > 0, first < 0xF5 else { return (.nothing, 1) }
    for index in 1..<max(1, count) {
      guard index < pending.count else { return nil }
      guard pending[index] & 0xC0 == 0x80 else { return (.nothing, index) }
    }
    let text = String(decoding: pending[..<count], as: UTF8.self)
    // What steers, as marks of direction, is no sign.
    guard let character = text.printable(inOneLine: true).first, text.printable() == text else {
      return (.nothing, count)
    }
    return (.key(.text(character)), count)
  }

  // MARK: Sequences

  private func sequence() -> (Meaning, Int)? {
    guard pending.count > 1 else { return nil }
    switch pending[1] {
    case UInt8(ascii: "["): return controlSequence()
    case UInt8(ascii: "O"):
      guard pending.count > 2 else { return nil }
      guard let key = Self.letters[pending[2]] else { return (.key(.escape), 1) }
      return (.key(key), 3)
    case let first where Self.strings.contains(first): return (.string(first), 2)
    case let second where Self.altered[second] != nil:
      return (Self.altered[second].map { .key(.alt($0)) } ?? .nothing, 2)
    // Escape, and then a key of its own.
    default: return (.key(.escape), 1)
    }
  }

  /// `ESC [`, parameters, and a letter.
  private func controlSequence() -> (Meaning, Int)? {
    var index = 2
    while index < pending.count, (0x20...0x3F).contains(pending[index]) { index += 1 }
    guard index < Self.longestSequence else { return (.key(.escape), 1) }
    guard index < pending.count else { return nil }
    let last = pending[index]
    guard (0x40...0x7E).contains(last) else { return (.key(.escape), 1) }
    let count = index + 1
    let words = String(decoding: pending[2..<index], as: UTF8.self)
    if words.hasPrefix("<") { return (mouse(words.dropFirst(), last), count) }
    if last == UInt8(ascii: "~") { return (numbered(words), count) }
    let arrows: [Key]? =
      switch words {
      case "1;2": [.shiftRight, .shiftLeft]
      // Alt and Ctrl, as xterm and those after it say them.
      case "1;3", "1;5": [.wordRight, .wordLeft]
      default: nil
      }
    if let arrows, last == UInt8(ascii: "C") { return (.key(arrows[0]), count) }
    if let arrows, last == UInt8(ascii: "D") { return (.key(arrows[1]), count) }
    return (Self.letters[last].map(Meaning.key) ?? .nothing, count)
  }

  private static let letters: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "Z"): .backTab, UInt8(ascii: "M"): .enter,
  ]

  /// What Alt makes other keys of: those that edit a text.
  private static let altered: [UInt8: Character] = [
    UInt8(ascii: "b"): "b", UInt8(ascii: "d"): "d", UInt8(ascii: "f"): "f", 0x0D: "\r", 0x0A: "\r",
    0x7F: "\u{7F}", 0x08: "\u{7F}",
  ]

  private func numbered(_ words: String) -> Meaning {
    if words == "3;5" || words == "3;3" { return .key(.wordDelete) }
    return switch words.prefix(while: { $0 != ";" }) {
    case "1", "7": .key(.home)
    case "4", "8": .key(.end)
    case "3": .key(.delete)
    case "5": .key(.pageUp)
    case "6": .key(.pageDown)
    case "200": .begin
    default: .nothing
    }
  }

  /// `ESC [ < button ; column ; row M`, or `m` where the button is let go.
  private func mouse(_ words: Substring, _ last: UInt8) -> Meaning {
    let numbers = words.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let button = numbers[0], let column = numbers[1],
      let row = numbers[2], column > 0, row > 0
    else { return .nothing }
    let kind: Key.Mouse.Kind? =
      switch button {
      case _ where last == UInt8(ascii: "m"): .release
      case 0: .press
      case 32: .drag
      case 64: .wheelUp
      case 65: .wheelDown
      default: nil
      }
    guard let kind else { return .nothing }
    return .key(.mouse(Key.Mouse(kind: kind, column: column - 1, row: row - 1)))
  }

  // MARK: Strings of the terminal

  /// What begins one: DCS, SOS, OSC, PM and APC; ECMA-48, 5.6.
  private static let strings = "PX]^_".utf8

  /// Drops what there is of a string; false where its end has not come.
  ///
  /// It ends with ST (`ESC \\`), BEL as xterm allows, CAN or SUB; another sequence cuts it off.
  private mutating func dropString() -> Bool {
    let end = pending.firstIndex { [0x07, 0x18, 0x1A, Self.escape].contains($0) } ?? pending.count
    string?.count += end
    guard end < pending.count, pending[end] != Self.escape || end + 1 < pending.count else {
      pending.removeFirst(end)
      return false
    }
    let isEnded = pending[end] != Self.escape || pending[end + 1] == UInt8(ascii: "\\")
    pending.removeFirst(isEnded ? end + (pending[end] == Self.escape ? 2 : 1) : end)
    string = nil
    return true
  }

  // MARK: Pastes

  /// Terminals send a new line as CR, and what is pasted may have CRLF.
  private static func withPlainLines(_ text: String) -> String {
    String(text.map { $0 == "\r" || $0 == "\r\n" ? "\n" : $0 })
  }

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Takes what there is of a paste; false where its end has not come.
  private mutating func takePaste(_ keys: inout [Key]) -> Bool {
    var index = 0
    while index < pending.count {
      let rest = pending[index...]
      if rest.starts(with: Self.pasteEnd) {
        let text = String(decoding: pasted ?? [], as: UTF8.self)
        pasted = nil
        pending.removeFirst(index + Self.pasteEnd.count)
        keys.append(.paste(Self.withPlainLines(text).printable()))
        return true
      }
      // The end may be cut in the middle.
      if rest.count < Self.pasteEnd.count, Self.pasteEnd.starts(with: rest) { break }
      if (pasted?.count ?? 0) < Self.longestPaste { pasted?.append(pending[index]) }
      index += 1
    }
    pending.removeFirst(index)
    return false
  }
}
