internal import CLinux
internal import Glibc
internal import LinuxSystem
internal import Loop
internal import Storage
internal import Values

/// A daemon from its first line to its last: sockets, store, loop, drain.
@LoopActor
final class Daemon<Service: DomainService> {
  private let options: DaemonOptions
  private let activation: SocketActivation
  private let clock = SteadyClock()
  private let turn: Turn
  private let notifier = ServiceNotifier()
  let service: Service
  private let commit: Commit
  let dispatcher: Dispatcher
  let server: Server
  private let store: DomainStore
  private let idle: IdleExit
  private let standard: StandardMethods
  /// Where several machines share the branch; nil for one machine.
  let member: BranchMember?
  private var settling: Settling?
  private var wakeTimer: LoopTimer?
  private var wakeArmedFor: Timestamp?
  /// Whether what was due last was not done, or is not on disk.
  private var hasWakeFailed = false
  private var statusTimer: LoopTimer?
  private var isStatusDue = false
  private var drain: Drain?

  init(_ options: DaemonOptions) throws {
    let identity = Service.identity
    self.options = options
    signal(SIGPIPE, SIG_IGN)
    // A file as long as a limit of the process allows is a full disk, and no reason to end.
    signal(SIGXFSZ, SIG_IGN)
    if Service.holdsSecrets { ProcessMemory.hide() }
    let descriptors = try DescriptorLimit.raise()
    Journal.shared.open(
      daemon: OwnInstance.label(identity.exec), domain: OwnInstance.label(identity.domain),
      clock: clock)
    var configuration = try Configuration.load(
      daemon: identity.exec, limits: Service.limits)
    configuration.limits = configuration.limits.fitting(descriptors: descriptors)
    Journal.shared.threshold = configuration.logPriority
    activation = try options.activation(domain: identity.domain)
    try StateDirectory.claim(StateDirectory.path(domain: identity.domain))
    let branch = try Service.branch(
      of: configuration, instance: OwnInstance.name.map { "\($0)" })
    store = try Self.open(options, joins: branch != nil)
    let gatherings = Gatherings(database: store.database)
    let host = DomainHost(database: store.database, gatherings: gatherings, clock: clock)
    let service = try Service(host: host)
    try configuration.configure(service)
    self.service = service
    commit = Commit(database: store.database, gatherings: gatherings, state: service)
    host.begin(commit)
    host.branch = branch
    member = try Self.begin(commit, store, branch)
    turn = Turn(commit)
    standard = StandardMethods(
      of: Service.self, activation: activation.kind, clock: clock, store: store, member: member,
      limits: configuration.limits)
    var methods = MethodTable()
    methods.add(Service.calls, of: service)
    standard.register(in: &methods)
    dispatcher = Dispatcher(
      turn: turn, limits: configuration.limits, methods: methods.entries, clock: clock)
    server = Server(
      listeners: activation.listeners, turn: turn, dispatcher: dispatcher,
      limits: configuration.limits, policy: configuration.access)
    idle = IdleExit(seconds: activation.kind == .standalone ? 0 : configuration.idleExitSeconds)
    standard.attach(dispatcher: dispatcher, server: server, service: service)
    if let member {
      dispatcher.branchRefusal = { [unowned member] in member.refusal(ofChange: $0.changesState) }
    }
    // From that moment on nobody is told anything, also in the middle of a turn.
    commit.onLoss = { [dispatcher] in dispatcher.isShuttingDown = true }
    try member?.resume()
  }

  // MARK: Serving

  func serve() -> Int32 {
    let loop = EventLoop.shared
    settling = Settling(commit)
    wakeTimer = loop.makeTimer { [unowned self] in wakeUp() }
    statusTimer = loop.makeTimer { [unowned self] in
      isStatusDue = false
      updateStatus()
    }
    loop.onSignal(SIGTERM) { [unowned self] in shutDown() }
    loop.onSignal(SIGINT) { [unowned self] in shutDown() }
    loop.onSignal(SIGHUP) { [unowned self] in reload() }
    loop.onWoken { [unowned self] in lookAtClock() }
    loop.feedWatchdog()
    armWake()
    scheduleUpkeep()
    member?.onRole = { [unowned self] role in roleChanged(role) }
    standard.endDaemon = { [unowned self] in shutDown() }
    member?.start()
    idle.start { [unowned self] in
      isIdle
    } then: { [unowned self] in
      shutDown()
    }
    notifier.ready(statusText.en)
    Journal.shared.log(
      .info,
      "\(Service.identity.exec) \(Service.identity.version) started: "
        + statusText.en, id: .started,
      fields: [("MATE_ACTIVATION", activation.kind.rawValue)])
    LargeBlocks.giveBackWhenFreed()
    ProgramPages.giveBack()
    let status = loop.run(beforeEach: { [unowned self] in server.serveRunnable() }) {
      [unowned self] in endTurn()
    }
    member?.end()
    tidyStore()
    if let path = activation.ownPath { unlink(path) }
    Journal.shared.tellSuppressed()
    Journal.shared.log(.info, "\(Service.identity.exec) stopped", id: .stopped)
    return status
  }

  /// After `--accept-loss`: what could be read is the store now, and whole.
  func settleAndEnd() -> Int32 {
    guard tidyStore() else { return 1 }
    let sentence = "the store was accepted as it is: \(service.statusText.en)"
    Journal.shared.log(.warning, sentence, id: .storeFailed)
    StandardError.write("\(Service.identity.exec): \(sentence)\n")
    return 0
  }

