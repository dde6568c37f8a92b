internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// Lists, one project, the board, what is next.
extension ProjectService {
  nonisolated static let list: Call<ProjectService> = .readLong(
    "project.list", "List what is open; --all: what is done too",
    ko: "할 일 목록 (--all: 끝난 것도 함께)",
    words: CallWords(
      "list <state> <words>",
      flags: [.init("tag", short: "t"), .init("due", short: "d"), .init("limit", short: "n")],
      examples: [
        "matectl project list doing", "matectl project list +work due:..fri",
        "matectl project list --overdue", "matectl project list --all --output csv",
        "matectl project list --where '+work and (p:H or is:overdue) and not @home'",
      ]),
    takes: Params.List.self, gives: Answers.List.self,
    shows: listTable
  ) { service, params, request in
    let reader = try service.projects.reader(params.zone, at: request.now)
    let query = try service.projects.query(params, reader, of: request.peer.uid)
    return service.projects.list(query, reader)
  }

  nonisolated static let search: Call<ProjectService> = .readLong(
    "project.search", "Find projects by what they say, also what is done",
    ko: "내용으로 찾기 (끝난 것도)",
    words: CallWords(
      "search <words>", flags: [.init("limit", short: "n")],
      examples: ["matectl project search report", "matectl project search 회의 자료"]),
    takes: Params.Search.self, gives: Answers.List.self, shows: listTable
  ) { service, params, request in
    let reader = try service.projects.reader(params.zone, at: request.now)
    var query = BoardQuery()
    query.filter.texts = params.words.map { TextMatch($0) }
    query.asked = params.words
    let words = service.projects.words(reader)
    if params.words.contains(where: { FilterWords.isFilter($0, words, of: request.peer.uid) }) {
      query.asFilter = FilterWords.text(of: params.words)
    }
    query.limit = params.limit
    return service.projects.list(query, reader)
  }

  nonisolated static let show: Call<ProjectService> = .read(
    "project.show", "Show all of one project", ko: "프로젝트 자세히 보기",
    words: CallWords("show <id>", examples: ["matectl project show 3"]),
    takes: Params.Show.self, gives: ProjectDetails.self,
    shows: .table(
      rows: "/fields",
      columns: [
        TableColumn("Project", ko: "프로젝트", "/name"), TableColumn("", ko: "", "/value"),
      ])
  ) { service, params, request in
    let projects = service.projects
    let project = try projects.board.find(ProjectReference(params.id.word))
    let notes = project.noteCount > 0 ? try projects.registers(of: project.number).notes : []
    return ProjectDetails(
      project, of: projects.board, try projects.reader(params.zone, at: request.now),
      extras: try projects.extras(of: project), notes: notes,
      changedBy: try projects.lastActor(of: project))
  }

  nonisolated static let board: Call<ProjectService> = .read(
    "project.board", "Show the three lists side by side", ko: "보드 보기", words: "board",
    takes: Params.Board.self, gives: BoardView.self, shows: .board(boardTemplate)
  ) { service, params, request in
    let reader = try service.projects.reader(params.zone, at: request.now)
    return BoardView(
      of: service.projects.board(for: reader), reader, limit: params.limit,
      remark: try service.syncs.remark())
  }

  nonisolated static let watch: Call<ProjectService> = .stream(
    "project.watch", "Follow the board as it changes", ko: "보드를 계속 보기", words: "watch",
    takes: Params.Board.self, sends: BoardView.self, gives: NoResult.self,
    showsEvent: .board(boardTemplate)
  ) { service, params, _, stream in
    try service.projects.watch(stream, zone: params.zone, limit: params.limit)
  }

  nonisolated static let next: Call<ProjectService> = .read(
    "project.next", "Show what to do next, and why", ko: "다음에 할 일과 그 까닭",
    words: CallWords("next", flags: [.init("limit", short: "n")]),
    takes: Params.Next.self, gives: NextView.self,
    shows: urgentTable(count: "/count")
  ) { service, params, request in
    let reader = try service.projects.reader(params.zone, at: request.now)
    return NextView(
      of: service.projects.board, reader, limit: params.limit,
      in: try service.projects.contextCondition(reader, of: request.peer.uid),
      named: try service.projects.contexts.used()?.name)
  }

  nonisolated static let today: Call<ProjectService> = .read(
    "project.today", "Show what is due today and overdue, then what is most urgent",
    ko: "오늘 마감과 지난 마감, 그다음 급한 일",
    words: CallWords("today", flags: [.init("limit", short: "n")]),
    takes: Params.Today.self, gives: TodayView.self, shows: urgentTable(count: "/open")
  ) { service, params, request in
    let reader = try service.projects.reader(params.zone, at: request.now)
    return TodayView(
      of: service.projects.board(for: reader), reader, limit: params.limit,
      in: try service.projects.contextCondition(reader, of: request.peer.uid),
      named: try service.projects.contexts.used()?.name)
  }.forToday

