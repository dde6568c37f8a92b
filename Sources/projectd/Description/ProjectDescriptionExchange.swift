internal import IPCProtocol
internal import TaskFormats

/// Files of other programs.
extension ProjectDescription {
  static let `import` = MethodDescription(
    "project.import",
    summary: text(
      "Import tasks of a file; what is known by its UUID is brought up to date",
      "파일에서 가져오기; UUID가 같은 것은 갱신"),
    access: .write,
    parameters: [
      ParameterDescription(
        "text", .string(maxLength: Exchange.textLimit), required: true,
        text("the file, or - for standard input", "파일; -는 표준 입력"), source: .file),
      ParameterDescription(
        "format", formats, text("guessed from the text if left out", "형식; 없으면 내용으로 판단")),
      ParameterDescription(
        "skipBad", .boolean, text("leave out lines that cannot be read", "읽을 수 없는 줄은 건너뜀")),
      ParameterDescription(
        "dryRun", .boolean, text("only say what would be done", "무엇이 바뀌는지만 보기")),
      zone,
    ],
    result: .object([
      .init("format", formats), .init("added", .integer(0)), .init("changed", .integer(0)),
      .init("unchanged", .integer(0)), .init("skipped", .integer(0)),
      .init("skippedLines", .array(of: line)), .init("notes", .array(of: line)),
      .init("text", ProjectSchemas.text),
    ]),
    command: CommandDescription(
      ["import"], positionals: ["text"],
      flags: [.init("format", short: "f"), .init("dryRun", long: "preview")],
      examples: [
        "matectl project import tasks.json", "task export | matectl project import -",
        "matectl project import todo.txt --skip-bad",
      ]),
    render: message("{text}", "{text}"))

  static let export = MethodDescription(
    "project.export", summary: text("Write all projects in a format of files", "파일 형식으로 내보내기"),
    parameters: [
      ParameterDescription("format", formats, text("json if left out", "형식; 없으면 json")),
      ParameterDescription(
        "state", .oneOf(ProjectSchemas.states), text("only this list", "이 목록만")),
      zone,
    ],
    result: .object([
      .init("format", formats), .init("count", .integer(0)), .init("text", .string),
    ]),
    command: CommandDescription(
      ["export"], flags: [.init("format", short: "f")],
      examples: ["matectl project export --format ics > tasks.ics"]),
    render: .raw("/text"))

  private static let formats = JSONSchema.oneOf(TaskFormat.allCases.map(\.rawValue))
  private static let line = JSONSchema.object([
    .init("line", .integer(1)), .init("problem", ProjectSchemas.text),
  ])
}
