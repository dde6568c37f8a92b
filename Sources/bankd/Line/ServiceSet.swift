/// Some of a branch's services, by index.
struct ServiceSet: Hashable, Sendable {
  /// Services that one branch can have.
  static let capacity = 64

  /// Bit `n` is service `n`.
  private(set) var bits: UInt64

  init(bits: UInt64 = 0) { self.bits = bits }

  init(_ services: some Sequence<Int>) {
    bits = services.reduce(0) { $0 | 1 << UInt64($1) }
  }

  var isEmpty: Bool { bits == 0 }

  func contains(_ service: Int) -> Bool { bits >> UInt64(service) & 1 == 1 }
}

extension ServiceSet: Sequence {
  /// From the lowest index to the highest.
  struct Iterator: IteratorProtocol {
    fileprivate var bits: UInt64

    mutating func next() -> Int? {
      guard bits != 0 else { return nil }
      defer { bits &= bits - 1 }
      return bits.trailingZeroBitCount
    }
  }

  func makeIterator() -> Iterator { Iterator(bits: bits) }
}
