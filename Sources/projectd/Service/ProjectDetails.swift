internal import CivilTime
internal import IPCProtocol

/// Everything about one project, for programs and, line by line, for people.
struct ProjectDetails: JSONWritable, Sendable {
  let project: Project
  let reader: ReaderDay
  let zones: Zones
  /// What imports brought and nothing here uses.
  let extras: [(name: String, value: String)]

  func write(to writer: inout JSONWriter) {
    writer.rowMembers(of: project, reader)
    writer.key("uuid")
    writer.string(project.id.description)
    if let body = project.body {
      writer.key("body")
      writer.string(body)
    }
    writeDeadline(to: &writer)
    if let recurrence = project.recurrence {
      writer.key("recurrence")
      writer.string(recurrence)
    }
    writer.key("createdAt")
    writer.string(project.createdAt.description)
    writer.key("changedAt")
    writer.string(project.changedAt.description)
    if !extras.isEmpty {
      writer.key("extras")
      writer.value(.object(JSONObject(extras.map { ($0.name, .string($0.value)) })))
    }
    writer.key("fields")
    writer.value(.array(lines.map { ["name": $0.0.jsonValue, "value": $0.1] }))
    writer.literal("}")
  }

  /// The exact point in time of a deadline, and its zone.
  private func writeDeadline(to writer: inout JSONWriter) {
    guard let due = project.due, due.key.kind == .instant else { return }
    writer.key("dueAt")
    writer.string(Timestamp(microseconds: due.key.seconds * 1_000_000).description)
    if let zone = due.time.zoneIdentifier {
      writer.key("dueZone")
      writer.string(zone)
    }
  }

  private var lines: [(LocalizedText, JSONValue)] {
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
