internal import TaskFormats

/// Where something is on a server: an origin and a path in one spelling.
///
/// Servers spell the same path in several ways (`%40` and `@`); paths here are decoded and encoded
/// anew, so that equal addresses are equal values.
package struct DAVAddress: Hashable, Sendable {
  /// `https://host:port`, in lower case.
  package let origin: String
  /// Begins with a slash; percent-encoded.
  package let path: String

  private init(origin: String, path: String) {
    self.origin = origin
    self.path = path
  }

  /// - Throws: ``CalDAVError/badAddress(_:)`` for anything but http and https with a host;
  ///   ``CalDAVError/secretInAddress`` where there is a user or password in it.
  package init(_ url: String) throws(CalDAVError) {
    let shown = String(url.prefix(100))
    guard let mark = url.firstIndex(of: ":"), url[mark...].hasPrefix("://") else {
      throw .badAddress(shown)
    }
    let scheme = url[..<mark].lowercased()
    let rest = url[url.index(mark, offsetBy: 3)...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let host = rest[..<end].lowercased()
    guard !host.contains("@") else { throw .secretInAddress }
    guard scheme == "http" || scheme == "https", !host.isEmpty,
      host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { throw .badAddress(shown) }
    let path = rest[end...].prefix { $0 != "?" && $0 != "#" }
    self.init(origin: "\(scheme)://\(host)", path: Self.canonical(path))
  }

  package var url: String { origin + path }

  /// The host with its port, for people.
  package var host: String { String(origin.drop { $0 != "/" }.dropFirst(2)) }

  var isEncrypted: Bool { origin.hasPrefix("https://") }

  /// Whether nothing that is sent leaves this machine.
  var isLoopback: Bool {
    let name = host.hasPrefix("[") ? host : String(host.prefix { $0 != ":" })
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let isIPv4 = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    return name == "localhost" || host.hasPrefix("[::1]") || isIPv4 && parts[0] == "127"
  }

  /// The address as that of a collection: its path ends with a slash.
  package var asCollection: DAVAddress {
    path.hasSuffix("/") ? self : DAVAddress(origin: origin, path: path + "/")
  }

  /// The member of a collection with a name, which is encoded.
  package func member(_ name: String) -> DAVAddress {
    DAVAddress(
      origin: origin, path: asCollection.path + Self.encoded(Array(name.utf8), keeping: []))
  }

  /// Whether it is in a collection, at whatever depth.
  package func isMember(of collection: DAVAddress) -> Bool {
    origin == collection.origin && path.hasPrefix(collection.asCollection.path)
  }

  /// The address that a reference of this resource's answer means (RFC 3986, section 5.2).
  ///
  /// - Throws: ``CalDAVError/badAddress(_:)`` where it cannot be read.
  func resolve(_ reference: String) throws(CalDAVError) -> DAVAddress {
    let text = reference.trimmed
    guard !text.hasPrefix("//"), !text.isEmpty else { throw .badAddress(reference) }
    let target = text.prefix { $0 != "?" && $0 != "#" }
    if target.hasPrefix("http://") || target.hasPrefix("https://") {
      return try DAVAddress(String(target))
    }
    if target.hasPrefix("/") {
      return DAVAddress(origin: origin, path: Self.canonical(target))
    }
    let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    return DAVAddress(origin: origin, path: Self.canonical("\(folder)\(target)"[...]))
  }

  /// Whether credentials for this address may go to another: the same host, or over https a host
  /// of the same domain, as iCloud's servers are.
  func trusts(_ other: DAVAddress) -> Bool {
    if origin == other.origin { return true }
    guard isEncrypted, other.isEncrypted else { return false }
    let domain = { (address: DAVAddress) in
      address.host.prefix { $0 != ":" }.split(separator: ".").suffix(2)
    }
    return domain(self).count == 2 && domain(self) == domain(other)
  }

  // MARK: Spelling

  /// Dots resolved, codes decoded where they need not be and encoded where they must.
  private static func canonical(_ path: Substring) -> String {
    var parts: [[UInt8]] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in segments.enumerated() {
      switch segment {
      case ".": if index == segments.count - 1 { parts.append([]) }
      case "..":
        _ = parts.popLast()
        if index == segments.count - 1 { parts.append([]) }
      default: parts.append(decoded(segment))
      }
    }
    if parts.isEmpty { return "/" }
    return parts.map { "/" + encoded($0, keeping: Array("!$&'()*+,;=:@".utf8)) }.joined()
  }

  private static func decoded(_ segment: Substring) -> [UInt8] {
    let bytes = Array(segment.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let isCode = bytes[index] == 0x25 && index + 2 < bytes.count
      if isCode,
        let value = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        result.append(value)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  private static func encoded(_ bytes: [UInt8], keeping kept: [UInt8]) -> String {
    var result: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in bytes {
      switch byte {
      case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x7E: result.append(byte)
      case _ where kept.contains(byte): result.append(byte)
      default: result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
