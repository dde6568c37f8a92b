internal import IPCProtocol

/// What the calls about other replicas take, and those that replicas make.
extension Params {
  struct Sync: Shape {
    let target: String?

    static let shape = ShapeOf<Sync>([
      Member(
        "target", \.target, .text(length: 1...1000),
        "user@host, a /shared/folder, or a name of sync status; all of them if left out",
        ko: "user@host, /공유/폴더 또는 sync status의 이름; 없으면 모두")
    ])
  }

  struct NewSync: Shape {
    let name: String
    let target: String?
    let command: String?
    let user: String?
    let passwordFile: String?
    let passwordCommand: String?
    let collection: String?

    static let shape = ShapeOf<NewSync>([
      Member("name", \.name, .text(length: 1...64), "its name here", ko: "이름"),
      Member(
        "target", \.target, setting,
        "user@host for ssh, /a/shared/folder, or https://server/ for CalDAV",
        ko: "ssh는 user@host, 그 밖에 /공유/폴더, CalDAV는 https://서버/"),
      Member(
        "command", \.command, setting,
        "a program that ends in `matectl stdio-bridge project` over there",
        ko: "상대 쪽의 `matectl stdio-bridge project`에 이르는 명령"),
      Member(
        "user", \.user, setting, "CalDAV: the name to log in with", ko: "CalDAV 사용자 이름"),
      Member(
        "passwordFile", \.passwordFile, setting,
        "CalDAV: the file whose first line is the password", ko: "CalDAV 비밀번호가 첫 줄에 있는 파일"),
      Member(
        "passwordCommand", \.passwordCommand, setting,
        "CalDAV: a command that prints the password", ko: "CalDAV 비밀번호를 출력하는 명령"),
      Member(
        "collection", \.collection, setting, "CalDAV: which list, where there are several",
        ko: "CalDAV 할 일 목록이 여럿일 때 그 이름"),
    ])
  }

  struct NamedSync: Shape {
    let name: String

    static let shape = ShapeOf<NamedSync>([
      Member("name", \.name, .text(length: 0...64), "its name here", ko: "이름", completes: everySync)
    ])
  }

  struct RunSync: Shape {
    let name: String?
    let acceptLoss: Bool

    static let shape = ShapeOf<RunSync>([
      Member(
        "name", \.name, .text(length: 0...64), "one of them; all if left out", ko: "이름; 없으면 모두",
        completes: everySync),
      Member(
        "acceptLoss", \.acceptLoss, default: false,
        "CalDAV: it is meant that everything is gone from the server; remove it here as well",
        ko: "CalDAV: 서버에서 모두 지운 것이 맞으니 여기서도 지움"),
    ])
  }

  struct Changes: Shape {
    let known: KnownClocks
    let cursor: String?

    static let shape = ShapeOf<Changes>([
      Member("known", \.known, "what the other one has seen", ko: "상대가 아는 것"),
      Member(
        "cursor", \.cursor, .text(length: 0...100), "next of the last answer", ko: "앞 답의 next"),
    ])
  }

  struct Merge: Shape {
    let basis: KnownClocks
    let knowledge: KnownClocks?
    let changes: [WireChange]

    static let shape = ShapeOf<Merge>([
      Member(
        "basis", \.basis, "the known that these changes go on from", ko: "이 변경의 바탕이 되는 known"),
      Member(
        "knowledge", \.knowledge, "with the last piece: what is seen when it is in",
        ko: "마지막 조각에만: 모두 합친 뒤 아는 것"),
      Member(
        "changes", \.changes, .count(0...20_000), "changes, each replica's in order",
        ko: "변경 (복제본마다 순서대로)"),
    ])
  }

  private static let setting = TextRule.text(length: 0...1000)
  private static let everySync = CompletionSource(
    method: "project.sync.status", values: "/syncs/*/name")
}
