internal import LinuxSystem

/// The same numbers on every machine and in every run, so that a failure can be had again.
package struct SeededNumbers: RandomNumberGenerator {
  private var numbers: SplitMix64

  package init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  package mutating func next() -> UInt64 { numbers.next() }

  /// One of 0 to `count` - 1.
  package mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  /// True so many times of a hundred.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  package mutating func one<T>(of choice: [T]) -> T { choice[below(choice.count)] }
}
