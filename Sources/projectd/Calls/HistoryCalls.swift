internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// What was done, and taking it back.
extension ProjectService {
  nonisolated static let historyCalls: [Call<ProjectService>] = [
    .read(
      "project.history", "Show what was done, the newest first", ko: "한 일의 기록 (최신순)",
      words: CallWords(
        "history <id>", flags: [.init("limit", short: "n")],
        examples: ["matectl project history", "matectl project history 3"]),
      takes: Params.History.self, gives: Answers.History.self,
      shows: .table(
        rows: "/entries", key: "/step",
        columns: [
          TableColumn("Date", ko: "날짜", "/at", format: "date"),
          TableColumn("Time", ko: "시각", "/at", format: "time"),
          TableColumn("Step", ko: "단계", "/step", format: "integer"),
          TableColumn("What", ko: "내용", "/sentence", rank: 1),
          TableColumn("Who", ko: "누가", "/by"),
        ],
        empty: LocalizedText(en: "No history yet.", ko: "아직 기록이 없습니다."),
        footer: LocalizedText(en: "{remark}", ko: "{remark}"))
    ) { service, params, request in
      let projects = service.projects
      let reader = try projects.reader(params.zone, at: request.now)
      let project = try params.id.map { try projects.board.find(ProjectReference($0.word)).number }
      return Answers.History(
        try projects.log.history(of: project, limit: params.limit + 1) {
          projects.sentence($0, reader)
        }, limit: params.limit)
    },

    .change(
      "project.undo", "Take back the last commands", ko: "되돌리기",
      words: CallWords(
        "undo <steps>", examples: ["matectl project undo", "matectl project undo 3"]),
      takes: Params.Steps.self, gives: Answers.Reversed.self,
      shows: .message("{text}", ko: "{text}")
    ) { service, params, request in
      let reader = try service.projects.reader(params.zone, at: request.now)
      return Answers.Reversed(
        try service.projects.undo(params.steps, by: request.peer.uid, reader), isUndo: true)
    },

    .change(
      "project.redo", "Do again what was taken back", ko: "되돌린 것을 다시 하기",
      words: "redo <steps>", takes: Params.Steps.self, gives: Answers.Reversed.self,
      shows: .message("{text}", ko: "{text}")
    ) { service, params, request in
      let reader = try service.projects.reader(params.zone, at: request.now)
      return Answers.Reversed(
        try service.projects.redo(params.steps, by: request.peer.uid, reader), isUndo: false)
    },
  ]
}
