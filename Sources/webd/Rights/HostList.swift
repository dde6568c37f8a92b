internal import DaemonRuntime

/// The names under which the page may be asked for.
///
/// A page of somebody else can give its own name our address and is then of the same origin as we are
/// (DNS rebinding); only the name in `Host` tells.
struct HostList: Sendable {
  /// What every browser of this machine calls us, with any port.
  private static let loopback = ["localhost", "127.0.0.1", "[::1]"]

  /// These alone.
  static let own = HostList(checked: [])

  /// Names, with a port where it counts.
  private let names: [String]

  private init(checked names: [String]) { self.names = names }

  /// - Parameter names: As `board.example`, which stands for any port, or `board.example:8443`.
  /// - Throws: ``ConfigurationError`` for what is no name.
  init(_ names: [String]) throws(ConfigurationError) {
    for (index, name) in names.enumerated() where Self.parts(of: name) == nil {
      throw ConfigurationError(
        path: "/hosts/\(index)", expected: "the name of a host, as board.example",
        "board.example과 같은 호스트 이름")
    }
    self.init(checked: names.map { $0.lowercased() })
  }

  /// Whether a `Host` is one of ours.
  func allows(_ host: String?) -> Bool {
    guard let host = host?.lowercased(), let parts = Self.parts(of: host) else { return false }
    return Self.loopback.contains(parts.name) || names.contains(host) || names.contains(parts.name)
  }

  /// These and another.
  func adding(_ name: String) -> HostList { HostList(checked: names + [name.lowercased()]) }

  /// Whether that is the name of a host, perhaps with a port.
  static func isHost(_ text: String) -> Bool { parts(of: text) != nil }

  /// A host of RFC 9110 in its two parts; nil for what is none.
  private static func parts(of host: String) -> (name: String, port: String?)? {
    let bytes = Array(host.utf8)
    guard (1...255).contains(bytes.count) else { return nil }
    // The colons of an address of IPv6 stand in brackets.
    let end = bytes.first == UInt8(ascii: "[") ? bytes.firstIndex(of: UInt8(ascii: "]")) : 0
    guard let end else { return nil }
    let colon = bytes[end...].firstIndex(of: UInt8(ascii: ":"))
    let name = bytes[..<(colon ?? bytes.count)]
    let isBracketed = bytes.first == UInt8(ascii: "[")
    guard !name.isEmpty, !isBracketed || name.count == end + 1, name.allSatisfy(isOfName) else {
      return nil
    }
    guard let colon else { return (String(decoding: name, as: UTF8.self), nil) }
    let port = bytes[(colon + 1)...]
    guard (1...5).contains(port.count), port.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return (String(decoding: name, as: UTF8.self), String(decoding: port, as: UTF8.self))
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5B, 0x5D, 0x5F: true
    default: false
    }
  }
}
