package import IPCProtocol
internal import LinuxSystem
package import Storage

/// What a domain has in memory.
///
/// The store is the truth and memory is a copy of it: whenever a change failed on its way (a failed
/// commit, a fault in the middle), ``load()`` is called and memory is what the store holds. A dry run
/// is no failure and anybody may ask for thousands of them: it is undone in memory as well, in as
/// many steps as the change took, and nothing is read again.
@LoopActor
package protocol DomainState: AnyObject {
  /// Reads the whole state from the store, and forgets a mark.
  func load() throws

  /// Notes the state, before a change that is not to stay; an earlier mark counts no more.
  func mark()

  /// Makes memory what it was at ``mark()``, of which there is none afterwards.
  func revert()
}

/// A domain as the runtime sees it: its description, its state, its calls.
@LoopActor
package protocol DomainService: DomainState, Sendable {
  nonisolated static var identity: DomainIdentity { get }
  /// All that it can do, in the order in which help shows it.
  nonisolated static var calls: [Call<Self>] { get }
  /// What it refuses.
  nonisolated static var errors: [ErrorDescription] { get }
  nonisolated static var migrations: [Migration] { get }
  /// The page size of a new store: small where changes are many and small.
  nonisolated static var pageBytes: Int { get }

  /// The limits that hold where the configuration says nothing.
  nonisolated static var limits: Limits { get }

  init(host: DomainHost) throws

  /// When ``wakeUp(at:)`` is wanted next; read after every turn that changed something.
  var nextWake: Timestamp? { get }

  /// What is due; runs as a change of its own.
  func wakeUp(at now: Timestamp) throws

  /// The wall clock was set, or the machine has slept, a moment ago; runs as a change of its own,
  /// before anything that is asked or due after it. ``nextWake`` is read again.
  func timeJumped(_ jump: TimeJump, at now: Timestamp) throws

  /// Whether the daemon must not exit although nobody is connected.
  var hasWork: Bool { get }

  /// Whether it has keys or passwords in memory: then no core is dumped, and no other program of
  /// the user may read its memory.
  nonisolated static var holdsSecrets: Bool { get }

  /// What `systemctl status` shows, as `open, 12 waiting, 3 served at once`.
  var statusSentence: String { get }

  /// The domain's own members of the configuration file; called before ``load()`` and on SIGHUP.
  ///
  /// - Throws: A sentence for the journal; the old configuration then stays.
  func configure(_ configuration: JSONObject) throws

  var gauges: [Gauge] { get }
}

extension DomainService {
  package nonisolated static var limits: Limits { Limits() }
  package nonisolated static var holdsSecrets: Bool { false }
  package nonisolated static var pageBytes: Int { Database.usualPageBytes }
  package var nextWake: Timestamp? { nil }
  package func wakeUp(at now: Timestamp) throws {}
  package func timeJumped(_ jump: TimeJump, at now: Timestamp) throws {}
  package var hasWork: Bool { false }
  package var gauges: [Gauge] { [] }
  package func configure(_ configuration: JSONObject) throws {
    guard let unknown = configuration.keys.first else { return }
    throw ConfigurationError.unknown(unknown)
  }
}

/// What the runtime offers a domain.
@LoopActor
package final class DomainHost {
  package let database: Database
  private nonisolated let path: String
  private let turn: Turn
  private let gathered: GatheredChanges
  private let clock: SteadyClock
  var changes: ChangeRunner?

  init(database: Database, turn: Turn, gathered: GatheredChanges, clock: SteadyClock) {
    self.database = database
    path = database.path
    self.turn = turn
    self.gathered = gathered
    self.clock = clock
  }

  package var now: Timestamp { clock.now }

  /// 64 bits from the kernel, for seeds.
  package func randomNumber() -> UInt64 { SystemRandom.number() }

  /// Runs `body` in a transaction of its own, unless one is open already.
  ///
  /// - Throws: What `body` throws, or `SQLiteError`; nothing of the transaction stays then.
  package func transaction(_ body: () throws -> Void) throws {
    guard !database.isInTransaction else { return try body() }
    try database.begin()
    do {
      try body()
      try database.commit()
    } catch {
      // The first error is the one to tell.
      if database.isInTransaction { try? database.rollback() }
      throw error
    }
  }

  /// Sends an event to all followers of a topic after the commit of this turn.
  package func publish<Event, Result>(_ event: Event, to topic: Topic<Event, Result>) {
    guard topic.isFollowed else { return }
    let bytes = EventStream.written(event)
    turn.publish { topic.deliver(bytes) }
  }

  /// Does something after the commit of this turn, or not at all where the change did not stay:
  /// what must not be seen before, as an entry in the journal.
  package func afterCommit(_ action: @escaping @LoopActor () -> Void) { turn.publish(action) }

  /// Makes a place for what changes leave to be written later; called in `init`.
  ///
  /// `name` says what it is, for ever: the redo log has it. `write` writes what was added, in that
  /// order; where it fails the turn is undone.
  package func gathering<Element: RedoCodable>(
    _ name: String, _ write: @escaping @LoopActor (ArraySlice<Element>) throws(SQLiteError) -> Void
  ) -> Gathering<Element> {
    let gathering = Gathering(name, write)
    gathered.add(gathering)
    gathered.isUsed = true
    return gathering
  }

  /// Runs a change that no request asked for, and returns once it is on disk.
  ///
  /// - Throws: What `body` throws, or ``WireError`` where the store failed.
  package func change(_ body: @LoopActor () throws -> Void) async throws {
    guard let changes else { preconditionFailure("the daemon has not started") }
    let failure: WireError? = try await withCheckedThrowingContinuation { continuation in
      do {
        try changes.performOwn(completion: { continuation.resume(returning: $0) }, body)
      } catch {
        continuation.resume(throwing: error)
      }
    }
    if let failure { throw failure }
    TaskCommits.current?.note()
  }

  /// Ends the daemon when everybody has been answered: nobody knows what it has on disk beside the
  /// store, and a start reads it anew.
  package func endInDoubt(_ reason: String) { changes?.endInDoubt(reason) }

  /// Reads one moment of the store that has everything that was acknowledged, beside the loop.
  ///
  /// Where the disk has no room for what the redo log has, it is read on the loop, which then waits.
  ///
  /// - Throws: What `body` throws, or `SQLiteError`.
  @concurrent
  package nonisolated func read<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    guard await isSettled() else { return try await readOnLoop(body) }
    let reader = try Database(path: path, mode: .reader)
    // A transaction that only reads: all its statements see one moment. It ends with the reader.
    try reader.execute("BEGIN")
    return try body(reader)
  }

  private func isSettled() -> Bool { changes?.settle() ?? true }

  private func readOnLoop<T: Sendable>(_ body: @Sendable (Database) throws -> T) throws -> T {
    guard let changes else { preconditionFailure("the daemon has not started") }
    return try changes.read { try body(database) }
  }

  /// Writes a journal entry of the domain's own.
  package func log(
    _ priority: Journal.Priority, _ message: String, id: MessageID? = nil,
    fields: [(String, String)] = [], function: String = #function, file: String = #fileID,
    line: Int = #line
  ) {
    Journal.shared.log(
      priority, message, id: id, fields: fields, function: function, file: file, line: line)
  }
}
