package import IPCProtocol
internal import LinuxSystem
package import Loop
package import Storage
package import Values

/// What the runtime offers a domain.
@LoopActor
package final class DomainHost {
  package let database: Database
  private nonisolated let path: String
  private let gatherings: Gatherings
  private let clock: SteadyClock
  /// Where machines share the branch.
  var branch: BranchSettings?
  /// Made when the domain is, which it calls.
  private var begun: Commit?

  init(database: Database, gatherings: Gatherings, clock: SteadyClock) {
    self.database = database
    path = database.path
    self.gatherings = gatherings
    self.clock = clock
  }

  /// From now on there are changes.
  func begin(_ commit: Commit) { begun = commit }

  private var commit: Commit {
    guard let begun else { preconditionFailure("the daemon has not started") }
    return begun
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
      database.abandon()
      throw error
    }
  }

  /// Sends an event to all followers of a topic after the commit of this turn.
  package func publish<Event, Result>(_ event: Event, to topic: Topic<Event, Result>) {
    guard topic.isFollowed else { return }
    let bytes = written(event)
    commit.publications.publish { topic.deliver(bytes) }
  }

  /// Does something after the commit of this turn, or not at all where the change did not stay:
  /// what must not be seen before, as an entry in the journal.
  package func afterCommit(_ action: @escaping @LoopActor () -> Void) {
    commit.publications.publish(action)
  }

  /// Makes a place for what changes leave to be written later; called in `init`.
  ///
  /// `name` says what it is, for ever: the redo log has it. `write` writes what was added, in that
  /// order; where it fails the turn is undone.
  package func gathering<Element: RedoCodable>(
    _ name: String, _ write: @escaping @LoopActor (ArraySlice<Element>) throws(SQLiteError) -> Void
  ) -> Gathering<Element> {
    let gathering = Gathering(name, write)
    gatherings.add(gathering)
    gatherings.isUsed = true
    return gathering
  }

  /// Runs a change that no request asked for, and returns once it is on disk.
  ///
  /// - Throws: What `body` throws, or ``WireError`` where the store failed.
  package func change(_ body: @LoopActor () throws -> Void) async throws {
    let failure: WireError? = try await withCheckedThrowingContinuation { continuation in
      do {
        try commit.change(completion: { continuation.resume(returning: $0) }, body)
      } catch {
        continuation.resume(throwing: error)
      }
    }
    if let failure { throw failure }
    TaskCommits.current?.note()
  }

  /// Ends the daemon when everybody has been answered: nobody knows what it has on disk beside the
  /// store, and a start reads it anew.
  package func endInDoubt(_ reason: String) { begun?.endInDoubt(reason) }

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
    let takenBack = await begun?.takenBackIfShared
    let reader = try Database(path: path, mode: .reader)
    // A transaction that only reads: all its statements see one moment. It ends with the reader.
    try reader.execute("BEGIN")
    let result = try body(reader)
    if let takenBack { try await begun?.confirm(since: takenBack) }
    return result
  }

  private func isSettled() async -> Bool {
    await begun?.landing()
    return begun?.settle() ?? true
  }

  private func readOnLoop<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) throws -> T {
    try commit.read { try body(database) }
  }

  /// What all branches of the domain have: the rows of one of its views in the database server.
  ///
  /// - Returns: Nil where this machine has the branch alone, and there is no such server.
  /// - Throws: ``WireError`` where the server does not answer.
  package func headOffice(_ view: String) async throws -> [JSONValue]? {
    guard let branch else { return nil }
    do {
      return try await HeadOffice.rows(of: view, by: branch)
    } catch let trouble as BranchTrouble {
      throw WireError.readFailed(
        trouble.sentence.en,
        ["cause": .string(trouble.reason), "reason": .string(trouble.sentence.en)])
    }
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
