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
    "to=todo": .init(en: "TODO", ko: "TODO"),
    "to=doing": .init(en: "DOING", ko: "DOING"),
    "to=done": .init(en: "DONE", ko: "DONE"),
    "sort=due": .init(en: "deadline", ko: "마감"),
    "sort=urgency": .init(en: "urgency", ko: "긴급도"),
    "sort=priority": .init(en: "priority", ko: "우선순위"),
    "sort=number": .init(en: "number", ko: "번호"),
    "sort=title": .init(en: "title", ko: "제목"),
    "sort=group": .init(en: "group", ko: "그룹"),
    "sort=state": .init(en: "state", ko: "상태"),
    "sort=created": .init(en: "created", ko: "만든 때"),
    "sort=changed": .init(en: "changed", ko: "바뀐 때"),
    "by=day": .init(en: "each day", ko: "날짜별"),
    "by=week": .init(en: "each week", ko: "주별"),
    "format=taskwarrior": .init(en: "Taskwarrior", ko: "Taskwarrior"),
    "format=todotxt": .init(en: "todo.txt", ko: "todo.txt"),
    "format=ics": .init(en: "iCalendar", ko: "iCalendar"),
    "format=csv": .init(en: "CSV", ko: "CSV"),
    "format=json": .init(en: "JSON", ko: "JSON"),
    "kind=ssh": .init(en: "over ssh", ko: "ssh"),
    "kind=command": .init(en: "over a command", ko: "명령"),
    "kind=folder": .init(en: "shared folder", ko: "공유 폴더"),
    "kind=caldav": .init(en: "CalDAV server", ko: "CalDAV 서버"),
  ]
}
