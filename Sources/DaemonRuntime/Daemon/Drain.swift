internal import Loop

/// How long a stopping daemon waits for work under way and for clients to take their replies.
@LoopActor
final class Drain {
  /// The exit status of the daemon.
  let status: Int32
  private var timers: [LoopTimer] = []
  private var isWaitingForNew = true
  private var isWaiting = true
  /// Whether the database server of several machines may still be told something.
  private(set) var maySend = true
  /// Shorter than systemd's TimeoutStopSec, which is 90 s by default; in microseconds.
  static let usualPatience: Int64 = 10_000_000
  /// For clients that have to be told and then wait for the next start; in microseconds.
  static let shortPatience: Int64 = 500_000
  /// For a database server that has just been sent a turn; in microseconds.
  private static let sendingPatience: Int64 = 2_000_000
  /// For clients that have just connected and have not sent their request yet; in microseconds.
  private static let patienceWithNew: Int64 = 500_000

  init(status: Int32, patience: Int64) {
    self.status = status
    let loop = EventLoop.shared
    timers = [
      loop.makeTimer { [unowned self] in isWaitingForNew = false },
      loop.makeTimer { [unowned self] in isWaiting = false },
      loop.makeTimer { [unowned self] in maySend = false },
    ]
    timers[0].arm(afterMicroseconds: Self.patienceWithNew)
    timers[1].arm(afterMicroseconds: patience)
    timers[2].arm(afterMicroseconds: Self.sendingPatience)
  }

  func isOver(_ server: Server) -> Bool {
    server.closeFinished(sparingNew: isWaitingForNew) || !isWaiting
  }
}
