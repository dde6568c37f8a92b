internal import IPCProtocol

/// Lists, one project, the board, what is next.
extension ProjectDescription {
  static let list = MethodDescription(
    "project.list", summary: text("List projects", "프로젝트 목록"),
    parameters: [
      ParameterDescription(
        "state", .oneOf(ProjectSchemas.states), text("one of the three lists", "상태")),
      ParameterDescription(
        "tag", .string(maxLength: 4000), text("with this tag; with all of a,b", "태그; a,b는 모두 붙은 것")),
      ParameterDescription("group", .string, text("in this group", "그룹")),
      ParameterDescription(
        "text", .string(maxLength: 1000), text("in the title or the description", "제목이나 설명에 든 말")),
      ParameterDescription(
        "due", .string(maxLength: 400),
        text(
          "a day or a range: today, ..fri, 2026-11-01..eom, none",
          "마감일이나 기간: 오늘, ..금요일, 2026-11-01..월말, 없음")),
      ParameterDescription("overdue", .boolean, text("only what is overdue", "마감 지난 것만")),
      ParameterDescription(
        "sort", .oneOf(SortKey.allCases.map(\.rawValue), default: SortKey.due.rawValue),
        text("the order", "정렬 기준")),
      ParameterDescription("reverse", .boolean, text("the other way round", "거꾸로")),
      limit(1_000_000, nil, "so many at most", "최대 개수"), zone,
    ],
    result: .object([
      .init("projects", .array(of: .reference("Project"))), .init("count", .integer(0)),
      .init("total", .integer(0)),
    ]),
    command: CommandDescription(
      ["list"], positionals: ["state"],
      flags: [.init("tag", short: "t"), .init("due", short: "d"), .init("limit", short: "n")],
      examples: [
        "matectl project list doing", "matectl project list --due ..fri --tag work",
        "matectl project list --overdue", "matectl project list --output csv",
      ]),
    render: .table(
      TableTemplate(
        rows: "/projects",
        columns: [
          TableColumn(text("No.", "번호"), "/id", format: "integer"),
          TableColumn(text("State", "상태"), "/state"),
          TableColumn(text("Deadline", "마감"), "/due", style: overdueStyle),
          TableColumn(text("Title", "제목"), "/title"),
          TableColumn(text("Tags", "태그"), "/tags"),
          TableColumn(text("Group", "그룹"), "/group"),
        ],
        empty: text(
          "No projects here. Add one: matectl project add \"…\"",
          "프로젝트가 없습니다. 추가: matectl project add \"…\""))))

  static let show = MethodDescription(
    "project.show", summary: text("Show all of one project", "프로젝트 자세히 보기"),
    parameters: [id, zone], result: ProjectSchemas.details,
    command: CommandDescription(
      ["show"], positionals: ["id"], examples: ["matectl project show 3"]),
    render: .table(
      TableTemplate(
        rows: "/fields",
        columns: [
          TableColumn(text("Project", "프로젝트"), "/name"), TableColumn(text("", ""), "/value"),
        ])))

  static let board = MethodDescription(
    "project.board", summary: text("Show the three lists side by side", "보드 보기"),
    parameters: [
      limit(
        10_000, Int(BoardView.usualLimit), "cards of a list; the counts say how many there are",
        "목록마다 보이는 카드 수"), zone,
    ],
    result: ProjectSchemas.board,
    command: CommandDescription(["board"], examples: ["matectl project board"]),
    render: .board(boardTemplate))

  static let watch = MethodDescription(
    "project.watch", summary: text("Follow the board as it changes", "보드를 계속 보기"),
    isStream: true, parameters: board.parameters, result: .object([]),
    command: CommandDescription(["watch"], examples: ["matectl project watch"]),
    renderEvent: .board(boardTemplate))

  private static let boardTemplate = BoardTemplate(
    columns: ProjectState.allCases.map { state in
      BoardColumn(
        text("\(state.title) ({\(state.word)/count})", "\(state.title) ({\(state.word)/count})"),
        items: "/\(state.word)/items", card: text("{card}", "{card}"), style: overdueStyle)
    }, footer: text("{sync}", "{sync}"))

  static let next = MethodDescription(
    "project.next", summary: text("Show what to do next, and why", "다음에 할 일과 그 까닭"),
    isForToday: true,
    parameters: [limit(1000, NextView.usualLimit, "so many at most", "최대 개수"), zone],
    result: .object([.init("projects", .array(of: ProjectSchemas.urgent))]),
    command: CommandDescription(
      ["next"], flags: [.init("limit", short: "n")], examples: ["matectl project next"]),
    render: .table(
      TableTemplate(
        rows: "/projects",
        columns: [
          TableColumn(text("No.", "번호"), "/id", format: "integer"),
          TableColumn(text("Title", "제목"), "/title"),
          TableColumn(text("Deadline", "마감"), "/due", style: overdueStyle),
          TableColumn(text("Urgency", "긴급도"), "/urgency", format: "fixed1"),
          TableColumn(text("Because", "까닭"), "/reasons"),
        ],
        empty: text("Nothing to do. Well done.", "할 일이 없습니다. 수고하셨습니다."))))
}
