internal import CLinux
internal import Glibc
package import Loop
package import Values

/// What happened to time while a daemon ran, beside its passing; microseconds.
package struct TimeJump: Hashable, Sendable {
  /// By how much the wall clock was set, negative where it was set back; nothing took so long.
  package let step: Int64
  /// For how long the machine slept, which the wall clock shows as well.
  package let asleep: Int64

  package init(step: Int64, asleep: Int64) {
    self.step = step
    self.asleep = asleep
  }

  /// Where a time that was noted before the wall clock was set belongs now.
  package func moved(_ time: Timestamp) -> Timestamp { time.adding(microseconds: step) }
}

/// Wall-clock time that never jumps by itself: read once, then moved by the monotonic clock.
///
/// A waiting line measures durations across requests and timers; an NTP step or a changed clock must
/// not make a service an hour longer. So a step, and a night in which the machine slept, show in one
/// moment of the loop: when ``look()`` finds them, before anything else of that turn, and all who
/// keep times are told by how much theirs have to move.
@LoopActor
package final class SteadyClock {
  /// How far two of the kernel's clocks are ahead of CLOCK_MONOTONIC, which stands still while the
  /// machine sleeps; microseconds.
  struct Source: Sendable {
    /// The wall clock.
    let wall: @LoopActor @Sendable () -> Int64
    /// The clock that goes on while the machine sleeps.
    let boot: @LoopActor @Sendable () -> Int64
  }

  private let source: Source
  private var wallOffset: Int64
  private var bootOffset: Int64

  /// Between two of the kernel's clocks that are read one after the other; what is less is no jump.
  private static let tolerance: Int64 = 1000
  /// A thread may be made to wait between two reads, but not so often.
  private static let tries = 8

  package convenience init() { self.init(source: .kernel) }

  /// - Parameter source: Tests move theirs; ``now`` goes on by CLOCK_MONOTONIC.
  init(source: Source) {
    self.source = source
    wallOffset = source.wall()
    bootOffset = source.boot()
  }

  package var now: Timestamp { timestamp(atMonotonic: MonotonicClock.nanoseconds()) }

  func timestamp(atMonotonic nanoseconds: UInt64) -> Timestamp {
    Timestamp(microseconds: Int64(nanoseconds / 1000) + wallOffset)
  }

  /// What happened to time since the last look; nil where nothing did, which costs two reads.
  func look() -> TimeJump? {
    for _ in 0..<Self.tries {
      let wall = source.wall()
      guard abs(wall - wallOffset) > Self.tolerance else { return nil }
      let boot = source.boot()
      guard abs(source.wall() - wall) <= Self.tolerance,
        abs(source.boot() - boot) <= Self.tolerance
      else { continue }
      let asleep = boot - bootOffset > Self.tolerance ? boot - bootOffset : 0
      let step = wall - wallOffset - asleep
      (wallOffset, bootOffset) = (wall, boot)
      return TimeJump(step: abs(step) > Self.tolerance ? step : 0, asleep: asleep)
    }
    return nil
  }
}

extension SteadyClock.Source {
  static var kernel: SteadyClock.Source {
    SteadyClock.Source(
      wall: { microseconds(CLOCK_REALTIME) - Int64(MonotonicClock.microseconds()) },
      boot: { microseconds(CLOCK_BOOTTIME) - Int64(MonotonicClock.microseconds()) })
  }

  private static func microseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
