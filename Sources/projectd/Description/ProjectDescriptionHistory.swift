internal import IPCProtocol

/// What was done, and taking it back.
extension ProjectDescription {
  static let history = MethodDescription(
    "project.history", summary: text("Show what was done, the newest first", "한 일의 기록 (최신순)"),
    parameters: [
      limit(100_000, HistoryEntry.usualLimit, "so many lines at most", "최대 줄 수")
    ],
    result: .object([
      .init(
        "entries",
        .array(
          of: .object([
            .init("step", .integer(1)), .init("at", ProjectSchemas.time),
            .init("sentence", ProjectSchemas.text),
          ])))
    ]),
    command: CommandDescription(
      ["history"], flags: [.init("limit", short: "n")], examples: ["matectl project history"]),
    render: .table(
      TableTemplate(
        rows: "/entries",
        columns: [
          TableColumn(text("Date", "날짜"), "/at", format: "date"),
          TableColumn(text("Time", "시각"), "/at", format: "time"),
          TableColumn(text("Step", "단계"), "/step", format: "integer"),
          TableColumn(text("What", "내용"), "/sentence"),
        ],
        empty: text("No history yet.", "아직 기록이 없습니다."))))

  static let undo = MethodDescription(
    "project.undo", summary: text("Take back the last commands", "되돌리기"), access: .write,
    parameters: [steps], result: ProjectSchemas.reversed,
    command: CommandDescription(
      ["undo"], positionals: ["steps"],
      examples: ["matectl project undo", "matectl project undo 3"]),
    render: message("Undone:\n{text}", "되돌림:\n{text}"))

  static let redo = MethodDescription(
    "project.redo", summary: text("Do again what was taken back", "되돌린 것을 다시 하기"),
    access: .write, parameters: [steps], result: ProjectSchemas.reversed,
    command: CommandDescription(
      ["redo"], positionals: ["steps"], examples: ["matectl project redo"]),
    render: message("Done again:\n{text}", "다시 실행:\n{text}"))

  private static let steps = ParameterDescription(
    "steps", .integer(1, 10_000, default: 1), text("how many commands", "되돌릴 명령 수"))
}
