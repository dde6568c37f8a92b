internal import Values

/// A way in the words of whoever asks about it.
struct WayWish: Equatable {
  var from: String
  var to: String
  var maxTransfers = 4
  var walkMetresPerSecond = 1.25
  var avoid: [String] = []
  var maxWalkMetres: Int?
  var isStepFree = false

  var title: String { "\(from) → \(to)" }
}

/// A leave-by for a whole way: when to set out so as to be there in time.
struct WayLeave: Equatable, KeptLeave {
  let id: Int
  let wish: WayWish
  let arriveBy: Timestamp
  let createdAt: Timestamp
  /// It was told that it is time to leave: after a restart there is nothing more to say.
  var hasLeft = false

  func isSame(as other: WayLeave) -> Bool { wish == other.wish && arriveBy == other.arriveBy }
}
