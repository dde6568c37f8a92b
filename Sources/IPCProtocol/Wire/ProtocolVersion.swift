/// A version of the wire: minor ones add, and whoever speaks an older one of them goes on.
package struct ProtocolVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let major: Int
  package let minor: Int

  package init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }

  /// Reads `1.1`; nil for anything else.
  package init?(_ text: String) {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 2, numbers.allSatisfy({ (1...4).contains($0.utf8.count) }),
      numbers.allSatisfy({ $0.utf8.allSatisfy(JSONText.isDigit) }),
      let major = Int(numbers[0]), let minor = Int(numbers[1])
    else { return nil }
    self.init(major, minor)
  }

  /// What is spoken here.
  package static let current = ProtocolVersion(1, 1)

  /// What is spoken by whoever says nothing.
  package static let first = ProtocolVersion(1, 0)

  package static func < (one: ProtocolVersion, other: ProtocolVersion) -> Bool {
    (one.major, one.minor) < (other.major, other.minor)
  }

  package var description: String { "\(major).\(minor)" }
}
