internal import DaemonRuntime
internal import IPCProtocol
internal import Loop
internal import Storage
internal import Values

/// The branch in memory and on disk, one change at a time.
///
/// A rule refuses before it changes anything; what it did is written and told to watchers in the
/// same turn. Whatever does not stay on disk is undone by ``load()``.
@LoopActor
final class Bank {
  /// What tells of one day from its opening to its end.
  typealias RunStream = StreamOf<ChangeEvent, Answers.ClosingLine>

  /// How often a service that ends by itself is given a sign of life, so that after a kill the time
  /// that remained is known as well as this; microseconds.
  private static let closePulse: Int64 = 500_000

  private nonisolated let host: DomainHost
  private let store: BranchStore
  private(set) var branch = Branch(seed: 0)
  private var aliveAt = Timestamp(microseconds: 0)
  private var isLoaded = false
  private let changes = Topic<WatchEvent, NoResult>()
  private let followers: Followers
  let notices: TargetNotices
  private let starts = Topic<ChangeEvent, Answers.ClosingLine>()
  private var runStream: RunStream?
  private var marked: Mark?

  /// What a rehearsal finds, and leaves behind.
  private struct Mark {
    let branch: Branch.Mark
    let aliveAt: Timestamp
    let runStream: RunStream?
    /// What the branch was, with its own marks, where another one has taken its place.
    var replaced: Branch?
  }

  init(host: DomainHost) {
    self.host = host
    store = BranchStore(database: host.database)
    followers = Followers(host: host)
    notices = TargetNotices(host: host)
  }

  var now: Timestamp { host.now }
  var database: Database { host.database }

