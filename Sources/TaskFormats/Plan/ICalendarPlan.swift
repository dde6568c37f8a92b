internal import CivilTime
internal import Values

/// PRIORITY, DTSTART, RELATED-TO and COMMENT of RFC 5545; `DEPENDS-ON` of RFC 9253, section 6.
///
/// Waiting, and counting from completion, have no property there: those are ours.
enum ICalendarPlan: PlanNotation {
  static let origin = "X-MATE-REPEAT-FROM"
  /// The parameter of a COMMENT that says when it was noted.
  static let at = "X-MATE-AT"
  private static let completion = "COMPLETION"

  static func keys(_ part: PlanPart) -> [String] {
    switch part {
    case .priority: ["PRIORITY"]
    case .wait: [VTodo.wait]
    case .scheduled: ["DTSTART"]
    case .links: ["RELATED-TO"]
    case .notes: ["COMMENT"]
    case .origin: [origin]
    case .assigned: ["ATTENDEE"]
    }
  }

  static func read(
    _ part: PlanPart, _ kept: KeptFields, of record: TaskRecord, _ context: FormatContext,
    into plan: inout TaskPlan
  ) {
    let lines = lines(part, kept)
    switch part {
    case .priority:
      let number = lines.first.flatMap { Int($0.value.trimmed) }
      plan.priority = number.flatMap { TaskPlan.priorities.contains($0) ? $0 : nil }
    case .wait: plan.wait = lines.first.flatMap { CalendarProperty.time($0, zones: ZoneNames()) }
    case .scheduled:
      let start = lines.first.flatMap { CalendarProperty.time($0, zones: ZoneNames()) }
      // Apple's reminders begin when they are due.
      plan.scheduled = start == record.due ? nil : start
    case .links:
      for link in lines.compactMap(Link.init) { link.add(to: &plan) }
      plan.depends = Set(plan.depends).sorted()
    case .notes: plan.notes = Set(lines.compactMap(note)).sorted()
    case .origin: plan.repeatsFromCompletion = lines.first?.value.trimmed == completion
    case .assigned: plan.assigned = lines.first.flatMap(Attendee.name)
    }
  }

  static func own(
    _ part: PlanPart, _ plan: TaskPlan, kept: KeptFields, of record: TaskRecord,
    _ context: FormatContext
  ) -> KeptFields {
    var own: [ContentLine] = []
    let old = lines(part, kept)
    switch part {
    case .priority: own = plan.priority.map { [ContentLine(own: "PRIORITY", "\($0)")] } ?? []
    case .wait: own = plan.wait.map { [CalendarProperty.line(VTodo.wait, $0)] } ?? []
    case .scheduled:
      let start = plan.scheduled == record.due ? nil : plan.scheduled
      own = start.map { [CalendarProperty.line("DTSTART", $0)] } ?? []
    case .links:
      let wanted = links(plan)
      // Other relations are not ours to take away, and other UIDs not ours to write otherwise.
      own = old.filter { line in Link(line).map { wanted.contains($0) } ?? true }
      let known = own.compactMap(Link.init)
      own += wanted.filter { !known.contains($0) }.map(\.line)
    case .notes:
      own = old.filter { line in note(line).map { plan.notes.contains($0) } ?? true }
      let known = own.compactMap(note)
      own += plan.notes.filter { !known.contains($0) }.compactMap(line)
    case .origin:
      if plan.repeatsFromCompletion { own = [ContentLine(own: origin, completion)] }
    case .assigned:
      // Others who take part are kept behind, as long as somebody stands before them.
      if let name = plan.assigned { own = [Attendee.line(name)] + old.dropFirst() }
    }
    let key = keys(part)[0]
    return own.isEmpty ? [:] : [key: own.map(\.raw).joined(separator: "\n")]
  }

  private static func lines(_ part: PlanPart, _ kept: KeptFields) -> [ContentLine] {
    keys(part).compactMap { kept[$0] }.flatMap { text in
      text.split(separator: "\n").compactMap { KeptProperties.line(String($0)) }
    }
  }

  private static func links(_ plan: TaskPlan) -> [Link] {
    (plan.parent.map { [Link(kind: .parent, task: $0)] } ?? [])
      + plan.depends.map { Link(kind: .dependsOn, task: $0) }
  }

  private static func note(_ line: ContentLine) -> TaskNote? {
    guard let at = line.parameter(at),
      let time = CalendarTime(basic: at), case .utc(let moment) = time
    else { return nil }
    return TaskNote(at: moment.utc, ICalendarText.unescaped(line.value))
  }

  private static func line(_ note: TaskNote) -> ContentLine? {
    CivilDateTime(utc: note.at).map { time in
      ContentLine(
        own: "COMMENT", ICalendarText.escaped(note.text), parameters: [(at, time.basicText + "Z")])
    }
  }

  /// Who is to do it: the first ATTENDEE, RFC 5545, section 3.8.4.1.
  private enum Attendee {
    /// What Apple's programs and others write for somebody whose address nobody knows.
    static let nobody = "invalid:nomail"
    private static let mail = "mailto:"

    static func name(_ line: ContentLine) -> String? {
      if let name = TaskPlan.assigned(line.parameter("CN")) { return name }
      let address = line.value.trimmed
      guard address.lowercased().hasPrefix(mail) else { return TaskPlan.assigned(address) }
      return TaskPlan.assigned(String(address.dropFirst(mail.count)))
    }

    static func line(_ name: String) -> ContentLine {
      let isAddress = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && name.contains("@")
      guard !isAddress || name.contains(where: { "\",;:\\^".contains($0) }) else {
        return ContentLine(own: "ATTENDEE", mail + name)
      }
      return ContentLine(own: "ATTENDEE", nobody, parameters: [("CN", name)])
    }
  }

  /// What a RELATED-TO means here.
  private struct Link: Equatable {
    enum Kind: String {
      case parent = "PARENT"
      case dependsOn = "DEPENDS-ON"
    }

    let kind: Kind
    let task: UUID

    init(kind: Kind, task: UUID) { (self.kind, self.task) = (kind, task) }

    /// Nil of another relation, as CHILD or SIBLING.
    init?(_ line: ContentLine) {
      let type = line.parameter("RELTYPE")?.uppercased() ?? Kind.parent.rawValue
      let uid = ICalendarText.unescaped(line.value.trimmed)
      guard let kind = Kind(rawValue: type), !uid.isEmpty else { return nil }
      self.init(kind: kind, task: UUID(uid) ?? DerivedIDs.id(.ics, uid))
    }

    var line: ContentLine {
      let type = [("RELTYPE", kind.rawValue)]
      return ContentLine(
        own: "RELATED-TO", task.description, parameters: kind == .parent ? [] : type)
    }

    func add(to plan: inout TaskPlan) {
      switch kind {
      case .parent: plan.parent = plan.parent ?? task
      case .dependsOn: plan.depends.append(task)
      }
    }
  }
}
