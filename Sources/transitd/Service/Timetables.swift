internal import DaemonRuntime
internal import IPCProtocol
internal import Loop
internal import Storage
internal import Values

/// Departures of imported feeds, with real time where a feed has it.
@LoopActor
final class Timetables {
  let host: DomainHost
  let library: FeedLibrary
  private var realtime: [String: RealtimeState] = [:]
  var lastDepartures = LastDepartures()

  /// Trip updates this young are not asked for again, in seconds.
  var freshness = 30.0

  private struct RealtimeState {
    var snapshot: RealtimeSnapshot?
    var trouble: UpstreamFault?
    /// By address.
    var parts: [RealtimePart] = []
    var askedAt: Timestamp
    var inFlight: Task<Void, Never>?
    /// Counts the snapshots.
    var number = 0
  }

  init(host: DomainHost, library: FeedLibrary) {
    self.host = host
    self.library = library
  }

  /// A feed was replaced or removed: what was laid on the old one is of no use.
  func forget(_ name: String) {
    realtime[name] = nil
    lastDepartures.forget(name)
  }

  // MARK: Departures

  /// The next departures of a stop, from now on or from a time on the clocks there.
  ///
  /// - Throws: ``TransitError`` for a stop that no feed has, or that several have.
  func departures(of stop: String, from clock: String?, limit: Int) async throws -> StopDepartures {
    await refreshRealtime(of: try match(stop).feed)
    return try departures(at: try match(stop), from: clock, limit: limit)
  }

  /// The same where real time is young or none is asked for; nil where it has to be waited for.
  func departuresAtHand(
    of stop: String, from clock: String?, limit: Int
  ) throws -> StopDepartures? {
    let match = try match(stop)
    guard isRealtimeYoung(of: match.feed) else { return nil }
    return try departures(at: match, from: clock, limit: limit)
  }

  private func departures(
    at match: FeedLibrary.Match, from clock: String?, limit: Int
  ) throws -> StopDepartures {
    let from = try clock.map { try Self.time($0, match, now: host.now) } ?? host.now
    var found = try departures(match, from: from, limit: limit)
    found.isAsked = clock != nil
    return found
  }

  private func match(_ word: String) throws -> FeedLibrary.Match {
    let matches = try library.stops(word)
    if let match = matches.first, matches.count == 1 { return match }
    if matches.count > 1 {
      throw Self.ambiguous(word, matches)
    }
    let similar = try library.feeds.flatMap { try $0.stopNames(like: word, limit: 3) }.prefix(3)
    throw TransitError(
      .unknownFeedStop,
      [
        "stop": .string(word), "similar": .array(similar.map(JSONValue.string)),
        "hint": TransitError.hint(Array(similar)),
      ])
  }

  private func departures(
    _ match: FeedLibrary.Match, from: Timestamp, limit: Int
  ) throws -> StopDepartures {
    let feed = match.feed
    let state = realtime[feed.facts.name]
    let snapshot = snapshot(of: feed)
    let search = DepartureSearch(feed: feed)
    let numbers = match.stops.map(\.number)
    let found =
      try snapshot.map { try search.next(at: numbers, from: from, limit: limit, with: $0) }
      ?? search.next(at: numbers, from: from, limit: limit)
    var notes = self.notes(feed, state, hasRealtime: snapshot != nil)
    if found.isEmpty {
      notes.append(Note("noService", "nothing departs within a week", "일주일 안에 출발하는 편이 없습니다"))
    }
    return StopDepartures(
      feed: feed, stops: match.stops, from: from, departures: found, isRealtime: snapshot != nil,
      notes: notes, alerts: try alerts(snapshot, numbers, found, from: from, feed))
  }

  /// What is used of a feed's real time; nil where that is nothing.
  func snapshot(of feed: FeedFile) -> RealtimeSnapshot? {
    realtime[feed.facts.name]?.snapshot.flatMap { isFresh($0) ? $0 : nil }
  }

  private func isFresh(_ snapshot: RealtimeSnapshot) -> Bool {
    guard let made = snapshot.madeAt else { return true }
    return host.now.seconds(since: made) <= RealtimeSnapshot.staleAfter
  }

  private func notes(_ feed: FeedFile, _ state: RealtimeState?, hasRealtime: Bool) -> [Note] {
    var notes: [Note] = []
    if let last = feed.facts.lastDay, last < feed.day(at: host.now) {
      let day = DayText.text(last)
      notes.append(
        Note("expired", "this timetable expired on \(day)", "\(day)에 끝난 시간표입니다"))
    }
    return notes + (hasRealtime ? partNotes(state) : realtimeNotes(feed, state))
      + Self.mistakes(hasRealtime ? state?.snapshot : nil)
  }

  /// That times of real time cannot be.
  private static func mistakes(_ snapshot: RealtimeSnapshot?) -> [Note] {
    guard let count = snapshot?.impossible, count > 0 else { return [] }
    return [
      Note(
        "impossibleRealtime",
        count == 1
          ? "one time of the real-time feed cannot be and is left out"
          : "\(count) times of the real-time feed cannot be and are left out",
        "실시간 정보 가운데 있을 수 없는 시각 \(count)개를 뺐습니다")
    ]
  }

