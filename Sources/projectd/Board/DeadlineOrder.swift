internal import CivilTime
internal import Values

/// The places of a board as deadlines pass in one zone, then by number.
///
/// A date and a time without a zone are other instants in every zone: the end of the fifth is before
/// the morning of the sixth everywhere, and the numbers that stand for them alone do not tell so.
struct DeadlineOrder: Sendable {
  let zone: TimeZoneRules
  private(set) var places: [Int32]

  /// Above so many changes it is made anew instead of being mended.
  static let mendingLimit = 16

  /// - Parameters:
  ///   - zone: Where clocks are read.
  ///   - keys: What lists ask of each place.
  ///   - sorted: By the numbers of the keys: all of one kind is in its order already.
  init(_ zone: TimeZoneRules, _ keys: ContiguousArray<BoardKey>, sorted: [Int32]) {
    self.zone = zone
    var passing = Passing(zone: zone)
    // What clocks show, and behind it instants: sorting has but to put two rows into one.
    var (shown, instants): ([(Int64, Int32)], [(Int64, Int32)]) = ([], [])
    shown.reserveCapacity(sorted.count)
    for place in sorted {
      let due = keys[Int(place)].due
      if due.kind == .instant {
        instants.append((due.seconds, place))
      } else {
        shown.append((passing.seconds(due), place))
      }
    }
    // Without either of them there is nothing to sort, but where clocks leave out an hour.
    places = (shown + instants).sorted { $0 < $1 }.map(\.1)
  }

  mutating func insert(_ place: Int, _ keys: ContiguousArray<BoardKey>) {
    places.insert(Int32(place), at: position(of: place, keys))
  }

  mutating func remove(_ place: Int, _ keys: ContiguousArray<BoardKey>) {
    let position = position(of: place, keys)
    if places.indices.contains(position), places[position] == Int32(place) {
      places.remove(at: position)
    }
  }

  /// The first position whose project does not come before this one.
  private func position(of place: Int, _ keys: ContiguousArray<BoardKey>) -> Int {
    var passing = Passing(zone: zone)
    let wanted = (passing.seconds(keys[place].due), Int32(place))
    return places.firstIndex(bisecting: { (passing.seconds(keys[Int($0)].due), $0) >= wanted })
  }
}

extension DeadlineOrder {
  /// When one deadline after the other passes, in seconds since 1970.
  ///
  /// Mostly they stand near each other: the zone is asked where clocks may have been changed.
  struct Passing {
    let zone: TimeZoneRules
    private var steady = Int64.max..<Int64.max
    private var offset: Int64 = 0

    /// So far around a deadline the zone is asked for changes.
    private static let near: Int64 = 200 * 86_400
    /// No zone is further from UTC.
    private static let farthestOffset: Int64 = 26 * 3600

    init(zone: TimeZoneRules) { self.zone = zone }

    mutating func seconds(_ due: DueKey) -> Int64 {
      guard due.kind == .date || due.kind == .floating else { return due.seconds }
      if !steady.contains(due.seconds) { look(around: due.seconds) }
      return steady.isEmpty ? zone.passes(due) : due.seconds - offset
    }

    /// Finds how long clocks go on as they do at a time; not at all near a change.
    private mutating func look(around shown: Int64) {
      let (first, last) = (shown - Self.near, shown + Self.near)
      let start = shown - Self.farthestOffset
      let changes = zone.transitions(after: first, through: last)
      let before = changes.last { $0.seconds <= start }?.seconds ?? first
      let after = changes.first { $0.seconds > start }?.seconds ?? last
      let (begin, end) = (before + Self.farthestOffset, after - Self.farthestOffset)
      steady = begin..<max(begin, end)
      guard steady.contains(shown) else {
        steady = Int64.max..<Int64.max
        return
      }
      offset = Int64(zone.type(at: Timestamp(microseconds: start * 1_000_000)).offset)
    }
  }
}

extension Board {
  /// Places of projects that are there, as their deadlines pass for a reader, then by number.
  func places(for reader: ReaderDay) -> [Int32] {
    if let order, order.zone == reader.zone { return order.places }
    return DeadlineOrder(reader.zone, keys, sorted: byDeadline).places
  }
}
