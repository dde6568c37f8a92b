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

  /// Waits until a process is in this call.
  package func wait(in process: Int32) throws {
    let deadline = Date().addingTimeInterval(20)
    while Date() < deadline {
      let line = try? String(contentsOfFile: "/proc/\(process)/syscall", encoding: .utf8)
      if line?.hasPrefix("\(rawValue) ") == true { return }
      sched_yield()
    }
    throw TestFailure("\(process) does not wait in \(self)")
  }
}
