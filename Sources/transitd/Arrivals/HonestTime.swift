internal import Values

/// How long until a vehicle is here, as far as anybody can know at a moment.
///
/// What a source said is as old as its measurement: the age is taken off the seconds, and where
/// that leaves nothing that can still be true, the answer is "unknown" and never "0".
struct HonestTime: Equatable {
  /// Nil is unknown; 0 is now.
  let seconds: Int?
  /// Since the source measured it; nil where it does not say.
  let ageSeconds: Int?
  /// Too old to rely on.
  let isStale: Bool
  /// It entered or stood here so long ago that it has left, although nobody has said so.
  let isPast: Bool
  /// Where no seconds are known: from stations away and what one takes on the line, in seconds.
  let estimate: ClosedRange<Int>?

  /// Rows of the subway portal were seen 932 s old; a train that has not been heard of for so long
  /// has passed several stations.
  static let staleAfter = 180
  /// A train stands for about half a minute: "now" said longer ago than this was then.
  static let nowHolds = 60
  /// How late a vehicle may be for its announced seconds before they mean nothing.
  static let overdue = 60

  init(_ arrival: Arrival, at now: Timestamp) {
    // A measurement ahead of our clock is a clock that is wrong, and no arrival from the future.
    let age = arrival.measuredAt.map { max(0, Int(now.seconds(since: $0))) }
    ageSeconds = age
    isStale = arrival.source == .live && (age ?? 0) > Self.staleAfter
    isPast = arrival.source == .live && arrival.claim == .now && (age ?? 0) > Self.nowHolds
    let known =
      arrival.source == .timetable
      ? Self.scheduled(arrival, at: now) : Self.left(arrival.claim, age: age ?? 0)
    seconds = known
    estimate = known == nil && !isPast ? arrival.estimated(age: age ?? 0) : nil
  }

  private static func left(_ claim: Arrival.Claim, age: Int) -> Int? {
    switch claim {
    case .unknown: return nil
    case .now: return age <= nowHolds ? 0 : nil
    case .seconds(let seconds):
      let left = seconds - age
      return left >= -overdue ? max(0, left) : nil
    }
  }

  private static func scheduled(_ arrival: Arrival, at now: Timestamp) -> Int? {
    guard let time = arrival.scheduledAt else { return nil }
    let seconds = Int(time.seconds(since: now).rounded(.down)) + (arrival.delaySeconds ?? 0)
    return seconds >= -overdue ? max(0, seconds) : nil
  }
}

extension Arrival {
  /// The seconds that a vehicle under way may still take, by the stations before it.
  fileprivate func estimated(age: Int) -> ClosedRange<Int>? {
    guard state == .running || state == .approaching, let pace, let stopsAway, stopsAway > 0 else {
      return nil
    }
    let seconds = pace.seconds(stops: stopsAway)
    guard seconds.upperBound > age else { return nil }
    return max(0, seconds.lowerBound - age)...(seconds.upperBound - age)
  }

  /// Whether it will still come here, by what its source says and by how long ago it said so.
  func isComing(at now: Timestamp) -> Bool { state.isComing && !HonestTime(self, at: now).isPast }
}
