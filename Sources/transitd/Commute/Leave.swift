internal import Values

/// One leave-by: to which favourite, how long on foot, and when it is wanted.
struct Leave: Equatable {
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
