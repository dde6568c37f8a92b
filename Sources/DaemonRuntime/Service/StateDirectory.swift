internal import LinuxSystem

/// Where a domain keeps its state; `docs/protocol.md`, end of section 6.
enum StateDirectory {
  static func path(domain: String) -> String {
    if let directory = Environment["STATE_DIRECTORY"] {
      return String(directory.prefix { $0 != ":" })
    }
    if let directory = Environment["MATE_STATE_DIR"] { return "\(directory)/\(domain)" }
    return "\(StateHome.path)/mate/\(domain)"
  }

  /// The log file of a daemon, for machines without a journal.
  static func logFile(daemon: String) -> String { "\(StateHome.logFolder)/\(daemon).jsonl" }

  /// Beside it: what clients cause, which takes no room from what the daemon itself has to say.
  static func clientsLogFile(daemon: String) -> String {
    "\(StateHome.logFolder)/\(daemon)-clients.jsonl"
  }
}
