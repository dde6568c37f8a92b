internal import Glibc
internal import Values

/// Who makes a change: the user whom the kernel names at the other end of the socket.
enum Author {
  /// What another machine calls a user of this one.
  static func abroad(_ name: String) -> String { host.isEmpty ? name : "\(name)@\(host)" }

  /// The name of this machine, without its domain.
  private static let host: String = {
    // POSIX: HOST_NAME_MAX, and Linux has 64.
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
    let name = bytes.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: ".")) }
    return String(decoding: name.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }()

  /// What another machine says of who made a change, as it is kept and shown here.
  static func told(_ text: String) -> String? {
    let name = String(text.unicodeScalars.prefix(longest).map(Character.init)).printable(
      inOneLine: true)
    return name.isEmpty ? nil : name
  }

  private static let longest = 200
}
