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

  /// Makes the folder of the state, or looks at the one that is there: a store, a lock or a log that
  /// is opened where others may put links is whatever file they want.
  ///
  /// - Throws: ``StartError``, with what to do.
  static func claim(_ path: String) throws(StartError) {
    do throws(FolderFailure) {
      _ = try OwnedFolder.made(path, owners: .callerOrRoot)
    } catch .distrusted(let distrust) {
      throw StartError(sentence: "the state cannot be kept in \(path): \(distrust)")
    } catch {
      // What cannot be made or opened is the store's to explain.
    }
  }

  /// The log file of a daemon, for machines without a journal.
  static func logFile(daemon: String) -> String { "\(StateHome.logFolder)/\(daemon).jsonl" }

  /// Beside it: what clients cause, which takes no room from what the daemon itself has to say.
  static func clientsLogFile(daemon: String) -> String {
    "\(StateHome.logFolder)/\(daemon)-clients.jsonl"
  }
}
