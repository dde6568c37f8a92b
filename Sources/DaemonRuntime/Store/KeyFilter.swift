/// A set of 64-bit hashes that may say yes where it should say no, and never the other way round.
///
/// Source: Bloom, "Space/time trade-offs in hash coding with allowable errors", 1970, with places by
/// double hashing (Kirsch, Mitzenmacher, "Less hashing, same performance", 2006). Six bits a hash of
/// 2^18: of those that are not in it 0.1 % are taken for known with 16,384 in it.
struct KeyFilter {
  static let usualCount = 16_384
  private static let bits: UInt64 = 18
  private var words = [UInt64](repeating: 0, count: 1 << Int(bits - 6))

  /// Where a hash has its bits, for any number of filters; they depend on all bits of the hash.
  struct Probe {
    private let first: UInt64
    private let step: UInt64

    init(_ hash: UInt64) {
      first = (hash ^ hash >> 32) &* 0x9E37_79B9_7F4A_7C15
      step = (first ^ first >> 29) &* 0xC2B2_AE3D_27D4_EB4F | 1
    }

    fileprivate func bit(_ number: UInt64) -> UInt64 {
      (first &+ number &* step) >> (64 - KeyFilter.bits)
    }
  }

  mutating func add(_ hash: UInt64) {
    let probe = Probe(hash)
    for number in 0..<6 as Range<UInt64> {
      let bit = probe.bit(number)
      words[Int(bit >> 6)] |= 1 << (bit & 63)
    }
  }

  func mayContain(_ probe: Probe) -> Bool {
    for number in 0..<6 as Range<UInt64> {
      let bit = probe.bit(number)
      if words[Int(bit >> 6)] & 1 << (bit & 63) == 0 { return false }
    }
    return true
  }
}
