internal import DaemonRuntime
internal import HTTPClient
internal import Loop
internal import Values

/// Goes on when the first of several things has happened.
@LoopActor
private final class FirstOf {
  private var continuation: CheckedContinuation<Void, Never>?

  init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }

  func happened() {
    continuation?.resume()
    continuation = nil
  }
}

/// The places that anybody asks about: one call serves all who wait for it.
///
/// A place is asked about while somebody needs it and never otherwise; what was heard last is kept
/// for a while, and shown with its age.
@LoopActor
final class ArrivalDesk {
  let host: DomainHost
  let upstream: Upstream
  private let timetables: Timetables
  private var places: [PlaceKey: KnownPlace] = [:]
  private var paces = PaceBook()
  private var interests = 0
  private lazy var timer = EventLoop.shared.makeTimer { [unowned self] in pollDue() }

  /// An answer this young serves the next who asks, in seconds.
  var freshness = 10.0
  /// Between two calls for a place that somebody watches, in seconds.
  var pace = 30.0
  /// Places without need that are remembered.
  private static let remembered = 64
  /// Between the attempts of a watcher whose portal fails, on top of its pace.
  private static let backoff = Backoff(firstSeconds: 20, longestSeconds: 600)

  init(host: DomainHost, upstream: Upstream, timetables: Timetables) {
    self.host = host
    self.upstream = upstream
    self.timetables = timetables
  }

  func known(_ key: PlaceKey) -> KnownPlace {
    if let place = places[key] { return place }
    forgetOldest()
    let place = KnownPlace(key)
    places[key] = place
    return place
  }

  private func forgetOldest() {
    guard places.count >= Self.remembered else { return }
    let idle = places.values.filter { $0.needs.isEmpty && $0.inFlight == nil }
    let oldest = idle.min {
      ($0.snapshot?.receivedAt.microseconds ?? 0) < ($1.snapshot?.receivedAt.microseconds ?? 0)
    }
    if let oldest { places[oldest.key] = nil }
  }

  // MARK: What is known

  /// Whether the portal was asked about a place and has said something, be it only that it cannot.
  func isAnswered(_ key: PlaceKey) -> Bool {
    let place = known(key)
    return place.snapshot != nil || place.trouble != nil
  }

  /// What comes to a place as far as it is known now.
  func report(_ view: PlaceView) -> PlaceReport {
    let place = known(view.place)
    let now = host.now
    return PlaceReport(view, snapshot: place.snapshot, trouble: place.trouble, at: now) {
      timetables.arrivals(named: view.name, near: view.point, at: now)
    }
  }

  /// The last vehicles of the day at a place.
  func lastVehicles(_ view: PlaceView) -> [Arrival] {
    let now = host.now
    return LastService.vehicles(view, known(view.place).snapshot, at: now) {
      timetables.lastArrivals(named: view.name, near: view.point, at: now)
    }
  }

  // MARK: Who asks once

  /// What comes to a place, after an attempt to hear of it.
  ///
  /// - Throws: ``TransitError`` where nothing is known, not even something old.
  func arrivals(_ view: PlaceView) async throws -> PlaceReport {
    let place = try await heard(of: view.place)
    let report = report(view)
    if place.snapshot == nil, report.arrivals.isEmpty, let trouble = place.trouble {
      throw trouble.refusal
    }
    return report
  }

  /// The same where what was heard last is young; nil where the portal is to be asked.
  func arrivalsAtHand(_ view: PlaceView) -> PlaceReport? {
    isYoung(known(view.place)) ? report(view) : nil
  }

  private func isYoung(_ place: KnownPlace) -> Bool {
    // What was heard later than now was heard nobody knows when: the clock was set back.
    guard let snapshot = place.snapshot, freshness > 0 else { return false }
    return (0..<freshness).contains(host.now.seconds(since: snapshot.receivedAt))
  }

  /// The place as it is known after an attempt to hear of it, unless what is known is young.
  private func heard(of key: PlaceKey) async throws -> KnownPlace {
    let place = known(key)
    if isYoung(place) { return place }
    await refresh(place, for: .request, patience: place.snapshot.flatMap(patience))
    // The key was changed while the old one was asked with.
    if place.snapshot == nil, place.trouble == nil { await refresh(place, for: .request) }
    try Task.checkCancellation()
    return place
  }

  /// Who can be shown something good does not wait for a portal that drips.
  private func patience(_ snapshot: Snapshot) -> Double? {
    let age = host.now.seconds(since: snapshot.receivedAt)
    return (0...Double(HonestTime.staleAfter)).contains(age) ? Self.patienceSeconds : nil
  }

  private static let patienceSeconds = 2.0

  /// Joins the call that is under way, or makes one; waits for its end, or no longer than a while,
  /// and then it goes on by itself.
  func refresh(
    _ place: KnownPlace, for purpose: QuotaBook.Purpose, patience: Double? = nil
  ) async {
    let call = place.inFlight ?? Task { await hear(place, for: purpose) }
    if place.inFlight == nil { place.inFlight = call }
    guard let patience else { return await call.value }
    await Self.wait(for: call, atMost: patience)
  }

