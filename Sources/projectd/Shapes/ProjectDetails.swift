internal import CivilTime
internal import IPCProtocol
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
  let extras: Extras?
  let fields: [Line]

  static let shape = ShapeOf<ProjectDetails>(
    ProjectRow.members(at: \.row) + [
      Member("uuid", \.uuid), Member("body", \.body), Member("dueAt", \.dueAt),
      Member("dueZone", \.dueZone), Member("recurrence", \.recurrence),
      Member("createdAt", \.createdAt), Member("changedAt", \.changedAt),
      Member("extras", \.extras), Member("fields", \.fields),
    ])

  /// All of a project, with what imports brought and nothing here uses.
  init(_ project: Project, _ reader: ReaderDay, extras: [(name: String, value: String)]) {
    let instant = project.due.flatMap { $0.key.kind == .instant ? $0 : nil }
    row = ProjectRow(project, reader)
    uuid = project.id
    body = project.body
    dueAt = instant.map { Timestamp(microseconds: $0.key.seconds * 1_000_000) }
    dueZone = instant?.time.zoneIdentifier
    recurrence = project.recurrence
    createdAt = project.createdAt
    changedAt = project.changedAt
    self.extras =
      extras.isEmpty
      ? nil : Extras(members: JSONObject(extras.map { ($0.name, .string($0.value)) }))
    fields = Lines(project: project, reader: reader, extras: extras).all.map {
      Line(name: $0.0, value: $0.1)
    }
  }
}

/// What people are shown of a project.
private struct Lines {
  let project: Project
  let reader: ReaderDay
  let extras: [(name: String, value: String)]

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
      lines.append((name("Repeats", "반복"), .string(recurrence)))
    }
    // A line each: whoever shows fields has one line for each of them.
    let body = project.body?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    for (index, line) in body.enumerated() {
      lines.append((index == 0 ? name("Description", "설명") : name("", ""), .string(String(line))))
    }
    lines += [
      (name("Created", "만든 때"), .string(moment(project.createdAt))),
      (name("Changed", "바뀐 때"), .string(moment(project.changedAt))),
      (name("UUID", "UUID"), .string(project.id.description)),
    ]
    return lines + extras.map { (LocalizedText(en: $0.name), .string($0.value)) }
  }

  private func deadline(_ due: Due) -> JSONValue {
    var text = reader.text(due.key)
    if let zone = due.time.zoneIdentifier, zone != reader.zone.identifier,
      let there = due.time.time
    {
      text += " (\(due.time.date) \(String("\(there)".prefix(5))) \(zone))"
    }
    guard BoardKey(project).isOverdue(reader.clock) else { return .string(text) }
    return LocalizedText(en: "\(text) — overdue!", ko: "\(text) — 마감 지남!").jsonValue
  }

  private func moment(_ time: Timestamp) -> String {
    let local = reader.zone.local(at: time)
    return "\(local.date) \(String("\(local.time)".prefix(5)))"
  }
}
