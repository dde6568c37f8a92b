internal import Glibc

/// A set of 64-bit hashes that may say yes where it should say no, and never the other way round.
///
/// Source: Bloom, "Space/time trade-offs in hash coding with allowable errors", 1970; two bits a
/// hash of 2^23: of those that are not in it 1.3 % are taken for known with 500,000 in it, and 14 %
/// with ``usefulCount``.
struct KeyFilter: ~Copyable {
  static let usefulCount = 2_000_000
  private static let bits: UInt64 = 23
  private let words: UnsafeMutablePointer<UInt64>
  /// How many were added.
  private(set) var count = 0

  init() {
    // Pages take memory when the first hash falls into them.
    guard let memory = calloc(1 << Int(Self.bits - 6), MemoryLayout<UInt64>.stride) else {
      preconditionFailure("no memory for a megabyte")
    }
    words = memory.assumingMemoryBound(to: UInt64.self)
  }

  deinit { free(words) }

  mutating func add(_ hash: UInt64) {
    let (one, other) = Self.places(of: hash)
    words[Int(one >> 6)] |= 1 << (one & 63)
    words[Int(other >> 6)] |= 1 << (other & 63)
    count += 1
  }

  func mayContain(_ hash: UInt64) -> Bool {
    let (one, other) = Self.places(of: hash)
    return words[Int(one >> 6)] & 1 << (one & 63) != 0
      && words[Int(other >> 6)] & 1 << (other & 63) != 0
  }

  /// Two places that depend on all bits of the hash (Fibonacci hashing).
  private static func places(of hash: UInt64) -> (UInt64, UInt64) {
    let mixed = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
    return (mixed >> (64 - bits), (mixed &* 0xC2B2_AE3D_27D4_EB4F) >> (64 - bits))
  }
}
