internal import IPCProtocol
internal import LinuxSystem

/// The line of a terminal that tells how far a call is; gone without a trace when it is done.
///
/// It is drawn on standard error, so that a result may go into a file meanwhile.
final class ProgressLine {
  private let session: Session
  private let name: String
  private let startedAt = MonotonicTime.milliseconds
  private var isShown = false

  /// `name` says what is done, where the daemon does not.
  init(_ session: Session, name: String) {
    self.session = session
    self.name = name
  }

  /// Nobody looks at a pipe; `--quiet` and `--json` want nothing but the answer.
  static func isWanted(in session: Session) -> Bool {
    Terminal.isTerminal(2) && !session.invocation.isQuiet && !session.invocation.wantsJSON
      && Environment["TERM"] != "dumb"
  }

  func show(_ notice: ProgressNotice) {
    // The terminal may have become another size.
    guard let columns = Terminal.size(2)?.columns else { return }
    let bar = ProgressBar(values: session.printer.values, style: session.errorStyle)
    let seconds = Double(MonotonicTime.milliseconds - startedAt) / 1000
    let line = bar.line(notice, name: name, columns: columns, seconds: seconds)
    guard Terminal.write("\r\(line)\(Self.clearRest)", to: 2) else { return }
    isShown = true
  }

  /// Takes the line away, before anything else is printed.
  func clear() {
    guard isShown else { return }
    isShown = false
    _ = Terminal.write("\r\(Self.clearRest)", to: 2)  // as for all talk
  }

  /// EL of ECMA-48: to the end of the line.
  private static let clearRest = "\u{1B}[K"
}
