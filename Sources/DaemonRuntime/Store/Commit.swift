internal import IPCProtocol
internal import Loop
internal import Storage

/// The one door to disk: changes are carried out here, and here they become durable, turn by turn.
///
/// What a turn has changed is in one of these states, and nobody is told of it before the third:
///
///     buffered ──turnEnds──▶ in flight ──the log answers──▶ durable ──settle──▶ applied
///        │                       │                                                ▲
///        └───────────────────────┴──────── a transaction of the store ────────────┘
///
/// *Buffered*: in memory, in ``Gathering``s or in the store's open transaction. *In flight*: a
/// ``TurnLog`` was asked to keep it; new changes run meanwhile and are buffered for the next turn.
/// *Durable*: the log has it. *Applied*: the store has it, in a transaction that takes in everything
/// before it as well.
///
/// Where several machines share the store (``share(_:_:)``) it is the other way round: a transaction of the
/// store comes first, is *in flight* until their log has what it changed, and is taken back where the log
/// is lost. Then every turn goes that way.
///
/// A turn in which every change gathers goes by the log, in one short write; any other one, and
/// each where there is no log, or no room in it, or where its disk failed, by the store.
@LoopActor
final class Commit {
  let database: Database
  let state: any DomainState
  let answers: KeptAnswers
  let publications = Publications()
  let gatherings: Gatherings
  let transaction: StoreTransaction
  private(set) var log: (any TurnLog)?
  /// The log of several machines, as long as this one owns the branch.
  var shared: (any TurnLog)?
  let nextTakeOff = TakeOff()
  /// How many turns were taken back that the store had.
  var takenBack = 0
  /// Why nothing may be changed now; nil where everything may.
  var refusal: WireError?
  let completions = Completions()
  /// The replies that wait; told of each turn before events show it.
  weak var replies: (any CommitObserver)?

  /// How many changes are buffered.
  var buffered = 0
  var flight: Flight?

  struct Flight {
    let turn: UInt64
    /// What the log has answered; nil until it has.
    var outcome: Outcome?
    enum Outcome { case durable, failed(any Error) }
  }

  /// Whether the log may have what it could not say that it has: the store has to take it in now, and
  /// where it cannot nobody knows what the next start will find.
  var isInDoubt = false
  /// Whether the log's last append failed; told once, not at every order.
  var hasLogFailed = false
  /// Set once nobody knows what is on disk, or in memory: nothing more is changed or told, and the
  /// daemon ends.
  var isLost = false { didSet { onLoss() } }
  /// Called at once when that happens.
  var onLoss: @LoopActor () -> Void = {}

  init(database: Database, gatherings: Gatherings, state: any DomainState) {
    self.database = database
    self.state = state
    self.gatherings = gatherings
    transaction = StoreTransaction(database)
    answers = KeptAnswers(database: database)
    gatherings.add(answers.gathering)
  }

  /// Takes a log, and what it has and the store has not; before ``start()``.
  ///
  /// - Throws: Where what was acknowledged cannot be read; the daemon must not start then.
  func use(_ log: any TurnLog) throws {
    self.log = log
    for record in try log.records(after: gatherings.applied) {
      guard database.mayHaveRecords else {
        throw InconsistentStore(
          problem: "the log of \(database.path) has changes that the store has not, although that "
            + "was closed cleanly; one of the two is of another day")
      }
      do {
        try gatherings.take(record)
      } catch {
        throw InconsistentStore(
          problem: "the redo log of \(database.path) was written by another version")
      }
    }
    answers.gatheringChanged()
  }

  /// Takes in what a log beside the store has and the store has not, and uses it no more.
  ///
  /// - Throws: Where what was acknowledged cannot be read, or ``SQLiteError``.
  func takeInRedoLog() throws {
    guard RedoLog.exists("\(database.path)-redo") else { return }
    try openRedoLog()
    try apply()
    log = nil
  }

