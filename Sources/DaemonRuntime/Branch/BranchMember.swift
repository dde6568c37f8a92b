internal import IPCProtocol
internal import Loop
internal import PostgreSQL
internal import Storage
internal import Values

/// This machine among those that share a branch: in line, as its owner, or apart from the server.
///
///     apart ──the server answers──▶ standby ──the lock is free──▶ owner
///       ▲                              │                            │
///       └──────── whatever fails ──────┴────────────────────────────┘
///
/// *Owner*: changes are turns of a ``PostgresLog``. *Standby*: the store follows the owner's, and who asks
/// is sent to it. *Apart*: nothing is changed; who owned the branch before goes on showing what was settled.
/// An owner that does not wait for the server (``BranchSettings/Acknowledge/own``) stays one while it is apart.
@LoopActor
final class BranchMember {
  enum Role: Hashable {
    case apart(BranchTrouble)
    case standby
    case owner
  }

  let settings: BranchSettings
  private(set) var role = Role.apart(.connecting)
  /// The branch as the server had it last, and who owned it when it did.
  var known: BranchTables.Owner? { didSet { lastHolder = known?.holder ?? lastHolder } }
  private(set) var lastHolder: String?
  let store: DomainStore
  let commit: Commit
  let ahead: AheadTurn
  let views: [BranchView]
  var log: PostgresLog?
  var mirror: BranchMirror?
  /// Whether memory is what the store holds.
  var isLoaded = false
  private(set) var hasEnded = false
  /// Of an owner that works alone: why the server does not follow; nil where it does.
  var hindrance: BranchTrouble?
  /// Whether a person has said that this machine owns the branch from now on.
  var isTaking = false
  /// Whether a person has said that the store stands alone again, and that is being done.
  var isLeaving = false
  /// Whether it does not stand in line: before ``start()``, and some time after ``end()``.
  private(set) var isOver = true { didSet { if isOver { tellStopped() } } }
  private var stopped: CheckedContinuation<Void, Never>?
  var patience = PostgresLog.Patience()
  private var pauseTimer: LoopTimer?
  private var paused: CheckedContinuation<Void, Never>?
  /// To the server, while it stands in line or owns the branch; closed by ``end()``, so that whatever waits for an
  /// answer there goes no further.
  private var connection: PostgresConnection?
  /// Whether it waits for a connection, where nothing of the store is under way.
  private var isConnecting = false
  /// Whether the store could not follow the owner's at the last try.
  private var lags = false
  /// Whether SQLite's log could be copied at the last try.
  private var isLogCopied = true
  var reminder = TroubleReminder()
  /// Of a standby whose store is compared with the server's tables: up to which turn it follows meanwhile.
  var followsUpTo: UInt64?
  /// Told whenever ``role`` has changed.
  var onRole: @LoopActor (Role) -> Void = { _ in }

  /// Microseconds between two looks at the server of one in line, and between two tries to reach it: at
  /// first, and when it has been away for a while.
  private static let interval: Int64 = 20_000
  private static let firstPause: Int64 = 50_000
  private static let longPause: Int64 = 1_000_000
  private static let hastyTries = 20
  /// Seconds without a word from us until the server ends the session of one who reads the store first.
  static let silenceAtFirst = 60

  init(
    _ settings: BranchSettings, _ store: DomainStore, _ commit: Commit, views: [BranchView] = []
  ) throws {
    self.views = views
    self.settings = settings
    self.store = store
    self.commit = commit
    ahead = try AheadTurn(store.database)
    // What a power failure takes from the copy, the server has.
    if settings.acknowledge == .all, !worksAlone {
      try store.database.execute("PRAGMA synchronous = NORMAL")
    }
    commit.refusal = refusal
  }

  /// The newest turn of the store.
  var turn: UInt64 { ahead.turn }

  // MARK: In line

  /// Stands in line, until the end.
  func start() {
    isOver = false
    if AsideFile.removeDrafts(of: store.path) {
      Journal.shared.log(
        .notice,
        "a file beside \(store.path) was not finished when the daemon ended, and is removed; what it was to hold "
          + "is in the store, and is set aside anew", id: .branchRole,
        fields: [("MATE_BRANCH", settings.branch)])
    }
    Task { @LoopActor in
      var failures = 0
      while !hasEnded {
        let was = role
        do {
          try await stand()
          failures = 0
        } catch {
          let wasWell = worksAlone ? hindrance == nil : was == .owner || role == .owner
          failures = wasWell ? 0 : failures + 1
          hindered(hasEnded ? .ending : BranchTrouble(error))
        }
        await pause(failures < Self.hastyTries ? Self.firstPause : Self.longPause)
      }
      isOver = true
    }
  }

  /// The end of the daemon: the next one in line has the branch at once.
  func end() {
    hasEnded = true
    log?.finish(.ending)
    connection?.close()
    wakeUp()
  }

