internal import IPCProtocol
internal import TaskFormats
internal import Values

/// A filter as people type it: `+work and (p:H or not @home) is:blocked report`.
///
/// Between two conditions stands `and`, also where nothing stands; `or` binds less, `not` more, and
/// parentheses most.
struct FilterWords {
  private var tokens: ArraySlice<String>
  private let text: String
  let words: DeadlineWords
  /// Who asks, as `me`.
  private let uid: UInt32

  /// So much a filter may have.
  private static let tokenLimit = 200
  private static let depthLimit = 50

  /// - Throws: ``ProjectError`` for what is no filter, with what was expected where.
  static func condition(
    _ text: String, _ words: DeadlineWords, of uid: UInt32
  ) throws(ProjectError) -> Condition {
    var reader = FilterWords(text, words, uid)
    guard !reader.tokens.isEmpty else { throw reader.failure("nothing is asked for", "조건이 없습니다") }
    guard reader.tokens.count <= tokenLimit else {
      throw reader.failure("it has more than \(tokenLimit) parts", "조건이 \(tokenLimit)개를 넘습니다")
    }
    let condition = try reader.any(depth: 0)
    guard let rest = reader.tokens.first else { return condition }
    throw reader.failure("“\(rest)” is left over", "\("‘\(rest)’", .subject) 남습니다")
  }

  /// The filter of the words of a command line; nil where there are none.
  ///
  /// One word alone is a whole filter, as `'+work or @home'`; of several each is one condition, with
  /// the spaces that the shell left in it: `due:"next fri" @home`.
  static func text(of words: [String]) -> String? {
    guard words.count > 1 else { return words.first }
    return words.map { $0.contains(where: \.isWhitespace) ? "\"\($0)\"" : $0 }
      .joined(separator: " ")
  }

  private init(_ text: String, _ words: DeadlineWords, _ uid: UInt32) {
    self.uid = uid
    self.text = text
    self.words = words
    tokens = Self.tokens(text)[...]
  }

  /// Words between white space, parentheses by themselves; what is in quotes is one word.
  private static func tokens(_ text: String) -> [String] {
    var (tokens, word): ([String], String) = ([], "")
    var isQuoted = false
    for character in text {
      switch character {
      case "\"": isQuoted.toggle()
      case "(" where !isQuoted, ")" where !isQuoted:
        if !word.isEmpty { tokens.append(word) }
        tokens.append(String(character))
        word = ""
      case _ where character.isWhitespace && !isQuoted:
        if !word.isEmpty { tokens.append(word) }
        word = ""
      default: word.append(character)
      }
    }
    return word.isEmpty ? tokens : tokens + [word]
  }

  func failure(_ en: String, _ ko: String) -> ProjectError {
    ProjectError(
      .invalidFilter,
      [
        "filter": .string(text.trimmed.isEmpty ? "\"\"" : String(text.prefix(100))),
        "problem": LocalizedText(en: en, ko: ko).jsonValue,
      ])
  }

  private static let or: Set<String> = ["or", "또는"]
  private static let and: Set<String> = ["and", "그리고"]
  private static let not: Set<String> = ["not", "!", "아닌"]

  private mutating func take(_ words: Set<String>) -> Bool {
    guard let token = tokens.first, words.contains(token.lowercased()) else { return false }
    tokens.removeFirst()
    return true
  }

  private mutating func any(depth: Int) throws(ProjectError) -> Condition {
    var parts = [try all(depth: depth)]
    while take(Self.or) { parts.append(try all(depth: depth)) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func all(depth: Int) throws(ProjectError) -> Condition {
    var parts = [try one(depth: depth)]
    while let next = tokens.first, next != ")", !Self.or.contains(next.lowercased()) {
      _ = take(Self.and)
      parts.append(try one(depth: depth))
    }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func one(depth: Int) throws(ProjectError) -> Condition {
    guard depth < Self.depthLimit else { throw failure("it is nested too deep", "괄호가 너무 깊습니다") }
    if take(Self.not) { return .not(try one(depth: depth + 1)) }
    guard let token = tokens.popFirst(), token != ")", !Self.or.contains(token.lowercased()),
      !Self.and.contains(token.lowercased())
    else { throw failure("a condition is missing", "조건이 빠졌습니다") }
    guard token == "(" else { return try condition(token) }
    let inner = try any(depth: depth + 1)
    guard take([")"]) else { throw failure("a parenthesis is not closed", "괄호가 닫히지 않았습니다") }
    return inner
  }

  private static let states: [String: Condition] = [
    "todo": .state(.todo), "doing": .state(.doing), "done": .state(.done), "overdue": .overdue,
    "waiting": .waiting, "blocked": .blocked, "blocking": .blocking,
  ]

  /// How other programs ask for the list that something is in.
  private static let elsewhere: Set<String> = ["status", "state", "list", "상태", "목록"]

  /// A day or a range; where a shell took its words apart, the refusal puts them together.
  private func range(_ due: String) throws(ProjectError) -> DueRange {
    do throws(ProjectError) {
      return try DueRange(due, words)
    } catch {
      guard let next = tokens.first, (try? DueRange("\(due) \(next)", words)) != nil else {
        throw error
      }
      let whole = "due:\"\(due) \(next)\""
      throw failure(
        "several words are one value in quotes: `\(whole)`",
        "여러 낱말은 따옴표로 묶어 쓰십시오: `\(whole)`")
    }
  }

  func condition(_ token: String) throws(ProjectError) -> Condition {
    let parts = token.split(separator: ":", maxSplits: 1).map(String.init)
    if parts.count == 2, parts[0].lowercased() == "is" {
      guard let state = Self.states[parts[1].lowercased()] else {
        let known = Self.states.keys.sorted().joined(separator: ", ")
        throw failure("“\(token)” is none of is: \(known)", "is: 뒤에는 \(known) 가운데 하나를 씁니다")
      }
      return state
    }
    if let foreign = try foreign(token) { return foreign }
    if parts.count == 2, Self.elsewhere.contains(parts[0].lowercased()) {
      throw failure(
        "“\(token)” is not asked that way here; write is:todo, is:doing or is:done, or "
          + "`--text \(token)` for the words",
        "\("‘\(token)’", .object) 그렇게는 찾지 않습니다. `is:todo`, `is:doing`, `is:done`으로 쓰거나, "
          + "낱말을 찾으려면 `--text \(token)`으로 쓰십시오")
    }
    let quick = try QuickWords([token]).complete()
    if let group = quick.values[.group]?.first { return .group(GroupMatch(group)) }
    if let tag = quick.values[.tag]?.first { return .tag(tag) }
    if let due = quick.values[.due]?.first { return .due(try range(due)) }
    if let priority = quick.values[.priority]?.first {
      return .priority(try PriorityWords.priority(priority) ?? 0)
    }
    if let name = quick.values[.assigned]?.first { return .assigned(AssignedMatch(name, of: uid)) }
    guard quick.isPlain, let text = quick.text else {
      throw failure(
        "“\(token)” is nothing that a list can ask for", "\("‘\(token)’", .topic) 조건이 아닙니다")
    }
    return .text(TextMatch(text))
  }
}
