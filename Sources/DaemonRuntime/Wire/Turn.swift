internal import IPCProtocol
internal import Loop

/// What one loop turn has taken and not yet shown: what waits for its changes, who has something to be
/// written, and what goes on in the next turn.
@LoopActor
final class Turn {
  let commit: Commit
  let publications: Publications
  /// Replies to changes that are not on disk.
  var replies = Waiting<PendingReply>()
  /// Requests that were refused with their commit, after they had been carried out.
  var failedRequests: UInt64 = 0
  /// Work that must see what was changed on disk: reads, and the rest of batches.
  private(set) var held: [@LoopActor () -> Void] = []
  /// Two lists that take turns, so that emptying one allocates nothing.
  private var dirty: [Connection] = []
  private var spareDirty: [Connection] = []
  private(set) var requestsInFlight = 0
  /// Work beside the loop that has not returned, and how much of it nobody waits for any more.
  private(set) var tasks = (working: 0, overdue: 0)
  /// What goes on in the next turn, so that this one ends soon.
  private var deferred: [@LoopActor () -> Void] = []
  /// When the turn's first work was begun (CLOCK_MONOTONIC, nanoseconds); 0 before it.
  private var beganAt: UInt64 = 0

  init(_ commit: Commit) {
    self.commit = commit
    publications = commit.publications
    commit.replies = self
  }

  /// Whether a change waits for its commit, so that nobody may be shown what is in memory.
  var hasChanges: Bool { commit.isAwaited }

  /// Whether a change has to wait as well: somebody waits to see what is in flight, and would wait
  /// for ever if more and more was changed meanwhile.
  var holdsChanges: Bool { commit.isInFlight && !held.isEmpty }

  /// Whether nothing is left that could be done before the log has answered.
  var isEmpty: Bool {
    if publications.isDue { return false }
    return commit.isInFlight || commit.waitsForMore || held.isEmpty && !hasChanges
  }

  // MARK: Time

  /// Nanoseconds that a turn takes, and one whose changes share a commit: who comes meanwhile waits
  /// until it ends.
  private static let length: UInt64 = 1_000_000
  private static let lengthWithChanges: UInt64 = 2_000_000

  func begins(at nanoseconds: UInt64) {
    if beganAt == 0 { beganAt = nanoseconds }
  }

  func ends() { beganAt = 0 }

  /// Whether the turn is to end soon; what it has not come to waits for the next one.
  func isSpent(at nanoseconds: UInt64) -> Bool {
    let length = hasChanges ? Self.lengthWithChanges : Self.length
    return beganAt != 0 && nanoseconds > beganAt &+ length
  }

  /// Whether more of what can wait may be done in this turn.
  var hasTime: Bool {
    let now = MonotonicClock.nanoseconds()
    begins(at: now)
    return !isSpent(at: now)
  }

  // MARK: What waits

  /// A reply that tells a change, or stands behind one; where nothing was changed since the turn in flight, as
  /// where a key was known, it waits for no more than that.
  func add(_ reply: PendingReply) {
    if commit.buffered == 0, commit.isInFlight {
      replies.addToFlight(reply)
    } else {
      replies.add(reply)
    }
  }

  func hold(_ work: @escaping @LoopActor () -> Void) { held.append(work) }

  /// Has the turn's changes kept, and does what waited for them, until there is nothing left that could
  /// be done now.
  ///
  /// - Returns: Whether anything was changed.
  func commitAll() -> Bool {
    var changed = false
    repeat {
      if commit.buffered > 0 { changed = true }
      commit.turnEnds()
      publications.deliver()
      if !hasChanges { runHeld() }
    } while !isEmpty
    return changed
  }

  /// Runs what was held until now; what it holds again waits for the next call.
  private func runHeld() {
    guard !held.isEmpty else { return }
    let ready = held
    held = []
    for work in ready { work() }
  }

  var hasDeferred: Bool { !deferred.isEmpty }

  /// Leaves work to the next turn.
  func postpone(_ work: @escaping @LoopActor () -> Void) { deferred.append(work) }

  /// Goes on with what was postponed, until the turn is spent; the rest stays in front.
  func runDeferred() {
    guard !deferred.isEmpty else { return }
    let ready = deferred
    deferred = []
    var done = 0
    for work in ready {
      work()
      done += 1
      if isSpent(at: MonotonicClock.nanoseconds()) { break }
    }
    deferred.insert(contentsOf: ready[done...], at: 0)
  }

  // MARK: Connections

  func markDirty(_ connection: Connection) {
    guard !connection.isDirty else { return }
    connection.isDirty = true
    dirty.append(connection)
  }

  /// Calls `body` for each connection with something to write, until there is none.
  func drainDirty(_ body: (Connection) -> Void) {
    while !dirty.isEmpty {
      swap(&dirty, &spareDirty)
      for connection in spareDirty {
        connection.isDirty = false
        body(connection)
      }
      spareDirty.removeAll(keepingCapacity: true)
    }
  }

  /// - Precondition: The id is not in flight; who asks has looked.
  func requestBegan(_ id: RequestID, _ inFlight: InFlight, of connection: Connection) {
    let before = connection.inFlight.updateValue(inFlight, forKey: id)
    // Even so no place is counted twice: it would never be given back.
    guard before == nil else { return }
    connection.user.requests += 1
    requestsInFlight += 1
  }

  func requestEnded(_ id: RequestID, of connection: Connection) {
    guard connection.inFlight.removeValue(forKey: id) != nil else { return }
    connection.user.requests -= 1
    requestsInFlight -= 1
  }

  // MARK: Work beside the loop

  func workBegan(of user: UserShare) {
    user.tasks += 1
    tasks.working += 1
  }

  func workBecameOverdue() { tasks.overdue += 1 }

  func workReturned(of user: UserShare, wasOverdue: Bool) {
    user.tasks -= 1
    tasks.working -= 1
    if wasOverdue { tasks.overdue -= 1 }
  }
}
