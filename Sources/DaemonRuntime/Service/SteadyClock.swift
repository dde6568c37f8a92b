package import IPCProtocol
internal import CLinux
internal import Glibc

/// Wall-clock time that never jumps: read once, then moved by the monotonic clock.
///
/// A waiting line measures durations across requests and timers; an NTP step or a changed clock
/// must not make a service an hour longer. The price is that a step shows only after ``resync()``,
/// which the daemon does while nothing is under way.
@LoopActor
package final class SteadyClock {
  private var offset: Int64

  package init() { offset = Self.currentOffset() }

  package var now: Timestamp { timestamp(atMonotonic: MonotonicClock.nanoseconds()) }

  func timestamp(atMonotonic nanoseconds: UInt64) -> Timestamp {
    Timestamp(microseconds: Int64(nanoseconds / 1000) + offset)
  }

  func resync() { offset = Self.currentOffset() }

  private static func currentOffset() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let wall = Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    return wall - Int64(MonotonicClock.microseconds())
  }
}
