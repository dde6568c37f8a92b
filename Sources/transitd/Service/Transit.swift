internal import DaemonRuntime
internal import IPCProtocol
internal import Storage

/// The domain in memory and on disk: what is kept, and everything that moves by itself.
@LoopActor
final class Transit {
  let host: DomainHost
  let store: TransitStore
  let upstream: Upstream
  let desk: ArrivalDesk
  let search = PlaceSearch.bundled
  private(set) var state = TransitState()
  /// The state that a rehearsal found; nil while there is none.
  private var marked: TransitState?
  private var configuration = TransitConfiguration()
  private var interests = 0
  private lazy var ticker = EventLoop.shared.makeTimer { [unowned self] in tick() }
  private var isTicking = false
  private(set) lazy var watches = Watches(
    host: host, desk: desk, nextInterest: { [unowned self] in newInterest() },
    report: { [unowned self] in report($0) }, notices: notices)
  private(set) lazy var leaves = LeaveDesk(
    host: host, desk: desk, nextInterest: { [unowned self] in newInterest() },
    report: { [unowned self] in report($0) }, last: { [unowned self] in lastVehicles($0) },
    tell: { [unowned self] in notices.tell($0) },
    ended: { [unowned self] in notices.endLeave($0) })
  private(set) lazy var alarms = AlarmDesk(
    host: host, entered: { [unowned self] in alarmFired($0, metres: $1) },
    keep: { [unowned self] in try await keepAlarm($0, isInside: $1) })
  let notices: Notices

  let library: FeedLibrary
  private(set) lazy var timetables = Timetables(
    host: host, library: library, fetcher: { [unowned self] in upstream.fetcher })
  private(set) lazy var imports = FeedRunner(
    host: host, library: library, fetcher: { [unowned self] in upstream.fetcher })

  init(host: DomainHost) {
    self.host = host
    library = FeedLibrary(host: host)
    notices = Notices(host: host)
    store = TransitStore(database: host.database)
    upstream = Upstream(host: host, store: store)
    desk = ArrivalDesk(host: host, upstream: upstream)
  }

  var now: Timestamp { host.now }
  var gpsd: String? { configuration.gpsd }

  private func newInterest() -> Int {
    interests += 1
    return interests
  }

  // MARK: The store is the truth

  func load() throws {
    state = try store.load()
    marked = nil
    upstream.book = QuotaBook(limits: configuration.quota, accounts: state.accounts)
    library.removals = state.removals
    if !imports.isRunning { library.load() }
    apply()
  }

  func configure(_ object: JSONObject) throws {
    configuration = try TransitConfiguration(object)
    apply()
  }

  /// Makes everything that moves agree with the state.
  private func apply() {
    library.removals = state.removals
    upstream.keys = keys
    upstream.address = address
    upstream.book.limits = configuration.quota
    desk.freshness = configuration.freshSeconds
    desk.pace = configuration.watchSeconds
    notices.isWanted = configuration.notifications
    alarms.adopt(state.alarms, gpsd: configuration.gpsd, geoclue: configuration.geoclue) {
      id, isInside in
      favourite(id).flatMap { circle(of: $0, isInside: isInside) }
    }
    leaves.adopt(state.leaves) { leave in
      favourite(leave.favourite).map { view(of: $0, routes: leave.routes) }
    }
    keepTicking()
  }

  /// Where the portals are asked, by the state.
  var address: PortalAddress {
    PortalAddress(
      subwayBase: state.settings.subwayURL ?? configuration.subwayURL
        ?? PortalAddress.official.subwayBase,
      busBase: state.settings.busURL ?? configuration.busURL ?? PortalAddress.official.busBase)
  }

  /// The keys that they are asked with.
  var keys: KeyRing {
    var keys = upstream.keys
    keys.stored = state.settings.keys
    return keys
  }

  // MARK: Rehearsals

  /// The state is small and a rehearsal changes a copy; what moves by itself never hears of it.
  func mark() { marked = state }

  func revert() {
    guard let before = marked else { return }
    marked = nil
    state = before
  }

