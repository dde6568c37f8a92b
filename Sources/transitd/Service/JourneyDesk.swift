internal import DaemonRuntime
internal import IPCProtocol
internal import Loop
internal import Values

/// Ways over all imported timetables; the net is made of them when it is first asked for.
@LoopActor
final class JourneyDesk {
  /// What a net may hold: 8 bytes each.
  static let maximumStopTimes = 24_000_000
  /// Where nothing goes within a day the days behind it are looked at, in seconds.
  static let longHorizon = 7 * 86_400

  private let host: DomainHost
  private let library: FeedLibrary
  private let timetables: Timetables
  private var worker: JourneyWorker?
  /// The feeds that the search knows, or will: when each was imported.
  private var known: [String: Timestamp] = [:]
  private var building: Task<JourneyNetwork, any Error>?
  private var live: LiveNet?

  /// The net with real time laid on it.
  private struct LiveNet {
    let base: JourneyNetwork
    /// By feed: which of its snapshots.
    let numbers: [String: Int]
    let task: Task<JourneyWorker, any Error>
  }

  init(host: DomainHost, library: FeedLibrary, timetables: Timetables) {
    self.host = host
    self.library = library
    self.timetables = timetables
  }

  /// What is asked of it.
  struct Question {
    var from: JourneyPlace
    let to: JourneyPlace
    var at: Timestamp
    var isArrival = false
    var maxTransfers = 4
    var millimetresPerSecond = 1250
    var avoided: [String] = []
    var isStepFree = false
    /// At most so many metres on foot.
    var maxWalk: Int?
    /// Who walks less may arrive so many seconds later; 0 where only the soonest are wanted.
    var slack = 0
    /// So many ways, of which some may go later; nil for the best of those that go now.
    var limit: Int?
  }

  /// The ways of a question, with what tells the names in them.
  struct Found {
    let question: Question
    let network: JourneyNetwork
    let ways: [Way]
    var notes: [Note] = []
    /// About its vehicles and stops.
    var alerts: [ServiceAlert] = []
    /// When each timetable was imported.
    var imported: [String: Timestamp] = [:]
    /// Why there is no way.
    var refusal: TransitError?

    /// The way that arrives first; for a question about an arrival, the one that leaves last.
    var best: Way? {
      question.isArrival
        ? ways.max { ($0.leaves, -$0.arrives) < ($1.leaves, -$1.arrives) }
        : ways.min { ($0.arrives, -$0.leaves) < ($1.arrives, -$1.leaves) }
    }
  }

  /// Whether the timetables are those by which a way was found.
  func isCurrent(_ found: Found) -> Bool {
    found.imported
      == Dictionary(
        uniqueKeysWithValues: library.feeds.map { ($0.facts.name, $0.facts.importedAt) })
  }

  // MARK: The net

  /// - Throws: ``TransitError`` where there is no timetable, or more than a net holds.
  private func current() async throws -> JourneyWorker {
    while true {
      let feeds = library.feeds
      let imported = Dictionary(
        uniqueKeysWithValues: feeds.map { ($0.facts.name, $0.facts.importedAt) })
      if let worker, known == imported { return worker }
      if building == nil || known != imported {
        guard !feeds.isEmpty else { throw TransitError(.noTimetables) }
        guard feeds.map(\.facts.stopTimes).reduce(0, +) <= Self.maximumStopTimes else {
          throw TransitError(.tooManyStopTimes, ["maximum": .integer(Self.maximumStopTimes)])
        }
        building?.cancel()
        (worker, known) = (nil, imported)
        let paths = feeds.map(\.path)
        building = Task { try await Self.network(paths) }
      }
      guard let task = building else { continue }
      do {
        let network = try await task.value
        if building == task, worker == nil { worker = JourneyWorker(network) }
      } catch is CancellationError where building != task {
        continue
      } catch {
        if building == task { (building, known) = (nil, [:]) }
        throw error
      }
    }
  }

  /// Reads the feeds off the loop, with readers of its own.
  @concurrent
  private nonisolated static func network(_ paths: [String]) async throws -> JourneyNetwork {
    var draft = JourneyDraft()
    for path in paths { try draft.add(try FeedFile(path: path)) }
    return JourneyNetwork(draft)
  }

  /// The net with what real time knows by now.
  private func current(_ known: [String: Timetables.Live]) async throws -> JourneyWorker {
    let worker = try await current()
    let known = known.filter { !$0.value.snapshot.isEmpty }
    if known.isEmpty {
      live = nil
      return worker
    }
    let numbers = known.mapValues(\.number)
    let base = worker.network
    if let live, live.base === base, live.numbers == numbers { return try await live.task.value }
    let snapshots = known.mapValues(\.snapshot)
    let paths = Dictionary(uniqueKeysWithValues: library.feeds.map { ($0.facts.name, $0.path) })
    let task = Task { JourneyWorker(try await Self.laid(snapshots, on: base, paths)) }
    live = LiveNet(base: base, numbers: numbers, task: task)
    do {
      return try await task.value
    } catch {
      if live?.task == task { live = nil }
      throw error
    }
  }

