internal import Glibc

/// An address as libpq has it, looked at before anybody is asked to connect.
///
/// libpq repeats what it does not understand, and where a password is written with what separates the parts
/// of an address, that is the password: `postgresql://mate:se@cret@db1/mate` has a host `cret@db1`.
struct ServerAddress {
  /// Whether its parts can be what they are taken for.
  let isPlausible: Bool

  init(_ address: String, _ library: LibPQ) {
    var complaint: UnsafeMutablePointer<CChar>?
    guard let options = library.parseAddress(address, &complaint) else {
      library.freeText(complaint)
      isPlausible = false
      return
    }
    defer { library.freeOptions(options) }
    var parts: [String: String] = [:]
    var option = options.assumingMemoryBound(to: LibPQ.AddressOption.self)
    while let name = option.pointee.name {
      if let value = option.pointee.value { parts[String(cString: name)] = String(cString: value) }
      option += 1
    }
    let isURL = address.hasPrefix("postgresql://") || address.hasPrefix("postgres://")
    let hosts = (parts["host"] ?? "").split(separator: ",")
    isPlausible =
      hosts.allSatisfy { !$0.dropFirst().contains("@") }
      && (parts["port"] ?? "").utf8.allSatisfy { (48...57).contains($0) || $0 == 44 }
      && !(isURL && (parts["dbname"] ?? "").contains("@"))
  }
}
