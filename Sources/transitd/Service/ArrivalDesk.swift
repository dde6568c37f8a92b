internal import DaemonRuntime
internal import HTTPClient
internal import IPCProtocol

/// What is known of one place, and who needs it.
@LoopActor
final class Feed {
  let place: PlaceKey
  var snapshot: Snapshot?
  /// Why the last attempt gave nothing; nil after one that did.
  var trouble: FeedTrouble?
  var needs: [Int: PollPace.Need] = [:]
  var nextPoll: Timestamp?
  fileprivate var lastAttempt: Timestamp?
  fileprivate var failures = 0
  fileprivate var inFlight: Task<Void, Never>?

  fileprivate init(_ place: PlaceKey) { self.place = place }
}

/// The places that anybody asks about: one call serves all who wait for it.
///
/// A place is asked about while somebody needs it and never otherwise; what was heard last is kept
/// for a while, and shown with its age.
@LoopActor
final class ArrivalDesk {
  private let host: DomainHost
  private let upstream: Upstream
  private var feeds: [PlaceKey: Feed] = [:]
  private lazy var timer = EventLoop.shared.makeTimer { [unowned self] in pollDue() }

  /// An answer this young serves the next who asks, in seconds.
  var freshness = 10.0
  /// Between two calls for a place that somebody watches, in seconds.
  var pace = 30.0
  /// Places without need that are remembered.
  private static let remembered = 64
  /// Between the attempts of a watcher whose portal fails, on top of its pace.
  private static let backoff = Backoff(firstSeconds: 20, longestSeconds: 600)

  init(host: DomainHost, upstream: Upstream) {
    self.host = host
    self.upstream = upstream
  }

  func feed(_ place: PlaceKey) -> Feed {
    if let feed = feeds[place] { return feed }
    forgetOldest()
    let feed = Feed(place)
    feeds[place] = feed
    return feed
  }

  private func forgetOldest() {
    guard feeds.count >= Self.remembered else { return }
    let idle = feeds.values.filter { $0.needs.isEmpty && $0.inFlight == nil }
    let oldest = idle.min {
      ($0.snapshot?.receivedAt.microseconds ?? 0) < ($1.snapshot?.receivedAt.microseconds ?? 0)
    }
    if let oldest { feeds[oldest.place] = nil }
  }

  // MARK: Who asks once

  /// The place as it is known after an attempt to hear of it, unless what is known is young.
  func heard(of place: PlaceKey) async throws -> Feed {
    let feed = feed(place)
    // What was heard later than now was heard nobody knows when: the clock was set back.
    if let snapshot = feed.snapshot, freshness > 0,
      (0..<freshness).contains(host.now.seconds(since: snapshot.receivedAt))
    {
      return feed
    }
    await refresh(feed, for: .request)
    try Task.checkCancellation()
    return feed
  }

  /// Joins the call that is under way, or makes one.
  private func refresh(_ feed: Feed, for purpose: QuotaBook.Purpose) async {
    if let call = feed.inFlight { return await call.value }
    let call = Task { await hear(feed, for: purpose) }
    feed.inFlight = call
    await call.value
  }

  private func hear(_ feed: Feed, for purpose: QuotaBook.Purpose) async {
    feed.lastAttempt = host.now
    do {
      feed.snapshot = try await upstream.arrivals(at: feed.place, for: purpose)
      feed.trouble = nil
      feed.failures = 0
    } catch let trouble as FeedTrouble {
      feed.trouble = trouble
      feed.failures += 1
    } catch {
      host.log(.error, "an arrival could not be counted: \(error)")
      feed.failures += 1
    }
    feed.inFlight = nil
    schedule(feed)
    arm()
  }

  // MARK: Who waits for news

  /// Somebody needs a place from now on, or needs it otherwise than before.
  func want(_ place: PlaceKey, by interest: Int, _ need: PollPace.Need) {
    let feed = feed(place)
    guard feed.needs[interest] != need else { return }
    feed.needs[interest] = need
    schedule(feed)
    arm()
  }

  func drop(_ place: PlaceKey, by interest: Int) {
    guard let feed = feeds[place] else { return }
    feed.needs[interest] = nil
    schedule(feed)
    arm()
  }

  private func schedule(_ feed: Feed) {
    guard let need = feed.needs.values.max() else {
      feed.nextPoll = nil
      return
    }
    guard let last = feed.lastAttempt else {
      feed.nextPoll = host.now
      return
    }
    feed.nextPoll =
      pause(of: feed, need).map { last.adding(seconds: $0) }
      ?? KoreaTime.nextMidnight(after: host.now).adding(seconds: 5)
  }

  private func pause(of feed: Feed, _ need: PollPace.Need) -> Double? {
    let now = host.now
    let portal = feed.place.portal
    let places = feeds.values.filter { $0.place.portal == portal && !$0.needs.isEmpty }.count
    let limits = upstream.book.limits
    let pace = PollPace.seconds(
      need, pace: self.pace, left: upstream.book.left(portal, for: .watch, at: now),
      daily: limits.daily - limits.reserve, places: places,
      untilMidnight: KoreaTime.nextMidnight(after: now).seconds(since: now))
    guard let pace, feed.failures > 0 else { return pace }
    return max(pace, Self.backoff.seconds(after: feed.failures, share: 1))
  }

  /// The wall clock was set: the pause between two calls is as long as it was.
  func timeJumped(_ jump: TimeJump) {
    for feed in feeds.values {
      feed.lastAttempt = feed.lastAttempt.map(jump.moved)
      feed.nextPoll = feed.nextPoll.map(jump.moved)
    }
    arm()
  }

  private func arm() {
    let waiting = feeds.values.filter { $0.inFlight == nil }
    guard let next = waiting.compactMap(\.nextPoll).min() else { return timer.disarm() }
    timer.arm(afterMicroseconds: Int64(min(next.seconds(since: host.now), 86_400) * 1e6))
  }

  private func pollDue() {
    let now = host.now
    for feed in feeds.values where feed.inFlight == nil {
      guard let next = feed.nextPoll, next <= now else { continue }
      // Until this call has ended nothing is due again.
      feed.nextPoll = nil
      Task { await refresh(feed, for: .watch) }
    }
    arm()
  }

  /// How many places are asked about.
  var wantedCount: Int { feeds.values.count { !$0.needs.isEmpty } }
}
