/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers on every machine and in every run, so that a
/// failure can be had again.
package struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// One of 0 to `count` - 1.
  package mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  /// True so many times of a hundred.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  package mutating func one<T>(of choice: [T]) -> T { choice[below(choice.count)] }
}
