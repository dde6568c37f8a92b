internal import Glibc

/// Where a user's daemons keep their state and their logs; `docs/protocol.md`, end of section 6.
package enum StateHome {
  /// `$XDG_STATE_HOME`, else `~/.local/state`, with the home of the password file as a last word.
  package static var path: String {
    if let home = Environment["XDG_STATE_HOME"] { return home }
    if let home = Environment["HOME"] { return "\(home)/.local/state" }
    if let home = getpwuid(geteuid())?.pointee.pw_dir {
      return "\(String(cString: home))/.local/state"
    }
    return "/var/lib"
  }

  /// The folder of a domain of the user's own.
  package static func folder(ofDomain domain: String) -> String {
    if let directory = Environment["MATE_STATE_DIR"] { return "\(directory)/\(domain)" }
    return "\(path)/mate/\(domain)"
  }

  /// The folder of the log files, for machines without a journal.
  package static var logFolder: String {
    if let directory = Environment["MATE_STATE_DIR"] { return "\(directory)/log" }
    return "\(path)/mate/log"
  }
}