  @concurrent
  private nonisolated static func laid(
    _ snapshots: [String: RealtimeSnapshot], on base: JourneyNetwork, _ paths: [String: String]
  ) async throws -> JourneyNetwork {
    var draft = LiveDraft(base)
    for (number, feed) in base.feeds.enumerated() {
      guard let snapshot = snapshots[feed.name], let path = paths[feed.name] else { continue }
      try draft.add(snapshot, of: try FeedFile(path: path), feed: number)
    }
    return JourneyNetwork(draft)
  }

  // MARK: Ways

  /// - Throws: ``TransitError`` where there is no way, with the reason as far as it is known.
  func ways(_ question: Question) async throws -> Found {
    let found = try await self.found(question)
    if let refusal = found.refusal { throw refusal }
    return found
  }

  /// The same, with the reason in what was found.
  func found(_ question: Question) async throws -> Found {
    let (known, notes) = await timetables.live()
    let worker = try await current(known)
    let network = worker.network
    var terms = JourneyRounds.Terms()
    terms.millimetresPerSecond = question.millimetresPerSecond
    terms.isAvoided = try avoided(
      question.avoided, isStepFree: question.isStepFree, network)
    terms.isStepFree = question.isStepFree
    let asked = try prepare(question, network, terms)
    var found = Found(
      question: question, network: network,
      ways: try await worker.ways(asked, limit: question.limit))
    found.notes = notes
    found.imported = self.known
    guard let best = found.best else {
      found.refusal = try await reason(asked, question, worker)
      return found
    }
    found.alerts = Self.alerts(found, known)
    if question.isStepFree,
      try found.ways.flatMap(\.rides).contains(where: { ride in
        let feed = network.feeds[Int(network.patterns[ride.pattern].feed)]
        let row = network.row(ofTrip: ride.trip)
        return try row.flatMap { try library[feed.name]?.trip($0) }?.wheelchair != .possible
      })
    {
      found.notes.append(
        Note(
          "wheelchairUnknown",
          "the timetable does not say of every vehicle whether wheelchairs can use it",
          "휠체어로 탈 수 있는지 알 수 없는 편이 있습니다"))
    }
    let seconds = question.isArrival ? asked.at - best.leaves : best.arrives - asked.at
    if seconds > asked.horizon {
      found.notes.append(
        Note("notWithinADay", "nothing goes there within a day", "하루 안에 가는 편이 없습니다"))
    }
    return found
  }

  /// The alerts about the vehicles of some ways, and where one gets in and out, while one is there.
  private static func alerts(
    _ found: Found, _ live: [String: Timetables.Live]
  ) -> [ServiceAlert] {
    let network = found.network
    var alerts: [ServiceAlert] = []
    for ride in found.ways.flatMap(\.rides) {
      let pattern = network.patterns[ride.pattern]
      let feed = network.feeds[Int(pattern.feed)]
      guard let snapshot = live[feed.name]?.snapshot else { continue }
      let stops = [ride.board, ride.alight].map {
        network.stop(of: pattern, at: $0) - feed.firstStop
      }
      let subject = FeedAlert.Subject(
        stops: Set(stops), routes: [Int(pattern.route)],
        trips: Set([network.row(ofTrip: ride.trip)].compactMap(\.self)))
      for alert in snapshot.alerts(
        subject, from: WayText.moment(ride.departs), to: WayText.moment(ride.arrives))
      where !alerts.contains(alert) { alerts.append(alert) }
    }
    return alerts
  }

  private func prepare(
    _ question: Question, _ network: JourneyNetwork, _ terms: JourneyRounds.Terms
  ) throws(TransitError) -> JourneySearch.Question {
    let (from, to) = (question.from.place(in: network), question.to.place(in: network))
    let walk = network.walk(from, to, terms)
    guard Set(from.stops).isDisjoint(with: to.stops), walk != 0 else {
      throw TransitError(
        .samePlace, ["from": .string(question.from.name), "to": .string(question.to.name)])
    }
    return JourneySearch.Question(
      from: network.ends(from, isLeaving: true, terms),
      to: network.ends(to, isLeaving: false, terms), walk: walk,
      at: Int(question.at.microseconds / 1_000_000), isArrival: question.isArrival,
      maxTransfers: question.maxTransfers, terms: terms, farHorizon: Self.longHorizon,
      mostWalking: question.maxWalk.map { $0 * 1000 / question.millimetresPerSecond },
      slack: question.slack)
  }

  /// The patterns of lines that are not to be taken, and of vehicles that cannot; nil where all can.
  func avoided(
    _ lines: [String], isStepFree: Bool, _ network: JourneyNetwork
  ) throws(TransitError) -> [Bool]? {
    if lines.isEmpty, !isStepFree { return nil }
    let names = network.feeds.map { $0.routeNames.map(FeedNames.folded) }
    for line in lines where !names.joined().contains(FeedNames.folded(line)) {
      throw TransitError(.unknownFeedLine, ["line": .string(line)])
    }
    let wanted = Set(lines.map(FeedNames.folded))
    return network.avoided(isStepFree: isStepFree) { feed, route in
      wanted.contains(names[feed][route])
    }
  }
}