  private static func wait(for call: Task<Void, Never>, atMost seconds: Double) async {
    await withCheckedContinuation { continuation in
      let first = FirstOf(continuation)
      Task {
        await call.value
        first.happened()
      }
      Task {
        try? await Task.sleep(for: .seconds(seconds))
        first.happened()
      }
    }
  }

  // MARK: Service alerts

  /// What an imported timetable's real time says; a place that none has costs a look at its name.
  private func hearAlerts(of place: KnownPlace) async {
    place.alerts = await timetables.alerts(named: place.key.name, near: place.key.point)
  }

  func alerts(at key: PlaceKey) -> [ServiceAlert] { known(key).alerts }

  /// The alerts that somebody who wants a place has not been told; each is told once.
  func news(of key: PlaceKey, for interest: Int) -> [ServiceAlert] {
    let place = known(key)
    if place.alerts.isEmpty { return [] }
    return place.alerts.filter { alert in
      // What says something else by now is another one.
      place.told[interest, default: []].insert("\(alert.id) \(alert.text.en)").inserted
    }
  }

  /// The key of a portal is another one: what the old one was refused says nothing about it.
  func keyChanged(_ portal: Portal) {
    for place in places.values where place.key.portal == portal { forgetTrouble(of: place) }
    arm()
  }

  private func forgetTrouble(of place: KnownPlace) {
    place.trouble = nil
    place.failures = 0
    place.lastAttempt = nil
    if place.inFlight == nil { schedule(place) }
  }

  private func hear(_ place: KnownPlace, for purpose: QuotaBook.Purpose) async {
    let key = upstream.keys[place.key.portal]
    place.lastAttempt = host.now
    let alerts = Task { await hearAlerts(of: place) }
    do {
      var heard = try await upstream.arrivals(at: place.key, for: purpose)
      paces.learn(from: place.snapshot?.arrivals ?? [], heard.arrivals)
      heard.arrivals = paces.paced(heard.arrivals)
      place.snapshot = heard
      place.trouble = nil
      place.failures = 0
    } catch let trouble as PortalTrouble {
      place.trouble = trouble
      place.failures += 1
    } catch {
      host.log(.error, "an arrival could not be counted: \(error)")
      place.failures += 1
    }
    await Self.wait(for: alerts, atMost: Self.patienceSeconds)
    place.inFlight = nil
    if place.trouble != nil, upstream.keys[place.key.portal] != key {
      forgetTrouble(of: place)
    } else {
      schedule(place)
    }
    arm()
  }

  // MARK: Who waits for news

  /// The number of somebody who will want places.
  func newInterest() -> Int {
    interests += 1
    return interests
  }

  /// Somebody needs a place from now on, or needs it otherwise than before.
  func want(_ key: PlaceKey, by interest: Int, _ need: PollPace.Need) {
    let place = known(key)
    guard place.needs[interest] != need else { return }
    place.needs[interest] = need
    schedule(place)
    arm()
  }

  func drop(_ key: PlaceKey, by interest: Int) {
    guard let place = places[key] else { return }
    place.needs[interest] = nil
    place.told[interest] = nil
    schedule(place)
    arm()
  }

  private func schedule(_ place: KnownPlace) {
    guard let need = place.needs.values.max() else {
      place.nextPoll = nil
      return
    }
    guard let last = place.lastAttempt else {
      place.nextPoll = host.now
      return
    }
    place.nextPoll =
      pause(of: place, need).map { last.adding(seconds: $0) }
      ?? KoreaTime.nextMidnight(after: host.now).adding(seconds: 5)
  }

  private func pause(of place: KnownPlace, _ need: PollPace.Need) -> Double? {
    let now = host.now
    let portal = place.key.portal
    let sharing = places.values.filter { $0.key.portal == portal && !$0.needs.isEmpty }.count
    let limits = upstream.book.limits
    let pace = PollPace.seconds(
      need, pace: self.pace, left: upstream.book.left(portal, for: .watch, at: now),
      daily: limits.daily - limits.reserve, places: sharing,
      untilMidnight: KoreaTime.nextMidnight(after: now).seconds(since: now))
    guard let pace, place.failures > 0 else { return pace }
    return max(pace, Self.backoff.seconds(after: place.failures, share: 1))
  }

  /// The wall clock was set: the pause between two calls is as long as it was.
  func timeJumped(_ jump: TimeJump) {
    for place in places.values {
      place.lastAttempt = place.lastAttempt.map(jump.moved)
      place.nextPoll = place.nextPoll.map(jump.moved)
    }
    arm()
  }

  private func arm() {
    let waiting = places.values.filter { $0.inFlight == nil }
    guard let next = waiting.compactMap(\.nextPoll).min() else { return timer.disarm() }
    timer.arm(afterMicroseconds: Int64(min(next.seconds(since: host.now), 86_400) * 1e6))
  }

  private func pollDue() {
    let now = host.now
    for place in places.values where place.inFlight == nil {
      guard let next = place.nextPoll, next <= now else { continue }
      // Until this call has ended nothing is due again.
      place.nextPoll = nil
      Task { await refresh(place, for: .watch) }
    }
    arm()
  }

  /// How many places are asked about.
  var wantedCount: Int { places.values.count { !$0.needs.isEmpty } }
}
