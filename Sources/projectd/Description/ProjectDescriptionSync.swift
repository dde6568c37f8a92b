internal import IPCProtocol

/// Boards on several machines that are one.
extension ProjectDescription {
  static let sync = MethodDescription(
    "project.sync",
    summary: text("Synchronise with other machines", "다른 컴퓨터와 동기화"), access: .admin,
    parameters: [
      ParameterDescription(
        "target", .string(minLength: 1, maxLength: 1000),
        text(
          "user@host, a /shared/folder, or a name of sync status; all of them if left out",
          "user@host, /공유/폴더 또는 sync status의 이름; 없으면 모두"))
    ],
    result: results,
    command: CommandDescription(
      ["sync"], positionals: ["target"],
      examples: ["matectl project sync me@laptop", "matectl project sync"]),
    render: .table(resultTable), failed: "/failed")

  static let syncRun = MethodDescription(
    "project.sync.run",
    summary: text("Synchronise with what was added", "등록한 곳과 동기화"),
    access: .write,
    parameters: [
      ParameterDescription(
        "name", .string(maxLength: 64), text("one of them; all if left out", "이름; 없으면 모두"),
        completion: everySync),
      ParameterDescription(
        "acceptLoss", .boolean,
        text(
          "CalDAV: it is meant that everything is gone from the server; remove it here as well",
          "CalDAV: 서버에서 모두 지운 것이 맞으니 여기서도 지움")),
    ],
    result: results,
    command: CommandDescription(
      ["sync", "run"], positionals: ["name"], examples: ["matectl project sync run"]),
    render: .table(resultTable), failed: "/failed")

  static let syncAdd = MethodDescription(
    "project.sync.add",
    summary: text(
      "Add a machine, a folder or a CalDAV server to synchronise with",
      "동기화할 컴퓨터, 폴더, CalDAV 서버 등록"),
    access: .admin,
    parameters: [
      ParameterDescription(
        "name", .string(minLength: 1, maxLength: 64), required: true, text("its name here", "이름")),
      ParameterDescription(
        "target", .string(maxLength: 1000),
        text(
          "user@host for ssh, /a/shared/folder, or https://server/ for CalDAV",
          "ssh는 user@host, 그 밖에 /공유/폴더, CalDAV는 https://서버/")),
      ParameterDescription(
        "command", .string(maxLength: 1000),
        text(
          "a program that ends in `matectl stdio-bridge project` over there",
          "상대 쪽의 `matectl stdio-bridge project`에 이르는 명령")),
      ParameterDescription(
        "user", .string(maxLength: 1000), text("CalDAV: the name to log in with", "CalDAV 사용자 이름")),
      ParameterDescription(
        "passwordFile", .string(maxLength: 1000),
        text("CalDAV: the file whose first line is the password", "CalDAV 비밀번호가 첫 줄에 있는 파일")),
      ParameterDescription(
        "passwordCommand", .string(maxLength: 1000),
        text("CalDAV: a command that prints the password", "CalDAV 비밀번호를 출력하는 명령")),
      ParameterDescription(
        "collection", .string(maxLength: 1000),
        text("CalDAV: which list, where there are several", "CalDAV 할 일 목록이 여럿일 때 그 이름")),
    ],
    result: .object([
      .init("name", .string), .init("kind", .string), .init("target", .string),
    ]),
    command: CommandDescription(
      ["sync", "add"], positionals: ["name", "target"],
      examples: [
        "matectl project sync add laptop me@laptop", "matectl project sync add usb /media/usb/mate",
        "matectl project sync add cloud https://cloud.example/dav/ --user me "
          + "--password-command 'pass show cloud'",
      ]),
    render: message(
      "{name} added; `matectl project sync run {name}` synchronises",
      "{name} 등록; `matectl project sync run {name}`으로 동기화"))

  static let syncRemove = MethodDescription(
    "project.sync.remove",
    summary: text(
      "Stop synchronising with one; the projects stay on both sides", "동기화 등록 해제 (프로젝트는 그대로)"),
    access: .admin,
    parameters: [
      ParameterDescription(
        "name", .string(maxLength: 64), required: true, text("its name here", "이름"),
        completion: everySync)
    ],
    result: .object([.init("name", .string)]),
    command: CommandDescription(
      ["sync", "remove"], positionals: ["name"], examples: ["matectl project sync remove laptop"]),
    render: message("{name} removed", "{name} 해제"))

