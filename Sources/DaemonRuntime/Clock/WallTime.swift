internal import CLinux
internal import Glibc
internal import Values

/// The wall clock, for what is shown to people and nothing else.
enum WallTime {
  static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(
      microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  /// For names of files, as `20261121T234500Z`.
  static var forNames: String {
    String(now.description.prefix { $0 != "." }.filter { $0 != "-" && $0 != ":" && $0 != "Z" })
      + "Z"
  }
}
