package import Loop

/// Ends a daemon that nobody has needed for a while; the next call starts it again.
@LoopActor
package final class IdleExit {
  /// 0 is never.
  package var seconds: Double { didSet { arm() } }
  private var timer: LoopTimer?
  private var idleSince: UInt64?

  package init(seconds: Double) { self.seconds = seconds }

  /// - Parameters:
  ///   - isIdle: Asked a few times per period; cheap enough for that.
  ///   - exit: Called once the daemon was idle for the whole period.
  package func start(
    _ isIdle: @escaping @LoopActor () -> Bool, then exit: @escaping @LoopActor () -> Void
  ) {
    timer = EventLoop.shared.makeTimer { [unowned self] in
      let now = MonotonicClock.nanoseconds()
      if isIdle() {
        let since = idleSince ?? now
        idleSince = since
        if Double(now - since) / 1e9 >= seconds * 0.75 { return exit() }
      } else {
        idleSince = nil
      }
      arm()
    }
    arm()
  }

  private func arm() {
    guard seconds > 0 else { return timer?.disarm() ?? () }
    timer?.arm(afterMicroseconds: Int64(seconds * 1e6 / 4))
  }
}
