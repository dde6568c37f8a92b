internal import IPCProtocol
internal import Values

/// A line as people type it: `report +work @home due:fri`, apart into what it says.
///
/// `+name` is a group and `@name` a tag, as in todo.txt; `key:value` is one of ``Key``. Everything
/// else is the title, in its order: so is a `+` or `@` that no letter follows, or that has a space
/// behind it, a key that is none of ours, and a word with a backslash before it.
struct QuickWords: Sendable {
  /// What a word with a colon may be about.
  enum Key: CaseIterable, Sendable {
    case due, repeats, until, group, tag, priority, wait, scheduled, depends, parent, assigned

    /// What people type before the colon; the first one is ours.
    var names: [String] {
      switch self {
      case .due: ["due", "마감"]
      case .repeats: ["rec", "repeat", "every", "반복"]
      case .until: ["until"]
      case .group: ["group", "project", "그룹"]
      case .tag: ["tag", "태그"]
      case .priority: ["p", "pri", "priority", "우선", "우선순위"]
      case .wait: ["wait", "미룸"]
      case .scheduled: ["sched", "scheduled", "예정"]
      case .depends: ["depends", "dep", "선행"]
      case .parent: ["parent", "상위"]
      case .assigned: ["assigned", "assign", "담당"]
      }
    }
  }

  private(set) var title: [String] = []
  /// Of each key what was typed behind its colon, in the order of the line.
  private(set) var values: [Key: [String]] = [:]
  /// Of each key the words of the title that stand right behind its first value.
  private(set) var following: [Key: [String]] = [:]
  /// The name of each key as it was typed first.
  private(set) var typed: [Key: String] = [:]
  /// The words of the title that no backslash made words.
  private(set) var unescaped: [String] = []

  /// - Parameter words: As a shell hands them on: what was in quotes is one word.
  init(_ words: [String]) {
    var last: Key?
    for word in words {
      if let (key, value) = Self.quick(word) {
        values[key, default: []].append(value)
        if typed[key] == nil { typed[key] = word.firstIndex(of: ":").map { String(word[..<$0]) } }
        last = following[key] == nil ? key : nil
      } else {
        // One backslash is for us, where the word would have been quick without it.
        let isEscaped = word.hasPrefix("\\") && Self.isQuick(word.drop { $0 == "\\" })
        title.append(isEscaped ? String(word.dropFirst()) : word)
        if !isEscaped { unescaped.append(word) }
        if let last { following[last, default: []].append(word) }
      }
    }
  }

  private static func isQuick(_ word: Substring) -> Bool { quick(String(word)) != nil }

  private static func quick(_ word: String) -> (Key, String)? {
    if let name = name(word, "+") { return (.group, name) }
    if let name = name(word, "@") { return (.tag, name) }
    guard let colon = word.firstIndex(of: ":") else { return nil }
    let (head, value) = (word[..<colon].lowercased(), word[word.index(after: colon)...])
    // `note: milk` is a title, and so is an address.
    guard !(value.first?.isWhitespace ?? false), !value.hasPrefix("//"),
      let key = Key.allCases.first(where: { $0.names.contains(head) })
    else { return nil }
    return (key, String(value))
  }

  /// What stands behind a sign: a letter first, as `+1` and `@5pm` are no names, and no space.
  private static func name(_ word: String, _ sign: Character) -> String? {
    let name = word.dropFirst()
    guard word.first == sign, name.first?.isLetter ?? false,
      !name.contains(where: \.isWhitespace)
    else { return nil }
    return String(name)
  }
}

// MARK: Beside what options say

extension QuickWords {
  /// The words that are no quick words; nil where there are none.
  var text: String? { title.isEmpty ? nil : title.joined(separator: " ") }

  /// The line, where every key of it has a value.
  ///
  /// - Throws: ``ProjectError`` of `due:` alone, which others take for nothing and for a word.
  func complete() throws(ProjectError) -> QuickWords {
    for (key, values) in values where values.contains("") {
      throw ProjectError(.emptyValue, ["part": .string(typed[key] ?? key.names[0])])
    }
    return self
  }

  /// Whether the line says nothing but a title.
  var isPlain: Bool { values.isEmpty }

  var tags: [String] { (values[.tag] ?? []).filter { !Self.isNone($0) } }

  /// `tag:none`, as with every other word; a tag of the line is one beside it.
  var takesTagsAway: Bool { values[.tag]?.contains(where: Self.isNone) ?? false }

  private static func isNone(_ word: String) -> Bool {
    DeadlineVocabulary.none.contains(word.lowercased())
  }

  /// What must be done first: `depends:3,5`, `depends:1-3`.
  var depends: [String] { values[.depends] ?? [] }

  /// The one value of a key, or that of an option.
  ///
  /// - Throws: ``ProjectError`` where it is said more than once: none of them is dropped silently.
  func one(_ key: Key, or option: String?) throws(ProjectError) -> String? {
    try Self.one(key.names[0], (values[key] ?? []) + (option.map { [$0] } ?? []))
  }

  /// The rule of the line or of the option, with its end: `rec:weekly until:"may 31"`.
  ///
  /// - Throws: ``ProjectError`` of an end without a rule, which would be a word of the title else.
  func rule(or option: String?) throws(ProjectError) -> String? {
    let rule = try one(.repeats, or: option)
    guard let end = try one(.until, or: nil) else { return rule }
    guard let rule else {
      let problem = LocalizedText(
        en: "it ends a rule that is not said; write rec:weekly beside it, or \\until: for the word "
          + "itself",
        ko: "끝낼 반복이 없습니다. `rec:매주`를 함께 쓰거나, 낱말 그대로 쓰려면 `\\until:`로 쓰십시오")
      throw ProjectError(
        .invalidRecurrence, ["rule": .string("until:\(end)"), "problem": problem.jsonValue])
    }
    return "\(rule) until \(end)"
  }

  /// The title of the line, or that of the option.
  func title(or option: String?) throws(ProjectError) -> String? {
    try Self.one("title", (text.map { [$0] } ?? []) + (option.map { [$0] } ?? []))
  }

  private static func one(_ part: String, _ values: [String]) throws(ProjectError) -> String? {
    guard values.count < 2 else {
      throw ProjectError(
        .saidTwice,
        [
          "part": .string(part), "first": .string(values[0]), "second": .string(values[1]),
        ])
    }
    return values.first
  }
}
