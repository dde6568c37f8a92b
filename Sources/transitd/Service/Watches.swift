internal import DaemonRuntime
internal import Loop

/// Streams that show the same places at the same pace: one board is made for all of them.
@LoopActor
final class Watch {
  struct Key: Hashable {
    let views: [PlaceView]
    let every: Int
    let isOnDesktop: Bool
  }

  let key: Key
  let topic = Topic<WatchBoard, NoResult>()
  let interest: Int
  fileprivate var followers = 0
  fileprivate var ticks = 0
  /// Alerts that are new since the last event.
  fileprivate var news: [ServiceAlert] = []
  /// The tick of the last notification; nil before the first.
  fileprivate var noticed: Int?

  fileprivate init(_ key: Key, interest: Int) {
    self.key = key
    self.interest = interest
  }
}

/// All live views of the daemon.
@LoopActor
final class Watches {
  private let host: DomainHost
  private let desk: ArrivalDesk
  private let notices: Notices
  private var watches: [Watch.Key: Watch] = [:]
  /// Seconds between two notifications of one watch.
  private static let noticePause = 30

  init(host: DomainHost, desk: ArrivalDesk, notices: Notices) {
    self.host = host
    self.desk = desk
    self.notices = notices
  }

  var isEmpty: Bool { watches.isEmpty }

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
        if watch.key.isOnDesktop { notices.tell(alert, at: view.name) }
        if !watch.news.contains(alert) { watch.news.append(alert) }
      }
    }
  }

  /// Lets a stream follow some places; the places are asked about until the last one goes.
  func follow(
    _ views: [PlaceView], every seconds: Int, isOnDesktop: Bool,
    _ stream: StreamOf<WatchBoard, NoResult>
  ) {
    let key = Watch.Key(views: views, every: seconds, isOnDesktop: isOnDesktop)
    let watch = watches[key] ?? Watch(key, interest: desk.newInterest())
    watches[key] = watch
    watch.followers += 1
    for view in views { desk.want(view.place, by: watch.interest, .watched) }
    stream.follow(watch.topic) { [unowned self] in board(views) }
    stream.onEnd { [weak self] in self?.leave(watch) }
  }

  private func leave(_ watch: Watch) {
    watch.followers -= 1
    guard watch.followers == 0 else { return }
    watches[watch.key] = nil
    if watch.key.isOnDesktop { notices.withdraw("watch-\(watch.interest)") }
    for view in watch.key.views { desk.drop(view.place, by: watch.interest) }
  }

  /// The first notification waits until there is something to say.
  private func notice(_ watch: Watch) {
    if let noticed = watch.noticed, watch.ticks - noticed < Self.noticePause { return }
    let board = board(watch.key.views)
    guard !board.isEmpty else { return }
    watch.noticed = watch.ticks
    notices.show(board, key: "watch-\(watch.interest)")
  }

  /// A second has passed.
  func tick() {
    for watch in watches.values {
      watch.ticks += 1
      hearNews(watch)
      if watch.key.isOnDesktop { notice(watch) }
      guard watch.ticks % watch.key.every == 0, watch.topic.isFollowed else { continue }
      host.publish(board(watch.key.views, news: watch.news), to: watch.topic)
      watch.news = []
    }
  }
}
