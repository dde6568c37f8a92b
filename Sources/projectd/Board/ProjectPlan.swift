internal import TaskFormats
internal import Values

/// When a project is to be worked on, and what must be done before it.
struct ProjectPlan: Hashable, Sendable {
  /// Until then it is out of the way.
  var wait: Due?
  /// From then on it can be worked on.
  var scheduled: Due?
  /// What must be done first, as somebody said it: see ``BoardLinks`` for what of it counts.
  var depends: [UUID] = []
  /// What it is a part of.
  var parent: UUID?
  /// Whether its rule of recurrence counts from the day on which it is done.
  var repeatsFromCompletion = false
  /// Who is to do it.
  var assigned: String?
  /// When somebody wants to be told of it, beside when it is due; in ascending order.
  var reminders: [Reminder] = []
}

extension Project {
  /// Whether it is out of the way until later.
  func isWaiting(_ clock: DayClock) -> Bool {
    guard state != .done, let wait = plan.wait else { return false }
    return !clock.hasBegun(wait.key)
  }

  /// Whether somebody wants to be told of it at a time of its own.
  var isReminded: Bool { !isRemoved && hasPlan && !plan.reminders.isEmpty }

  /// Whether the day from which it can be worked on has come.
  func isReady(_ clock: DayClock) -> Bool {
    plan.scheduled.map { clock.hasBegun($0.key) } ?? false
  }
}
