internal import LinuxSystem

/// `--watch`: a read again and again, in its place on a terminal and one after the other in a pipe.
enum Watch {
  /// Reads once, or again and again where that is wanted; a failure ends the watch.
  static func run(
    _ session: Session, _ body: (Session) throws(ExitStatus) -> ExitStatus
  ) throws(ExitStatus) -> ExitStatus {
    guard session.invocation.isWatching else { return try body(session) }
    var later = session.invocation
    // The header stands above the first rows of a file, and above every screen.
    if !Terminal.isTerminal(1) { later.choice.hasHeader = false }
    var isFirst = true
    while true {
      if Terminal.isTerminal(1) { session.sayOnClearScreen("") }
      let status = try body(isFirst ? session : Session(later))
      isFirst = false
      guard status == .done else { return status }
      guard pause(session.invocation.intervalMilliseconds) else {
        return Interrupt.wasPressed ? .interrupted : .done
      }
    }
  }

  /// - Returns: False after Ctrl-C, and where nobody reads any more.
  private static func pause(_ milliseconds: Int64) -> Bool {
    var left = milliseconds
    while left > 0 {
      let step = min(left, 100)
      MonotonicTime.pause(milliseconds: step)
      if Interrupt.wasPressed || Terminal.isAbandoned(1) { return false }
      left -= step
    }
    return true
  }
}
