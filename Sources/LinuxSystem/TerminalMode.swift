internal import CLinux
internal import Glibc

/// The terminal of this program while it shows a full screen, and the way back from there.
///
/// The way back is known from the moment before anything is changed, costs only calls that a signal
/// handler may make, and is gone once for each way in, whoever goes it: the program at its end, a
/// handler of a signal that ends it, or `exit`.
package enum TerminalMode {
  // One thread writes all of these, and besides it only handlers of signals read them, which run when
  // ``isFull`` is set: after what they read.

  /// What the terminal was like; both in memory that nobody frees, as C's structure has more bytes
  /// than a variable of Swift for it.
  nonisolated(unsafe) private static let original = UnsafeMutablePointer<termios>.allocate(
    capacity: 1)
  nonisolated(unsafe) private static let full = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  nonisolated(unsafe) private static var isFull: sig_atomic_t = 0
  nonisolated(unsafe) private static var isInstalled = false
  nonisolated(unsafe) private static var hasMouse = true
  /// Where a handler writes that something came: the end of a pipe that ``wake`` is the other of.
  nonisolated(unsafe) private static var wakeWriter: Int32 = -1
  /// The sequences of the way back, in memory that nobody frees.
  nonisolated(unsafe) private static var leaving: UnsafeMutablePointer<UInt8>?
  nonisolated(unsafe) private static var leavingCount = 0
  nonisolated(unsafe) private static var handlerStack: UnsafeMutableRawPointer?
  /// Readable once a signal came that the program has to look at; -1 before ``install()``.
  nonisolated(unsafe) package private(set) static var wake: Int32 = -1

  /// The alternate screen, no cursor, lines that end at the edge, marked pastes, the mouse as SGR.
  private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h"
  private static let mouse = "\u{1B}[?1002h\u{1B}[?1006h"
  /// The reverse, from the back to the front; also what was never turned on can be turned off.
  private static let leavingText =
    "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?2004l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Signals that end a program by what it does, or from outside, without asking it.
  private static let deadly = [
    SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGUSR1, SIGUSR2,
    SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR,
  ]

  /// Signals that the program looks at itself.
  private static let told = [SIGWINCH, SIGCONT, SIGTSTP]

  /// Takes the terminal.
  ///
  /// A program that was started in the background waits here, stopped, until it is fetched.
  ///
  /// - Returns: False where standard input has no settings, as it is no terminal, or is somebody
  ///   else's for good; nothing is changed then.
  package static func enter(wantsMouse: Bool = true) -> Bool {
    guard install(), awaitForeground(), tcgetattr(0, original) == 0 else { return false }
    memcpy(full, original, MemoryLayout<termios>.stride)
    cfmakeraw(full)
    isFull = 1
    hasMouse = wantsMouse
    retake()
    return true
  }

  /// Stops as long as the terminal belongs to another program of the shell; false where nobody can
  /// stop us, as the shell is gone.
  private static func awaitForeground() -> Bool {
    for _ in 0..<Self.tries {
      // Of a terminal that is nobody's to control there is no foreground.
      let group = tcgetpgrp(0)
      if group < 0 || group == getpgrp() { return true }
      signal(SIGTTOU, SIG_DFL)
      kill(0, SIGTTOU)
      signal(SIGTTOU, SIG_IGN)
    }
    return false
  }

  /// How often a program may be woken in the background before it gives up.
  private static let tries = 100

  /// Gives the terminal back; nothing where it is not taken.
  ///
  /// Safe in a signal handler.
  package static func leave() {
    guard isFull != 0 else { return }
    isFull = 0
    // First what waits for nothing: a terminal that is held takes no more of what is written.
    tcsetattr(0, TCSANOW, original)
    var start = 0
    while start < leavingCount, let leaving {
      let count = write(1, leaving + start, leavingCount - start)
      if count > 0 { start += count } else if errno != EINTR { break }
    }
    // What was typed and not read was for the screen: it is no command of the shell.
    tcflush(0, TCIFLUSH)
  }

  /// Stops as Ctrl-Z does, with the terminal as it was, and takes it again when it goes on.
  ///
  /// - Returns: False where the terminal is gone meanwhile.
  package static func suspend() -> Bool {
    leave()
    signal(SIGTSTP, SIG_DFL)
    // The whole group: whoever was started with us, as in a pipe, stops as well.
    kill(0, SIGTSTP)
    installHandler(SIGTSTP) { number in TerminalMode.tell(number) }
    // That it goes on again is no news.
    _ = arrived()
    return enter(wantsMouse: hasMouse)
  }

  /// Takes the terminal anew where somebody else may have changed it, as a shell does while a program
  /// is stopped from outside.
  package static func retake() {
    guard isFull != 0, awaitForeground() else { return }
    tcsetattr(0, TCSANOW, full)
    _ = Terminal.write(entering + (hasMouse ? mouse : ""), to: 1)
  }

  /// The signals that came since the last time, oldest first.
  package static func arrived() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    var signals: [Int32] = []
    while true {
      let count = read(wake, &bytes, bytes.count)
      guard count > 0 else { return signals }
      signals += bytes[..<count].map(Int32.init)
    }
  }

  /// Wakes whoever waits at ``wake``.
  ///
  /// Safe in a signal handler.
  package static func tell(_ number: Int32) {
    guard wakeWriter >= 0 else { return }
    var byte = UInt8(truncatingIfNeeded: number)
    let before = errno
    // A full pipe wakes as well.
    _ = write(wakeWriter, &byte, 1)
    errno = before
  }

  // MARK: Handlers

  /// Once a program: the pipe, the handlers and what they need, all of it made beforehand.
  private static func install() -> Bool {
    guard !isInstalled else { return true }
    guard mate_wake_pipe(&wake, &wakeWriter) == 0 else { return false }
    let bytes = Array(leavingText.utf8)
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    copy.update(from: bytes, count: bytes.count)
    (leaving, leavingCount) = (copy, bytes.count)
    makeStack()
    // A program in the background may give its terminal back.
    signal(SIGTTOU, SIG_IGN)
    for number in deadly { installHandler(number, isDeadly: true) { TerminalMode.die($0) } }
    for number in told { installHandler(number) { TerminalMode.tell($0) } }
    atexit { TerminalMode.leave() }
    isInstalled = true
    return true
  }

  /// A handler of its own stack runs also where the program's stack is what ended.
  private static func makeStack() {
    let size = 64 << 10
    var stack = stack_t()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    handlerStack = memory
    stack.ss_sp = memory
    stack.ss_size = size
    sigaltstack(&stack, nil)
  }

  private static func installHandler(
    _ number: Int32, isDeadly: Bool = false, _ handler: @escaping @convention(c) (Int32) -> Void
  ) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = isDeadly ? SA_ONSTACK | Int32(bitPattern: 0x8000_0000) : SA_RESTART
    sigaction(number, &action, nil)
  }

  /// The terminal first, and then the end that the signal means: its handler is gone by now.
  private static func die(_ number: Int32) {
    leave()
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }
}
