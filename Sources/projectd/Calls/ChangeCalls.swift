internal import CivilTime
internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// Adding and editing.
extension ProjectService {
  nonisolated static let add: Call<ProjectService> = .change(
    "project.add", "Add a project", ko: "프로젝트 추가",
    words: CallWords(
      "add <words>", flags: changeFlags,
      examples: [
        "matectl project add \"Hand in the report\" --due fri --tag work",
        "matectl project add report +work @home due:fri p:1 depends:3",
        "matectl project add 점심먹기 --due \"내일 정오\"",
        "matectl project add \"Water the plants\" --due mon --repeat \"every 3 days\"",
        "matectl project add Taxes --due \"may 31\" --remind \"a week before\"",
      ]),
    takes: Params.Add.self, gives: Answers.Changed.self,
    shows: .message("{text}", ko: "{text}")
  ) { service, params, request in
    try service.projects.add(params, as: params.state, request)
  }

  nonisolated static let log: Call<ProjectService> = .change(
    "project.log", "Add what is done already", ko: "이미 끝낸 일 적어 두기",
    words: CallWords(
      "log <words>", flags: [.init("tags", long: "tag", short: "t"), .init("due", short: "d")],
      examples: ["matectl project log Called the bank +home"]),
    takes: Params.Log.self, gives: Answers.Changed.self,
    shows: .message("{text}", ko: "{text}")
  ) { service, params, request in
    try service.projects.add(params, as: .done, request)
  }

  nonisolated static let edit: Call<ProjectService> = .change(
    "project.edit", "Change a project", ko: "프로젝트 수정",
    words: CallWords(
      "edit <id> <words>", flags: changeFlags,
      examples: [
        "matectl project edit 3 --due +3d", "matectl project edit 3 --tag home --untag work",
        "matectl project edit 3 +work due:fri", "matectl project edit 3 --remind \"1h before\"",
      ]),
    takes: Params.Edit.self, gives: Answers.Changed.self,
    shows: .message("{text}", ko: "{text}")
  ) { service, params, request in
    let projects = service.projects
    let reader = try projects.reader(params.zone, at: request.now)
    let words = try QuickWords(params.words).complete()
    var changes = ProjectChanges(title: try words.title(or: params.title))
    let deadlines = projects.words(reader)
    try words.checkSlips(deadlines, isEdit: true)
    let reference = try ProjectReference(params.id.word)
    let dates = try SaidDates(
      words, deadlines, own: OwnDates(of: try projects.board.find(reference)), due: params.due,
      wait: params.wait, scheduled: params.scheduled)
    changes.due = dates[.due]
    changes.body = params.body.map { $0 }
    changes.group = try words.one(.group, or: params.group).map { ProjectService.group($0) }
    let repeats = try words.rule(or: params.repeats).map(RepeatWords.counted)
    changes.recurrence = try repeats.map {
      let start = try changes.due ?? projects.board.find(reference).due?.time
      return try RepeatWords(words: dates.words, start: start).rule($0.rule)
    }
    changes.addedTags = params.tags + words.tags
    changes.removedTags = params.untag
    if words.takesTagsAway {
      let kept = Set(changes.addedTags)
      changes.removedTags += try projects.board.find(reference).tags.filter { !kept.contains($0) }
    }
    let due = try changes.due ?? projects.board.find(reference).due?.time
    changes.plan = try projects.plan(params, words, dates, reader, due: due, of: request.peer.uid)
    if repeats?.isFromDone ?? false { changes.plan.repeatsFromCompletion = true }
    changes.plan.removedDepends = try params.undepend.references()
    let edit = try projects.board.edit(reference, changes)
    return try projects.changed(
      edit, by: request.peer.uid, reader, saysDeadline: changes.due != nil,
      hint: words.hint(.due, dates.words))
  }

  /// `group:none` takes it away, as with every other word.
  nonisolated fileprivate static func group(_ word: String) -> String? {
    DeadlineVocabulary.none.contains(word.lowercased()) ? nil : word
  }

