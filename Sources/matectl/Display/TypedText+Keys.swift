/// What keys do to a text that is being typed, as in readline.
extension TypedText {
  /// Takes a key; false where it is for something else.
  mutating func press(_ key: Key) -> Bool {
    switch key {
    case .text(let sign): insert(String(sign))
    case .paste(let text): insert(text)
    case .control("j") where mayHaveLines, .alt("\r") where mayHaveLines: insert("\n")
    case .control("y"): putBack()
    default: return move(by: key) || remove(by: key)
    }
    return true
  }

  private mutating func move(by key: Key) -> Bool {
    switch key {
    case .left, .control("b"): move(to: cursor - 1)
    case .right, .control("f"): move(to: cursor + 1)
    case .home, .control("a"): move(to: lineStart)
    case .end, .control("e"): move(to: lineEnd)
    case .wordLeft, .alt("b"): move(to: wordStart(of: \.isOfWord))
    case .wordRight, .alt("f"): move(to: wordEnd(of: \.isOfWord))
    default: return false
    }
    return true
  }

  private mutating func remove(by key: Key) -> Bool {
    switch key {
    case .backspace: remove(cursor - 1..<cursor)
    case .delete, .control("d"): remove(cursor..<cursor + 1)
    case .control("w"): cut(wordStart(of: { !$0.isWhitespace })..<cursor)
    case .alt("\u{7F}"): cut(wordStart(of: \.isOfWord)..<cursor)
    case .wordDelete, .alt("d"): cut(cursor..<wordEnd(of: \.isOfWord))
    // On nothing more of the line its break goes.
    case .control("u"): cut(min(lineStart, cursor - 1)..<cursor)
    case .control("k"): cut(cursor..<max(lineEnd, cursor + 1))
    default: return false
    }
    return true
  }
}
