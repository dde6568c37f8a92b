internal import DaemonRuntime
internal import LinuxSystem
internal import Loop
internal import Values

/// Streams that show the same places at the same pace: one board is made for all of them.
@LoopActor
final class Watch {
  struct Key: Hashable {
    let views: [PlaceView]
    let every: Int
    let isOnDesktop: Bool
    /// Of its notifications; nil is that of the others.
    let language: Language?
  }

  let key: Key
  let topic = Topic<WatchBoard, NoResult>()
  let interest: Int
  /// When in each second it is looked at.
  fileprivate let turn: Int
  fileprivate var followers = 0
  fileprivate var ticks = 0
  /// Alerts that are new since the last event.
  fileprivate var news: [ServiceAlert] = []
  /// The tick of the last notification; nil before the first.
  fileprivate var noticed: Int?

  fileprivate init(_ key: Key, interest: Int, turn: Int) {
    (self.key, self.interest, self.turn) = (key, interest, turn)
  }
}

/// All live views of the daemon, each once a second; they take turns, as ten thousand who are told
/// at once wait for each other.
@LoopActor
final class Watches {
  private let host: DomainHost
  private let desk: ArrivalDesk
  private let notices: Notices
  private var watches: [Watch.Key: Watch] = [:]
  private var turns = Turns()
  /// When the last turn was, in milliseconds of the monotonic clock.
  private var turnedAt: Int64 = 0
  private lazy var timer = EventLoop.shared.makeTimer { [unowned self] in turn() }
  /// Seconds between two notifications of one watch.
  private static let noticePause = 30

  init(host: DomainHost, desk: ArrivalDesk, notices: Notices) {
    self.host = host
    self.desk = desk
    self.notices = notices
  }

  private func board(_ views: [PlaceView], news: [ServiceAlert] = []) -> WatchBoard {
    var alerts: [ServiceAlert] = []
    for alert in views.flatMap({ desk.alerts(at: $0.place) }) where !alerts.contains(alert) {
      alerts.append(alert)
    }
    return WatchBoard(
      views.map { ($0, desk.report($0)) }, alerts: alerts, news: news, at: host.now)
  }

  /// Alerts that nobody of a watch has heard of; on the desktop they stand for themselves.
  private func hearNews(_ watch: Watch) {
    for view in watch.key.views {
      for alert in desk.news(of: view.place, for: watch.interest) {
        if watch.key.isOnDesktop { notices.tell(alert, at: view.name, in: watch.key.language) }
        if !watch.news.contains(alert) { watch.news.append(alert) }
      }
    }
  }

  /// Lets a stream follow some places; the places are asked about until the last one goes.
  func follow(
    _ views: [PlaceView], every seconds: Int, isOnDesktop: Bool, in language: Language?,
    _ stream: StreamOf<WatchBoard, NoResult>
  ) {
    // Those who look at it in two languages share a board, and those who want it on the desktop do not.
    let key = Watch.Key(
      views: views, every: seconds, isOnDesktop: isOnDesktop,
      language: isOnDesktop ? language : nil)
    let watch = watches[key] ?? begin(key)
    watch.followers += 1
    for view in views { desk.want(view.place, by: watch.interest, .watched) }
    stream.follow(watch.topic) { [unowned self] in board(views) }
    stream.onEnd { [weak self] in self?.leave(watch) }
  }

  private func begin(_ key: Watch.Key) -> Watch {
    if turns.isEmpty { turnedAt = MonotonicTime.milliseconds }
    let watch = Watch(key, interest: desk.newInterest(), turn: turns.take())
    watches[key] = watch
    awaitTurn()
    return watch
  }

  private func leave(_ watch: Watch) {
    watch.followers -= 1
    guard watch.followers == 0 else { return }
    watches[watch.key] = nil
    turns.giveBack(watch.turn)
    awaitTurn()
    if watch.key.isOnDesktop { notices.withdraw("watch-\(watch.interest)") }
    for view in watch.key.views { desk.drop(view.place, by: watch.interest) }
  }

  /// The first notification waits until there is something to say.
  private func notice(_ watch: Watch) {
    if let noticed = watch.noticed, watch.ticks - noticed < Self.noticePause { return }
    let board = board(watch.key.views)
    guard !board.isEmpty else { return }
    watch.noticed = watch.ticks
    notices.show(board, key: "watch-\(watch.interest)", in: watch.key.language)
  }

  // MARK: Turns

  private func awaitTurn() {
    guard let pause = turns.pause else { return timer.disarm() }
    let left = turnedAt + Int64(pause) * Turns.milliseconds - MonotonicTime.milliseconds
    timer.arm(afterMicroseconds: max(0, left) * 1000)
  }

  private func turn() {
    guard let pause = turns.pause else { return }
    turns.pass(pause)
    // Turns that were missed come after each other; those of more than a second are left out.
    turnedAt = max(
      turnedAt + Int64(pause) * Turns.milliseconds, MonotonicTime.milliseconds - 1000)
    for watch in watches.values where watch.turn == turns.now { look(at: watch) }
    awaitTurn()
  }

  /// A second has passed for a watch.
  private func look(at watch: Watch) {
    watch.ticks += 1
    hearNews(watch)
    if watch.key.isOnDesktop { notice(watch) }
    guard watch.ticks % watch.key.every == 0, watch.topic.isFollowed else { return }
    host.publish(board(watch.key.views, news: watch.news), to: watch.topic)
    watch.news = []
  }
}
