/// So many ways as somebody wants to choose from.
extension JourneySearch {
  /// The best ways, and as long as these are too few those that leave later.
  ///
  /// For a question about an arrival these are those that arrive earlier. None is worse than another
  /// in all that counts.
  ///
  /// - Throws: `CancellationError`, where nobody waits for the answer any more.
  func ways(_ question: Question, limit: Int) throws -> [Way] {
    var found = ways(question)
    var (batch, asked) = (found, question)
    asked.farHorizon = nil
    while found.count < limit, let next = batch.next(question) {
      try Task.checkCancellation()
      asked = asked.moved(to: next)
      // The whole way on foot can be gone at any time.
      batch = ways(asked).filter { !$0.rides.isEmpty && question.isNear($0) }
      found += batch.filter { !found.contains($0) }
    }
    found = found.filter { way in !found.contains { $0.isBetter(than: way) } }
    guard found.count > limit else { return found }
    // The soonest stay, in their order.
    let last = found.map(question.seconds).sorted()[limit - 1]
    return Array(found.filter { question.seconds($0) <= last }.prefix(limit))
  }
}

extension [Way] {
  /// From when on ways are others than these.
  fileprivate func next(_ question: JourneySearch.Question) -> Int? {
    let rides = filter { !$0.rides.isEmpty }
    return question.isArrival
      ? rides.map(\.arrives).max().map { $0 - 1 } : rides.map(\.leaves).min().map { $0 + 1 }
  }
}

extension JourneySearch.Question {
  fileprivate func moved(to time: Int) -> Self {
    Self(
      from: from, to: to, walk: walk, at: time, isArrival: isArrival, maxTransfers: maxTransfers,
      terms: terms, horizon: horizon, mostWalking: mostWalking, slack: slack,
      leastSpared: leastSpared)
  }

  /// Whether a way begins (ends) within the day that is asked about.
  fileprivate func isNear(_ way: Way) -> Bool {
    isArrival ? way.arrives >= at - horizon : way.leaves <= at + horizon
  }
}
