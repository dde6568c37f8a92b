internal import DaemonRuntime
internal import HTTPClient
internal import Loop
internal import Values

/// The way to the portals: keys, addresses, and the calls of the day.
@LoopActor
final class Upstream {
  let host: DomainHost
  private let store: TransitStore
  var keys = KeyRing()
  var book = QuotaBook()
  /// Settings over configuration over the portals' own addresses.
  var address = PortalAddress.official
  /// The transitd whose arrivals are taken, where they are not the portals'.
  private(set) var relay: RelayLink?
  /// What tells this daemon from others along a chain of relays.
  lazy var id = String(host.randomNumber(), radix: 36)

  /// One answer to somebody who waits may take three calls; a watcher's next poll is its retry.
  private static let attempts = 3
  /// No further attempt is begun this long after the first, in seconds.
  private static let retrySeconds = 6
  private static let backoff = Backoff(firstSeconds: 0.5, longestSeconds: 4)

  init(host: DomainHost, store: TransitStore) {
    self.host = host
    self.store = store
  }

  /// Takes arrivals from there, or from the portals again; says whether that is another source.
  func take(from target: RelayTarget?) -> Bool {
    guard target != relay?.target else { return false }
    relay = target.map { RelayLink($0) }
    return true
  }

  // MARK: Questions

  /// Asks about a place, and again where that helps and somebody waits.
  ///
  /// - Throws: ``PortalTrouble``, or `CancellationError`.
  func arrivals(at place: PlaceKey, for purpose: QuotaBook.Purpose) async throws -> Snapshot {
    if relay != nil { return try await relayed(place, for: purpose, chain: []) }
    let answer = try await ask(place.portal, for: purpose) { [address] key in
      try await PortalClient.arrivals(at: place, address, key: key)
    }
    return Snapshot(answer, of: place, at: host.now)
  }

  /// Where the trains of a line are.
  func positions(of line: SubwayLine) async throws -> [TrainPosition] {
    let name = line.name.text(in: .korean)
    let answer = try await ask(.subway, for: .request) { [address] key in
      try await PortalClient.subway(address.positions(line: name, key: key))
    }
    return SubwayMapping.positions(answer)
  }

  /// Bus routes by a part of their number.
  func routes(named name: String) async throws -> [PortalRoute] {
    let answer = try await ask(.bus, for: .request) { [address] key in
      try await PortalClient.bus(address.routes(named: name, key: key))
    }
    return BusMapping.busRoutes(answer)
  }

  private func ask(
    _ portal: Portal, for purpose: QuotaBook.Purpose,
    _ question: @Sendable (String) async throws -> UpstreamAnswer
  ) async throws -> UpstreamAnswer {
    let attempts = purpose == .request ? Self.attempts : 1
    var failures = 0
    let begin = ContinuousClock.now
    while true {
      guard let key = keys[portal] else { throw PortalTrouble.noKey(portal) }
      try await spend(portal, purpose)
      do {
        return try await question(key)
      } catch let fault as UpstreamFault {
        failures += 1
        try await note(fault, portal)
        if fault == .quotaExhausted {
          throw PortalTrouble.quota(QuotaExhausted(portal, at: host.now))
        }
        // Who has waited so long is told now; a portal that drips would be as slow again.
        let isLate = ContinuousClock.now - begin > .seconds(Self.retrySeconds)
        guard fault.isTransient, failures < attempts, !isLate else {
          throw PortalTrouble.upstream(fault, portal)
        }
        let share = Double(host.randomNumber() >> 11) / Double(UInt64(1) << 53)
        try await Task.sleep(for: .seconds(Self.backoff.seconds(after: failures, share: share)))
      }
    }
  }

  // MARK: The calls of the day

  private func spend(_ portal: Portal, _ purpose: QuotaBook.Purpose) async throws {
    do {
      try await host.change { [self] in
        try book.spend(portal, for: purpose, at: host.now)
        try store.save(book.account(portal, at: host.now), of: portal)
      }
    } catch let exhausted as QuotaExhausted {
      throw PortalTrouble.quota(exhausted)
    }
  }

  private func note(_ fault: UpstreamFault, _ portal: Portal) async throws {
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

extension MessageID {
  static let upstreamFailed = MessageID("46aa1c1c7f3a43a4ac78a967b473c180")
  static let alarmFired = MessageID("6bdceb7edb044b819fa144b1bcd8ab23")
  static let feedImported = MessageID("1c207b86d1dd43659cd3a53b50e0b8e1")
}
