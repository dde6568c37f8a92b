internal import IPCProtocol

/// What one loop turn has taken and not yet shown: changes before their commit, the requests
/// that wait for it, and what is published after it.
@LoopActor
final class Turn {
  /// A change whose reply is written and must not leave before the commit.
  struct PendingChange {
    enum Reply {
      case frame(Connection, start: Int, count: Int, RequestID)
      case batch(BatchRun, index: Int, RequestID)
      case stream(EventStream)
      /// A change of the daemon itself, or a notification.
      case none
      case completion(@LoopActor (WireError?) -> Void)
    }

    let entry: MethodEntry?
    let context: RequestContext?
    let reply: Reply
    let startedAt: UInt64
  }

  var changes: [PendingChange] = []
  /// Work that must see this turn's changes on disk: reads, and the rest of batches.
  private(set) var held: [@LoopActor () -> Void] = []
  /// Arrays of replies to changes: after the commit, and before the events that show the changes.
  private var arrays: [@LoopActor () -> Void] = []
  private var publications: [@LoopActor () -> Void] = []
  /// How many publications stood before the first change, and do not depend on the commit.
  private var independentPublications = 0
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

  var hasChanges: Bool { !changes.isEmpty }
  var isEmpty: Bool { changes.isEmpty && held.isEmpty && arrays.isEmpty && publications.isEmpty }

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
    let length = changes.isEmpty ? Self.length : Self.lengthWithChanges
    return beganAt != 0 && nanoseconds > beganAt &+ length
  }

  /// Whether more of what can wait may be done in this turn.
  var hasTime: Bool {
    let now = MonotonicClock.nanoseconds()
    begins(at: now)
    return !isSpent(at: now)
  }

  // MARK: What waits

  func add(_ change: PendingChange) {
    changes.append(change)
  }

  /// Must be called before a change's handler runs.
  func changeBegins() {
    if changes.isEmpty { independentPublications = publications.count }
  }

  func hold(_ work: @escaping @LoopActor () -> Void) { held.append(work) }

  /// Runs what was held until now; what it holds again waits for the next call.
  func runHeld() {
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

  // MARK: Publications

  var publicationCount: Int { publications.count }

  func publish(_ publication: @escaping @LoopActor () -> Void) { publications.append(publication) }

  /// Forgets what a change published that did not stay.
  func truncatePublications(to count: Int) {
    publications.removeLast(publications.count - count)
  }

  func dropDependentPublications() {
    truncatePublications(to: min(independentPublications, publications.count))
  }

  /// Has an array of replies written when its changes are on disk.
  func holdArray(_ write: @escaping @LoopActor () -> Void) { arrays.append(write) }

  func deliverPublications() {
    let written = arrays
    arrays = []
    for write in written { write() }
    while !publications.isEmpty {
      let ready = publications
      publications.removeAll(keepingCapacity: true)
      for publication in ready { publication() }
    }
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
