internal import Values

/// What a list is ordered by; what is equal stays in the order of the numbers.
enum SortKey: String, CaseIterable, Sendable {
  case due, urgency, priority, number, title, group, state, created, changed

  /// The order that is most wanted: the latest change first, all else rising.
  func sorted(
    _ places: [Int32], of board: Board, reader: ReaderDay, reversed: Bool
  ) -> [Int32] {
    var places = places
    switch self {
    case .due: break
    case .number: places.sort()
    case .urgency:
      places = Self.sort(places) { -Urgency($0, of: board, reader.clock).score }
    case .priority:
      // Those without one come last.
      places = Self.sort(places) { (board.keys[Int($0)].priority &- 1) }
    case .title: places = Self.sort(places) { board.projects[Int($0)].title }
    case .group:
      // Those without a group come last.
      places = Self.sort(places) { board.projects[Int($0)].group ?? "\u{10FFFF}" }
    case .state: places = Self.sort(places) { board.keys[Int($0)].state.rawValue }
    case .created: places = Self.sort(places) { board.keys[Int($0)].createdAt }
    case .changed:
      places = Self.sort(places) { -board.keys[Int($0)].changedAt.microseconds }
    }
    return reversed ? places.reversed() : places
  }

  /// By a key that is computed once a project, then by number.
  private static func sort<Key: Comparable>(
    _ places: [Int32], by key: (Int32) -> Key
  ) -> [Int32] {
    places.map { (key($0), $0) }.sorted { $0 < $1 }.map(\.1)
  }
}
