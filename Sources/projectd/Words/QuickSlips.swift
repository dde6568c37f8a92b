internal import IPCProtocol
internal import Values

/// Words that were meant for a part of a project and stand in its title: `dew:fri`, `untag:work`.
///
/// A word is taken for a slip where what stands before its colon is near a key, and what stands behind
/// is what that key takes; `tax:2026` and `dev:ops` stay words of a title.
extension QuickWords {
  /// A word with a colon that is none of ours.
  private struct Unknown {
    let word: String
    let head: String
    let value: String

    /// Nil of `12:30`, `http://…`, `std::sort`, `PR:12`, and what has a space behind its colon.
    init?(_ word: String) {
      guard let colon = word.firstIndex(where: { $0 == ":" || $0 == "=" }) else { return nil }
      (self.word, head) = (word, String(word[..<colon]))
      value = String(word[word.index(after: colon)...])
      let isEqual = word[colon] == "="
      let isWord =
        head.utf8.allSatisfy { (0x61...0x7A).contains($0) }
        || head.unicodeScalars.allSatisfy(Hangul.isSyllable)
      guard head.utf8.count > 2, isWord, let first = value.first, !first.isWhitespace,
        !"/:=".contains(first)
      else { return nil }
      // `x=2` is a formula; what is a key but for its sign was meant for one.
      let isKey =
        Key.allCases.contains { $0.names.contains(head) } || QuickWords.foreign[head] != nil
      if isEqual, !isKey { return nil }
    }
  }

  /// What other programs, and answers of ours, call a key.
  private static let foreign: [String: String] = [
    "pro": "project", "proj": "project", "tags": "tag", "deadline": "due", "recur": "rec",
    "마감일": "마감", "기한": "마감", "반복일": "반복", "우선도": "우선",
  ]

  /// What has no key, and an option of its own.
  private static let options: [String: String] = [
    "untag": "--untag", "undepend": "--undepend", "remind": "--remind", "title": "--title",
    "body": "--body",
  ]

  /// Refuses what was probably meant for a part of the project.
  ///
  /// - Parameters:
  ///   - deadlines: What values are read with.
  ///   - isEdit: Whether a title is replaced by what stands here: then it may not be nothing but words
  ///     that look like parts.
  /// - Throws: ``ProjectError`` with the word that was probably meant.
  func checkSlips(_ deadlines: DeadlineWords, isEdit: Bool) throws(ProjectError) {
    let unknown = unescaped.compactMap { Unknown($0) }
    for word in unknown {
      if let option = Self.options[word.head], isEdit || !option.hasPrefix("--un") {
        throw Self.slip(word, "`\(option) \(Self.quoted(word.value))`")
      }
      if let name = Self.meant(word, deadlines) {
        throw Self.slip(word, "`\(Self.advice(name, word.value))`")
      }
    }
    guard isEdit, let first = unknown.first, unknown.count == title.count else { return }
    let names = Key.allCases.map { "\($0.names[0]):" }.joined(separator: ", ")
    throw ProjectError(
      .unknownWord,
      [
        "word": .string(String(first.word.prefix(100))),
        "problem": LocalizedText(
          en: "known are +group, @tag, \(names)",
          ko: "아는 낱말은 `+그룹`, `@태그`, `\(names)` 등입니다"
        ).jsonValue,
      ])
  }

  /// As a shell takes it for one word.
  private static func quoted(_ value: String) -> String {
    value.contains(" ") ? "\"\(value)\"" : value
  }

  /// What would do: of several tags each is a word.
  private static func advice(_ name: String, _ value: String) -> String {
    guard Key.tag.names.contains(name), value.contains(",") else {
      return "\(name):\(quoted(value))"
    }
    return value.split(separator: ",").map { "\(name):\($0)" }.joined(separator: " ")
  }

  private static func slip(_ unknown: Unknown, _ meant: String) -> ProjectError {
    ProjectError(
      .unknownWord,
      [
        "word": .string(String(unknown.word.prefix(100))),
        "problem": LocalizedText(en: "did you mean \(meant)", ko: "\(meant)의 잘못일 수 있습니다")
          .jsonValue,
      ])
  }

  private static func meant(_ unknown: Unknown, _ deadlines: DeadlineWords) -> String? {
    let name = foreign[unknown.head] ?? unknown.head
    if let key = Key.allCases.first(where: { $0.names.contains(name) }) {
      let isNamed =
        [.group, .tag, .assigned].contains(key) && unknown.value.first?.isLetter ?? false
      return isNamed || takes(key, unknown, deadlines) ? name : nil
    }
    var best: (name: String, distance: Int)?
    for key in Key.allCases where takes(key, unknown, deadlines) {
      // Of Korean keys those whose values few other words have.
      let isRare = ![.group, .tag, .assigned, .depends, .parent].contains(key)
      for name in key.names
      where name.utf8.count > 2 && (isRare || name.utf8.first ?? 0 < 0x80) {
        let distance = distance(unknown.head, name)
        let isLatin = name.utf8.first ?? 0 < 0x80
        let isNear =
          distance == 1 || distance == 2 && isLatin && unknown.head.first == name.first
        if isNear, best.map({ distance < $0.distance }) ?? true { best = (name, distance) }
      }
    }
    return best?.name
  }

  /// Whether a value is one that the key takes.
  private static func takes(_ key: Key, _ unknown: Unknown, _ deadlines: DeadlineWords) -> Bool {
    let value = unknown.value
    switch key {
    case .due, .wait, .scheduled, .until:
      return (try? deadlines.deadline(value)) != nil || OwnDates.Count(value) != nil
    case .repeats: return (try? RepeatWords(words: deadlines, start: nil).rule(value)) != nil
    case .priority: return (try? PriorityWords.priority(value)) != nil
    case .depends, .parent:
      return value.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2C }
    case .group, .tag, .assigned:
      // Of what takes any word only the longer heads are alike by mistake.
      return unknown.head.utf8.count > 3 && value.first?.isLetter ?? false
    }
  }

  /// How many of the letters that were typed differ, of which a Korean syllable has two or three.
  private static func distance(_ one: String, _ other: String) -> Int {
    let (one, other) = (letters(one), letters(other))
    return abs(one.count - other.count) < 3 ? alignmentDistance(one, other) : .max
  }

  private static func letters(_ text: String) -> [Unicode.Scalar] {
    Array(Hangul.letters(of: text).unicodeScalars)
  }
}
