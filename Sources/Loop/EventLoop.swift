internal import CLinux
internal import CSystemd
internal import Glibc
internal import Synchronization

/// The one event loop of a daemon, and the executor of ``LoopActor``.
///
/// Everything of a daemon happens on the thread that calls ``run(beforeEach:afterEach:)``: a thread
/// hop costs more than most requests. Timers, signals, the watchdog and children are sd-event's.
/// Connections are not: sd-event dispatches one source a turn, which starves busy sockets and
/// leaves group commit nothing to group. So the loop waits on an epoll of its own, in which
/// sd-event is one descriptor among the sockets, as `sd_event_get_fd(3)` provides for.
package final class EventLoop: SerialExecutor {
  package static let shared = EventLoop()

  private let inbox = Inbox()
  private let epoll: Int32
  private let wakeDescriptor: Int32
  /// Readable once the wall clock was set or the machine has slept; -1 where the kernel has none.
  private let clockDescriptor: Int32
  /// The loop's thread, as ``claim()`` set it; 0 until then, and jobs wait in the inbox.
  private let owner = Atomic<UInt>(0)
  /// Only touched on the owner's thread, which `isCurrent` proves before every use.
  nonisolated(unsafe) private var localJobs: [UnownedJob] = []
  /// Only touched on the owner's thread, as sd-event demands.
  nonisolated(unsafe) private var event: OpaquePointer?
  /// Whether sd-event's sources were touched since it last prepared to wait.
  @LoopActor private var isStale = true
  @LoopActor private var exitStatus: Int32?
  @LoopActor private var socketHandler: (@LoopActor (UInt64, UInt32) -> Void)?
  @LoopActor private var wokenHandler: (@LoopActor () -> Void)?
  @LoopActor private let ready = UnsafeMutablePointer<epoll_event>.allocate(
    capacity: eventsPerTurn)

  private static let eventsPerTurn = 256
  /// Tokens of the loop's own descriptors; sockets have smaller ones.
  private static let eventToken = UInt64.max
  private static let wakeToken = UInt64.max - 1
  private static let clockToken = UInt64.max - 2

  private init() {
    epoll = mate_epoll_create()
    wakeDescriptor = mate_eventfd()
    clockDescriptor = mate_clock_watch()
    precondition(epoll >= 0 && wakeDescriptor >= 0, "epoll_create1 or eventfd failed")
    precondition(sd_event_new(&event) >= 0, "sd_event_new failed")
    let input = EPOLLIN.rawValue
    _ = mate_epoll_control(epoll, EPOLL_CTL_ADD, sd_event_get_fd(event), input, Self.eventToken)
    _ = mate_epoll_control(epoll, EPOLL_CTL_ADD, wakeDescriptor, input, Self.wakeToken)
    // Without it a changed clock is found with the next thing that happens.
    if clockDescriptor >= 0, mate_clock_rearm(clockDescriptor) == 0 {
      _ = mate_epoll_control(epoll, EPOLL_CTL_ADD, clockDescriptor, input, Self.clockToken)
    }
  }

  /// Makes the calling thread the loop's; before anything else of a daemon.
  package func claim() {
    let (isFirst, _) = owner.compareExchange(
      expected: 0, desired: UInt(pthread_self()), ordering: .sequentiallyConsistent)
    precondition(isFirst, "the loop has a thread already")
  }

  /// Whether the caller is on the loop's thread.
  package var isCurrent: Bool { owner.load(ordering: .relaxed) == UInt(pthread_self()) }

  // MARK: Executor

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isCurrent {
      localJobs.append(job)
      return
    }
    if inbox.add(job) {
      var one: UInt64 = 1
      _ = write(wakeDescriptor, &one, 8)
    }
  }

  package func checkIsolated() {
    precondition(isCurrent, "not on the loop's thread")
  }

  package func isIsolatingCurrentContext() -> Bool? { isCurrent }

  private func takeInbox() {
    var count: UInt64 = 0
    _ = read(wakeDescriptor, &count, 8)
    localJobs.append(contentsOf: inbox.take())
  }

  private func runJobs() {
    while !localJobs.isEmpty {
      let jobs = localJobs
      localJobs.removeAll(keepingCapacity: true)
      for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
  }

  // MARK: Running

  /// Dispatches one source, runs the jobs it caused, then ends the turn, again and again.
  ///
  /// - Parameters:
  ///   - beforeEach: Goes on with what no event announces, behind what the events have brought.
  ///   - afterEach: Ends the turn; true where it left such work.
  /// - Returns: The status that ``exit(_:)`` was called with.
  @LoopActor
  package func run(beforeEach: () -> Void, afterEach: () -> Bool) -> Int32 {
    while true {
      beforeEach()
      runJobs()
      let hasMore = afterEach()
      if let exitStatus { return exitStatus }
      turn(mayWait: !hasMore && localJobs.isEmpty)
    }
  }

  @LoopActor
  private func turn(mayWait: Bool) {
    var mayWait = mayWait
    if isStale {
      isStale = false
      if prepareEvents() {
        dispatchEvents()
        mayWait = false
      }
    }
    let count = epoll_wait(epoll, ready, Int32(Self.eventsPerTurn), mayWait ? -1 : 0)
    precondition(count >= 0 || errno == EINTR, "epoll_wait failed")
    wokenHandler?()
    for index in 0..<max(0, Int(count)) {
      switch mate_epoll_token(&ready[index]) {
      case Self.eventToken:
        // Also where nothing is to dispatch, as after the watchdog was fed, sd-event wants to be
        // prepared again before it is asked the next time.
        isStale = true
        if sd_event_wait(event, 0) > 0 { dispatchEvents() }
      case Self.wakeToken: takeInbox()
      // Whoever is called when the loop is woken has looked at the clock already.
      case Self.clockToken: _ = mate_clock_rearm(clockDescriptor)
      case let token: socketHandler?(token, ready[index].events)
      }
    }
  }

  /// Tells the kernel of the timers that were touched; true where a source is ready already.
  ///
  /// sd-event prepares only what it has waited for: what was prepared for a turn in which it had
  /// nothing to do is taken back first, else the new times would never reach the kernel.
  @LoopActor
  private func prepareEvents() -> Bool {
    if sd_event_get_state(event) == SD_EVENT_ARMED, sd_event_wait(event, 0) > 0 { return true }
    let result = sd_event_prepare(event)
    precondition(result >= 0, "sd_event_prepare: \(result)")
    return result > 0
  }

  /// Dispatches the one source that sd-event has ready; the next one comes with the next turn.
  @LoopActor
  private func dispatchEvents() {
    sd_event_dispatch(event)
    isStale = true
  }

  // MARK: Sockets

  /// Calls `handler` with the token and the epoll events of each socket that is ready.
  @LoopActor
  package func onSockets(
    _ handler: @escaping @LoopActor (_ token: UInt64, _ events: UInt32) -> Void
  ) {
    socketHandler = handler
  }

  /// Calls `handler` whenever something has happened, before anything is done about it.
  ///
  /// It must cost next to nothing. The loop is woken also when the wall clock was set.
  @LoopActor
  package func onWoken(_ handler: @escaping @LoopActor () -> Void) { wokenHandler = handler }

  /// `epoll_ctl(2)` on the loop's epoll; tokens stay below 2^63.
  @LoopActor
  package func control(_ operation: Int32, _ descriptor: Int32, _ events: UInt32, _ token: UInt64) {
    _ = mate_epoll_control(epoll, operation, descriptor, events, token)
  }

  /// Makes ``run(afterEach:)`` return after this turn.
  @LoopActor
  package func exit(_ status: Int32) { exitStatus = exitStatus ?? status }

  // MARK: Other clients of sd-event

  /// Runs `body` with the loop's sd-event, for libsystemd's own clients such as sd-bus.
  ///
  /// Every call that may touch their sources, as sending a message, goes through here: the loop
  /// prepares sd-event again only where it knows of a reason.
  @LoopActor
  package func withSystemEvent<T>(_ body: (OpaquePointer?) throws -> T) rethrows -> T {
    defer { isStale = true }
    return try body(event)
  }

  // MARK: Timers and signals

  /// Keeps signals for the loop, from the first line of a program on: a thread that was started
  /// before would take them, and the process would end where it should stop.
  package static func keepForLoop(_ signals: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Keeps the signal for the loop, and calls `body` for each one that arrives.
  @LoopActor
  package func onSignal(_ signal: Int32, body: @escaping @LoopActor () -> Void) {
    Self.keepForLoop([signal])
    let context = Unmanaged.passRetained(Callback(body))
    isStale = true
    sd_event_add_signal(
      event, nil, signal, { _, _, context in Callback.call(context) }, context.toOpaque())
  }

  /// A timer that is off until it is armed.
  @LoopActor
  package func makeTimer(body: @escaping @LoopActor () -> Void) -> LoopTimer {
    LoopTimer(event: event, callback: Callback(body)) { [unowned self] in isStale = true }
  }

  /// Waits for input on a descriptor, until ``LoopSource/end()``.
  @LoopActor
  package func makeSource(
    _ descriptor: Int32, body: @escaping @LoopActor () -> Void
  ) -> LoopSource {
    LoopSource(event: event, descriptor: descriptor, callback: Callback(body)) { [unowned self] in
      isStale = true
    }
  }

  /// Feeds systemd's watchdog from the loop, where the unit asks for it.
  ///
  /// A loop that hangs stops feeding, which is the point.
  @LoopActor
  package func feedWatchdog() {
    sd_event_set_watchdog(event, 1)
    isStale = true
  }
}

/// A closure that C carries as a pointer.
final class Callback: Sendable {
  let body: @LoopActor () -> Void

  init(_ body: @escaping @LoopActor () -> Void) { self.body = body }

  static func call(_ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let context else { return 0 }
    let callback = Unmanaged<Callback>.fromOpaque(context).takeUnretainedValue()
    LoopActor.assumeIsolated { callback.body() }
    return 0
  }
}
