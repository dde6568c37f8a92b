internal import CivilTime
internal import DaemonRuntime
internal import Loop
internal import Values

/// One leave-by for a whole way that runs: with the way.
final class WayLeaveRun: RunningLeave {
  fileprivate(set) var leave: WayLeave
  fileprivate var run: WayRun?
  /// When a way is looked for again, after there was none.
  fileprivate var nextAttempt: Timestamp
  fileprivate var journey: Answers.Journey?

  /// The clocks where the way begins; nil before one was found.
  var zone: TimeZoneRules? { run?.clocks.map { $0.feed.zone(of: $0.stops) } }

  fileprivate init(_ leave: WayLeave, at now: Timestamp) {
    (self.leave, nextAttempt) = (leave, now)
    super.init(id: leave.id)
  }
}

/// All leave-bys for ways; they go on while nobody listens, and last until the way is over or they
/// are dismissed.
@LoopActor
final class WayLeaveDesk {
  typealias Question = (question: JourneyDesk.Question, clocks: FeedLibrary.Match?)

  private let host: DomainHost
  private let ways: WayWatches
  private let notices: Notices
  /// What a leave-by asks, by the timetables and favourites of the moment.
  private let ask: @LoopActor (WayLeave) throws -> Question
  /// Keeps that somebody has set out, or that it is over.
  private let keep: @LoopActor (WayLeave, _ isOver: Bool) async throws -> Void
  private(set) var runs: [WayLeaveRun] = []
  /// Seconds until a way is looked for again.
  private static let pause = 60.0

  init(
    host: DomainHost, ways: WayWatches, notices: Notices,
    ask: @escaping @LoopActor (WayLeave) throws -> Question,
    keep: @escaping @LoopActor (WayLeave, _ isOver: Bool) async throws -> Void
  ) {
    (self.host, self.ways, self.notices, self.ask, self.keep) = (host, ways, notices, ask, keep)
  }

  /// Makes the running ones what the state says.
  func adopt(_ leaves: [WayLeave]) {
    let known = Dictionary(runs.map { ($0.leave.id, $0) }, uniquingKeysWith: { $1 })
    let wanted = Set(leaves.map(\.id))
    for run in runs where !wanted.contains(run.leave.id) {
      if let way = run.run { ways.end(way) }
      run.topic.finish(Answers.Dismissed(leave: run.leave.id, name: run.leave.wish.title))
      notices.endLeave(run.leave.id)
    }
    runs = leaves.map { leave in
      let run = known[leave.id] ?? WayLeaveRun(leave, at: host.now)
      run.leave = leave
      return run
    }
  }

  /// A second has passed.
  func tick() {
    let now = host.now
    for run in runs where run.run == nil {
      if now > run.leave.arriveBy {
        end(run)
      } else if now >= run.nextAttempt, !run.leave.hasLeft {
        begin(run, at: now)
      }
    }
  }

  private func begin(_ run: WayLeaveRun, at now: Timestamp) {
    run.nextAttempt = now.adding(seconds: Self.pause)
    do {
      let (question, clocks) = try ask(run.leave)
      run.run = ways.follow(question, clocks, Follower(run, self))
    } catch {
      cannot(run)
    }
  }

  /// It is tried again: a timetable that is missing may be imported.
  fileprivate func cannot(_ run: WayLeaveRun) {
    if let way = run.run { ways.end(way) }
    run.run = nil
    run.nextAttempt = host.now.adding(seconds: Self.pause)
    if run.latest?.kind == .unknown { return }
    run.say(LeaveEvent(noWayFor: run.leave, at: host.now), by: host, notices)
  }

  fileprivate func tell(_ event: WayEvent, _ run: WayLeaveRun) {
    if let journey = event.journey { run.journey = journey }
    run.say(LeaveEvent(event, run.leave, run.journey), by: host, notices)
    if event.kind == .leaveNow, !run.leave.hasLeft {
      run.leave.hasLeft = true
      store(run.leave, isOver: false)
    }
  }

  fileprivate func end(_ run: WayLeaveRun) {
    // Once: where it cannot be kept the next second tries again.
    store(run.leave, isOver: true)
  }

  private func store(_ leave: WayLeave, isOver: Bool) {
    Task { [host, keep] in
      do {
        try await keep(leave, isOver)
      } catch {
        host.log(.error, "a leave-by cannot be kept: \(error)")
      }
    }
  }

  /// What the way tells, for those who wait for the moment to leave.
  private final class Follower: WayFollower {
    private weak var run: WayLeaveRun?
    private weak var desk: WayLeaveDesk?

    init(_ run: WayLeaveRun, _ desk: WayLeaveDesk) { (self.run, self.desk) = (run, desk) }

    func tell(_ event: WayEvent) {
      if let run { desk?.tell(event, run) }
    }

    func arrived(_ end: Answers.WayEnd) {
      guard let run, let desk else { return }
      if let way = run.run { desk.ways.end(way) }
      desk.end(run)
    }

    func fail(_ refusal: TransitError) {
      if let run { desk?.cannot(run) }
    }
  }
}
