internal import Glibc
internal import Values

/// The time on the wall, which whoever reads a table or types `2h` means.
enum WallClock {
  static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }
}
