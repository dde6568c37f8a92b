internal import Values

/// A leg of a customer's way today, for ``Branch/learn(_:_:manual:)``.
struct Lesson: Sendable {
  let service: Int
  let grade: Grade
  let teller: Int?
  let takenAt: Timestamp?
  let calledAt: Timestamp?
  let endedAt: Timestamp?
  /// Microseconds until the call.
  let waited: Int64
  let leg: Int
}

extension Branch {
  /// Learns again, after a kill, what the day had taught.
  ///
  /// - Parameters:
  ///   - visits: Legs that are over, in any order.
  ///   - present: Customers who are still in the branch.
  ///   - manual: The numbers of the tellers who are people.
  mutating func learn(_ visits: [Lesson], _ present: [Lesson], manual: Set<Int>) {
    let opening = state.day.openedAt
    let arrivals = (visits + present).filter { $0.leg == 0 && ($0.takenAt ?? opening) >= opening }
    for lesson in arrivals.sorted(by: { ($0.takenAt ?? opening) < ($1.takenAt ?? opening) }) {
      learned.came(service: lesson.service, grade: lesson.grade, at: lesson.takenAt ?? opening)
    }
    let called = visits.filter { $0.calledAt != nil && manual.contains($0.teller ?? 0) }
    for lesson in called.sorted(by: { ($0.calledAt ?? opening) < ($1.calledAt ?? opening) }) {
      guard let teller = lesson.teller, let start = lesson.calledAt, let end = lesson.endedAt
      else { continue }
      learned.called(
        by: teller, waitingSince: start.adding(microseconds: -lesson.waited), at: start)
      learned.ended(
        service: lesson.service, teller: teller, time: end.microseconds - start.microseconds,
        at: end)
    }
    for teller in tellers where manual.contains(teller.number) {
      guard let inHand = teller.inHand else { continue }
      learned.called(
        by: teller.number, waitingSince: inHand.calledAt.adding(microseconds: -inHand.waited),
        at: inHand.calledAt)
    }
  }
}
