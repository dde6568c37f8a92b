internal import Values

/// Target times: who waits longer than a service wants, told once.
extension Branch {
  /// The line is looked through at most this often; microseconds.
  private static let pause: Int64 = 1_000_000

  /// When a ticket that waits will have waited longer than its service wants; nil where it has no
  /// target, or had passed it before this wait began: on another day, or before nobody came.
  func overdue(_ ticket: Ticket) -> Timestamp? {
    guard let target = services[ticket.service].target, ticket.waitedBefore <= target.within else {
      return nil
    }
    return ticket.waitingSince.adding(microseconds: target.within - ticket.waitedBefore)
  }

  /// Whether a ticket waits longer than its service wants.
  func isOverTarget(_ ticket: Ticket, at now: Timestamp) -> Bool {
    services[ticket.service].target.map { waited(ticket, at: now) > $0.within } ?? false
  }

  /// Somebody waits from now on.
  mutating func noteTarget(of ticket: Ticket) {
    guard let due = overdue(ticket), state.toldTo.map({ due > $0 }) ?? true else { return }
    let next = state.toldTo.map { max(due, $0.adding(microseconds: Self.pause)) } ?? due
    targetDue = targetDue.map { min($0, next) } ?? next
  }

  /// The line has to be looked through again: targets, phases or times are others.
  mutating func lookForTargets(at now: Timestamp) {
    let isWatched = phase != .closed && !line.isEmpty && services.contains { $0.target != nil }
    targetDue = isWatched ? now : nil
  }

  /// Finds those whose target has passed since anybody was told; each is told once.
  ///
  /// Who passes it within a second of others is told together with them, so that a long line costs
  /// one walk a second and no more.
  mutating func tellTargets(at now: Timestamp) {
    guard let due = targetDue, due <= now else { return }
    targetDue = nil
    guard phase != .closed else { return }
    let told = state.toldTo
    var next: Timestamp?
    for ticket in line.inOrder() {
      guard let due = overdue(ticket), told.map({ due > $0 }) ?? true else { continue }
      if due <= now {
        facts.append(.overTarget(ticket))
      } else if next.map({ due < $0 }) ?? true {
        next = due
      }
    }
    state.toldTo = now
    targetDue = next.map { max($0, now.adding(microseconds: Self.pause)) }
  }
}
