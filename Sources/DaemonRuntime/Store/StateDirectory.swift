internal import LinuxSystem

/// Where a domain keeps its state; `docs/protocol.md`, end of section 6.
enum StateDirectory {
  static func path(domain: String) -> String {
    if let directory = Environment["STATE_DIRECTORY"] {
      return String(directory.prefix { $0 != ":" })
    }
    return StateHome.folder(ofDomain: OwnInstance.label(domain))
  }

  /// The store in it.
  static func store(domain: String) -> String { "\(path(domain: domain))/\(domain).db" }
}
