internal import LinuxSystem

/// Random numbers that are the same on every machine for the same seed.
///
/// xoshiro256** 1.0 by David Blackman and Sebastiano Vigna (2018, https://prng.di.unimi.it, public
/// domain), its state filled by SplitMix64 as its authors advise.
package struct RandomNumbers: RandomNumberGenerator, Hashable, Sendable {
  @usableFromInline package internal(set) var state: (UInt64, UInt64, UInt64, UInt64)

  package init(seed: UInt64) {
    var mixer = SplitMix64(seed: seed)
    state = (mixer.next(), mixer.next(), mixer.next(), mixer.next())
  }

  /// - Precondition: Not all words are 0, which the generator would never leave.
  package init(words: (UInt64, UInt64, UInt64, UInt64)) {
    precondition(words.0 | words.1 | words.2 | words.3 != 0, "an empty state")
    state = words
  }

  @inlinable
  package mutating func next() -> UInt64 {
    let result = Self.rotated(state.1 &* 5, by: 7) &* 9
    let shifted = state.1 << 17
    state.2 ^= state.0
    state.3 ^= state.1
    state.1 ^= state.2
    state.0 ^= state.3
    state.2 ^= shifted
    state.3 = Self.rotated(state.3, by: 45)
    return result
  }

  @inlinable
  static func rotated(_ word: UInt64, by bits: UInt64) -> UInt64 {
    word << bits | word >> (64 - bits)
  }

  /// A number from 0 up to but not including `bound`, each as likely as the others.
  ///
  /// Not the standard library's, whose method is not promised to stay. Multiply and reject: Daniel
  /// Lemire, "Fast Random Integer Generation in an Interval", 2019.
  ///
  /// - Precondition: `bound` is above 0.
  @inlinable
  package mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "nothing is below \(bound)")
    let bound = UInt64(bound)
    var product = next().multipliedFullWidth(by: bound)
    let threshold = (0 &- bound) % bound
    while product.low < threshold { product = next().multipliedFullWidth(by: bound) }
    return Int(product.high)
  }

  /// A number of 53 bits from 0 up to but not including 1.
  @inlinable
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  package static func == (one: RandomNumbers, other: RandomNumbers) -> Bool {
    one.state == other.state
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(state.0)
    hasher.combine(state.1)
  }
}

/// The natural logarithm by additions, multiplications and one division only.
///
/// The C library's `log` may differ in the last bit between processors, and then so would two runs
/// with the same seed. ln(m·2^e) = e·ln 2 + 2·artanh((m-1)/(m+1)) with m from √½ to √2; the series
/// is cut where its terms are below 1e-17.
///
/// - Precondition: `number` is finite, above 0 and not subnormal.
@inlinable
package func portableLogarithm(_ number: Double) -> Double {
  // Mantissa and exponent by integers: a branch that half of all numbers take would cost more than
  // the series. Taken from the bits is what brings the mantissa next above √½ to the next power.
  let lowest: UInt64 = 0x3fe6_a09e_667f_3bce
  let shifted = number.bitPattern &+ (0x3ff0_0000_0000_0000 &- lowest)
  let mantissa = Double(bitPattern: (shifted & 0x000f_ffff_ffff_ffff) &+ lowest)
  let exponent = Double(Int64(shifted >> 52) - 1023)
  let ratio = (mantissa - 1) / (mantissa + 1)
  let square = ratio * ratio
  let fourth = square * square
  let eighth = fourth * fourth
  // 1/3 + x/5 + x²/7 + … in pairs, so that the processor can work on several at once.
  let low = (1 / 3.0 + square * (1 / 5.0)) + fourth * (1 / 7.0 + square * (1 / 9.0))
  let middle = (1 / 11.0 + square * (1 / 13.0)) + fourth * (1 / 15.0 + square * (1 / 17.0))
  let high = 1 / 19.0 + square * (1 / 21.0)
  let series = low + eighth * (middle + eighth * high)
  return exponent * 0.693_147_180_559_945_3 + (2 * ratio + 2 * ratio * square * series)
}

extension RandomNumbers {
  /// An exponential duration with a mean, in whole units; the longest is about 37 means.
  @inlinable @inline(__always)
  package mutating func exponential(_ mean: Double) -> Int64 {
    // 1 - u is above 0, so the logarithm exists.
    Int64(-portableLogarithm(1 - unit()) * mean + 0.5)
  }
}
