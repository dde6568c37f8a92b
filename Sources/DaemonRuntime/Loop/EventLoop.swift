internal import CLinux
internal import CSystemd
internal import Glibc
internal import Synchronization

/// The one sd-event loop of a daemon, and the executor of ``LoopActor``.
///
/// Everything of a daemon happens on the thread that calls ``run(afterEach:)``: a thread hop
/// costs more than most requests. Jobs enqueued from that thread need no wake-up; jobs from other
/// threads are handed over through an eventfd.
package final class EventLoop: SerialExecutor {
  package static let shared = EventLoop()

  /// What other threads have handed over, until the loop takes it.
  private struct Inbox {
    var jobs: [UnownedJob] = []
    var isSignalled = false
  }

  private let inbox = Mutex(Inbox())
  private let wakeDescriptor: Int32
  /// The loop's thread: the first one to ask, which is the main thread (`main.swift`).
  private let thread: pthread_t
  /// Only touched on `thread`, which `isCurrent` proves before every use.
  nonisolated(unsafe) private var localJobs: [UnownedJob] = []
  /// Only touched on `thread`, as sd-event demands.
  nonisolated(unsafe) private var event: OpaquePointer?

  private init() {
    thread = pthread_self()
    wakeDescriptor = mate_eventfd()
    precondition(wakeDescriptor >= 0, "eventfd failed")
    precondition(sd_event_default(&event) >= 0, "sd_event_default failed")
    sd_event_add_io(event, nil, wakeDescriptor, UInt32(EPOLLIN.rawValue), Self.wake, nil)
  }

  /// Whether the caller is on the loop's thread.
  package var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }

  // MARK: Executor

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isCurrent {
      localJobs.append(job)
      return
    }
    let mustSignal = inbox.withLock { inbox in
      inbox.jobs.append(job)
      defer { inbox.isSignalled = true }
      return !inbox.isSignalled
    }
    if mustSignal {
      var one: UInt64 = 1
      _ = write(wakeDescriptor, &one, 8)
    }
  }

  package func checkIsolated() {
    precondition(isCurrent, "not on the loop's thread")
  }

  package func isIsolatingCurrentContext() -> Bool? { isCurrent }

  private static let wake: sd_event_io_handler_t = { _, descriptor, _, _ in
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
    EventLoop.shared.takeInbox()
    return 0
  }

  private func takeInbox() {
    let jobs = inbox.withLock { inbox in
      defer { inbox = Inbox() }
      return inbox.jobs
    }
    localJobs.append(contentsOf: jobs)
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
  ///   - beforeEach: Goes on with work that the last turn left and no event announces.
  ///   - afterEach: Ends the turn; true where it left such work.
  /// - Returns: The status that ``exit(_:)`` was called with.
  @LoopActor
  package func run(beforeEach: () -> Void, afterEach: () -> Bool) -> Int32 {
    var hasMore = false
    while true {
      if hasMore { beforeEach() }
      runJobs()
      hasMore = afterEach()
      if let status = exitStatus { return status }
      let result = sd_event_run(event, hasMore || !localJobs.isEmpty ? 0 : .max)
      precondition(result >= 0 || result == -EINTR, "sd_event_run failed: \(result)")
    }
  }

  @LoopActor private var exitStatus: Int32?

  /// Makes ``run(afterEach:)`` return after this turn.
  @LoopActor
  package func exit(_ status: Int32) { exitStatus = exitStatus ?? status }

  // MARK: Sources

  /// Calls `body` when the descriptor is readable, for as long as the daemon runs.
  @LoopActor
  package func watch(_ descriptor: Int32, body: @escaping @LoopActor () -> Void) {
    let context = Unmanaged.passRetained(Callback(body))
    var source: OpaquePointer?
    sd_event_add_io(
      event, &source, descriptor, UInt32(EPOLLIN.rawValue),
      { _, _, _, context in Callback.call(context) }, context.toOpaque())
  }

  /// Blocks the signal and calls `body` for each one that arrives.
  @LoopActor
  package func onSignal(_ signal: Int32, body: @escaping @LoopActor () -> Void) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal)
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let context = Unmanaged.passRetained(Callback(body))
    sd_event_add_signal(
      event, nil, signal, { _, _, context in Callback.call(context) }, context.toOpaque())
  }

  /// A timer that is off until it is armed.
  @LoopActor
  package func makeTimer(body: @escaping @LoopActor () -> Void) -> LoopTimer {
    LoopTimer(event: event, callback: Callback(body))
  }

  /// Feeds systemd's watchdog from the loop, where the unit asks for it.
  ///
  /// A loop that hangs stops feeding, which is the point.
  @LoopActor
  package func feedWatchdog() { sd_event_set_watchdog(event, 1) }
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
