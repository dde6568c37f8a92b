internal import CivilTime
internal import Values

/// Deadlines with a time pass in the middle of a day, one after the other.
extension Board {
  /// Between the key of a deadline and the instant at which it passes: no zone is further from UTC.
  private static let farthestOffset: Int64 = 26 * 3600

  /// The places that are overdue at one of two points of a day and not at the other.
  func passing(between one: DayClock, and other: DayClock) -> [Int] {
    let first = min(min(one.now, other.now), Double(min(one.shown, other.shown)))
    let last = max(max(one.now, other.now), Double(max(one.shown, other.shown)))
    var found: [Int] = []
    for place in byDeadline[position(ofDeadline: Int64(first.rounded(.down)))...] {
      let key = keys[Int(place)]
      guard Double(key.due.seconds) <= last else { break }
      if key.isOverdue(one) != key.isOverdue(other) { found.append(Int(place)) }
    }
    return found
  }

  /// When the board looks otherwise to a reader although nobody changes it: a deadline passes, or
  /// the day ends; nil where neither ever happens.
  func nextLook(_ reader: ReaderDay) -> Timestamp? {
    let midnight = reader.midnight
    let end = midnight?.wholeSeconds ?? .max
    var next = end
    let start = min(Int64(reader.clock.now), reader.clock.shown)
    for place in byDeadline[position(ofDeadline: start)...] {
      let key = keys[Int(place)]
      guard key.due.kind != .none, key.due.seconds - Self.farthestOffset < next else { break }
      guard key.state != .done, !reader.clock.isPast(key.due) else { continue }
      if key.due.kind != .date { next = min(next, reader.zone.passes(key.due)) }
    }
    return next == end ? midnight : Timestamp(microseconds: next * 1_000_000)
  }

  /// The first position of a deadline at this second, or behind it.
  private func position(ofDeadline seconds: Int64) -> Int {
    byDeadline.firstIndex(bisecting: { keys[Int($0)].due.seconds >= seconds })
  }
}