  /// The store's file alone is the whole state of a daemon that has ended; what fails here is in a log
  /// still, for the next start.
  @discardableResult
  private func tidyStore() -> Bool {
    guard !commit.isLost, commit.settle() else { return false }
    do {
      try store.database.endCleanly()
      return true
    } catch {
      Journal.shared.storeFailure("end", error)
      return false
    }
  }

  /// Commits, shows, and writes what this turn has taken; true where work is left that no event
  /// will announce.
  private func endTurn() -> Bool {
    let changed = turn.commitAll()
    server.flush()
    if changed {
      settling?.turnEnded()
      armWake()
      updateStatus()
    }
    if commit.isLost { giveUp() }
    if let drain, drain.isOver(server), !waitsForServer(drain) {
      EventLoop.shared.exit(drain.status)
    }
    return server.hasRunnable || !turn.isEmpty
  }

  // MARK: Timers

  func armWake() {
    let next = isOwner ? service.nextWake : nil
    guard next != wakeArmedFor else { return }
    wakeArmedFor = next
    guard let next, !commit.isLost else { return wakeTimer?.disarm() ?? () }
    // Tried again, but not in a tight loop: a full disk does not mend itself in a microsecond.
    let soonest: Double = hasWakeFailed ? 1 : 0
    let wait = min(max(soonest, next.seconds(since: clock.now)), Self.longestWait)
    wakeTimer?.arm(afterMicroseconds: Int64(wait * 1e6))
  }

  /// What is due later is looked at again then, in seconds.
  private static var longestWait: Double { 30 * 86_400 }

  /// Where the wall clock was set or the machine has slept, everybody who keeps times is told, once,
  /// and before anything that came with it.
  private func lookAtClock() {
    guard let jump = clock.look() else { return }
    let now = clock.now
    Journal.shared.timeJumped(jump)
    guard isOwner else { return }
    commit.timeJumped(jump, at: now)
    do {
      try commit.change { try service.timeJumped(jump, at: now) }
    } catch {
      Journal.shared.critical("the times that are kept could not be moved: \(error)")
    }
    wakeArmedFor = nil
    armWake()
  }

  private func wakeUp() {
    wakeArmedFor = nil
    let now = clock.now
    if isOwner, let next = service.nextWake, next <= now {
      hasWakeFailed = false
      do {
        try commit.change { [unowned self] failure in
          hasWakeFailed = failure != nil
        } _: {
          try service.wakeUp(at: now)
        }
      } catch {
        hasWakeFailed = true
        Journal.shared.critical("what was due could not be done: \(error)")
      }
    }
    armWake()
  }

  func updateStatus() {
    // Armed once, not after every turn: arming costs two calls of the kernel.
    guard !isStatusDue else { return }
    if notifier.update({ statusText.en }) == .later {
      isStatusDue = true
      statusTimer?.arm(afterMicroseconds: 1_000_000)
    }
  }

  /// Old answers are forgotten at start and every hour.
  private func scheduleUpkeep() {
    upkeepTimer = EventLoop.shared.makeTimer { [unowned self] in
      // A bounded piece at a time, so that nobody waits for it.
      let hasMore = isOwner && commit.purge(now: clock.now)
      upkeepTimer?.arm(afterMicroseconds: hasMore ? 100_000 : 3_600_000_000)
    }
    upkeepTimer?.arm(afterMicroseconds: 1_000_000)
  }
  private var upkeepTimer: LoopTimer?

  private var isIdle: Bool {
    member == nil && server.connectionCount == 0 && !turn.hasChanges && turn.requestsInFlight == 0
      && turn.tasks.working == 0
      && !service.hasWork
  }

  // MARK: Signals

  /// SIGHUP: the configuration again, or the old one where the new one is wrong.
  private func reload() {
    notifier.reloading()
    do {
      let configuration = try Configuration.load(
        daemon: Service.identity.exec, limits: Service.limits)
      try configuration.configure(service)
      Journal.shared.threshold = configuration.logPriority
      server.replace(policy: configuration.access)
      idle.seconds = activation.kind == .standalone ? 0 : configuration.idleExitSeconds
      Journal.shared.log(.notice, "configuration read again", id: .configurationRead)
    } catch {
      Journal.shared.log(
        .error, "configuration not taken, the old one stays: \(error)", id: .configurationRefused)
    }
    armWake()
    notifier.ready(statusText.en)
  }

  /// SIGTERM: answers what was read, refuses what comes later, ends streams, then exits.
  private func shutDown() {
    guard drain == nil else { return EventLoop.shared.exit(0) }
    notifier.stopping()
    server.stopAccepting()
    // What was read is answered, however many turns that takes.
    repeat {
      server.serveRunnable()
      _ = endTurn()
    } while server.hasRunnable
    dispatcher.isShuttingDown = true
    dispatcher.endStreams(of: server.connections)
    server.readLastWords()
    drain = Drain(status: 0, patience: Drain.usualPatience)
  }

  /// Nobody knows what is on disk: tells everybody what became of their requests, and ends with a
  /// status by which systemd starts the daemon anew, as the next call does elsewhere.
  private func giveUp() {
    guard drain?.status != 1 else { return }
    drain = Drain(status: 1, patience: Drain.shortPatience)
    notifier.stopping()
    server.stopAccepting()
    dispatcher.isShuttingDown = true
    dispatcher.endStreams(of: server.connections)
    server.readLastWords()
    server.flush()
  }
}
