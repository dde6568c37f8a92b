internal import Foundation

/// What a program may wait in, by Linux's numbers.
package enum SystemCall: String, Sendable {
  #if arch(x86_64)
    case write = "1"
    case poll = "7"
    case connect = "42"
    case flock = "73"
    case open = "257"
  #else
    case write = "64"
    case poll = "73"
    case connect = "203"
    case flock = "32"
    case open = "56"
  #endif

  /// Waits until a process sleeps in this call: one that is not waiting in it is asleep in no call that
  /// ends by itself, as opening an ordinary file does.
  package func wait(in process: Int32) throws {
    let deadline = Date().addingTimeInterval(20)
    while Date() < deadline {
      let line = try? String(contentsOfFile: "/proc/\(process)/syscall", encoding: .utf8)
      if line?.hasPrefix("\(rawValue) ") == true, Self.isAsleep(process),
        line == (try? String(contentsOfFile: "/proc/\(process)/syscall", encoding: .utf8))
      {
        return
      }
      sched_yield()
    }
    throw TestFailure("\(process) does not wait in \(self)")
  }

  /// Whether the process waits for something that a signal may end, by the letter in proc(5).
  private static func isAsleep(_ process: Int32) -> Bool {
    let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    // The name before it is in parentheses, and may have any in it.
    return line?.split(separator: ")").last?.hasPrefix(" S ") == true
  }
}