  /// Reads one moment of the store beside the loop, as years of history take their time.
  nonisolated func read<T: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> T
  ) async throws -> T { try await host.read(body) }

  /// What all branches have, by a view of the database server; nil where there is none.
  nonisolated func headOffice(_ view: String) async throws -> [JSONValue]? {
    try await host.headOffice(view)
  }

  // MARK: The store is the truth

  /// Reads the branch; the first time after a start also lets go on what a kill had stopped.
  func load() throws {
    marked = nil
    if let stored = try store.load() {
      branch = stored.branch
      aliveAt = stored.aliveAt
      if !isLoaded { checkZone() }
      if !isLoaded { try goOn() }
    } else {
      branch = Branch(seed: host.randomNumber())
      try host.transaction { try store.create(branch, at: now) }
      aliveAt = now
      isLoaded = true
    }
  }

  func setAside() { isLoaded = false }

  private func checkZone() {
    guard let problem = branch.state.hours.zoneProblem else { return }
    host.log(.error, problem)
  }

  /// Lets the day go on: automatic services with the time that remained when the daemon ended.
  ///
  /// A disk that cannot be written now must not keep the line from being shown: what is moved is
  /// then written with the first change that can be.
  private func goOn() throws {
    let (absence, isBeyond) = now.microseconds.subtractingReportingOverflow(aliveAt.microseconds)
    branch.resume(after: isBeyond ? 0 : absence)
    do {
      try host.transaction { try store.save(branch.facts, of: branch.state, at: now) }
      _ = branch.takeFacts()
      isLoaded = true
    } catch let error as SQLiteError where !error.isCorrupt && !error.isOutcomeUnknown {
      host.log(.error, "the line was read but cannot be written: \(error.remedy)")
    }
    aliveAt = now
  }

  // MARK: Rehearsals

  func mark() {
    marked = Mark(branch: branch.mark(), aliveAt: aliveAt, runStream: runStream)
  }

  func unmark() {
    marked = nil
    branch.unmark()
  }

  func revert() {
    guard let mark = marked else { return }
    marked = nil
    if let replaced = mark.replaced { branch = replaced }
    branch.revert(to: mark.branch)
    (aliveAt, runStream) = (mark.aliveAt, mark.runStream)
  }

  // MARK: Changes

  /// Applies a rule, and keeps and tells what it did.
  ///
  /// A rule that answers with the branch's members does so in a statement of its own: in
  /// `branch.answer(try branch.take(…))` the branch would be copied before the ticket is taken.
  func change<T>(
    at now: Timestamp, _ rule: (inout Branch) throws(BankError) -> T
  ) throws -> T {
    let result = try rule(&branch)
    try keep(at: now)
    return result
  }

  /// Nobody has to look at a branch that goes by the clock; the journal says when it did.
  private func note(_ turns: [OpeningHours.Turn]) {
    for turn in turns {
      let waiting = branch.waitingCount
      host.afterCommit { [host] in
        host.log(
          .notice,
          turn.opens
            ? "opened by the clock, \(waiting) waiting"
            : "closed to new customers by the clock, \(waiting) waiting",
          id: .turnedByClock,
          fields: [("BANK_OPEN", turn.opens ? "1" : "0"), ("BANK_WAITING", String(waiting))])
      }
    }
  }

  private func keep(at now: Timestamp) throws {
    let facts = branch.takeFacts()
    try store.save(facts, of: branch.state, at: now)
    aliveAt = now
    tell(facts, at: now)
  }

  /// Puts another branch in the place of this one, which is closed; with its past.
  func replace(by file: BranchFile, at now: Timestamp) throws {
    var state = branch.state
    try store.replace(with: file, of: &state, at: now)
    guard let stored = try store.load() else {
      throw InconsistentStore(problem: "it has no branch")
    }
    marked?.replaced = branch
    branch = stored.branch
    aliveAt = now
    tell([.imported], at: now)
  }

  /// What a file of the branch has now.
  func file() throws -> BranchFile { try store.file() }

  /// Lets automatic tellers finish what is due, or gives a sign of life.
  func wakeUp(at now: Timestamp) throws {
    branch.advance(to: now)
    let clockedTo = branch.state.clockedTo
    note(branch.turnByClock(at: now))
    branch.tellTargets(at: now)
    if branch.facts.isEmpty, branch.state.clockedTo == clockedTo {
      try store.saveAlive(at: now)
      aliveAt = now
    } else {
      try keep(at: now)
    }
  }

  /// Machines stand still while theirs sleeps, as they do after a kill, and people do not; where the
  /// clock was set nothing took so long.
  func timeJumped(_ jump: TimeJump, at now: Timestamp) throws {
    if jump.step != 0 {
      branch.move(by: jump.step)
      branch.clockWasSet(to: now)
    }
    if jump.asleep != 0 { branch.resume(after: jump.asleep) }
    try store.save(branch.takeFacts(), of: branch.state, at: now)
    aliveAt = now
    host.publish(.board(Board(of: branch, at: now, kind: "board")), to: changes)
  }

  var nextWake: Timestamp? {
    let sign = pulse.map { aliveAt.adding(microseconds: $0) }
    return [sign, branch.nextDue, branch.state.turn?.at, branch.targetDue].compactMap { $0 }.min()
  }

  /// Where only people work there is nothing that a kill would stop.
  private var pulse: Int64? { branch.nextDue == nil ? nil : Self.closePulse }

  // MARK: Watchers

  private func tell(_ facts: [Fact], at now: Timestamp) {
    notices.tell(facts, in: branch)
    if changes.isFollowed || starts.isFollowed || !followers.isEmpty {
      for fact in facts { tell(fact, at: now) }
      if !followers.isEmpty { followers.tellChanges(in: branch, at: now) }
    }
    for fact in facts { endRun(fact) }
  }

  private func tell(_ fact: Fact, at now: Timestamp) {
    guard let event = ChangeEvent(fact, in: branch, at: now) else { return }
    host.publish(.change(event), to: changes)
    followers.tell(event)
    if event.kind == "started" || event.kind == "finished" { host.publish(event, to: starts) }
    if fact == .imported || event.kind == "reset" {
      host.publish(.board(Board(of: branch, at: now, kind: "board")), to: changes)
    }
  }

  private func endRun(_ fact: Fact) {
    switch fact {
    case .closed(let summary):
      runStream?.finish(
        Answers.ClosingLine(served: summary.served, businessSeconds: seconds(summary.business)))
    case .reset: runStream?.fail(BankError(.dayReset))
    default: return
    }
    runStream = nil
  }

  /// Follows one ticket until it is called or gone.
  func watch(_ stream: StreamOf<WatchEvent, NoResult>, ticket number: Int) throws {
    let state = try branch.ticketState(number, at: now)
    guard state.kind != .called else {
      stream.send(.change(ChangeEvent(ofTicket: number, in: branch, at: now)))
      return stream.finish(NoResult())
    }
    followers.follow(ticket: number, stream, position: state.position) { [unowned self] in
      .change(ChangeEvent(ofTicket: number, in: branch, at: now))
    }
  }

  /// Follows the desk of a manual teller until the teller is removed.
  func desk(_ stream: StreamOf<DeskEvent, NoResult>, teller number: Int) throws {
    _ = try branch.manualTeller(number)
    let last = DeskEvent(teller: number, in: branch)
    followers.follow(desk: number, stream, last: last) { [unowned self] in
      DeskEvent(teller: number, in: branch)
    }
  }

  func watch(_ stream: StreamOf<WatchEvent, NoResult>) {
    stream.follow(changes) { [unowned self] in
      .board(Board(of: branch, at: now, kind: "board"))
    }
  }

  /// Opens, takes customers and closes; the stream tells what they see until the day has ended.
  func run(_ params: Params.Run, at now: Timestamp, stream: RunStream) throws {
    // Followed first, as some are served at once; a refusal ends the stream and its following.
    stream.follow(starts)
    stream.onEnd { [weak self] in
      if stream.isSame(as: self?.runStream) { self?.runStream = nil }
    }
    let earlier = runStream
    runStream = stream
    do {
      _ = try change(at: now) { branch throws(BankError) in
        try branch.run(
          customers: params.customers, seed: params.seed.map { UInt64(bitPattern: $0) }, at: now)
      }
    } catch {
      runStream = earlier
      throw error
    }
  }
}

extension MessageID {
  static let turnedByClock = MessageID("bade59fbc01f41e2a5989abc76edf640")
}