  static let syncStatus = MethodDescription(
    "project.sync.status",
    summary: text("Show who is offline and what is still to be sent", "오프라인 여부와 보낼 변경 보기"),
    result: .object([
      .init("replica", .string),
      .init(
        "syncs",
        .array(
          of: .object(
            [
              .init("name", .string), .init("kind", .string), .init("target", .string),
              .init("state", ProjectSchemas.text), .init("offline", .boolean),
              .init("ok", .boolean), .init("pending", .integer(0)),
              .init("triedAt", ProjectSchemas.time),
              .init("doneAt", ProjectSchemas.time), .init("problem", ProjectSchemas.text),
            ], optional: ["triedAt", "doneAt", "problem"]))),
    ]),
    command: CommandDescription(["sync", "status"], examples: ["matectl project sync status"]),
    render: .table(
      TableTemplate(
        rows: "/syncs",
        columns: [
          TableColumn(text("Name", "이름"), "/name"), TableColumn(text("With", "대상"), "/target"),
          TableColumn(
            text("State", "상태"), "/state",
            style: [StyleRule(when: "/ok", is: false, use: .warning)]),
          TableColumn(text("To send", "보낼 변경"), "/pending", format: "integer"),
          TableColumn(text("Last done", "마지막 동기화"), "/doneAt", format: "relative"),
          TableColumn(text("Problem", "문제"), "/problem"),
        ],
        empty: text(
          "This board is on one machine only. Add another: matectl project sync user@host",
          "이 보드는 한 컴퓨터에만 있습니다. 추가: matectl project sync user@host"))))

  static let syncChanges = MethodDescription(
    "project.sync.changes",
    summary: text("What another replica has not seen, in pieces", "다른 복제본이 모르는 변경 (나누어)"),
    parameters: [
      ParameterDescription(
        "known", knowledge, required: true, text("what the other one has seen", "상대가 아는 것")),
      ParameterDescription(
        "cursor", .string(maxLength: 100), text("next of the last answer", "앞 답의 next")),
    ],
    result: .object(
      [
        .init("replica", .string(format: .uuid)), .init("knowledge", knowledge),
        .init("changes", .array(of: .reference("Change"))), .init("next", .string),
      ], optional: ["next"]))

  static let syncMerge = MethodDescription(
    "project.sync.merge",
    summary: text("Take in changes of another replica", "다른 복제본의 변경 합치기"), access: .write,
    parameters: [
      ParameterDescription(
        "basis", knowledge, required: true,
        text("the known that these changes go on from", "이 변경의 바탕이 되는 known")),
      ParameterDescription(
        "knowledge", knowledge,
        text("with the last piece: what is seen when it is in", "마지막 조각에만: 모두 합친 뒤 아는 것")),
      ParameterDescription(
        "changes", .array(of: .reference("Change"), maxItems: 20_000), required: true,
        text("changes, each replica's in order", "변경 (복제본마다 순서대로)")),
    ],
    result: .object([.init("merged", .integer(0)), .init("projects", .integer(0))]))

  private static let everySync = CompletionSource(
    method: "project.sync.status", values: "/syncs/*/name")

  private static let knowledge: JSONSchema = {
    var rules = JSONSchema.Rules()
    rules.types = [.object]
    rules.additionalProperties = .schema(.string(maxLength: 40))
    return .rules(rules)
  }()

  /// All fields that one command changed in one project.
  static let change: JSONSchema = {
    var value = JSONSchema.Rules()
    value.types = [.string, .null]
    var fields = JSONSchema.Rules()
    fields.types = [.object]
    fields.additionalProperties = .schema(.rules(value))
    return .object([
      .init("replica", .string(format: .uuid)), .init("clock", .string(maxLength: 40)),
      .init("project", .string(format: .uuid)), .init("fields", .rules(fields)),
    ])
  }()

  private static let results = JSONSchema.object([
    .init(
      "results",
      .array(
        of: .object(
          [
            .init("name", .string), .init("received", .integer(0)), .init("sent", .integer(0)),
            .init("state", ProjectSchemas.text), .init("ok", .boolean),
            .init("problem", ProjectSchemas.text),
          ], optional: ["problem"]))),
    .init("failed", .integer(0)),
  ])

  private static let resultTable = TableTemplate(
    rows: "/results",
    columns: [
      TableColumn(text("With", "대상"), "/name"),
      TableColumn(
        text("State", "상태"), "/state",
        style: [StyleRule(when: "/ok", is: false, use: .warning)]),
      TableColumn(text("Received", "받음"), "/received", format: "integer"),
      TableColumn(text("Sent", "보냄"), "/sent", format: "integer"),
      TableColumn(text("Problem", "문제"), "/problem"),
    ],
    empty: text(
      "Nobody to synchronise with. Add somebody: matectl project sync user@host",
      "동기화할 곳이 없습니다. 추가: matectl project sync user@host"))
}