  private nonisolated static let changeFlags: [CommandDescription.Flag] = [
    .init("tags", long: "tag", short: "t"), .init("due", short: "d"),
    .init("repeats", long: "repeat", short: "r"), .init("priority", short: "p"),
    .init("scheduled", long: "sched"),
  ]
}

extension OwnDates {
  /// Those that a task has.
  fileprivate init(of project: Project) {
    self[.due] = project.due?.time
    self[.scheduled] = project.plan.scheduled?.time
    self[.wait] = project.plan.wait?.time
  }
}

extension Projects {
  fileprivate func add(
    _ params: some NewProjectParams, as state: ProjectState, _ request: RequestContext
  ) throws -> Answers.Changed {
    let now = request.now
    let reader = try reader(params.zone, at: now)
    let words = try QuickWords(params.words).complete()
    let deadlines = self.words(reader)
    try words.checkSlips(deadlines, isEdit: false)
    let dates = try SaidDates(
      words, deadlines, own: OwnDates(), due: params.due, wait: params.wait,
      scheduled: params.scheduled)
    let due = dates[.due]
    let deadline = due ?? nil
    let repeats = try words.rule(or: params.repeats).map(RepeatWords.counted)
    let rule = try repeats.flatMap {
      try RepeatWords(words: dates.words, start: deadline).rule($0.rule)
    }
    var plan = try plan(params, words, dates, reader, due: deadline, of: request.peer.uid)
    if repeats?.isFromDone ?? false { plan.repeatsFromCompletion = true }
    let new = NewProject(
      title: try words.title(or: params.title) ?? "", due: deadline, body: params.body,
      tags: params.tags + words.tags,
      group: try words.one(.group, or: params.group).flatMap { ProjectService.group($0) },
      state: state, recurrence: rule,
      plan: plan)
    let edit = try board.add(new, id: newID(), at: now)
    return try changed(
      edit, by: request.peer.uid, reader, isNew: true, saysDeadline: due != nil,
      saysWords: !words.isPlain || !params.remind.isEmpty || rule != nil,
      hint: words.hint(.due, dates.words))
  }

  /// What options and quick words say of a plan.
  fileprivate func plan(
    _ params: some PlannedParams, _ words: QuickWords, _ dates: SaidDates, _ reader: ReaderDay,
    due: CalendarTime?, of uid: UInt32
  ) throws -> PlanChanges {
    var plan = PlanChanges()
    plan.priority = try words.one(.priority, or: params.priority).map {
      try PriorityWords.priority($0)
    }
    plan.wait = dates[.wait]
    plan.scheduled = dates[.scheduled]
    let parent = try words.one(.parent, or: params.parent?.word)
    plan.parent = try parent.map { word in
      let isNone = DeadlineVocabulary.none.contains(word.lowercased())
      return isNone ? nil : try ProjectReference(word)
    }
    plan.addedDepends =
      try params.depends.references() + words.depends.flatMap { try ProjectReference.several($0) }
    plan.repeatsFromCompletion = params.fromDone
    let assigned = try words.one(.assigned, or: params.assigned)
    plan.assigned = assigned.map { AssignedWords.name($0, of: uid) }
    let reminders = ReminderWords(words: dates.words, now: reader.now, zones: zones, due: due)
    plan.reminders = try params.remind.map { try reminders.reminder($0) }
    return plan
  }

  /// Carries out one edit and answers with the project as it is then.
  func changed(
    _ edit: Edit, by uid: UInt32, _ reader: ReaderDay, isNew: Bool = false, saysDeadline: Bool,
    saysWords: Bool = false, hint: LocalizedText? = nil
  ) throws -> Answers.Changed {
    let projects = try perform([edit], by: uid, at: reader.now)
    let row = ProjectRow(
      projects[0], reader, isBlocked: board.keys[projects[0].number - 1].isBlocked)
    return Answers.Changed(
      row, projects[0], reader, sentence(Deed(edit), reader), isNew: isNew,
      links: isNew ? links(Deed(edit)) : [], saysDeadline: saysDeadline, saysWords: saysWords,
      hint: hint)
  }
}
