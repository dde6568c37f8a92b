internal import Glibc

/// A file descriptor with one owner, closed when nobody has it any more.
package final class OwnedDescriptor: Sendable {
  package let number: Int32

  /// Takes ownership.
  package init(_ number: Int32) { self.number = number }

  deinit { close(number) }
}