  /// Which of a feed's addresses gives nothing while others do.
  private func partNotes(_ state: RealtimeState?) -> [Note] {
    (state?.parts ?? []).filter { !$0.isFresh(at: host.now) }.map { part in
      let text = part.sentence(at: host.now)
      return Note(
        "noRealtime", "no real time from \(text.en)",
        "실시간 정보 없음: \(text.text(in: .korean))")
    }
  }

  /// What the addresses of a feed said last; empty before anybody asked.
  func parts(of name: String) -> [RealtimePart] { realtime[name]?.parts ?? [] }

  /// Why nothing of a feed's real time is used.
  private func realtimeNotes(_ feed: FeedFile, _ state: RealtimeState?) -> [Note] {
    guard feed.facts.realtime != nil else { return [] }
    guard let trouble = state?.trouble else {
      return [
        Note("staleRealtime", "the real-time feed is too old to be used", "실시간 정보가 오래되어 쓰지 않습니다")
      ]
    }
    return [
      Note(
        "noRealtime", "no real time: \(trouble.problem.en)",
        "실시간 정보 없음: \(trouble.problem.text(in: .korean))")
    ]
  }

  /// Noon of a day in the words of people.
  static func noon(
    of day: String, _ match: FeedLibrary.Match, now: Timestamp
  ) throws(TransitError) -> Timestamp {
    let words = "\(day) 12:00"
    if let time = match.feed.localTime(words, at: match.stops, now: now) { return time }
    throw TransitError(.invalidDay, ["day": .string(String(day.prefix(100)))])
  }

  /// A moment in the words of people, by the clocks at a place.
  static func time(
    _ text: String, _ match: FeedLibrary.Match, now: Timestamp
  ) throws(TransitError) -> Timestamp {
    if let time = match.feed.localTime(text, at: match.stops, now: now) { return time }
    throw TransitError(.invalidTime, ["at": .string(text)])
  }

  // MARK: Real time

  /// What real time knows of a feed at a moment.
  struct Live {
    /// Another one for each answer of the feed's address.
    let number: Int
    let snapshot: RealtimeSnapshot
  }

  /// Real time of all feeds that have it, by name, and what is to be said where it is missing.
  func live() async -> (feeds: [String: Live], notes: [Note]) {
    let feeds = library.feeds.filter { $0.facts.realtime != nil }
    let calls = feeds.map { feed in Task { await refreshRealtime(of: feed) } }
    for call in calls { await call.value }
    var found: [String: Live] = [:]
    var notes: [Note] = []
    for feed in feeds {
      let name = feed.facts.name
      let state = realtime[name]
      if let state, let snapshot = state.snapshot, isFresh(snapshot) {
        found[name] = Live(number: state.number, snapshot: snapshot)
        notes += partNotes(state) + Self.mistakes(snapshot)
      } else {
        notes += realtimeNotes(feed, state)
      }
    }
    return (found, notes)
  }

  /// Whether there is nothing to ask a feed's address now.
  private func isRealtimeYoung(of feed: FeedFile) -> Bool {
    guard feed.facts.realtime != nil else { return true }
    guard let state = realtime[feed.facts.name], state.inFlight == nil else { return false }
    return (0..<freshness).contains(host.now.seconds(since: state.askedAt))
  }

  /// Asks for trip updates where a feed has them and those we have are not young.
  func refreshRealtime(of feed: FeedFile) async {
    let name = feed.facts.name
    if isRealtimeYoung(of: feed) { return }
    guard let url = feed.facts.realtime else { return }
    if let call = realtime[name]?.inFlight { return await call.value }
    var state = realtime[name] ?? RealtimeState(askedAt: host.now)
    state.askedAt = host.now
    let call = Task { await askForRealtime(url, name, feed.path) }
    state.inFlight = call
    realtime[name] = state
    await call.value
  }

  private func askForRealtime(_ url: String, _ name: String, _ path: String) async {
    let now = host.now
    var parts = realtime[name]?.parts ?? []
    var snapshot: RealtimeSnapshot?
    var trouble: UpstreamFault?
    do {
      parts = try await RealtimeFeed.parts(FeedFacts.addresses(url), parts, at: now)
      for part in parts {
        guard let fault = part.trouble else { continue }
        host.log(.warning, "real time of \(name): \(fault.problem.en)", id: .upstreamFailed)
      }
      let fresh = parts.filter { $0.isFresh(at: now) }.compactMap(\.feed)
      if fresh.isEmpty { trouble = parts.lazy.compactMap(\.trouble).first }
      if !fresh.isEmpty { snapshot = try await Self.laid(fresh, path, at: now) }
    } catch {
      trouble = .malformed("it cannot be laid on the timetable")
      host.log(.error, "real time of \(name): \(error)")
    }
    guard realtime[name] != nil else { return }
    realtime[name]?.inFlight = nil
    realtime[name]?.parts = parts
    realtime[name]?.trouble = trouble
    realtime[name]?.snapshot = snapshot
    realtime[name]?.number += 1
  }

  /// Matches off the loop, with a reader of its own.
  @concurrent
  private nonisolated static func laid(
    _ parts: [RealtimeFeed], _ path: String, at now: Timestamp
  ) async throws -> RealtimeSnapshot {
    try RealtimeSnapshot(RealtimeFeed(parts: parts), on: FeedFile(path: path), at: now)
  }
}
