internal import Values

/// When and where a change was made; of two changes of one field the later stamp wins.
///
/// Stamps of one replica never repeat for one field, and every replica orders stamps alike, so that
/// the winner is the same wherever and in whatever order the changes arrive.
struct Stamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970 in the upper 48 bits, a counter in the lower 16.
  let clock: UInt64
  let replica: UUID

  static func < (one: Stamp, other: Stamp) -> Bool {
    one.clock != other.clock ? one.clock < other.clock : one.replica < other.replica
  }
}

/// A clock that follows the wall clock, never goes back, and is always later than what it has seen.
///
/// Source: Kulkarni, Demirbas, Madappa, Avva, Leone, "Logical Physical Clocks" (2014), in the form
/// that packs both parts into 64 bits.
struct HybridClock: Hashable, Sendable {
  private(set) var last: UInt64 = 0
  /// How far the clock of another replica may be ahead of ours before its changes are refused, as
  /// they would win against everything until then; microseconds.
  static let tolerance: Int64 = 24 * 3600 * 1_000_000

  init(last: UInt64 = 0) { self.last = last }

  /// The clock of the next change.
  mutating func next(at now: Timestamp) -> UInt64 {
    last = max(last + 1, Self.clock(of: now))
    return last
  }

  /// Makes later changes of this replica win against a change that it has seen.
  mutating func observe(_ clock: UInt64) { last = max(last, clock) }

  /// Whether a clock lies beyond what a wrong wall clock may be forgiven.
  static func isAhead(_ clock: UInt64, of now: Timestamp) -> Bool {
    time(of: clock).microseconds - now.microseconds > tolerance
  }

  /// What 48 bits hold: the year 10889.
  private static let lastMillisecond: Int64 = 1 << 48 - 1

  static func clock(of time: Timestamp) -> UInt64 {
    UInt64(min(max(0, time.microseconds / 1000), lastMillisecond)) << 16
  }

  static func time(of clock: UInt64) -> Timestamp {
    Timestamp(microseconds: Int64(clock >> 16) * 1000)
  }
}

// MARK: As text, between replicas and on disk

extension HybridClock {
  /// `1795251600000.3`: milliseconds and counter, as JSON's numbers do not hold 64 bits everywhere.
  static func text(_ clock: UInt64) -> String { "\(clock >> 16).\(clock & 0xFFFF)" }

  static func clock(_ text: String) -> UInt64? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let milliseconds = UInt64(parts[0]), milliseconds < 1 << 47,
      let counter = UInt64(parts[1]), counter <= 0xFFFF
    else { return nil }
    return milliseconds << 16 | counter
  }
}
