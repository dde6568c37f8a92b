internal import DaemonRuntime
internal import IPCProtocol
internal import Loop
internal import Storage
internal import Values

/// The domain in memory and on disk: what is kept, and everything that moves by itself.
@LoopActor
final class Transit: CopiedState {
  let host: DomainHost
  let store: TransitStore
  let upstream: Upstream
  let library: FeedLibrary
  let timetables: Timetables
  let desk: ArrivalDesk
  let watches: Watches
  let leaves: LeaveDesk
  let imports: FeedRunner
  let journeys: JourneyDesk
  let ways: WayWatches
  private(set) lazy var wayLeaves = WayLeaveDesk(
    host: host, ways: ways, notices: notices,
    ask: { [unowned self] in try question($0) },
    keep: { [unowned self] in try await keep($0, isOver: $1) })
  private(set) lazy var alarms = AlarmDesk(host: host, desk: desk, notices: notices) {
    [unowned self] in try await keepAlarm($0, isInside: $1)
  }
  private let notices: Notices
  let search = PlaceSearch.bundled
  /// Small; handlers change it by ``change(_:_:)``, which writes it as well.
  var state = TransitState()
  var marked: TransitState?
  /// Whether the change under way has another state, of which what moves by itself has not heard.
  private var isChanged = false
  private var configuration = TransitConfiguration()
  private lazy var ticker = EventLoop.shared.makeTimer { [unowned self] in tick() }
  private var isTicking = false

  init(host: DomainHost) {
    self.host = host
    store = TransitStore(database: host.database)
    upstream = Upstream(host: host, store: store)
    library = FeedLibrary(host: host)
    timetables = Timetables(host: host, library: library)
    desk = ArrivalDesk(host: host, upstream: upstream, timetables: timetables)
    notices = Notices(host: host)
    watches = Watches(host: host, desk: desk, notices: notices)
    leaves = LeaveDesk(host: host, desk: desk, notices: notices)
    journeys = JourneyDesk(host: host, library: library, timetables: timetables)
    ways = WayWatches(
      host: host, library: library, timetables: timetables, journeys: journeys,
      notices: notices)
    imports = FeedRunner(host: host, library: library, timetables: timetables)
  }

  var now: Timestamp { host.now }
  var gpsd: String? { configuration.gpsd }

  // MARK: The store is the truth

  func load() throws {
    state = try store.load()
    upstream.book = QuotaBook(limits: configuration.quota, accounts: state.accounts)
    // What the start finds is no change.
    upstream.keys = keys
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
    let old = upstream.keys
    upstream.keys = keys
    upstream.address = address
    if upstream.take(from: state.settings.upstream) {
      for portal in Portal.allCases { desk.keyChanged(portal) }
    }
    for portal in Portal.allCases where old[portal] != upstream.keys[portal] {
      upstream.book.renew(portal, at: now)
      desk.keyChanged(portal)
    }
    upstream.book.limits = configuration.quota
    desk.freshness = configuration.freshSeconds
    desk.pace = configuration.watchSeconds
    timetables.freshness = configuration.watchSeconds
    notices.isWanted = configuration.notifications
    notices.language = state.settings.language
    alarms.adopt(
      state.alarms, of: state.favourites, gpsd: configuration.gpsd, geoclue: configuration.geoclue)
    leaves.adopt(state.leaves, of: state.favourites)
    wayLeaves.adopt(state.wayLeaves)
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

  func mark() {
    marked = state
    isChanged = false
  }

  /// What moves by itself hears of what stays.
  func unmark() {
    marked = nil
    if isChanged { apply() }
  }

  /// Changes what is kept: a rule on the values, then the rows that it touched.
  func change<T>(
    _ rule: (inout TransitState) throws -> T, _ save: (TransitStore, TransitState) throws -> Void
  ) throws -> T {
    var changed = state
    let result = try rule(&changed)
    try save(store, changed)
    state = changed
    isChanged = true
    return result
  }

  /// The desktop speaks the language of who last asked for something that it shows later.
  func speak(_ language: Language?) throws {
    guard let language, language != state.settings.language else { return }
    try change({ $0.settings.language = language }) { store, _ in
      try store.set("language", language.rawValue)
    }
  }

  private func keepAlarm(_ favourite: Int, isInside: Bool?) async throws {
    try await host.change { [self] in
      guard state.alarms[favourite] != nil else { return }
      try change({ _ = $0.alarms.updateValue(isInside, forKey: favourite) }) { store, _ in
        try store.saveAlarm(of: favourite, isInside: isInside)
      }
    }
  }

  // MARK: Each second

  /// The clock ticks only while somebody is about to leave or on the way.
  func keepTicking() {
    let isNeeded =
      !leaves.runs.isEmpty || !wayLeaves.runs.isEmpty || !ways.isEmpty
    guard isNeeded != isTicking else { return }
    isTicking = isNeeded
    if isNeeded { ticker.arm(afterMicroseconds: 1_000_000) } else { ticker.disarm() }
  }

  private func tick() {
    isTicking = false
    leaves.tick()
    wayLeaves.tick()
    ways.tick()
    keepTicking()
  }

  /// Work that must go on while nobody is connected.
  var hasWork: Bool {
    !state.leaves.isEmpty || !state.wayLeaves.isEmpty || !state.alarms.isEmpty || imports.isRunning
  }
}
