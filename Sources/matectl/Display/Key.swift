/// What a person did at the terminal.
enum Key: Hashable {
  /// A letter or sign as it was typed.
  case text(Character)
  /// A control key by its letter, as `c` for Ctrl-C.
  case control(Character)
  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right, pageUp, pageDown, home, end
  case shiftLeft, shiftRight
  /// Ctrl or Alt with an arrow or with Del, which are for words.
  case wordLeft, wordRight, wordDelete
  /// Alt with a key that edits: `b`, `d`, `f`, Enter (`\r`) or Backspace (U+007F).
  case alt(Character)
  /// A text that was pasted, with its lines and without what would steer.
  case paste(String)
  case mouse(Mouse)

  struct Mouse: Hashable {
    enum Kind: Hashable { case press, drag, release, wheelUp, wheelDown }

    var kind: Kind
    /// Counted from 0, from the upper left corner.
    var column: Int
    var row: Int
  }
}

extension Key {
  /// What it is where no text is typed.
  var plain: [Key] {
    switch self {
    case .control("j"): [.enter]
    case .wordLeft: [.left]
    case .wordRight: [.right]
    case .wordDelete: [.delete]
    // Escape was pressed, and a key of its own soon after.
    case .alt("\r"): [.escape, .enter]
    case .alt("\u{7F}"): [.escape, .backspace]
    case .alt(let letter): [.escape, .text(letter)]
    default: [self]
    }
  }
}

extension Character {
  /// The letter of the same key where the keyboard writes 한글 (두벌식), else the letter itself: keys that
  /// are commands work whichever way the keyboard is switched.
  var command: Character { Self.latin[self] ?? self }

  private static let latin: [Character: Character] = {
    let korean = "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡㅃㅉㄸㄲㅆㅒㅖ"
    let latin = "qwertyuiopasdfghjklzxcvbnmQWERTOP"
    return Dictionary(uniqueKeysWithValues: zip(korean, latin))
  }()
}
