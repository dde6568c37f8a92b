internal import Values

/// A leave-by of either kind, as it is kept; their numbers are of one sequence.
protocol KeptLeave {
  var id: Int { get }
  /// Whether somebody who asks for the other one means this.
  func isSame(as other: Self) -> Bool
}

/// One leave-by: to which favourite, how long on foot, and when it is wanted.
struct Leave: Equatable, KeptLeave {
  let id: Int
  let favourite: Int
  let walkSeconds: Double
  var window: DayWindow?
  /// In place of the favourite's own; empty is the favourite's.
  var routes: [String] = []
  let createdAt: Timestamp

  func isSame(as other: Leave) -> Bool {
    favourite == other.favourite && walkSeconds == other.walkSeconds && window == other.window
      && routes == other.routes
  }
}
