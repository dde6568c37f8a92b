internal import DaemonRuntime
internal import IPCProtocol
internal import Storage

/// The calls of the commute companion: typed in, typed out.
@LoopActor
final class TransitService: DomainService {
  nonisolated static let description = TransitDescription.domain
  nonisolated static var migrations: [Migration] { TransitMigrations.all }

  let transit: Transit

  init(host: DomainHost) { transit = Transit(host: host) }

  func configure(_ configuration: JSONObject) throws { try transit.configure(configuration) }
  func load() throws { try transit.load() }
  func mark() { transit.mark() }
  func revert() { transit.revert() }
  var hasWork: Bool { transit.hasWork }
  func timeJumped(_ jump: TimeJump, at now: Timestamp) { transit.desk.timeJumped(jump) }

  /// The keys of the portals.
  nonisolated static var holdsSecrets: Bool { true }

  var statusSentence: String {
    let now = transit.now
    let used = QuotaBook.Portal.allCases.map { portal in
      "\(transit.upstream.book.account(portal, at: now).used) \(portal.rawValue)"
    }
    return "\(transit.state.favourites.list.count) favourites, \(transit.state.leaves.count) "
      + "leave-bys, \(transit.desk.wantedCount) places watched, calls today: "
      + used.joined(separator: ", ")
  }

  var gauges: [Gauge] {
    let now = transit.now
    return [
      Gauge(
        "transit_favourites", help: "favourites kept", Double(transit.state.favourites.list.count)),
      Gauge("transit_places_watched", help: "places asked about", Double(transit.desk.wantedCount)),
      Gauge(
        "transit_subway_calls_today", help: "calls of the subway portal today",
        Double(transit.upstream.book.account(.subway, at: now).used)),
      Gauge(
        "transit_bus_calls_today", help: "calls of the bus portal today",
        Double(transit.upstream.book.account(.bus, at: now).used)),
    ]
  }

  func register(in methods: inout MethodTable) {
    registerArrivals(in: &methods)
    registerPlaces(in: &methods)
    registerFavourites(in: &methods)
    registerAlarms(in: &methods)
    registerStreams(in: &methods)
    registerTimetables(in: &methods)
    registerSettings(in: &methods)
  }

  // MARK: Arrivals

  private func registerArrivals(in methods: inout MethodTable) {
    let transit = transit
    methods.task(Method<Params.Arrivals, PlaceAnswer>(TransitDescription.arrivals)) { params, _ in
      try await transit.arrivals(params)
    }
    methods.task(Method<Params.BusArrivals, PlaceAnswer>(TransitDescription.busArrivals)) {
      params, _ in
      try await transit.arrivals(params)
    }
    methods.task(Method<Params.Trains, Answers.Trains>(TransitDescription.trains)) { params, _ in
      try await transit.trains(params)
    }
    methods.task(Method<Params.Routes, Answers.Routes>(TransitDescription.busRoutes)) { params, _ in
      try await transit.routes(params)
    }
  }

  private func registerPlaces(in methods: inout MethodTable) {
    let transit = transit
    methods.read(Method<Params.Stations, Answers.Places>(TransitDescription.stations)) {
      params, _ in
      try transit.places(params)
    }
  }

  // MARK: Favourites

  private func registerFavourites(in methods: inout MethodTable) {
    let transit = transit
    methods.read(Method<NoParams, Answers.Favourites>(TransitDescription.favouriteList)) { _, _ in
      Answers.Favourites(favourites: transit.state.favourites.list.map { transit.answer($0) })
    }
    methods.change(Method<Params.NewFavourite, Answers.Favourite>(TransitDescription.favouriteAdd))
    { params, _ in
      try transit.addFavourite(params)
    }
    methods.change(Method<Params.Favourite, Answers.Favourite>(TransitDescription.favouriteRemove))
    { params, _ in
      try transit.removeFavourite(params.favourite)
    }
    methods.change(Method<Params.Move, Answers.Favourite>(TransitDescription.favouriteMove)) {
      params, _ in
      try transit.moveFavourite(params.favourite, to: params.position)
    }
  }

  // MARK: Alarms

  private func registerAlarms(in methods: inout MethodTable) {
    let transit = transit
    methods.read(Method<NoParams, Answers.Alarms>(TransitDescription.alarmList)) { _, _ in
      transit.alarmAnswers
    }
    methods.change(Method<Params.Favourite, Answers.Alarm>(TransitDescription.alarmSet)) {
      params, _ in
      try transit.setAlarm(params.favourite)
    }
    methods.change(Method<Params.Favourite, Answers.Alarm>(TransitDescription.alarmRemove)) {
      params, _ in
      try transit.removeAlarm(params.favourite)
    }
    methods.task(Method<Params.Near, Answers.Near>(TransitDescription.near)) { params, request in
      try await transit.near(params, isDryRun: request.isDryRun)
    }
  }

  // MARK: Streams

  private func registerStreams(in methods: inout MethodTable) {
    let transit = transit
    methods.stream(Method<Params.Watch, NoResult>(TransitDescription.watch)) { params, _, stream in
      try transit.watch(params, stream)
    }
    methods.stream(Method<Params.Leave, LeaveDesk.Dismissed>(TransitDescription.leave)) {
      params, request, stream in
      try transit.leave(params, at: request.now, stream)
    }
    methods.read(Method<NoParams, Answers.Leaves>(TransitDescription.leaveList)) { _, _ in
      Answers.Leaves(
        leaves: transit.leaves.runs.map {
          Answers.Leave($0.leave, name: $0.view.name, latest: $0.latest)
        })
    }
    methods.change(Method<Params.Dismiss, LeaveDesk.Dismissed>(TransitDescription.leaveDismiss)) {
      params, _ in
      try transit.dismiss(params.leave)
    }
  }

  // MARK: Timetables

  private func registerTimetables(in methods: inout MethodTable) {
    let transit = transit
    methods.stream(Method<Params.Import, Answers.Feed>(TransitDescription.gtfsImport)) {
      params, request, stream in
      try transit.importFeed(params, request, stream)
    }
    methods.read(Method<NoParams, Answers.Feeds>(TransitDescription.gtfsFeeds)) { _, request in
      Answers.Feeds(
        feeds: transit.library.feeds.map {
          Answers.Feed($0.facts, today: $0.day(at: request.now))
        })
    }
    methods.change(Method<Params.Feed, Answers.Feed>(TransitDescription.gtfsRemove)) {
      params, request in
      try transit.removeFeed(params.feed, request)
    }
    methods.task(Method<Params.Departures, Answers.Departures>(TransitDescription.departures)) {
      params, _ in
      try await transit.timetables.departures(params)
    }
  }

  // MARK: Settings

  private func registerSettings(in methods: inout MethodTable) {
    let transit = transit
    methods.read(Method<NoParams, Answers.Quota>(TransitDescription.quota)) { _, request in
      Answers.Quota(
        portals: QuotaBook.Portal.allCases.map { transit.account($0, at: request.now) })
    }
    methods.change(Method<Params.Configure, Answers.Configured>(TransitDescription.configure)) {
      params, _ in
      try transit.configure(params)
    }
  }
}
