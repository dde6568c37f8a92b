internal import CivilTime
internal import IPCProtocol
internal import TaskFormats
internal import Values

/// Everything about one project, for programs and, line by line, for people.
struct ProjectDetails: Shape {
  /// One line for people.
  struct Line: Shape {
    let name: LocalizedText
    /// A text, one in two languages, a number or a list of texts.
    let value: JSONValue

    static let shape = ShapeOf<Line>([Member("name", \.name), Member("value", \.value)])
  }

  let row: ProjectRow
  let uuid: UUID
  let body: String?
  /// The exact point in time of a deadline, and its zone.
  let dueAt: Timestamp?
  let dueZone: String?
  let recurrence: String?
  let createdAt: Timestamp
  let changedAt: Timestamp
  /// Who made the last change: a user here, `name@host` of another machine.
  let changedBy: String?
  let wait: String?
  let scheduled: String?
  /// Whether the rule counts from the day on which it is done.
  let fromDone: Bool?
  /// Numbers of projects.
  let depends: [Int]?
  let blocks: [Int]?
  let parent: Int?
  let parts: [Int]?
  let notes: [DatedNote]?
  /// Durations of RFC 5545 before the deadline, as `-PT1H`, or points in time.
  let reminders: [String]?
  let extras: Extras?
  let fields: [Line]

  static let shape = ShapeOf<ProjectDetails>(
    ProjectRow.members(at: \.row) + [
      Member("uuid", \.uuid), Member("body", \.body), Member("dueAt", \.dueAt),
      Member("dueZone", \.dueZone), Member("recurrence", \.recurrence),
      Member("createdAt", \.createdAt), Member("changedAt", \.changedAt),
      Member("changedBy", \.changedBy),
      Member("wait", \.wait), Member("scheduled", \.scheduled), Member("fromDone", \.fromDone),
      Member("depends", \.depends), Member("blocks", \.blocks), Member("parent", \.parent),
      Member("parts", \.parts), Member("notes", \.notes),
      Member("reminders", \.reminders), Member("extras", \.extras),
      Member("fields", \.fields),
    ])

  /// All of a project, with what imports brought and nothing here uses.
  init(
    _ project: Project, of board: Board, _ reader: ReaderDay,
    extras: [(name: String, value: String)], notes: [TaskNote] = [],
    changedBy: String? = nil
  ) {
    let links = LinkedProjects(project, of: board)
    let instant = project.due.flatMap { $0.key.kind == .instant ? $0 : nil }
    row = ProjectRow(
      project, reader, isBlocked: board.keys[project.number - 1].isBlocked)
    wait = project.plan.wait.map { reader.text($0.key) }
    scheduled = project.plan.scheduled.map { reader.text($0.key) }
    fromDone = project.plan.repeatsFromCompletion ? true : nil
    depends = links.depends.isEmpty ? nil : links.depends.map(\.number)
    blocks = links.blocks.isEmpty ? nil : links.blocks.map(\.number)
    parent = links.parent?.number
    parts = links.parts.isEmpty ? nil : links.parts.map(\.number)
    self.notes = notes.isEmpty ? nil : notes.map { DatedNote(at: $0.at, text: $0.text) }
    let reminders = project.plan.reminders
    self.reminders = reminders.isEmpty ? nil : reminders.map(\.description)
    uuid = project.id
    body = project.body
    dueAt = instant.map { Timestamp(microseconds: $0.key.seconds * 1_000_000) }
    dueZone = instant?.time.zoneIdentifier
    recurrence = project.recurrence
    createdAt = project.createdAt
    changedAt = project.changedAt
    self.changedBy = changedBy
    self.extras =
      extras.isEmpty
      ? nil : Extras(members: JSONObject(extras.map { ($0.name, .string($0.value)) }))
    fields = Lines(
      project: project, reader: reader, links: links, notes: notes, extras: extras,
      changedBy: changedBy
    ).all.map {
      Line(name: $0.0, value: $0.1)
    }
  }
}

/// What people are shown of a project.
private struct Lines {
  let project: Project
  let reader: ReaderDay
  let links: LinkedProjects
  let notes: [TaskNote]
  let extras: [(name: String, value: String)]
  let changedBy: String?

