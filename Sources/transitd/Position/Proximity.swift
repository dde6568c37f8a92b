internal import Values

/// One report of where the user is.
struct Fix: Equatable {
  let point: GeoPoint
  /// The receiver's own time; nil where it has none yet.
  ///
  /// Never compared with our clock: a recorded
  /// track has the time of its recording.
  let time: Timestamp?
  /// Metres within which the truth lies, as the receiver estimates; nil where it does not.
  let accuracy: Double?
}

/// Leaves out reports that cannot be true.
///
/// A report that is farther away than anybody could have come since the last one is an outlier,
/// until the reports that follow agree with it: then it was the old place that was wrong.
struct OutlierFilter: Equatable {
  /// Metres a second: faster than any train of a city (GTX: 180 km/h).
  static let fastest = 60.0
  /// Reports in a row that must agree before they are believed against the last one.
  static let agreement = 3
  /// Worse than this a report says nothing about a circle of 100 m.
  static let worstAccuracy = 150.0

  private var last: Fix?
  private var candidate: Fix?
  private var agreeing = 0

  /// Nil where the report is left out.
  mutating func accept(_ fix: Fix) -> GeoPoint? {
    if let accuracy = fix.accuracy, accuracy > Self.worstAccuracy { return nil }
    guard let last, !Self.isPossible(from: last, to: fix) else { return take(fix) }
    if let candidate, Self.isPossible(from: candidate, to: fix) {
      agreeing += 1
    } else {
      agreeing = 1
    }
    candidate = fix
    return agreeing >= Self.agreement ? take(fix) : nil
  }

  private mutating func take(_ fix: Fix) -> GeoPoint {
    last = fix
    candidate = nil
    agreeing = 0
    return fix.point
  }

  private static func isPossible(from one: Fix, to other: Fix) -> Bool {
    // Without two times there is no speed, and nothing to hold against a report.
    guard let start = one.time, let end = other.time else { return true }
    // Reports of one second may differ by their own noise.
    let seconds = max(1, abs(end.seconds(since: start)))
    return one.point.metres(to: other.point) <= fastest * seconds
  }
}

/// Whether somebody is at a place: in when the circle is entered, out only well outside of it.
struct ProximityCircle: Equatable {
  static let subwayRadius = 300.0
  static let busRadius = 100.0
  /// Out is this much farther than in, so that a report that wavers on the line changes nothing.
  static let hysteresis = 1.5

  /// A station of several lines is at several places; the nearest counts.
  let centres: [GeoPoint]
  let radius: Double
  /// Nil until the first report.
  private(set) var isInside: Bool?

  init(centres: [GeoPoint], radius: Double, isInside: Bool? = nil) {
    self.centres = centres
    self.radius = radius
    self.isInside = isInside
  }

  /// Metres to the nearest centre.
  func metres(to point: GeoPoint) -> Double {
    centres.map { $0.metres(to: point) }.min() ?? .infinity
  }

  /// Whether this report is an arrival: the circle was entered, or the first report is in it.
  mutating func moved(to point: GeoPoint) -> Bool {
    let metres = metres(to: point)
    let wasInside = isInside == true
    if metres <= radius {
      isInside = true
    } else if metres > radius * Self.hysteresis || isInside == nil {
      isInside = false
    }
    return isInside == true && !wasInside
  }
}