  private nonisolated static func urgentTable(count: String) -> Rendering {
    .table(
      rows: "/projects", key: "/id", count: count,
      columns: [
        TableColumn("No.", ko: "번호", "/id", format: "integer"),
        TableColumn("Title", ko: "제목", "/title", least: 24),
        TableColumn("Deadline", ko: "마감", "/due", format: "day", style: overdueStyle),
        TableColumn("Urgency", ko: "긴급도", "/urgency", format: "fixed1"),
        TableColumn("Because", ko: "까닭", "/reasons"),
      ],
      empty: LocalizedText(en: "{nothing}", ko: "{nothing}"),
      footer: LocalizedText(en: "{remark}", ko: "{remark}"))
  }

  private nonisolated static let listTable = Rendering.table(
    rows: "/projects", key: "/id",
    columns: [
      TableColumn("No.", ko: "번호", "/id", format: "integer"),
      TableColumn("State", ko: "상태", "/state", rank: 4),
      TableColumn("Deadline", ko: "마감", "/due", format: "day", style: overdueStyle, rank: 3),
      TableColumn("Title", ko: "제목", "/title", rank: 2, detail: "/detail", least: 24),
      TableColumn("Tags", ko: "태그", "/tags", rank: 8),
      TableColumn("Group", ko: "그룹", "/group", rank: 7),
      TableColumn("Pr.", ko: "순위", "/priority", rank: 5),
      TableColumn("Blocked", ko: "대기", "/blocked", rank: 6),
      TableColumn("For", ko: "담당", "/assigned", rank: 9),
    ],
    empty: LocalizedText(en: "{nothing}", ko: "{nothing}"),
    footer: LocalizedText(en: "{remark}", ko: "{remark}"))

  private nonisolated static let overdueStyle = [
    StyleRule(when: "/overdue", is: true, use: .danger)
  ]

  private nonisolated static let boardTemplate = BoardTemplate(
    columns: ProjectState.allCases.map { state in
      let title = "\(state.title) ({\(state.word)/count})"
      return BoardColumn(
        LocalizedText(en: title, ko: title), items: "/\(state.word)/items",
        count: "/\(state.word)/count", key: "/id", card: LocalizedText(en: "{card}", ko: "{card}"),
        style: overdueStyle,
        value: .string(state.word), detail: "/detail")
    }, footer: LocalizedText(en: "{news}{sync}", ko: "{news}{sync}"))
}

extension Projects {
  fileprivate func query(
    _ params: Params.List, _ reader: ReaderDay, of uid: UInt32
  ) throws -> BoardQuery {
    var query = BoardQuery()
    query.filter.state = params.state
    if params.done {
      guard params.state ?? .done == .done, !params.all else {
        throw ProjectError(.severalStates)
      }
      query.filter.state = .done
    }
    query.filter.leavesOutDone = !params.all
    query.filter.leavesOutWaiting = !params.all
    query.filter.isWaiting = params.waiting
    query.filter.isBlocked = params.blocked
    query.filter.isBlocking = params.blocking
    query.filter.priority = try params.priority.map { try PriorityWords.priority($0) ?? 0 }
    let tags = params.tag?.split(separator: ",").map(String.init) ?? []
    query.filter.tags = try TextRules.tags(tags)
    query.filter.group = params.group.map { GroupMatch($0) }
    query.filter.texts = params.text.map { [TextMatch($0)] } ?? []
    query.filter.isOverdue = params.overdue
    query.filter.assigned = params.assigned.map { AssignedMatch($0, of: uid) }
    query.filter.due = try params.due.map { try DueRange($0, words(reader)) }
    for text in [FilterWords.text(of: params.words), params.where].compactMap(\.self) {
      query.filter.conditions.append(try FilterWords.condition(text, words(reader), of: uid))
    }
    if let condition = try contextCondition(reader, of: uid) {
      query.filter.conditions.append(condition)
      query.context = try contexts.used()?.name
    }
    query.asked = params.asked
    if let context = query.context { query.asked.append("(context \(context))") }
    query.sort = params.sort
    query.isReversed = params.reverse
    query.limit = params.limit
    return query
  }

  fileprivate func extras(of project: Project) throws -> [(name: String, value: String)] {
    guard project.hasExtras else { return [] }
    return try registers(of: project.number).entries.compactMap { field, register in
      guard case .extra(let name) = field, let value = register.value else { return nil }
      return (name, value)
    }.sorted { $0.name < $1.name }
  }
}
