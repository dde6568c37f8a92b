internal import CLinux
internal import CSystemd
internal import Glibc

/// A one-shot timer on the loop; the time that the machine sleeps counts, so that what has become
/// due in it is done when it wakes.
@LoopActor
package final class LoopTimer {
  private var source: OpaquePointer?
  private let callback: Callback
  /// Tells the loop that a source was touched.
  private let touched: @LoopActor () -> Void

  init(event: OpaquePointer?, callback: Callback, touched: @escaping @LoopActor () -> Void) {
    self.callback = callback
    self.touched = touched
    sd_event_add_time(
      event, &source, CLOCK_BOOTTIME, 0, 1,
      { _, _, context in Callback.call(context) },
      Unmanaged.passUnretained(callback).toOpaque())
    sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
  }

  /// Fires once, `microseconds` from now; a value of 0 or less fires at once.
  package func arm(afterMicroseconds microseconds: Int64) {
    sd_event_source_set_time(source, Self.bootMicroseconds() + UInt64(max(0, microseconds)))
    sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
    touched()
  }

  private static func bootMicroseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
  }

  package func disarm() {
    sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
    touched()
  }

  // On the loop as everything that touches sd-event, whoever was the last to have the timer.
  isolated deinit { sd_event_source_disable_unref(source) }
}

/// CLOCK_MONOTONIC, which stands still while the machine sleeps: how long work has taken.
package enum MonotonicClock {
  package static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  package static func microseconds() -> UInt64 { nanoseconds() / 1000 }
}
