internal import Values

/// What orders, filters and urgency ask of every project, without a reference to count: a list
/// goes over a hundred thousand of them.
struct BoardKey: Sendable {
  let due: DueKey
  let createdAt: Timestamp
  let changedAt: Timestamp
  let state: ProjectState
  private var traits: Traits = []
  let tagCount: UInt8
  let noteCount: UInt8
  /// From 1, the highest, to 9; 0 is none.
  let priority: UInt8

  /// What is so or not, in one byte.
  private struct Traits: OptionSet {
    let rawValue: UInt8

    static let removed = Traits(rawValue: 1)
    static let group = Traits(rawValue: 2)
    static let next = Traits(rawValue: 4)
    static let times = Traits(rawValue: 8)
    static let blocked = Traits(rawValue: 16)
    static let blocking = Traits(rawValue: 32)

    mutating func set(_ trait: Traits, _ isSo: Bool) {
      if isSo { formUnion(trait) } else { subtract(trait) }
    }
  }

  var isRemoved: Bool { traits.contains(.removed) }
  var hasGroup: Bool { traits.contains(.group) }
  var isNext: Bool { traits.contains(.next) }
  /// Whether it waits, or is scheduled: when, the project says.
  var hasTimes: Bool { traits.contains(.times) }

  /// What the projects it is linked with make of it; see ``BoardLinks``.
  var isBlocked: Bool {
    get { traits.contains(.blocked) }
    set { traits.set(.blocked, newValue) }
  }
  var isBlocking: Bool {
    get { traits.contains(.blocking) }
    set { traits.set(.blocking, newValue) }
  }

  /// Whether only its deadline, its tags, its group and its age speak for it.
  var isPlain: Bool {
    state == .todo && traits.isSubset(of: .group) && priority == 0 && noteCount == 0
  }

  init(_ project: Project) {
    due = project.due?.key ?? .none
    createdAt = project.createdAt
    changedAt = project.changedAt
    state = project.state
    tagCount = UInt8(clamping: project.tags.count)
    noteCount = project.noteCount
    priority = project.priority
    traits.set(.removed, project.isRemoved)
    traits.set(.group, project.group != nil)
    traits.set(.next, project.tags.contains("next"))
    traits.set(
      .times, project.hasPlan && (project.plan.wait != nil || project.plan.scheduled != nil))
  }

  /// Not done, and the deadline has passed.
  func isOverdue(_ clock: DayClock) -> Bool { clock.isOverdue(due, state) }
}

extension DayClock {
  /// Not done, and the deadline has passed.
  func isOverdue(_ due: DueKey, _ state: ProjectState) -> Bool { state != .done && isPast(due) }
}
