internal import DaemonRuntime
internal import HTTPClient
internal import IPCProtocol

/// What a portal said about a place, and when.
struct Snapshot: Equatable {
  /// One vehicle once.
  var arrivals: [Arrival]
  /// The routes of a bus stop, with their last buses.
  var routes: [BusRouteAtStop] = []
  let receivedAt: Timestamp
  /// How many rows the portal has, where it sent fewer: the sample key shows five.
  var rows: Int
  var total: Int?
  var emptiness: UpstreamAnswer.Emptiness?
}

/// The way to the portals: keys, addresses, and the calls of the day.
@LoopActor
final class Upstream {
  private let host: DomainHost
  private let store: TransitStore
  /// libcurl starts with the first request, not with the daemon.
  private(set) lazy var fetcher = HTTPFetcher()
  private lazy var client = PortalClient(fetcher: fetcher)
  var keys = KeyRing()
  var book = QuotaBook()
  /// Settings over configuration over the portals' own addresses.
  var address = PortalAddress.official

  /// One answer to somebody who waits may take three calls; a watcher's next poll is its retry.
  private static let attempts = 3
  private static let backoff = Backoff(firstSeconds: 0.5, longestSeconds: 4)

  init(host: DomainHost, store: TransitStore) {
    self.host = host
    self.store = store
  }

  // MARK: Questions

  /// Asks about a place, and again where that helps and somebody waits.
  ///
  /// - Throws: ``FeedTrouble``, or `CancellationError`.
  func arrivals(at place: PlaceKey, for purpose: QuotaBook.Purpose) async throws -> Snapshot {
    let answer = try await ask(place.portal, for: purpose) { [address] client, key in
      switch place {
      case .station(let name): try await client.subway(address.arrivals(station: name, key: key))
      case .stop(let number): try await client.bus(address.arrivals(stopNumber: number, key: key))
      }
    }
    return place.snapshot(of: answer, at: host.now)
  }

  /// Where the trains of a line are.
  func positions(of line: SubwayLine) async throws -> [TrainPosition] {
    let name = line.name.ko ?? line.name.en
    let answer = try await ask(.subway, for: .request) { [address] client, key in
      try await client.subway(address.positions(line: name, key: key))
    }
    return SubwayMapping.positions(answer)
  }

  /// Bus routes by a part of their number.
  func routes(named name: String) async throws -> [PortalRoute] {
    let answer = try await ask(.bus, for: .request) { [address] client, key in
      try await client.bus(address.routes(named: name, key: key))
    }
    return BusMapping.busRoutes(answer)
  }

  private func ask(
    _ portal: QuotaBook.Portal, for purpose: QuotaBook.Purpose,
    _ question: @Sendable (PortalClient, String) async throws -> UpstreamAnswer
  ) async throws -> UpstreamAnswer {
    let attempts = purpose == .request ? Self.attempts : 1
    var failures = 0
    while true {
      guard let key = keys[portal] else { throw FeedTrouble.noKey(portal) }
      try await spend(portal, purpose)
      do {
        return try await question(client, key)
      } catch let fault as UpstreamFault {
        failures += 1
        try await note(fault, portal)
        if fault == .quotaExhausted {
          let until = KoreaTime.nextMidnight(after: host.now)
          throw FeedTrouble.quota(QuotaExhausted(portal: portal, until: until))
        }
        guard fault.isTransient, failures < attempts else {
          throw FeedTrouble.upstream(fault, portal)
        }
        let share = Double(host.randomNumber() >> 11) / Double(UInt64(1) << 53)
        try await Task.sleep(for: .seconds(Self.backoff.seconds(after: failures, share: share)))
      }
    }
  }

  // MARK: The calls of the day

  private func spend(_ portal: QuotaBook.Portal, _ purpose: QuotaBook.Purpose) async throws {
    do {
      try await host.change { [self] in
        try book.spend(portal, for: purpose, at: host.now)
        try store.save(book.account(portal, at: host.now), of: portal)
      }
    } catch let exhausted as QuotaExhausted {
      throw FeedTrouble.quota(exhausted)
    }
  }

  private func note(_ fault: UpstreamFault, _ portal: QuotaBook.Portal) async throws {
    host.log(
      .warning, "\(portal.title.en) portal: \(fault.problem.en)", id: .upstreamFailed,
      fields: [("MATE_FAULT", fault.word), ("MATE_PORTAL", portal.rawValue)])
    guard fault == .quotaExhausted else { return }
    try await host.change { [self] in
      book.exhaust(portal, at: host.now)
      try store.save(book.account(portal, at: host.now), of: portal)
    }
  }
}

/// A place as a portal is asked about it.
enum PlaceKey: Hashable {
  case station(String)
  case stop(String)

  var portal: QuotaBook.Portal {
    switch self {
    case .station: .subway
    case .stop: .bus
    }
  }

  func snapshot(of answer: UpstreamAnswer, at now: Timestamp) -> Snapshot {
    switch self {
    case .station:
      return Snapshot(
        arrivals: ArrivalList.deduplicated(SubwayMapping.arrivals(answer)), receivedAt: now,
        rows: answer.rows.count, total: answer.total, emptiness: answer.emptiness)
    case .stop:
      let routes = BusMapping.routes(answer, receivedAt: now)
      return Snapshot(
        arrivals: ArrivalList.deduplicated(routes.flatMap(\.arrivals)), routes: routes,
        receivedAt: now, rows: answer.rows.count, total: answer.total, emptiness: answer.emptiness)
    }
  }
}

extension MessageID {
  static let upstreamFailed = MessageID("46aa1c1c7f3a43a4ac78a967b473c180")
  static let alarmFired = MessageID("6bdceb7edb044b819fa144b1bcd8ab23")
  static let feedImported = MessageID("1c207b86d1dd43659cd3a53b50e0b8e1")
}
