internal import CivilTime
internal import TaskFormats
internal import Values

/// One project as the board needs it, in memory; who wrote what stays in the store.
struct Project: Sendable {
  /// The short id: given once, never to another project.
  let number: Int
  let id: UUID
  var title = ""
  var body: String?
  var state = ProjectState.todo
  var due: Due?
  /// In the order of the alphabet.
  var tags: [String] = []
  var group: String?
  var createdAt = Timestamp(microseconds: 0)
  var changedAt = Timestamp(microseconds: 0)
  var isRemoved = false
  /// From 1, the highest, to 9; 0 is none.
  var priority: UInt8 = 0
  /// Their texts are only in the store.
  var noteCount: UInt8 = 0
  /// One element, or none: few projects have a plan, or repeat, and a hundred thousand are in memory.
  private var plans: [ProjectPlan] = []
  private var repetitions: [Repetition] = []
  private var completedMicroseconds = Self.never
  /// What imports brought beside all this is only in the store.
  var hasExtras = false
  /// Stands for the changes that made it what it is: another one, and not 0, after each.
  private(set) var revision: UInt64 = 1

  private static let never = Int64.min

  init(number: Int, id: UUID) {
    self.number = number
    self.id = id
  }
}

extension Project {
  /// Of the changes that were taken in so far.
  struct Clocks {
    var last: UInt64 = 0
    /// Of the last time that an import said when it was changed.
    var modified: UInt64 = 0
    var work = Work()
  }

  /// How a project comes again.
  private struct Repetition: Hashable {
    var rule: String?
    var series: UUID?
    var start: CalendarTime?
  }

  private var repetition: Repetition {
    get { repetitions.first ?? Repetition() }
    set { repetitions = newValue == Repetition() ? [] : [newValue] }
  }

  /// An RRULE.
  var recurrence: String? { repetitions.first?.rule }
  /// The first project of the series, and its deadline; nil of the first one itself.
  var series: UUID? { repetitions.first?.series }
  var seriesStart: CalendarTime? { repetitions.first?.start }

  private(set) var completedAt: Timestamp? {
    get {
      completedMicroseconds == Self.never ? nil : Timestamp(microseconds: completedMicroseconds)
    }
    set { completedMicroseconds = newValue?.microseconds ?? Self.never }
  }

  /// Takes one register in; the whole of a project's registers makes the project.
  ///
  mutating func apply(
    _ field: Field, clock: UInt64, value: String?, zones: Zones, clocks: inout Clocks
  ) {
    noteChange(field, clock: clock, value: value, &clocks)
    clocks.work.take(field, clock: clock, value: value)
    isRemoved = clocks.work.isRemoved
    switch field {
    case .title: title = value ?? ""
    case .body: body = value
    case .state: state = value.flatMap { ProjectState(word: $0) } ?? .todo
    case .deadline:
      due = Self.due(value, zones)
    case .group: group = value
    case .created: createdAt = Self.time(value) ?? Timestamp(microseconds: 0)
    case .completed: completedAt = Self.time(value)
    case .modified: break
    case .reminder(let text):
      guard let reminder = Reminder(text) else { break }
      plan.reminders.removeAll { $0 == reminder }
      if value != nil { plan.reminders = (plan.reminders + [reminder]).sorted() }
    case .removed: break
    case .recurrence: repetition.rule = value
    case .series: repetition.series = value.flatMap { UUID($0) }
    case .seriesStart: repetition.start = value.flatMap { CalendarTime($0) }
    case .tag(let name):
      tags.removeAll { $0 == name }
      if value != nil { tags.insert(name, at: tags.firstIndex { $0 > name } ?? tags.count) }
    case .extra: if value != nil { hasExtras = true }
    case .priority: priority = value.flatMap { UInt8($0) }.flatMap { $0 <= 9 ? $0 : nil } ?? 0
    case .note: if value != nil, noteCount < .max { noteCount += 1 }
    case .wait: plan.wait = Self.due(value, zones)
    case .scheduled: plan.scheduled = Self.due(value, zones)
    case .parent: plan.parent = value.flatMap { UUID($0) }
    case .assigned: plan.assigned = value
    case .repeatFrom: plan.repeatsFromCompletion = value == Field.completion
    case .depends(let id):
      plan.depends.removeAll { $0 == id }
      if value != nil { plan.depends.append(id) }
    }
  }

  private static func due(_ value: String?, _ zones: Zones) -> Due? {
    value.flatMap { CalendarTime($0) }.map { Due($0, zones: zones) }
  }

  /// When it is worked on, and before which others.
  var plan: ProjectPlan {
    get { plans.first ?? ProjectPlan() }
    set { plans = newValue == ProjectPlan() ? [] : [newValue] }
  }

  var hasPlan: Bool { !plans.isEmpty }

  /// A point in time as fields hold it: milliseconds since 1970.
  static func time(_ value: String?) -> Timestamp? {
    value.flatMap { Int64($0) }.map { Timestamp(microseconds: $0 &* 1000) }
  }

  static func text(_ time: Timestamp) -> String { String(time.microseconds / 1000) }

  /// A project was changed when its last change was made, or when the import that was its last
  /// change says it was.
  private mutating func noteChange(
    _ field: Field, clock: UInt64, value: String?, _ clocks: inout Clocks
  ) {
    if field == .modified, let value, clock >= clocks.last {
      clocks.modified = clock
      changedAt = Self.time(value) ?? changedAt
    } else if clock > clocks.last, clock != clocks.modified {
      changedAt = HybridClock.time(of: clock)
    }
    clocks.last = max(clocks.last, clock)
    revision &+= Self.mixed(clock)
    if revision == 0 { revision = 1 }
  }

  /// A clock whose bits are spread: the sum of a project's stands for them all, in any order.
  ///
  /// Source: the finalizer of SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
  /// Generators", 2014).
  private static func mixed(_ clock: UInt64) -> UInt64 {
    var bits = (clock ^ (clock >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  var rule: RecurrenceRule? { recurrence.flatMap { try? RecurrenceRule($0) } }

  init(number: Int, id: UUID, _ registers: Registers, zones: Zones) {
    self.init(number: number, id: id)
    var clocks = Clocks()
    for (field, register) in registers.entries {
      apply(
        field, clock: register.stamp.clock, value: register.value, zones: zones,
        clocks: &clocks)
    }
  }

  /// The value of a field as registers hold it; nil also for extras, which memory has not.
  subscript(field: Field) -> String? {
    switch field {
    case .title: title
    case .body: body
    case .state: state.word
    case .deadline: due?.time.description
    case .group: group
    case .created: Self.text(createdAt)
    case .removed: isRemoved ? "1" : nil
    case .recurrence: recurrence
    case .series: series?.description
    case .tag(let name): tags.contains(name) ? "" : nil
    case .seriesStart: seriesStart?.description
    case .completed: completedAt.map { Self.text($0) }
    case .priority: priority == 0 ? nil : "\(priority)"
    case .wait: plan.wait?.time.description
    case .scheduled: plan.scheduled?.time.description
    case .parent: plan.parent?.description
    case .assigned: plan.assigned
    case .repeatFrom: plan.repeatsFromCompletion ? Field.completion : nil
    case .depends(let id): plan.depends.contains(id) ? "" : nil
    case .reminder(let text):
      Reminder(text).map { plan.reminders.contains($0) } ?? false ? "" : nil
    case .modified, .extra, .note: nil
    }
  }
}