  /// Changes what is kept: a rule on the values, then the rows that it touched.
  func change<T>(
    _ rule: (inout TransitState) throws -> T, _ save: (TransitStore, TransitState) throws -> Void
  ) throws -> T {
    var changed = state
    let result = try rule(&changed)
    try save(store, changed)
    state = changed
    if marked == nil { apply() }
    return result
  }

  // MARK: Places

  func favourite(_ id: Int) -> Favourite? { state.favourites.list.first { $0.id == id } }

  func view(of favourite: Favourite, routes: [String] = []) -> PlaceView {
    var filter = favourite.filter
    if !routes.isEmpty { filter.routes = routes }
    switch favourite.place {
    case .station(let name):
      return PlaceView(
        place: .station(name), name: name, lines: search.station(name)?.lines ?? [], filter: filter
      )
    case .stop(let number, let name):
      return PlaceView(place: .stop(number), name: name, filter: filter)
    }
  }

  /// - Throws: ``TransitError`` with the nearest names.
  func station(_ name: String) throws(TransitError) -> Station {
    if let station = search.station(name) { return station }
    let similar = search.stationsLike(name)
    throw TransitError(
      .unknownStation,
      [
        "station": .string(name), "similar": .array(similar.map(JSONValue.string)),
        "title": LocalizedText(en: name, ko: "\(StationName.withoutSuffix(name))역").jsonValue,
        "hint": Self.hint(similar).jsonValue,
      ])
  }

  static func hint(_ names: [String]) -> LocalizedText {
    if names.isEmpty { return LocalizedText(en: "", ko: "") }
    let list = names.joined(separator: ", ")
    return LocalizedText(en: "; perhaps \(list)", ko: " (비슷한 이름: \(list))")
  }

  /// - Throws: ``TransitError``.
  func stop(_ number: String) throws(TransitError) -> BusStop {
    guard let stop = search.stop(number: number), stop.number != nil else {
      // Who has a name wants a number.
      let similar = search.places(number, kind: .bus, limit: 3).compactMap { found -> String? in
        guard case .stop(let stop) = found.place else { return nil }
        return stop.number.map { "\(stop.name) \($0)" }
      }
      throw TransitError(
        .unknownStop,
        [
          "stop": .string(number), "similar": .array(similar.map(JSONValue.string)),
          "hint": Self.hint(similar).jsonValue,
        ])
    }
    return stop
  }

  func report(_ view: PlaceView) -> PlaceReport {
    let feed = desk.feed(view.place)
    let now = now
    return PlaceReport(view, snapshot: feed.snapshot, trouble: feed.trouble, at: now) {
      timetables.arrivals(named: view.name, at: now)
    }
  }

  /// The last vehicles of the day at a place.
  func lastVehicles(_ view: PlaceView) -> [Arrival] {
    let now = now
    return LastService.vehicles(view, desk.feed(view.place).snapshot, at: now) {
      timetables.lastArrivals(named: view.name, at: now)
    }
  }

  /// What comes to a place, after an attempt to hear of it.
  ///
  /// - Throws: ``TransitError`` where nothing is known, not even something old.
  func arrivals(_ view: PlaceView) async throws -> PlaceAnswer {
    let feed = try await desk.heard(of: view.place)
    let report = report(view)
    if feed.snapshot == nil, report.arrivals.isEmpty, let trouble = feed.trouble {
      throw trouble.refusal
    }
    return PlaceAnswer(view, report, at: now)
  }

  // MARK: Each second

  /// The clock ticks only while somebody looks or is about to leave.
  func keepTicking() {
    let isNeeded = !watches.isEmpty || leaves.isAwake
    guard isNeeded != isTicking else { return }
    isTicking = isNeeded
    if isNeeded { ticker.arm(afterMicroseconds: 1_000_000) } else { ticker.disarm() }
  }

  private func tick() {
    isTicking = false
    watches.tick()
    leaves.tick()
    keepTicking()
  }

  /// Work that must go on while nobody is connected.
  var hasWork: Bool {
    !state.leaves.isEmpty || !state.alarms.isEmpty || imports.isRunning
  }
}
