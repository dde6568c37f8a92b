/// Searches off the loop, one question after the other: its notes are kept from one to the next.
actor JourneyWorker {
  let network: JourneyNetwork
  private lazy var search = JourneySearch(network)

  init(_ network: JourneyNetwork) { self.network = network }

  /// - Throws: `CancellationError`, where nobody waits for the answer any more.
  func ways(_ question: JourneySearch.Question, limit: Int? = nil) throws -> [Way] {
    try Task.checkCancellation()
    guard let limit else { return search.ways(question) }
    return try search.ways(question, limit: limit)
  }
}
