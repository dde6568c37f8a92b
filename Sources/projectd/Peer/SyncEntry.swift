internal import Values

/// One agreement to exchange, and how it last went.
struct SyncEntry: Sendable {
  let name: String
  let target: SyncTarget
  var triedAt: Timestamp?
  var doneAt: Timestamp?
  /// What was wrong with the last try; nil where nothing was.
  var problem: SyncProblem?
  /// What the other side knew when it last went well.
  var knowledge = Knowledge()
}

/// How an exchange went.
struct SyncCounts: Sendable {
  var received = 0
  var sent = 0
  /// What the other side knows now.
  var knowledge = Knowledge()
  /// What single projects had that did not stop the others.
  var problems: [LocalizedText] = []
}

/// What became of an exchange with one of them.
struct SyncOutcome: Sendable {
  let name: String
  let counts: SyncCounts
  let problem: SyncProblem?

  /// Whether nothing was exchanged; single projects that were left behind are no failure.
  var isFailure: Bool { problem.map { $0.kind != .partial } ?? false }
}
