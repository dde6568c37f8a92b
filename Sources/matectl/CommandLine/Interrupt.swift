internal import Glibc
internal import LinuxSystem

/// Ctrl-C: remembered, so that the request can be cancelled in order.
enum Interrupt {
  /// Written by the signal handler, read by the one thread there is; a word is written at once.
  nonisolated(unsafe) private static var count: sig_atomic_t = 0

  /// The signal that came first.
  nonisolated(unsafe) private static var cause: sig_atomic_t = 0

  static var wasPressed: Bool { count > 0 }

  /// How a program ends that was interrupted: by Ctrl-C, or by who asked it to end (SIGTERM).
  static var status: ExitStatus { cause == SIGTERM ? .terminated : .interrupted }

  /// Takes the first Ctrl-C back, so that something can be asked: the next one is the first again.
  ///
  /// Whoever takes it back waits for nothing but a person from then on.
  static func takeBack() {
    ualarm(0, 0)
    count = 0
    cause = 0
  }

  /// What is left for an orderly end after the first Ctrl-C, in microseconds.
  private static let grace: UInt32 = 900_000

  /// The second Ctrl-C ends the program at once, and time ends it after the first, whatever it
  /// waits for: a daemon that does not answer, a pipe that nobody reads, a lock.
  static func install() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGALRM) { _ in Interrupt.end() }
    var action = sigaction()
    action.__sigaction_handler.sa_handler = {
      if Interrupt.count > 0 { Interrupt.end() }
      Interrupt.cause = $0
      Interrupt.count += 1
      TerminalMode.tell($0)
      ualarm(Interrupt.grace, 0)
    }
    // Whoever started us may have left signals blocked.
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    sigaction(SIGINT, &action, nil)
    sigaction(SIGTERM, &action, nil)
  }

  /// Ends the program at once; a terminal that shows a full screen is given back before.
  private static func end() -> Never {
    TerminalMode.leave()
    _exit(status.rawValue)
  }
}