  /// Reads the state for the first time, with what an end without warning has left in the log.
  func start() throws {
    // Where the disk is full it goes on without: memory has what the log has.
    do throws(SQLiteError) {
      try apply()
    } catch {
      if error.isOutcomeUnknown { throw error }
      Journal.shared.storeFailure("settling", error)
    }
    try reloadWithDurable()
    // From now on nothing gets to disk but through here, and the work of tasks.
    database.changesNeedTransaction = true
  }

  /// Whether a change waits for its commit: what is in memory is more than what is durable.
  var isAwaited: Bool { buffered > 0 || flight != nil }

  /// Whether the log has not answered yet.
  var isInFlight: Bool { flight != nil }

  // MARK: One change

  /// A change of the daemon's own, such as a timer's.
  ///
  /// - Parameters:
  ///   - isKept: False for one that is undone at once.
  ///   - completion: Called when it is durable, or with what became of it.
  ///   - body: What is to be done.
  /// - Throws: What `body` throws, or `SQLiteError`; `completion` is not called then.
  func change(
    keeping isKept: Bool = true, completion: (@LoopActor (WireError?) -> Void)? = nil,
    _ body: @LoopActor () throws -> Void
  ) throws {
    try run(isKept: isKept, body)
    guard let completion else { return }
    if !isAwaited { completion(nil) } else { completions.add(completion) }
  }

  /// Carries a change out, with what it publishes and gathers, or undoes all of it.
  ///
  /// - Parameters:
  ///   - isKept: False for one that is undone when it has said what it would do.
  ///   - gathers: Whether it writes nothing but what it gathers.
  ///   - body: What is to be done.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or `SQLiteError`.
  func run<T>(
    isKept: Bool, gathers: Bool = false, _ body: @LoopActor () throws -> T
  ) throws -> T {
    if isLost { throw WireError(.shuttingDown, "the daemon is stopping; send the request again") }
    if let refusal { throw refusal }
    if !gathers || !surelyFitsLog { try open() }
    publications.changeBegins()
    let mark = publications.mark
    state.mark()
    do {
      switch try outcome(isKept, gathers, body) {
      case .kept(let value):
        if isKept {
          state.unmark()
          buffered += 1
        } else {
          undoInMemory(to: mark)
          state.revert()
        }
        return value
      case .undone(let error):
        undoInMemory(to: mark)
        if !isKept || error is any WireErrorConvertible {
          state.revert()
        } else {
          try writeGathered()
          try restore()
        }
        throw error
      }
    } catch let error as SQLiteError {
      fail(error)
      throw error
    }
  }

  /// Whether the log has room for one more change of this turn; each before it may be as long as a
  /// block, and where they are many they share blocks.
  ///
  /// Where it may have none the turn needs the store's transaction: a change is refused before it has
  /// touched memory if the store cannot be written.
  private var surelyFitsLog: Bool {
    log?.hasRoom(for: min(buffered + 1, 32) * 4000) ?? false
  }

  /// Begins the turn's transaction, before anything of a change is in memory.
  ///
  /// - Throws: `SQLiteError`. Where another program is writing, what the turn has gathered so far is
  ///   kept without the store, and nothing has to be undone.
  private func open() throws(SQLiteError) {
    do {
      try transaction.open()
    } catch {
      if error.isBusy { turnEnds() } else { fail(error) }
      throw error
    }
  }

  /// A change that gathers has written nothing when it is undone, so it needs no savepoint; any
  /// other one is to find the store as the changes before it have left it.
  private func outcome<T>(
    _ isKept: Bool, _ gathers: Bool, _ body: @LoopActor () throws -> T
  ) throws(SQLiteError) -> StoreTransaction.Outcome<T> {
    if !gathers { try writeGathered() }
    gatherings.changeBegins()
    guard gathers else { return try transaction.run(keeping: isKept, body) }
    do {
      return .kept(try body())
    } catch let error as SQLiteError {
      throw error
    } catch {
      return .undone(error)
    }
  }

  private func undoInMemory(to mark: Int) {
    publications.truncate(to: mark)
    gatherings.undoChange()
  }

  /// Writes, into the turn's transaction, what changes have gathered.
  func writeGathered() throws(SQLiteError) {
    guard gatherings.isUnwritten(log) else { return }
    try transaction.open()
    try gatherings.write(log)
  }
}
