/// One trip update of GTFS Realtime, as its feed says it.
struct TripUpdate: Equatable, Sendable {
  enum Relation: Equatable {
    case scheduled, added, cancelled, deleted, duplicated, replacement
    /// A value of a later specification.
    case other

    init(_ number: Int) {
      switch number {
      case 0, 2: self = .scheduled
      case 1, 8: self = .added
      case 3: self = .cancelled
      case 5: self = .replacement
      case 6: self = .duplicated
      case 7: self = .deleted
      default: self = .other
      }
    }

    init(_ word: String) {
      let words = [
        "SCHEDULED": 0, "ADDED": 1, "UNSCHEDULED": 2, "CANCELED": 3, "REPLACEMENT": 5,
        "DUPLICATED": 6, "DELETED": 7, "NEW": 8,
      ]
      self.init(words[word] ?? -1)
    }
  }

  struct Event: Equatable, Sendable {
    var delay: Int?
    /// Seconds since 1970.
    var time: Int64?
  }

  struct Stop: Equatable, Sendable {
    enum Relation: Int, Equatable { case scheduled, skipped, noData, unscheduled }

    var sequence: Int?
    var stopID: String?
    var arrival: Event?
    var departure: Event?
    var relation = Relation.scheduled

    /// What counts for somebody who waits at the stop.
    var event: Event? { departure ?? arrival }
  }

  var tripID: String?
  var routeID: String?
  /// `YYYYMMDD` and `HH:MM:SS`, as they came.
  var startDate: String?
  var startTime: String?
  var relation = Relation.scheduled
  var stops: [Stop] = []
  var delay: Int?
}

/// A whole feed of trip updates, vehicles and alerts.
struct RealtimeFeed: Equatable, Sendable {
  /// When it was made, in seconds since 1970; nil where it does not say.
  var timestamp: Int64?
  var updates: [TripUpdate] = []
  var vehicles: [VehicleReport] = []
  var alerts: [ServiceAlert] = []
}