  /// Returns when the store is used here no more, after ``end()``; for one at a time.
  func hasStopped() async {
    guard !isOver, !isConnecting else { return }
    await withCheckedContinuation { stopped = $0 }
  }

  private func tellStopped() {
    stopped?.resume()
    stopped = nil
  }

  /// Stands in line again, where the end came to nothing.
  func goOn() {
    hasEnded = false
    if isOver { start() }
  }

  /// What was true before an answer came may be so no more.
  ///
  /// - Throws: ``BranchTrouble/ending`` after ``end()``.
  func goesOn() throws(BranchTrouble) {
    if hasEnded { throw .ending }
  }

  func pause(_ microseconds: Int64) async {
    guard !hasEnded else { return }
    let timer = EventLoop.shared.makeTimer { [weak self] in self?.wakeUp() }
    timer.arm(afterMicroseconds: microseconds)
    pauseTimer = timer
    await withCheckedContinuation { paused = $0 }
    timer.disarm()
  }

  private func wakeUp() {
    paused?.resume()
    paused = nil
  }

  private func connect() async throws -> BranchTables {
    isConnecting = true
    defer { isConnecting = false }
    return try await BranchTables.open(settings)
  }

  /// Connects, follows until the branch is free, owns it until that is over.
  private func stand() async throws {
    let tables = try await connect()
    defer {
      tables.connection.close()
      connection = nil
    }
    try goesOn()
    connection = tables.connection
    try await tables.prepare()
    if worksAlone {
      guard let owner = try await regain(tables) else { return }
      try await follow(over: tables, as: owner)
    }
    let following = BranchFollowing(settings, tables, store, ahead, views) { [unowned self] in
      isLoaded = false
    } hasChanged: { [unowned self] in
      copyLog()
    }
    while !hasEnded {
      let (owner, isLocked) = try await tables.look(as: settings.machine, taking: isTaking)
      known = owner
      try goesOn()
      if isLocked { return try await own(tables, following) }
      if let owner { try await standBy(owner, following) }
      await pause(Self.interval)
    }
  }

  /// Follows the owner; who could not, as where the disk is full, stands by when it can again.
  private func standBy(
    _ owner: BranchTables.Owner, _ following: BranchFollowing
  ) async throws {
    if !lags { standBy(owner) }
    lags = true
    try await following.follow(owner, upTo: followsUpTo)
    lags = false
    standBy(owner)
  }

  /// A standby's own turns are none, whose end would have the log copied (``Settling``).
  private func copyLog() { isLogCopied = commit.checkpoint(reporting: isLogCopied) }

  /// Where the owner is this machine itself, nobody else is: what was settled is shown on.
  private func standBy(_ owner: BranchTables.Owner) {
    guard owner.holder == settings.machine else { return become(.standby) }
    if case .apart(let trouble) = role, trouble != .connecting { return }
    become(.apart(.ownSession))
  }

  // MARK: Owning

  private func own(_ tables: BranchTables, _ following: BranchFollowing) async throws {
    try await tables.endSession(afterSilence: Self.silenceAtFirst)
    try goesOn()
    let owner: BranchTables.Owner
    if let known {
      // Before anything is changed: who stands aside leaves no trace.
      try await following.follow(known)
      guard
        let taken = try await tables.takeOver(
          settings.machine, worksAlone: settings.acknowledge == .own)
      else {
        throw forgotten
      }
      // The new epoch is on both disks, so nothing that is read now can go any more.
      try await following.follow(taken)
      owner = try await migrated(taken, following.copies)
    } else {
      owner = try await begin(following.copies)
    }
    known = owner
    try goesOn()
    isTaking = false
    if settings.acknowledge == .own {
      try workAlone(as: owner)
      return try await follow(over: tables, as: owner)
    }
    let log = try await openLog(tables, owner)
    await withCheckedContinuation { continuation in
      log.onEnd = { [unowned self] trouble in
        lose(trouble)
        continuation.resume()
      }
      if isWhole(log, tables) { take(log) }
    }
  }

  private func take(_ log: PostgresLog) {
    do {
      commit.share(log, ahead)
      // A turn as any other, where the domain goes on with what time has brought.
      if !isLoaded { try commit.readAsTurn() }
      isLoaded = true
      become(.owner)
    } catch {
      log.finish(BranchTrouble(error))
    }
  }

  private func lose(_ trouble: BranchTrouble) {
    closeLog()
    // Closed before anybody is told anything.
    role = .apart(trouble)
    let refusal = refusal(for: trouble)
    commit.refusal = refusal
    commit.leaveShared(refusal)
    told(role)
  }

  func become(_ role: Role) {
    guard role != self.role else { return }
    let before = trouble?.reason
    self.role = role
    commit.refusal = refusal
    // The same in other words, as with a time in it, ends nothing.
    if case .apart(let trouble) = role, trouble.reason == before { return tell() }
    told(role)
  }

  private func told(_ role: Role) {
    if role == .apart(.ending) { return }
    tell()
    onRole(role)
  }
}
