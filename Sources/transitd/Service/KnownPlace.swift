internal import Loop
internal import Values

/// What is known of one place, and who needs it.
@LoopActor
final class KnownPlace {
  let key: PlaceKey
  var snapshot: Snapshot?
  /// Why the last attempt gave nothing; nil after one that did.
  var trouble: PortalTrouble?
  /// What real time of a timetable says about it.
  var alerts: [ServiceAlert] = []
  /// By who wants news: the alerts that they were told.
  var told: [Int: Set<String>] = [:]
  var needs: [Int: PollPace.Need] = [:]
  var nextPoll: Timestamp?
  var lastAttempt: Timestamp?
  var failures = 0
  var inFlight: Task<Void, Never>?

  init(_ key: PlaceKey) { self.key = key }
}
