/// How often entries are written: whatever clients do, a log holds the history of days.
///
/// Each kind of entry has, for each user who causes it, a bucket of ``burst`` entries that fills again
/// by ``perSecond``; and one of ``longBurst`` for a flood that does not end, which fills again by one
/// every ``secondsForOne``. What is left out is counted, and told.
struct LogLimiter {
  /// What entries are counted by.
  struct Source: Hashable, Sendable {
    /// The number of the message, or the place in the code where there is none.
    let kind: String
    /// The user who caused it, where somebody did.
    let user: String?

    /// All together, while there are too many to count each.
    fileprivate static let others = Source(kind: "", user: nil)
  }

  /// Entries that were left out.
  struct Omission: Hashable, Sendable {
    let source: Source
    let count: Int
  }

  static let burst = 100.0
  static let perSecond = 10.0
  static let longBurst = 4000.0
  static let secondsForOne = 10.0
  /// So many sources have buckets of their own.
  private static let maximum = 256

  private struct Bucket {
    var tokens = LogLimiter.burst
    var longTokens = LogLimiter.longBurst
    /// When it was last filled; microseconds of a clock that never goes back.
    var filledAt: UInt64
    var omitted = 0

    mutating func fill(at now: UInt64) {
      let seconds = Double(now - min(now, filledAt)) / 1e6
      tokens = min(LogLimiter.burst, tokens + seconds * LogLimiter.perSecond)
      longTokens = min(LogLimiter.longBurst, longTokens + seconds / LogLimiter.secondsForOne)
      filledAt = now
    }

    /// Whether nothing needs to be remembered for a while.
    var isIdle: Bool { tokens >= LogLimiter.burst && omitted == 0 }
  }

  private var buckets: [Source: Bucket] = [:]
  /// When it was last looked for room, which is not done for each of a flood.
  private var sweptAt: UInt64?

  /// Whether an entry is written; where it is not, it is counted.
  mutating func admits(_ source: Source, at now: UInt64) -> Bool {
    let source = place(for: source, at: now)
    var bucket = buckets[source] ?? Bucket(filledAt: now)
    bucket.fill(at: now)
    let isAdmitted = bucket.tokens >= 1 && bucket.longTokens >= 1
    if isAdmitted {
      bucket.tokens -= 1
      bucket.longTokens -= 1
    } else {
      bucket.omitted += 1
    }
    buckets[source] = bucket
    return isAdmitted
  }

  private mutating func place(for source: Source, at now: UInt64) -> Source {
    if buckets.count < Self.maximum || buckets[source] != nil { return source }
    if let sweptAt, now < sweptAt + 1_000_000 { return .others }
    sweptAt = now
    for key in Array(buckets.keys) {
      buckets[key]?.fill(at: now)
      if buckets[key]?.isIdle == true { buckets[key] = nil }
    }
    return buckets.count < Self.maximum ? source : .others
  }

  /// What was left out since the last time.
  mutating func takeOmissions() -> [Omission] {
    var omissions: [Omission] = []
    for (source, bucket) in buckets where bucket.omitted > 0 {
      omissions.append(Omission(source: source, count: bucket.omitted))
      buckets[source]?.omitted = 0
    }
    return omissions.sorted {
      ($0.source.kind, $0.source.user ?? "") < ($1.source.kind, $1.source.user ?? "")
    }
  }
}
