internal import Values

/// What a view without rows says: that nothing matches what was asked, and how much there is.
enum NothingFound {
  private static let invitation = LocalizedText(
    en: "No projects here. Add one: matectl project add \"…\"",
    ko: "프로젝트가 없습니다. 추가: matectl project add \"…\"")
  private static let rest = LocalizedText(
    en: "Nothing to do. Well done.", ko: "할 일이 없습니다. 수고하셨습니다.")

  /// Of what was asked, characters that are said again.
  private static let longest = 120

  /// For a list that was kept to the words in `asked`, as they are typed; to none where it is what is
  /// open.
  static func text(asked: [String], on board: Board, asFilter: String? = nil) -> LocalizedText {
    guard board.liveCount > 0 else { return invitation }
    guard !asked.isEmpty else { return LocalizedText(en: "Nothing is open.", ko: "남은 일이 없습니다.") }
    let said = asked.joined(separator: " ")
    let words = said.count > longest ? said.prefix(longest) + "…" : said[...]
    if let asFilter {
      return LocalizedText(
        en: "No title or description has `\(words)`; as a filter: "
          + "`matectl project list '\(asFilter)'`",
        ko: "`\(words)`가 든 제목이나 설명이 없습니다. 조건으로는: `matectl project list '\(asFilter)'`")
    }
    let (all, open) = (board.liveCount, board.openCount)
    return LocalizedText(
      en: "Nothing matches `\(words)`. The board has \(all) \(all == 1 ? "project" : "projects"), "
        + "\(open) open: `matectl project list --all`",
      ko: "`\(words)`에 맞는 프로젝트가 없습니다. 보드에는 \(all)개가 있고 남은 것은 \(open)개입니다: "
        + "`matectl project list --all`")
  }

  /// For what is to be done next, in a filter that is in use or in all of the board.
  static func toDo(on board: Board, context: String?) -> LocalizedText {
    let open = board.openCount
    guard open > 0 else { return board.liveCount > 0 ? rest : invitation }
    if let context {
      return LocalizedText(
        en: "Nothing to do in \(context); the board has \(open) open.",
        ko: "\(context)에는 할 일이 없습니다. 보드에 남은 것은 \(open)개입니다.")
    }
    return LocalizedText(
      en: "Nothing to do now; \(open) put off until later: `matectl project list --waiting`",
      ko: "지금 할 일이 없습니다. 미뤄 둔 것은 \(open)개입니다: `matectl project list --waiting`")
  }

  /// For what is due in so many days from today on, of those that are looked at: in a filter that is in
  /// use, or all of the board.
  static func due(
    on board: Board, days: Int, among places: [Int32], context: String?
  ) -> LocalizedText {
    let keys = board.keys
    let open = places.count { keys[Int($0)].state != .done }
    guard open > 0 else { return toDo(on: board, context: context) }
    let later = places.count { keys[Int($0)].state != .done && keys[Int($0)].due.kind != .none }
    var (en, ko): ([String], [String]) = ([], [])
    if later > 0 {
      en.append("\(later) due later (a larger `--days` shows \(later == 1 ? "it" : "them"))")
      ko.append("그 뒤에 마감이 있는 것은 \(later)개입니다(`--days`를 늘리면 보입니다)")
    }
    if open > later {
      en.append("\(open - later) open without a deadline (`matectl project list --due none`)")
      ko.append("마감 없이 남은 것은 \(open - later)개입니다(`matectl project list --due none`)")
    }
    return LocalizedText(
      en: "Nothing is due \(days == 1 ? "today" : "in \(days) days from today"); "
        + en.joined(separator: ", "),
      ko: "\(days == 1 ? "오늘" : "오늘부터 \(days)일 동안") 마감이 없습니다. " + ko.joined(separator: ", "))
  }
}

extension Board {
  /// How many are to be done or being done.
  var openCount: Int { count(.todo) + count(.doing) }
}
