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
    try service.projects.move(params.ids.references(), to: params.to, at: request.now)
  }

  nonisolated static let start: Call<ProjectService> = .change(
    "project.start", "Start projects: they are in DOING then", ko: "시작하기 (DOING으로)",
    words: CallWords("start <ids>", examples: ["matectl project start 3"]),
    takes: Params.Named.self, gives: Answers.Several.self, shows: .message("{text}", ko: "{text}")
  ) { service, params, request in
    try service.projects.move(params.ids.references(), to: .doing, at: request.now)
  }

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
    return try projects.move(references, to: .todo, at: request.now)
  }

  nonisolated static let done: Call<ProjectService> = .change(
    "project.done", "Finish projects: they are in DONE then", ko: "끝내기 (DONE으로)",
    words: CallWords("done <ids>", examples: ["matectl project done 3 4"]),
    takes: Params.Named.self, gives: Answers.Several.self, shows: .message("{text}", ko: "{text}")
  ) { service, params, request in
    try service.projects.move(params.ids.references(), to: .done, at: request.now)
  }

  nonisolated static let remove: Call<ProjectService> = .change(
    "project.remove", "Remove projects; undo brings them back", ko: "프로젝트 삭제 (undo로 되돌림)",
    words: CallWords("remove <ids>", examples: ["matectl project remove 3"]),
    takes: Params.Remove.self, gives: Answers.Several.self, shows: .message("{text}", ko: "{text}")
  ) { service, params, request in
    let projects = service.projects
    let ids = (params.id.map { [$0] } ?? []) + (params.ids ?? [])
    return try projects.changed(projects.board.remove(ids.references()), at: request.now)
  }
}

extension Projects {
  fileprivate func move(
    _ references: [ProjectReference], to state: ProjectState, at now: Timestamp
  ) throws -> Answers.Several {
    let edits = try board.move(references, to: state, at: now, zones: zones)
    return try changed(carrying(edits), at: now)
  }

  /// Carries out several and answers with what was done.
  fileprivate func changed(_ edits: [Edit], at now: Timestamp) throws -> Answers.Several {
    try perform(edits, at: now)
    return Answers.Several(edits.map(\.note.sentence))
  }
}
