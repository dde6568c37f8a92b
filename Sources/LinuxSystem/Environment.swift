internal import Glibc

/// Environment variables; an empty one counts as not set unless it is asked for by ``given(_:)``.
package enum Environment {
  package static subscript(name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The variable as it was given, also where it is empty: for those that turn something off so.
  package static func given(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Every variable, as `NAME=value`.
  package static var all: [String] {
    var entries: [String] = []
    var next = environ
    while let entry = next.pointee {
      entries.append(String(cString: entry))
      next += 1
    }
    return entries
  }
}

/// Where the running program is.
package enum ExecutablePath {
  /// The folder of the program's file, links resolved.
  package static var folder: String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else { return nil }
    let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
