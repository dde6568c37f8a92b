/// The name of one of several of a domain on a machine: a branch, a bar or a board with a store of its
/// own; `docs/protocol.md`, section 1.
///
/// Units, sockets and folders are named by it, so that it has letters which all of them take as they
/// stand: what systemd would have to escape is no name.
package struct InstanceName: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let description: String

  /// A name is 1 to 32 of `a`–`z`, `0`–`9`, `-` and `_`, a letter or digit first; anything else is none.
  package init?(_ text: some StringProtocol) {
    guard (1...32).contains(text.utf8.count), let first = text.utf8.first,
      Self.isWord(first), text.utf8.allSatisfy({ Self.isWord($0) || $0 == 0x2D || $0 == 0x5F })
    else { return nil }
    description = String(text)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
  }

  package static func < (one: InstanceName, other: InstanceName) -> Bool {
    one.description < other.description
  }
}

/// A domain as it is typed and as its files are named: `bank`, or `bank@gangnam` for one of several.
package struct DomainLabel: Hashable, Sendable, CustomStringConvertible {
  package let domain: String
  package let instance: InstanceName?

  package init(_ domain: String, _ instance: InstanceName?) {
    (self.domain, self.instance) = (domain, instance)
  }

  /// Reads `bank` and `bank@gangnam`; nil where what stands behind the `@` is no name.
  package init?(_ word: String) {
    guard let at = word.firstIndex(of: "@") else {
      self.init(word, nil)
      return
    }
    guard let instance = InstanceName(word[word.index(after: at)...]) else { return nil }
    self.init(String(word[..<at]), instance)
  }

  package var description: String { Self.name(domain, at: instance) }

  /// The name of a file or of a unit for one of several, in which the end stays as it is:
  /// `bank.sock` is `bank@gangnam.sock`.
  package static func name(_ name: String, at instance: InstanceName?, end: String = "") -> String {
    guard let instance else { return name }
    guard !end.isEmpty, name.hasSuffix(end) else { return "\(name)@\(instance)" }
    return "\(name.dropLast(end.count))@\(instance)\(end)"
  }
}
