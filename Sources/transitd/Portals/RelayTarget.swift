internal import IPCTransport

/// The other transitd whose arrivals are taken in place of the portals'.
enum RelayTarget: Hashable, Sendable {
  /// The path of its socket.
  case socket(String)
  /// A host, with a user where that is another: reached by ssh, through `matectl` over there.
  case ssh(RemoteHost)

  private static let longest = 255

  /// `/run/mate/transit.sock` or `ssh:me@host`; nil for anything else.
  init?(_ text: String) {
    if text.hasPrefix("/"), text.utf8.count <= Self.longest, !text.utf8.contains(0) {
      self = .socket(text)
    } else if text.hasPrefix("ssh:"), text.utf8.count <= Self.longest {
      let host = String(text.dropFirst(4))
      guard Self.isHost(host), let remote = RemoteHost(host) else { return nil }
      self = .ssh(remote)
    } else {
      return nil
    }
  }

  /// Letters, digits and what addresses have: it is kept, and shown to whoever asks.
  private static func isHost(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || "@.-_:[]".utf8.contains(byte)
    }
  }

  var text: String {
    switch self {
    case .socket(let path): path
    case .ssh(let host): "ssh:\(host.name)"
    }
  }
}
