internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// Adding, editing, moving, removing.
extension ProjectService {
  nonisolated static let add: Call<ProjectService> = .change(
    "project.add", "Add a project", ko: "프로젝트 추가",
    words: CallWords(
      "add <title>", flags: changeFlags,
      examples: [
        "matectl project add \"Hand in the report\" --due fri --tag work",
        "matectl project add 점심먹기 --due \"내일 정오\"",
        "matectl project add \"Water the plants\" --due mon --repeat \"every 3 days\"",
      ]),
    takes: Params.Add.self, gives: Answers.Changed.self,
    shows: .message("{text}", ko: "{text}")
  ) { service, params, request in
    let projects = service.projects
    let reader = try projects.reader(params.zone, at: request.now)
    let due = try params.due.flatMap { try projects.words(reader).deadline($0) }
    let new = NewProject(
      title: params.title, due: due, body: params.body, tags: params.tags, group: params.group,
      state: params.state, recurrence: try params.repeats.flatMap { try RepeatWords.rule($0) })
    let edit = try projects.board.add(new, id: projects.newID(), at: request.now)
    return try projects.changed(edit, reader, isNew: true, saysDeadline: due != nil)
  }

  nonisolated static let edit: Call<ProjectService> = .change(
    "project.edit", "Change a project", ko: "프로젝트 수정",
    words: CallWords(
      "edit <id>", flags: changeFlags,
      examples: [
        "matectl project edit 3 --due +3d", "matectl project edit 3 --tag home --untag work",
      ]),
    takes: Params.Edit.self, gives: Answers.Changed.self,
    shows: .message("{text}", ko: "{text}")
  ) { service, params, request in
    let projects = service.projects
    let reader = try projects.reader(params.zone, at: request.now)
    var changes = ProjectChanges(title: params.title)
    changes.due = try params.due.map { try projects.words(reader).deadline($0) }
    changes.body = params.body.map { $0 }
    changes.group = params.group.map { $0 }
    changes.recurrence = try params.repeats.map { try RepeatWords.rule($0) }
    changes.addedTags = params.tags
    changes.removedTags = params.untag
    let edit = try projects.board.edit(ProjectReference(params.id.word), changes)
    return try projects.changed(edit, reader, saysDeadline: params.due != nil)
  }

  nonisolated static let move: Call<ProjectService> = .change(
    "project.move", "Move projects to another list", ko: "다른 목록으로 옮기기",
    words: CallWords("move <ids> <to>", examples: ["matectl project move 3 4 doing"]),
    takes: Params.Move.self, gives: Answers.Several.self, shows: .message("{text}", ko: "{text}")
  ) { service, params, request in
    let projects = service.projects
    let edits = try projects.board.move(
      params.ids.references(), to: params.to, at: request.now, zones: projects.zones)
    return try projects.changed(projects.carrying(edits), at: request.now)
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

  private nonisolated static let changeFlags: [CommandDescription.Flag] = [
    .init("tags", long: "tag", short: "t"), .init("due", short: "d"),
    .init("repeats", long: "repeat", short: "r"),
  ]
}

extension Projects {
  /// Carries out one edit and answers with the project as it is then.
  fileprivate func changed(
    _ edit: Edit, _ reader: ReaderDay, isNew: Bool = false, saysDeadline: Bool
  ) throws -> Answers.Changed {
    let projects = try perform([edit], at: reader.now)
    return Answers.Changed(
      projects[0], reader, sentence(Deed(edit), reader), isNew: isNew, saysDeadline: saysDeadline)
  }

  /// Carries out several and answers with what was done.
  fileprivate func changed(_ edits: [Edit], at now: Timestamp) throws -> Answers.Several {
    try perform(edits, at: now)
    return Answers.Several(edits.map(\.note.sentence))
  }
}
