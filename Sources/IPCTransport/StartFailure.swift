package import LinuxSystem
package import Values

/// Why there is no daemon to talk to.
package enum StartFailure: Error, Hashable, Sendable {
  /// Nobody listens, and starting was not wanted or is systemd's.
  case notRunning(SystemError)
  case programNotFound(name: String, lookedIn: [String])
  /// Nobody has made this one of several.
  case noInstance(domain: String, InstanceName)
  /// The runtime folder, or the one that it is to be made in, may have others' sockets in it.
  case distrusted(FolderDistrust)
  /// Somebody else than the folder's owner, the caller or root listens there.
  case foreign(path: String, uid: UInt32)
  case system(SystemError)
  /// ssh, or the client on the other machine, ended with a status and a last line.
  case remote(host: String, status: Int32, complaint: String)
}

extension StartFailure {
  init(_ failure: FolderFailure) {
    switch failure {
    case .system(let error): self = .system(error)
    case .distrusted(let distrust): self = .distrusted(distrust)
    }
  }
}
