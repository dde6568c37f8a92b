internal import Glibc
internal import LinuxSystem

/// Answers that are longer than the screen go through a pager, as git's do.
enum Pager {
  /// `MATE_PAGER`, else the one of the settings, else `PAGER`, else `less`; nil where the first that
  /// is set is empty or `cat`.
  static func command(_ setting: String?) -> String? {
    let named = Environment.given("MATE_PAGER") ?? setting ?? Environment.given("PAGER")
    let command = named ?? "less"
    return command.isEmpty || command == "cat" || Environment["TERM"] == "dumb" ? nil : command
  }

  /// Whether a terminal would scroll some of the text away.
  static func isLonger(_ text: String, than screen: (columns: Int, rows: Int)) -> Bool {
    var rows = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      rows += 1
      // Bytes are no fewer than cells: most lines need no counting.
      if line.utf8.count > screen.columns {
        rows += max(0, line.terminalCells - 1) / max(1, screen.columns)
      }
      // The line of the prompt that follows.
      if rows >= screen.rows { return true }
    }
    return false
  }

  /// Shows the text, and waits for the person to close it; one who closes it early has seen enough.
  ///
  /// - Returns: False where the pager cannot be started, and nothing was shown.
  static func show(_ text: String, with command: String) -> Bool {
    // Quits on one screen, shows our colours, leaves the text on the screen.
    setenv("LESS", "FRX", 0)
    setenv("LV", "-c", 0)
    guard let pipe = popen(command, "w") else { return false }
    // Ctrl-C is the pager's: ending here would leave two programs at one keyboard.
    let before = signal(SIGINT, SIG_IGN)
    // A reader that went away is no failure.
    _ = Terminal.write(text, to: fileno(pipe))
    let status = pclose(pipe)
    signal(SIGINT, before)
    // What a shell says of a program that it cannot find or start: 127 or 126.
    let code = (status >> 8) & 0xFF
    return status != -1 && code != 126 && code != 127
  }
}
