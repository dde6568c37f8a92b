internal import Glibc
internal import IPCProtocol
internal import LinuxSystem

/// The keys of the two portals: read where they are needed, shown nowhere.
///
/// First a systemd credential (`LoadCredential=seoul-subway-key:…`), then the environment
/// (`MATE_TRANSIT_KEY`, `MATE_TRANSIT_BUS_KEY`), then what `transit.configure` was given, which is
/// in the store, whose file only its owner can read.
struct KeyRing {
  private var given: [Portal: String] = [:]

  var stored: [Portal: String] = [:]

  /// Takes what the environment holds; afterwards `/proc/<pid>/environ` does not hold it any more.
  init() {
    for portal in Portal.allCases {
      if let variable = getenv(portal.keyVariable) {
        given[portal] = Self.key(in: String(cString: variable))
        memset(variable, 0x78, strlen(variable))
        unsetenv(portal.keyVariable)
      }
      if let folder = Environment["CREDENTIALS_DIRECTORY"],
        let bytes = SmallFile.read("\(folder)/\(portal.keyCredential)"),
        let key = Self.key(in: String(decoding: bytes, as: UTF8.self))
      {
        given[portal] = key
      }
    }
  }

  subscript(portal: Portal) -> String? { given[portal] ?? stored[portal] }

  /// The same with another stored key.
  func with(_ key: String, of portal: Portal) -> KeyRing {
    var ring = self
    ring.stored[portal] = key
    return ring
  }

  /// Where the key comes from, for people.
  func origin(of portal: Portal) -> Origin {
    if given[portal] != nil { return .given }
    return stored[portal] == nil ? .none : .stored
  }

  /// `given` is a credential or the environment, which outrank what is stored.
  enum Origin: String, WireWord { case none, stored, given }

  /// One word of printable ASCII, at most 1,024 bytes; nil for anything else.
  static func key(in text: String) -> String? {
    let word = text.trimmed
    guard !word.isEmpty, word.utf8.count <= 1024,
      word.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    return word
  }
}
