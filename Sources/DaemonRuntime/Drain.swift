internal import LinuxSystem

/// How long a stopping daemon waits for work under way and for clients to take their replies.
@LoopActor
final class Drain {
  /// The exit status of the daemon.
  let status: Int32
  private let beginning = MonotonicClock.nanoseconds()
  private let patience: UInt64
  private let timers: [LoopTimer]
  /// Shorter than systemd's TimeoutStopSec, which is 90 s by default; in nanoseconds.
  static let usualPatience: UInt64 = 10_000_000_000
  /// For clients that have to be told and then wait for the next start; in nanoseconds.
  static let shortPatience: UInt64 = 500_000_000
  /// For clients that have just connected and have not sent their request yet.
  private static let patienceWithNew: UInt64 = 500_000_000

  init(status: Int32, patience: UInt64) {
    self.status = status
    self.patience = patience
    timers = [patience, Self.patienceWithNew].map { patience in
      let timer = EventLoop.shared.makeTimer {}
      timer.arm(afterMicroseconds: Int64(patience / 1000))
      return timer
    }
  }

  func isOver(_ server: Server) -> Bool {
    let elapsed = MonotonicClock.nanoseconds() - beginning
    return server.closeFinished(sparingNew: elapsed < Self.patienceWithNew)
      || elapsed >= patience
  }
}
