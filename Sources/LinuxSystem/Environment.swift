internal import Glibc

/// Environment variables; an empty one counts as not set.
package enum Environment {
  package static subscript(name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
