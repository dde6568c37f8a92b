internal import DaemonRuntime
internal import Values

/// What members of the board's rows are called that no table has a head for.
extension ProjectService {
  nonisolated static let members: [String: LocalizedText] = [
    "overdue": .init(en: "Overdue", ko: "마감 지남"),
    "detail": .init(en: "Line below", ko: "아래 줄"),
    "body": .init(en: "Description", ko: "설명"),
    "card": .init(en: "Card", ko: "카드"),
    "label": .init(en: "Label", ko: "이름표"),
    "kind": .init(en: "Kind", ko: "종류"),
    "offline": .init(en: "Offline", ko: "연결 안 됨"),
    "ok": .init(en: "Went well", ko: "성공"),
    "triedAt": .init(en: "Tried", ko: "시도"),
    "state=todo": .init(en: "TODO", ko: "TODO"),
    "state=doing": .init(en: "DOING", ko: "DOING"),
    "state=done": .init(en: "DONE", ko: "DONE"),
    "kind=ssh": .init(en: "over ssh", ko: "ssh"),
    "kind=command": .init(en: "over a command", ko: "명령"),
    "kind=folder": .init(en: "shared folder", ko: "공유 폴더"),
    "kind=caldav": .init(en: "CalDAV server", ko: "CalDAV 서버"),
  ]
}
