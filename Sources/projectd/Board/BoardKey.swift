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

  init(_ project: Project) {
    due = project.due?.key ?? .none
    createdAt = project.createdAt
    changedAt = project.changedAt
    state = project.state
    isRemoved = project.isRemoved
    hasGroup = project.group != nil
    isNext = project.tags.contains("next")
    tagCount = UInt8(clamping: project.tags.count)
  }

  /// Not done, and the deadline has passed.
  func isOverdue(_ clock: DayClock) -> Bool { clock.isOverdue(due, state) }
}

extension DayClock {
  /// Not done, and the deadline has passed.
  func isOverdue(_ due: DueKey, _ state: ProjectState) -> Bool { state != .done && isPast(due) }
}
