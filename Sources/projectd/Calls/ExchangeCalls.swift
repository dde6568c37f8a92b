internal import DaemonRuntime
internal import IPCProtocol
internal import TaskFormats
internal import Values

/// Files of other programs.
extension ProjectService {
  nonisolated static let exchangeCalls: [Call<ProjectService>] = [
    .preparedChange(
      "project.import", "Import tasks of a file; what is known by its UUID is brought up to date",
      ko: "파일에서 가져오기; UUID가 같은 것은 갱신",
      words: CallWords(
        "import <text>", flags: [.init("format", short: "f"), .init("dryRun", long: "preview")],
        examples: [
          "matectl project import tasks.json", "task export | matectl project import -",
          "matectl project import todo.txt --skip-bad",
        ]),
      takes: Params.Import.self, gives: ImportAnswer.self,
      shows: .message("{text}", ko: "{text}"),
      preparing: { service, params, now in
        let zones = service.projects.zones
        return try ReadText(
          params.text, params.format,
          Exchange.context(try zones.rules(params.zone), zones, now: now),
          skipsBad: params.skipBad, isPreview: params.dryRun)
      },
      by: { service, text, request in
        ImportAnswer(
          text.format, try service.projects.take(text, request), isPreview: text.isPreview)
      }
    ).reportingProgress,

    .task(
      "project.export", "Write all projects in a format of files", ko: "파일 형식으로 내보내기",
      words: CallWords(
        "export", flags: [.init("format", short: "f")],
        examples: ["matectl project export --format ics > tasks.ics"]),
      takes: Params.Export.self, gives: Answers.Exported.self, shows: .raw("/text")
    ) { service, params, _ in
      let zones = service.projects.zones
      let (text, count) = try Exchange.export(
        params.format, state: params.state, from: await service.projects.path,
        Exchange.context(try zones.rules(params.zone), zones), zones)
      return Answers.Exported(format: params.format, count: count, text: text)
    },
  ]
}

extension Projects {
  /// Takes in the tasks that were read of a text, as one step.
  fileprivate func take(_ text: ReadText, _ request: RequestContext) throws -> ImportOutcome {
    let now = request.now
    let rules = ImportRules(
      board: board, registers: { try self.registers(of: $0) }, skipsBad: text.skipsBad,
      context: text.context)
    var outcome = try rules.outcome(of: text.tasks, text.format, at: now)
    try keepOneOpen(&outcome, text.tasks)
    if !text.isPreview, !outcome.edits.isEmpty {
      try perform(outcome.edits, by: request.peer.uid, at: now)
    }
    return outcome
  }

  /// Where a file opens one of a series again, the next one goes as long as the file and people have said nothing
  /// of it; else the one that was done stays so, which is told.
  private func keepOneOpen(_ outcome: inout ImportOutcome, _ reading: TaskReading) throws {
    guard outcome.edits.contains(where: isReopening) else { return }
    let named = Set(reading.records.compactMap { board.number(of: $0.id) })
    let edits = try keepingOneOpen(outcome.edits, named: named) { edit, open in
      edit.values.removeAll { [.state, .completed, .modified].contains($0.field) }
      let line = zip(reading.records, reading.lines).first { $0.0.id == edit.id }?.1 ?? 1
      outcome.notes.append(RefusedLine(line: line, text: Self.staysDone(edit.number, open)))
      if edit.values.isEmpty {
        outcome.changed -= 1
        outcome.unchanged += 1
      }
    }
    outcome.edits = edits
  }
}