  var all: [(LocalizedText, JSONValue)] {
    func name(_ en: String, _ ko: String) -> LocalizedText { LocalizedText(en: en, ko: ko) }
    var lines: [(LocalizedText, JSONValue)] = [
      (name("Number", "번호"), .integer(project.number)),
      (name("Title", "제목"), .string(project.title)),
      (name("State", "상태"), .string(project.state.title)),
    ]
    if let due = project.due { lines.append((name("Deadline", "마감"), deadline(due))) }
    if !project.tags.isEmpty {
      lines.append((name("Tags", "태그"), .array(project.tags.map(JSONValue.string))))
    }
    if let group = project.group { lines.append((name("Group", "그룹"), .string(group))) }
    if let recurrence = project.recurrence {
      lines.append(
        (name("Repeats", "반복"), RepeatSentence.text(recurrence, reader).jsonValue))
      if project.plan.repeatsFromCompletion {
        let from = LocalizedText(en: "the day it is done", ko: "끝낸 날")
        lines.append((name("Counted from", "기준"), from.jsonValue))
      }
    }
    lines += planned
    // A line each: whoever shows fields has one line for each of them.
    let body = project.body?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    for (index, line) in body.enumerated() {
      lines.append((index == 0 ? name("Description", "설명") : name("", ""), .string(String(line))))
    }
    lines += [
      (name("Created", "만든 때"), .string(moment(project.createdAt))),
      (
        name("Changed", "바뀐 때"),
        .string(moment(project.changedAt) + (changedBy.map { ", \($0)" } ?? ""))
      ),
      (name("UUID", "UUID"), .string(project.id.description)),
    ]
    return lines + extras.map { (LocalizedText(en: $0.name), .string($0.value)) }
  }

  private var planned: [(LocalizedText, JSONValue)] {
    var lines: [(LocalizedText, JSONValue)] = []
    func add(_ en: String, _ ko: String, _ value: JSONValue?) {
      if let value { lines.append((LocalizedText(en: en, ko: ko), value)) }
    }
    func several(_ projects: [Project]) -> JSONValue? {
      projects.isEmpty ? nil : .array(projects.map { .string(Self.line($0)) })
    }
    // A bare `nil` would be a JSON null, and a line without a value.
    if case let priority = Int(project.priority), priority != 0 {
      add("Priority", "우선순위", PriorityWords.grade(priority).jsonValue)
    }
    let plan = project.plan
    add("For", "담당", plan.assigned.map { .string($0) })
    add("Put off until", "미룸", plan.wait.map { DueSentence($0.key, reader).text.jsonValue })
    add("Scheduled", "예정", plan.scheduled.map { DueSentence($0.key, reader).text.jsonValue })
    add("After", "선행 작업", several(links.depends))
    add("Not counted", "세지 않음", several(links.circular))
    add("Before", "기다리는 작업", several(links.blocks))
    add("Part of", "상위 작업", links.parent.map { .string(Self.line($0)) })
    add("Parts", "하위 작업", several(links.parts))
    for (index, reminder) in plan.reminders.enumerated() {
      let name = index == 0 ? ("Reminders", "알림") : ("", "")
      add(name.0, name.1, ReminderText.text(reminder, reader).jsonValue)
    }
    for (index, note) in notes.enumerated() {
      let text = "\(moment(note.at)) \(note.text)"
      add("Note \(index + 1)", "메모 \(index + 1)", .string(text))
    }
    return lines
  }

  private static func line(_ project: Project) -> String {
    "\(project.number) \(project.title) (\(project.state.title))"
  }

  private func deadline(_ due: Due) -> JSONValue {
    let said = DueSentence(due.key, reader).text
    var there = ""
    if let zone = due.time.zoneIdentifier, zone != reader.zone.identifier,
      let time = due.time.time
    {
      there = " (\(due.time.date) \(String("\(time)".prefix(5))) \(zone))"
    }
    let isOverdue = BoardKey(project).isOverdue(reader.clock)
    return LocalizedText(
      en: said.en + there + (isOverdue ? " — overdue!" : ""),
      ko: (said.ko ?? said.en) + there + (isOverdue ? " — 마감 지남!" : "")
    ).jsonValue
  }

  private func moment(_ time: Timestamp) -> String {
    let local = reader.zone.local(at: time)
    return "\(local.date) \(String("\(local.time)".prefix(5)))"
  }
}
