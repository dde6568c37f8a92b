internal import DaemonRuntime
internal import Loop
internal import Values

/// One leave-by for a favourite that runs: with its tracker.
final class LeaveRun: RunningLeave {
  let leave: Leave
  let view: PlaceView
  let interest: Int
  fileprivate var tracker = LeaveTracker()
  fileprivate var isOpen: Bool?
  fileprivate var refreshedAt: Timestamp?

  fileprivate init(_ leave: Leave, _ view: PlaceView, interest: Int) {
    self.leave = leave
    self.view = view
    self.interest = interest
    super.init(id: leave.id)
  }
}

/// All leave-bys; they go on while nobody listens, and last until they are dismissed.
@LoopActor
final class LeaveDesk {
  private let host: DomainHost
  private let desk: ArrivalDesk
  private let notices: Notices
  private(set) var runs: [LeaveRun] = []

  init(host: DomainHost, desk: ArrivalDesk, notices: Notices) {
    self.host = host
    self.desk = desk
    self.notices = notices
  }

  /// Makes the running ones what the state says: new ones begin, dismissed ones end for all who
  /// listen.
  func adopt(_ leaves: [Leave], of favourites: Favourites) {
    let known = Dictionary(runs.map { ($0.leave.id, $0) }, uniquingKeysWith: { $1 })
    let wanted = Set(leaves.map(\.id))
    for run in runs where !wanted.contains(run.leave.id) {
      desk.drop(run.view.place, by: run.interest)
      run.topic.finish(Answers.Dismissed(leave: run.leave.id, name: run.view.name))
      notices.endLeave(run.leave.id)
    }
    runs = leaves.compactMap { leave in
      if let run = known[leave.id] { return run }
      return favourites[leave.favourite].flatMap { PlaceView($0, routes: leave.routes) }.map {
        LeaveRun(leave, $0, interest: desk.newInterest())
      }
    }
  }

  /// A second has passed.
  func tick() {
    let now = host.now
    for run in runs { advance(run, at: now) }
  }

  private func advance(_ run: LeaveRun, at now: Timestamp) {
    let isOpen = run.leave.window?.contains(now) ?? true
    if isOpen != run.isOpen { turn(run, isOpen: isOpen, at: now) }
    guard isOpen else { return }
    // Before the first answer nobody knows anything, and nothing is said.
    guard desk.isAnswered(run.view.place) else { return }
    for alert in desk.news(of: run.view.place, for: run.interest) {
      notices.tell(alert, at: run.view.name)
    }
    let report = desk.report(run.view)
    let advice = run.tracker.advance(
      report.arrivals, last: desk.lastVehicles(run.view),
      walk: run.leave.walkSeconds, at: now)
    desk.want(run.view.place, by: run.interest, run.tracker.need(at: now))
    for advice in advice {
      let event = LeaveEvent(
        advice, leave: run.leave.id, name: run.view.name, at: now, notes: report.notes)
      run.say(event, by: host, notices)
    }
    if advice.isEmpty { refresh(run, at: now) }
  }

  /// Near the moment the desktop counts down; listeners have the times and count themselves.
  private func refresh(_ run: LeaveRun, at now: Timestamp) {
    guard let choice = run.tracker.choice, let told = run.latest?.at,
      choice.leaveAt.seconds(since: now) <= Self.countdownSeconds,
      abs(now.seconds(since: max(told, run.refreshedAt ?? told))) >= Self.refreshSeconds
    else { return }
    run.refreshedAt = now
    notices.tell(LeaveEvent(.planned(choice), leave: run.leave.id, name: run.view.name, at: now))
  }

  private static let countdownSeconds = 600.0
  private static let refreshSeconds = 30.0

  /// The hours of a leave-by begin or end.
  private func turn(_ run: LeaveRun, isOpen: Bool, at now: Timestamp) {
    run.isOpen = isOpen
    run.tracker = LeaveTracker()
    if isOpen {
      desk.want(run.view.place, by: run.interest, .watched)
    } else if let window = run.leave.window {
      desk.drop(run.view.place, by: run.interest)
      let event = LeaveEvent(
        waitingUntil: window.nextStart(after: now), leave: run.leave.id, name: run.view.name,
        at: now)
      run.say(event, by: host, notices)
    }
  }
}
