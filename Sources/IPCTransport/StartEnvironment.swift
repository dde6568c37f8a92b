internal import Glibc
internal import LinuxSystem
internal import Values

/// The environment of a daemon that a client starts: the user's, without what was meant for the
/// client itself.
///
/// A client that is part of a service has that service's folders, sockets and credentials in its
/// environment; a daemon that took them for its own would keep its state in another's folder.
enum StartEnvironment {
  /// What systemd and this protocol give to one process: `systemd.exec(5)`, `sd_listen_fds(3)`.
  static let dropped: Set<Substring> = [
    "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "LISTEN_PIDFDID", "MATE_CLIENT_STARTED",
    "STATE_DIRECTORY", "RUNTIME_DIRECTORY", "CACHE_DIRECTORY", "LOGS_DIRECTORY",
    "CONFIGURATION_DIRECTORY", "CREDENTIALS_DIRECTORY", "NOTIFY_SOCKET", "WATCHDOG_PID",
    "WATCHDOG_USEC", "INVOCATION_ID", "JOURNAL_STREAM", "LOG_NAMESPACE", "MAINPID", "MANAGERPID",
    "MANAGERPIDFDID", "SYSTEMD_EXEC_PID", "PIDFILE", "MATE_INSTANCE", "FDSTORE",
    "MEMORY_PRESSURE_WATCH",
    "MEMORY_PRESSURE_WRITE", "SERVICE_RESULT", "EXIT_CODE", "EXIT_STATUS", "REMOTE_ADDR",
    "REMOTE_PORT", "TRIGGER_UNIT", "TRIGGER_PATH", "TRIGGER_TIMER_REALTIME_USEC",
    "TRIGGER_TIMER_MONOTONIC_USEC", "PWD", "OLDPWD",
  ]
  /// Folders of ours that a person may have named from where the client runs.
  private static let folders: Set<Substring> = ["MATE_STATE_DIR", "XDG_STATE_HOME", "HOME"]

  /// - Returns: `NAME=value`, the first of them with room for the `LISTEN_PID` of the daemon.
  static func entries(domain: String, _ instance: InstanceName? = nil) -> [String] {
    var entries = ["LISTEN_PID=" + String(repeating: " ", count: 24)]
    entries += ["LISTEN_FDS=1", "LISTEN_FDNAMES=\(domain)", "MATE_CLIENT_STARTED=1", "PWD=/"]
    if let instance { entries.append("MATE_INSTANCE=\(instance)") }
    for entry in Environment.all {
      let name = entry.prefix { $0 != "=" }
      guard !dropped.contains(name) else { continue }
      let value = String(entry.dropFirst(name.count + 1))
      entries.append(
        folders.contains(name) && !value.isEmpty
          ? "\(name)=\(WorkingFolder.path(of: value))" : entry)
    }
    return entries
  }
}

/// Where relative paths begin.
enum WorkingFolder {
  /// A path that means the same in every folder; as it is where nobody knows where this one is.
  static func path(of path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return "\(String(cString: folder))/\(path)"
  }
}
