internal import CLinux
internal import Glibc

/// CLOCK_MONOTONIC for deadlines of blocking programs.
package enum MonotonicTime {
  package static var milliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Waits; returns early where a signal came.
  package static func pause(milliseconds: Int64) {
    poll(nil, 0, Int32(clamping: milliseconds))
  }
}
