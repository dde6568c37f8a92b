internal import LinuxSystem

/// The place where this machine's daemons log.
package enum Logs {
  /// The journal where there is one and nobody asked for files, as the daemons decide.
  package static func source() -> any LogSource {
    if Environment["MATE_LOG"] != "file", let journal = JournalLog() { return journal }
    return FileLog()
  }
}
