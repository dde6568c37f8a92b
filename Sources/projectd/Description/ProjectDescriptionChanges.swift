internal import IPCProtocol

/// Adding, editing, moving, removing.
extension ProjectDescription {
  static let add = MethodDescription(
    "project.add", summary: text("Add a project", "프로젝트 추가"), access: .write,
    parameters: [
      ParameterDescription(
        "title", .string, required: true, text("one line, up to 1000 characters", "제목 (1000자까지)")),
      due,
      ParameterDescription("body", .string, text("what it is about", "설명")),
      ParameterDescription(
        "tags", .array(of: .string), text("a tag; repeat for more", "태그; 여러 번 쓸 수 있음")),
      ParameterDescription("group", .string, text("the larger project it belongs to", "그룹")),
      ParameterDescription(
        "state", .oneOf(ProjectSchemas.states, default: "todo"), text("the list", "상태")),
      repeats, zone,
    ],
    result: ProjectSchemas.changed,
    command: CommandDescription(
      ["add"], positionals: ["title"],
      flags: [
        .init("tags", long: "tag", short: "t"), .init("due", short: "d"),
        .init("repeats", long: "repeat", short: "r"),
      ],
      examples: [
        "matectl project add \"Hand in the report\" --due fri --tag work",
        "matectl project add 점심먹기 --due \"내일 정오\"",
        "matectl project add \"Water the plants\" --due mon --repeat \"every 3 days\"",
      ]),
    render: message("{sentence} (number {id})", "{sentence} (번호 {id})"))

  static let edit = MethodDescription(
    "project.edit", summary: text("Change a project", "프로젝트 수정"), access: .write,
    parameters: [
      id,
      ParameterDescription("title", .string, text("a new title", "새 제목")),
      ParameterDescription(
        "due", due.schema, text("a new deadline; none takes it away", "새 마감; 없음이면 지움")),
      ParameterDescription(
        "body", .string, text("a new description; \"\" takes it away", "새 설명; \"\"이면 지움")),
      ParameterDescription("tags", .array(of: .string), text("a tag to add", "붙일 태그")),
      ParameterDescription("untag", .array(of: .string), text("a tag to take away", "뗄 태그")),
      ParameterDescription(
        "group", .string, text("a new group; \"\" takes it away", "새 그룹; \"\"이면 지움")),
      repeats, zone,
    ],
    result: ProjectSchemas.changed,
    command: CommandDescription(
      ["edit"], positionals: ["id"],
      flags: [
        .init("tags", long: "tag", short: "t"), .init("due", short: "d"),
        .init("repeats", long: "repeat", short: "r"),
      ],
      examples: [
        "matectl project edit 3 --due +3d", "matectl project edit 3 --tag home --untag work",
      ]),
    render: message("{sentence}", "{sentence}"))

  static let move = MethodDescription(
    "project.move", summary: text("Move projects to another list", "다른 목록으로 옮기기"),
    access: .write,
    parameters: [
      ids(required: true),
      ParameterDescription(
        "to", .oneOf(ProjectSchemas.states), required: true, text("the list", "옮길 목록")),
    ],
    result: ProjectSchemas.several,
    command: CommandDescription(
      ["move"], positionals: ["ids", "to"], examples: ["matectl project move 3 4 doing"]),
    render: message("{text}", "{text}"))

  static let remove = MethodDescription(
    "project.remove",
    summary: text("Remove projects; undo brings them back", "프로젝트 삭제 (undo로 되돌림)"),
    access: .write,
    parameters: [
      ids(required: false),
      ParameterDescription("id", ProjectSchemas.id, text("one project", "프로젝트 하나")),
    ],
    result: ProjectSchemas.several,
    command: CommandDescription(
      ["remove"], positionals: ["ids"], examples: ["matectl project remove 3"]),
    render: message("{text}", "{text}"))

  /// So many projects are changed in one step at most.
  private static let bulkLimit = 100_000

  private static func ids(required: Bool) -> ParameterDescription {
    ParameterDescription(
      "ids", .array(of: ProjectSchemas.id, minItems: 1, maxItems: bulkLimit), required: required,
      text("numbers, UUIDs, or how they start", "번호, UUID 또는 UUID의 앞부분"), completion: everyID)
  }
}
