internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// From one list to another, and away.
extension ProjectService {
  nonisolated static let move: Call<ProjectService> = .change(
    "project.move", "Move projects to another list", ko: "다른 목록으로 옮기기",
    words: CallWords("move <ids> <to>", examples: ["matectl project move 3 4 doing"]),
    takes: Params.Move.self, gives: Answers.Several.self, shows: .message("{text}", ko: "{text}")
  ) { service, params, request in
    try service.projects.move(params.ids.references(), to: params.to, params.zone, request)
  }.idempotent

  nonisolated static let start: Call<ProjectService> = .change(
    "project.start", "Start projects: they are in DOING then", ko: "시작하기 (DOING으로)",
    words: CallWords("start <ids>", examples: ["matectl project start 3"]),
    takes: Params.Named.self, gives: Answers.Several.self, shows: .message("{text}", ko: "{text}")
  ) { service, params, request in
    try service.projects.move(params.ids.references(), to: .doing, params.zone, request)
  }.idempotent

  nonisolated static let stop: Call<ProjectService> = .change(
    "project.stop", "Put what was started back to TODO", ko: "시작한 것을 TODO로 되돌리기",
    words: CallWords("stop <ids>", examples: ["matectl project stop 3"]),
    takes: Params.Named.self, gives: Answers.Several.self, shows: .message("{text}", ko: "{text}")
  ) { service, params, request in
    let projects = service.projects
    let references = try params.ids.references()
    if let idle = try projects.board.find(references).first(where: { $0.state != .doing }) {
      throw ProjectError(
        .notStarted, ["id": .integer(idle.number), "state": .string(idle.state.title)])
    }
    return try projects.move(references, to: .todo, params.zone, request)
  }.idempotent

  nonisolated static let done: Call<ProjectService> = .change(
    "project.done", "Finish projects: they are in DONE then", ko: "끝내기 (DONE으로)",
    words: CallWords(
      "done <ids>", examples: ["matectl project done 3 4", "matectl project done 1-3,7"]),
    takes: Params.Named.self, gives: Answers.Several.self, shows: .message("{text}", ko: "{text}")
  ) { service, params, request in
    try service.projects.move(params.ids.references(), to: .done, params.zone, request)
  }

  nonisolated static let assign: Call<ProjectService> = .change(
    "project.assign", "Say who is to do projects: a name, me, or none",
    ko: "담당자 정하기: 이름, 나, 없음",
    words: CallWords(
      "assign <ids> <to>",
      examples: ["matectl project assign 3 4 kim", "matectl project assign 3 me"]),
    takes: Params.Assign.self, gives: Answers.Several.self, shows: .message("{text}", ko: "{text}")
  ) { service, params, request in
    let projects = service.projects
    let name = AssignedWords.name(params.to, of: request.peer.uid)
    let reader = try projects.reader(params.zone, at: request.now)
    let edits = try projects.board.assign(params.ids.references(), to: name)
    try projects.perform(edits, by: request.peer.uid, at: request.now)
    return Answers.Several(edits.map { projects.sentence(Deed($0), reader) })
  }.idempotent

  nonisolated static let remove: Call<ProjectService> = .change(
    "project.remove", "Remove projects; undo brings them back", ko: "프로젝트 삭제 (undo로 되돌림)",
    words: CallWords("remove <ids>", examples: ["matectl project remove 3"]),
    takes: Params.Remove.self, gives: Answers.Several.self, shows: .message("{text}", ko: "{text}")
  ) { service, params, request in
    let projects = service.projects
    let ids = (params.id.map { [$0] } ?? []) + (params.ids ?? [])
    return try projects.changed(projects.board.remove(ids.references()), request)
  }.idempotent
}

extension Projects {
  fileprivate func move(
    _ references: [ProjectReference], to state: ProjectState, _ zone: String?,
    _ request: RequestContext
  ) throws -> Answers.Several {
    let moved = try carrying(board.move(references, to: state, at: request.now, zones: zones))
    let edits = try keepingOneOpen(moved, named: Set(board.find(references).map(\.number)))
    let reader = try reader(zone, at: request.now)
    let back = edits.map { edit in
      edit[.removed] == nil ? nil : Answers.Next(board[edit.number], reader).sentenceOfTaken
    }
    try perform(edits, by: request.peer.uid, at: request.now)
    let next = edits.map { edit in
      edit.predecessor == nil ? nil : Answers.Next(board[edit.number], reader)
    }
    return Answers.Several(
      edits.indices.map { next[$0]?.sentence ?? back[$0] ?? edits[$0].note.sentence },
      next: next.compactMap(\.self))
  }

  /// Carries out several and answers with what was done.
  fileprivate func changed(
    _ edits: [Edit], _ request: RequestContext
  ) throws -> Answers.Several {
    try perform(edits, by: request.peer.uid, at: request.now)
    return Answers.Several(edits.map(\.note.sentence))
  }
}
