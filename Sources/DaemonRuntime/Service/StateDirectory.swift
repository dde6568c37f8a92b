internal import Glibc
internal import LinuxSystem

/// Where a domain keeps its state; `protocol.md`, end of section 6.
enum StateDirectory {
  static func path(domain: String) -> String {
    if let directory = Environment["STATE_DIRECTORY"] {
      return String(directory.prefix { $0 != ":" })
    }
    if let directory = Environment["MATE_STATE_DIR"] { return "\(directory)/\(domain)" }
    return "\(userStateHome)/mate/\(domain)"
  }

  /// `$XDG_STATE_HOME`, else `~/.local/state`, with the home of the password file as a last word.
  static var userStateHome: String {
    if let home = Environment["XDG_STATE_HOME"] { return home }
    if let home = Environment["HOME"] { return "\(home)/.local/state" }
    if let home = getpwuid(geteuid())?.pointee.pw_dir {
      return "\(String(cString: home))/.local/state"
    }
    return "/var/lib"
  }

  /// The log file of a daemon, for machines without a journal.
  static func logFile(daemon: String) -> String {
    if let directory = Environment["MATE_STATE_DIR"] { return "\(directory)/log/\(daemon).jsonl" }
    return "\(userStateHome)/mate/log/\(daemon).jsonl"
  }
}
