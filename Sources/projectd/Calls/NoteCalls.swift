internal import CivilTime
internal import DaemonRuntime
internal import IPCProtocol
internal import TaskFormats
internal import Values

/// Dated notes of a project, and when it is to be remembered.
extension ProjectService {
  nonisolated static let noteCalls: [Call<ProjectService>] = [
    .change(
      "project.note", "Note something of a project, with the time", ko: "시각과 함께 메모 남기기",
      words: CallWords(
        "note <id> <words>", examples: ["matectl project note 3 called, they send it on Monday"]),
      takes: Params.NewNote.self, gives: Answers.Changed.self,
      shows: .message("{text}", ko: "{text}")
    ) { service, params, request in
      let projects = service.projects
      let project = try projects.board.find(ProjectReference(params.id.word))
      let text = try TextRules.title(params.words.joined(separator: " "))
      let known = try projects.registers(of: project.number).notes
      guard known.count < TextRules.notesLimit else {
        throw ProjectError(
          .tooManyNotes,
          ["id": .integer(project.number), "maximum": .integer(TextRules.notesLimit)])
      }
      // One a second, as formats have it that know a note by its time.
      var at = request.now
      if let last = known.last?.at.wholeSeconds, last >= at.wholeSeconds {
        at = Timestamp(microseconds: (last + 1) * 1_000_000)
      }
      guard let note = TaskNote(at: at, text) else { throw ProjectError(.emptyTitle) }
      return try projects.note(project, .note(note.stored), from: nil, to: "", params.zone, request)
    },

    .change(
      "project.unnote", "Take a note away", ko: "메모 지우기",
      words: CallWords("unnote <id> <note>", examples: ["matectl project unnote 3 1"]),
      takes: Params.OldNote.self, gives: Answers.Changed.self,
      shows: .message("{text}", ko: "{text}")
    ) { service, params, request in
      let projects = service.projects
      let project = try projects.board.find(ProjectReference(params.id.word))
      let known = try projects.registers(of: project.number).notes
      guard known.indices.contains(params.note - 1) else {
        throw ProjectError(
          .unknownNote, ["id": .integer(project.number), "count": .integer(known.count)])
      }
      let field = Field.note(known[params.note - 1].stored)
      return try projects.note(project, field, from: "", to: nil, params.zone, request)
    },

    .change(
      "project.remind", "Be reminded of a project, before its deadline or at a time",
      ko: "마감 전이나 정한 때에 알림 받기",
      words: CallWords(
        "remind <id> <when>",
        examples: [
          "matectl project remind 3 1h before", "matectl project remind 3 tomorrow 9",
          "matectl project remind 3 하루 전", "matectl project remind 3 off",
        ]),
      takes: Params.Remind.self, gives: Answers.Changed.self,
      shows: .message("{text}", ko: "{text}")
    ) { service, params, request in
      let projects = service.projects
      let reader = try projects.reader(params.zone, at: request.now)
      let reference = try ProjectReference(params.id.word)
      let words = ReminderWords(
        words: projects.words(reader), now: request.now, zones: projects.zones,
        due: try projects.board.find(reference).due?.time)
      let reminder = try words.reminder(params.when.joined(separator: " "))
      let edit = try projects.board.remind(reference, reminder)
      return try projects.changed(edit, by: request.peer.uid, reader, saysDeadline: false)
    }.idempotent,
  ]
}

extension Projects {
  fileprivate func note(
    _ project: Project, _ field: Field, from before: String?, to after: String?, _ zone: String?,
    _ request: RequestContext
  ) throws -> Answers.Changed {
    let reader = try reader(zone, at: request.now)
    var edit = Edit(
      number: project.number, id: project.id, values: [],
      note: Note(kind: .edited, title: project.title))
    edit.set(field, from: before, to: after)
    return try changed(edit, by: request.peer.uid, reader, saysDeadline: false)
  }
}
