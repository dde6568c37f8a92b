/// Some of a branch's services, by index.
package struct ServiceSet: Hashable, Sendable {
  /// Services that one branch can have.
  package static let capacity = 64

  /// Bit `n` is service `n`.
  @usableFromInline package internal(set) var bits: UInt64

  package init(bits: UInt64 = 0) { self.bits = bits }

  package init(_ services: some Sequence<Int>) {
    bits = services.reduce(0) { $0 | 1 << UInt64($1) }
  }

  @inlinable package var isEmpty: Bool { bits == 0 }

  @inlinable
  package func contains(_ service: Int) -> Bool { bits >> UInt64(service) & 1 == 1 }
}

extension ServiceSet: Sequence {
  /// From the lowest index to the highest.
  package struct Iterator: IteratorProtocol {
    @usableFromInline var bits: UInt64

    @inlinable init(bits: UInt64) { self.bits = bits }

    @inlinable
    package mutating func next() -> Int? {
      guard bits != 0 else { return nil }
      defer { bits &= bits - 1 }
      return bits.trailingZeroBitCount
    }
  }

  @inlinable
  package func makeIterator() -> Iterator { Iterator(bits: bits) }
}
