internal import Values

extension Branch {
  /// What ``revert(to:)`` needs beside what the line and the tickets note themselves.
  struct Mark: Sendable {
    fileprivate let state: BranchState
    fileprivate let services: [Service]
    fileprivate let tellers: [Teller]
    fileprivate let servingCount: Int
    fileprivate let learned: Learned
    fileprivate let targetDue: Timestamp?
  }

  /// Notes what the branch is, before a change.
  mutating func mark() -> Mark {
    line.mark()
    tickets.mark()
    return Mark(
      state: state, services: services, tellers: tellers, servingCount: servingCount,
      learned: learned, targetDue: targetDue)
  }

  /// What was done since ``mark()`` stays.
  mutating func unmark() {
    line.unmark()
    tickets.unmark()
  }

  /// Makes the branch what it was, in as many steps as were done since, however long the line is.
  mutating func revert(to mark: Mark) {
    line.revert()
    tickets.revert()
    (state, services, tellers) = (mark.state, mark.services, mark.tellers)
    servingCount = mark.servingCount
    learned = mark.learned
    forecast = Forecast(mostDraws: forecast.mostDraws)
    hoursNow = nil
    targetDue = mark.targetDue
    facts.removeAll()
  }
}
