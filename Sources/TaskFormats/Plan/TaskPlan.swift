package import CivilTime
package import Values

/// When a task is to be worked on, before and behind which others: what formats have beside the
/// deadline, each in a notation of its own (``PlanNotation``).
package struct TaskPlan: Hashable, Sendable {
  /// From 1, the highest, to 9, as RFC 5545 has it (section 3.8.1.9); nil is none.
  package var priority: Int?
  /// Until then it is out of the way.
  package var wait: CalendarTime?
  /// From then on it can be worked on.
  package var scheduled: CalendarTime?
  /// The tasks that must be done first, in ascending order.
  package var depends: [UUID] = []
  /// The task that this one is a part of.
  package var parent: UUID?
  /// In ascending order, each once.
  package var notes: [TaskNote] = []
  /// Whether its rule of recurrence counts from the day on which it is done.
  package var repeatsFromCompletion = false
  /// Who is to do it: a name, or an address; one line.
  package var assigned: String?

  package static let priorities = 1...9

  package init() {}
}

/// What somebody has noted of a task, and when; whole seconds, as most formats have no others.
package struct TaskNote: Hashable, Comparable, Sendable {
  package let at: Timestamp
  package let text: String

  /// - Returns: Nil of an empty text.
  package init?(at: Timestamp, _ text: String) {
    let text = TaskRecord.oneLine(text)
    guard !text.isEmpty else { return nil }
    self.at = Timestamp(microseconds: at.wholeSeconds * 1_000_000)
    self.text = text
  }

  package static func < (one: TaskNote, other: TaskNote) -> Bool {
    one.at != other.at
      ? one.at < other.at : one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }
}

/// A part of a plan that a format writes by itself.
enum PlanPart: CaseIterable {
  case priority, wait, scheduled, links, notes, origin, assigned

  func isSame(_ one: TaskPlan, _ other: TaskPlan) -> Bool {
    switch self {
    case .priority: one.priority == other.priority
    case .wait: one.wait == other.wait
    case .scheduled: one.scheduled == other.scheduled
    case .links: one.depends == other.depends && one.parent == other.parent
    case .notes: one.notes == other.notes
    case .origin: one.repeatsFromCompletion == other.repeatsFromCompletion
    case .assigned: one.assigned == other.assigned
    }
  }
}

extension TaskPlan {
  /// A name as formats have it, without white space around it; nil where nothing is left.
  static func assigned(_ text: String?) -> String? {
    guard let name = text.map(TaskRecord.oneLine), !name.isEmpty else { return nil }
    return name
  }
}

/// Keys of a format without its name, with values in its notation, as in ``TaskRecord/extras``.
typealias KeptFields = [String: String]

/// How one format writes the parts of a plan: as fields that a record keeps in ``TaskRecord/extras``.
protocol PlanNotation {
  /// The keys that a part may stand under; upper and lower case differ.
  static func keys(_ part: PlanPart) -> [String]
  /// Takes a part into a plan; what cannot be read says nothing.
  static func read(
    _ part: PlanPart, _ kept: KeptFields, of record: TaskRecord, _ context: FormatContext,
    into plan: inout TaskPlan)
  /// The part in the format's own words, which ``read(_:_:of:_:into:)`` reads as the same.
  static func own(
    _ part: PlanPart, _ plan: TaskPlan, kept: KeptFields, of record: TaskRecord,
    _ context: FormatContext
  ) -> KeptFields
}

extension TaskFormat {
  fileprivate var notation: any PlanNotation.Type {
    switch self {
    case .taskwarrior: TaskwarriorPlan.self
    case .todotxt: TodoTxtPlan.self
    case .ics: ICalendarPlan.self
    case .csv: CSVPlan.self
    case .json: JSONPlan.self
    }
  }

  fileprivate func kept(of record: TaskRecord) -> KeptFields {
    var kept: KeptFields = [:]
    for (name, value) in extras(of: record) { kept[name] = value }
    return kept
  }
}

extension TaskRecord {
  /// What the record's unknown fields say, those of the given format before those of the others.
  package func plan(_ format: TaskFormat?, _ context: FormatContext) -> TaskPlan {
    var plan = TaskPlan()
    guard !extras.isEmpty else { return plan }
    let formats =
      TaskFormat.allCases.filter { $0 == format } + TaskFormat.allCases.filter { $0 != format }
    var left = Set(PlanPart.allCases)
    for format in formats {
      let kept = format.kept(of: self)
      guard !kept.isEmpty else { continue }
      for part in left where format.notation.keys(part).contains(where: { kept[$0] != nil }) {
        format.notation.read(part, kept, of: self, context, into: &plan)
        if !part.isSame(plan, TaskPlan()) { left.remove(part) }
      }
    }
    return plan
  }

  /// Makes a format's unknown fields say what the plan says.
  ///
  /// What was kept of any format and says the same stays to the byte; what says something else is
  /// left out.
  package mutating func setPlan(
    _ plan: TaskPlan, as format: TaskFormat, _ context: FormatContext
  ) {
    guard !extras.isEmpty || plan != TaskPlan() else { return }
    for other in TaskFormat.allCases {
      let kept = other.kept(of: self)
      if kept.isEmpty, other != format { continue }
      for part in PlanPart.allCases {
        set(part, plan, kept, as: other, isWritten: other == format, context)
      }
    }
  }

  /// Leaves out what the plan makes anew, so that only what others have written is kept.
  package mutating func dropOwnPlan(
    _ plan: TaskPlan, as format: TaskFormat, _ context: FormatContext
  ) {
    guard plan != TaskPlan() else { return }
    let kept = format.kept(of: self)
    for part in PlanPart.allCases {
      let keys = format.notation.keys(part)
      let besides = kept.filter { !keys.contains($0.key) }
      let own = format.notation.own(part, plan, kept: besides, of: self, context)
      guard kept.filter({ keys.contains($0.key) }) == own else { continue }
      for key in keys { extras[format.key(key)] = nil }
    }
  }

  private mutating func set(
    _ part: PlanPart, _ plan: TaskPlan, _ kept: KeptFields, as format: TaskFormat, isWritten: Bool,
    _ context: FormatContext
  ) {
    let notation = format.notation
    var said = TaskPlan()
    notation.read(part, kept, of: self, context, into: &said)
    guard !part.isSame(said, plan) else { return }
    let own = notation.own(part, plan, kept: kept, of: self, context)
    for key in notation.keys(part) where kept[key] != nil { extras[format.key(key)] = nil }
    guard isWritten else { return }
    for (key, value) in own { extras[format.key(key)] = value }
  }
}
