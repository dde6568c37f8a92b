internal import Values

/// What orders, filters and urgency ask of every project, without a reference to count: a list
/// goes over a hundred thousand of them.
struct BoardKey: Sendable {
  let due: DueKey
  let createdAt: Timestamp
  let changedAt: Timestamp
  let state: ProjectState
  let isRemoved: Bool
  let hasGroup: Bool
  let isNext: Bool
  let tagCount: UInt8
  let noteCount: UInt8
  /// From 1, the highest, to 9; 0 is none.
  let priority: UInt8
  /// Whether it waits, or is scheduled: when, the project says.
  let hasTimes: Bool
  /// What the projects it is linked with make of it; see ``BoardLinks``.
  var isBlocked = false
  var isBlocking = false

  init(_ project: Project) {
    due = project.due?.key ?? .none
    createdAt = project.createdAt
    changedAt = project.changedAt
    state = project.state
    isRemoved = project.isRemoved
    hasGroup = project.group != nil
    isNext = project.tags.contains("next")
    tagCount = UInt8(clamping: project.tags.count)
    noteCount = project.noteCount
    priority = project.priority
    hasTimes =
      project.hasPlan && (project.plan.wait != nil || project.plan.scheduled != nil)
  }

  /// Not done, and the deadline has passed.
  func isOverdue(_ clock: DayClock) -> Bool { clock.isOverdue(due, state) }
}

extension DayClock {
  /// Not done, and the deadline has passed.
  func isOverdue(_ due: DueKey, _ state: ProjectState) -> Bool { state != .done && isPast(due) }
}
