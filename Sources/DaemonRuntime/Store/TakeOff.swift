internal import Loop

/// When the next turn of a shared store takes off, where the one before it has just landed.
///
/// Those who were answered ask again at once, and would find the others gone: two halves of the clients would
/// wait for each other's turns. So the next turn waits until as many have come as were answered, for no longer
/// than a quarter of the time that the last one took; as `commit_delay` of PostgreSQL does, by what was
/// measured instead of a setting.
@LoopActor
final class TakeOff {
  /// False in tests, in which nobody comes back by himself.
  var mayWait = true
  private var timer: LoopTimer?
  private var beganAt: UInt64 = 0
  private var count = 0
  /// So many changes are waited for, until then (CLOCK_MONOTONIC, nanoseconds).
  private var wanted = 0
  private var until: UInt64 = 0

  private static let share: UInt64 = 4
  private static let longest: UInt64 = 2_000_000

  /// A turn of so many changes takes off.
  func begins(with count: Int) {
    self.count = count
    (wanted, until) = (0, 0)
    beganAt = MonotonicClock.nanoseconds()
  }

  /// It has landed, while so many are gathered.
  func landed(gathered: Int) {
    guard gathered > 0, count > 0, mayWait else { return }
    let now = MonotonicClock.nanoseconds()
    wanted = gathered + count
    until = now + min((now - beganAt) / Self.share, Self.longest)
    let timer = self.timer ?? EventLoop.shared.makeTimer {}
    self.timer = timer
    // It only wakes the loop, at whose end the turn is looked at again.
    timer.arm(afterMicroseconds: Int64(until - now) / 1000 + 1)
  }

  /// Whether more are to come before a turn of so many.
  func waits(with gathered: Int) -> Bool {
    until > 0 && gathered < wanted && MonotonicClock.nanoseconds() < until
  }
}
