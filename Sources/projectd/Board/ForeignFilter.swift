internal import IPCProtocol

/// Words of Taskwarrior's filters (task(1), "FILTERS"), in their meaning there: `+OVERDUE`, `due.before:friday`,
/// `status:pending`. What has none here is refused with the word that does the same.
extension FilterWords {
  /// - Returns: Nil of what is no such word.
  /// - Throws: ``ProjectError`` of one that asks for what no filter here does.
  func foreign(_ token: String) throws(ProjectError) -> Condition? {
    if let condition = try virtual(token) { return condition }
    guard let colon = token.firstIndex(of: ":") else { return nil }
    let head = token[..<colon].lowercased()
    let value = String(token[token.index(after: colon)...])
    if head == "status", let condition = Self.statuses[value.lowercased()] { return condition }
    if ["pro", "proj"].contains(head), !value.isEmpty { return .group(GroupMatch(value)) }
    if head == "tags", !value.isEmpty { return .tag(value) }
    if let instead = Self.others[head] { throw refusal(token, instead.en, instead.ko) }
    let parts = head.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let key = Self.attributes[parts[0]] else { return nil }
    return try modified(key, parts[1], value, token)
  }

  /// Whether a word that is searched for asks for something else in a filter, or is refused there.
  static func isFilter(_ word: String, _ words: DeadlineWords, of uid: UInt32) -> Bool {
    guard "+@-".contains(word.first ?? " ") || word.contains(":") else { return false }
    guard let condition = try? condition(word, words, of: uid) else { return true }
    if case .text = condition { return false }
    return true
  }

  // MARK: Signs

  private func virtual(_ token: String) throws(ProjectError) -> Condition? {
    let name = String(token.dropFirst())
    guard let sign = token.first, "+-".contains(sign), name.first?.isLetter ?? false else {
      return nil
    }
    let isVirtual = name.count > 2 && name.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    if isVirtual, let condition = try condition(virtual: name) {
      return sign == "+" ? condition : .not(condition)
    }
    if isVirtual, Self.unknownTags.contains(name) {
      throw refusal(
        token, "no filter asks for that; write is:overdue, is:blocked, is:waiting or is:done",
        "그런 조건은 없습니다. `is:overdue`, `is:blocked`, `is:waiting`, `is:done`으로 쓰십시오")
    }
    guard sign == "-" else { return nil }
    throw refusal(
      token, "what is not wanted is `not @\(name)` for a tag, and `not +\(name)` for a group",
      "태그가 없는 것은 `not @\(name)`, 그룹이 아닌 것은 `not +\(name)`으로 씁니다")
  }

  private func condition(virtual name: String) throws(ProjectError) -> Condition? {
    if let condition = Self.tags[name] { return condition }
    guard let due = Self.dueTags[name] else { return nil }
    return .due(try DueRange(due, words))
  }

  private static let tags: [String: Condition] = [
    "OVERDUE": .overdue, "BLOCKED": .blocked, "BLOCKING": .blocking, "WAITING": .waiting,
    "UNBLOCKED": .not(.blocked), "ACTIVE": .state(.doing), "COMPLETED": .state(.done),
    "PENDING": .not(.state(.done)), "PRIORITY": .not(.priority(0)),
    "READY": .not(.any([.state(.done), .blocked, .waiting])),
  ]

  private static let dueTags: [String: String] = [
    "TODAY": "today", "DUETODAY": "today", "TOMORROW": "tomorrow", "YESTERDAY": "yesterday",
    "WEEK": "this week", "MONTH": "this month", "QUARTER": "this quarter", "YEAR": "this year",
    "DUE": "today..+7d",
  ]

  private static let unknownTags: Set<String> = [
    "TAGGED", "PROJECT", "SCHEDULED", "PARENT", "CHILD", "DELETED", "RECURRING", "INSTANCE",
    "TEMPLATE", "UNTIL", "ANNOTATED", "LATEST", "ORPHAN", "UDA",
  ]

  // MARK: Attributes

  private static let statuses: [String: Condition] = [
    "pending": .not(.state(.done)), "completed": .state(.done), "waiting": .waiting,
  ]

  private static let attributes: [String: String] = [
    "due": "due", "마감": "due", "project": "group", "pro": "group", "proj": "group",
    "group": "group", "그룹": "group", "tags": "tag", "tag": "tag", "태그": "tag",
    "priority": "p", "pri": "p", "description": "text", "desc": "text", "title": "text",
    "status": "status",
  ]

  private static let sides: [String: DueRange.Side] = [
    "before": .before, "below": .before, "under": .before, "by": .by, "after": .after,
    "above": .after, "over": .after,
  ]

  private func modified(
    _ key: String, _ modifier: String, _ value: String, _ token: String
  ) throws(ProjectError) -> Condition {
    if let side = Self.sides[modifier], key == "due" {
      return .due(DueRange(side, try words.days(value)))
    }
    let isNone = modifier == "none"
    if isNone || modifier == "any", value.isEmpty, ["due", "p"].contains(key) {
      let none: Condition = key == "p" ? .priority(0) : .due(.none)
      return isNone ? none : .not(none)
    }
    let isNot = ["not", "isnt", "hasnt"].contains(modifier)
    guard isNot || ["is", "equals", "has", "contains"].contains(modifier), !value.isEmpty else {
      throw refusal(
        token, "no filter asks it that way; write due:..fri, due:fri.., p:H, +group, @tag or not",
        "그렇게는 찾지 않습니다. `due:..금요일`, `due:금요일..`, `p:H`, `+그룹`, `@태그`, `not`으로 쓰십시오")
    }
    let asked: Condition =
      switch key {
      case "text": .text(TextMatch(value))
      case "status": try status(value, token)
      default: try condition("\(key):\(value)")
      }
    return isNot ? .not(asked) : asked
  }

  private func status(_ value: String, _ token: String) throws(ProjectError) -> Condition {
    if let condition = Self.statuses[value.lowercased()] { return condition }
    throw refusal(
      token, "write is:todo, is:doing or is:done",
      "`is:todo`, `is:doing`, `is:done`으로 쓰십시오")
  }

  /// What has another place here.
  private static let others: [String: (en: String, ko: String)] = [
    "limit": ("so many at most are `--limit 5`", "최대 개수는 `--limit 5`로 씁니다"),
    "sort": ("an order is `--sort due`", "정렬은 `--sort due`로 씁니다"),
    "id": ("one project is `matectl project show 3`", "하나는 `matectl project show 3`으로 봅니다"),
    "uuid": ("one project is `matectl project show 5f0c`", "하나는 `matectl project show 5f0c`로 봅니다"),
    "description": ("words are asked as they are", "내용은 낱말 그대로 쓰십시오"),
    "desc": ("words are asked as they are", "내용은 낱말 그대로 쓰십시오"),
  ].merging(
    ["entry", "end", "start", "modified"].flatMap { name in
      [name, "\(name).before", "\(name).after", "\(name).by"].map { ($0, times) }
    }, uniquingKeysWith: { first, _ in first })

  private static let times = (
    en: "no filter asks for that time; `--sort created` and `--sort changed` order by it",
    ko: "그 시각으로는 찾지 않습니다. `--sort created`, `--sort changed`로 정렬할 수 있습니다"
  )

  private func refusal(_ token: String, _ en: String, _ ko: String) -> ProjectError {
    failure("“\(token)”: \(en)", "‘\(token)’: \(ko)")
  }
}
