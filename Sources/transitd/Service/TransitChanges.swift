internal import DaemonRuntime
internal import IPCProtocol
internal import Storage

/// The calls that change something.
extension Transit {
  // MARK: Favourites

  func answer(_ favourite: Favourite) -> Answers.Favourite {
    let index = state.favourites.list.firstIndex { $0.id == favourite.id }
    return Answers.Favourite(
      favourite, position: (index ?? 0) + 1, hasAlarm: state.alarms[favourite.id] != nil)
  }

  /// A number is a stop's; anything else is a station's name.
  func addFavourite(_ params: Params.NewFavourite) throws -> Answers.Favourite {
    let word = params.place.trimmed
    let isNumber = word.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "-") }
    let place: Favourite.Place
    if isNumber {
      let stop = try stop(word)
      place = .stop(number: stop.number ?? word, name: stop.name)
    } else {
      place = .station(name: try station(word).name)
    }
    let filter = ArrivalList.Filter(
      line: try line(params.line), direction: Self.direction(params.direction),
      routes: try Self.keptRoutes(params.routes))
    return answer(try changeFavourites { try $0.add(place, filter) })
  }

  /// A favourite goes with its alarm and its leave-bys.
  func removeFavourite(_ word: String) throws -> Answers.Favourite {
    let favourite = try state.favourites.find(word)
    let shown = answer(favourite)
    let leaves = state.leaves.filter { $0.favourite == favourite.id }
    try change({ state in
      _ = try state.favourites.remove(String(favourite.id))
      state.alarms.removeValue(forKey: favourite.id)
      state.leaves.removeAll { $0.favourite == favourite.id }
    }) { store, state in
      try store.save(state.favourites)
      try store.removeAlarm(of: favourite.id)
      for leave in leaves { try store.removeLeave(leave.id) }
    }
    return shown
  }

  func moveFavourite(_ word: String, to position: Int) throws -> Answers.Favourite {
    answer(try changeFavourites { try $0.move(word, to: position) })
  }

  private func changeFavourites(
    _ rule: (inout Favourites) throws -> Favourite
  ) throws -> Favourite {
    try change({ try rule(&$0.favourites) }) { store, state in try store.save(state.favourites) }
  }

  // MARK: Watching

  /// All favourites, one of them, or any station or stop.
  func watch(_ params: Params.Watch, _ stream: EventStream) throws {
    let views = try views(params.target)
    guard !views.isEmpty else { throw TransitError(.noFavourites) }
    watches.follow(
      views, every: max(1, Int(params.everySeconds ?? 1)),
      isOnDesktop: params.notify ?? false, stream)
    keepTicking()
  }

  private func views(_ target: String?) throws -> [PlaceView] {
    guard let target else { return state.favourites.list.map { view(of: $0) } }
    // Not being a favourite is no error where it is a place.
    if let favourite = try? state.favourites.find(target) { return [view(of: favourite)] }
    if target.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "-") }) {
      let stop = try stop(target)
      return [PlaceView(place: .stop(stop.number ?? target), name: stop.name)]
    }
    let station = try station(target)
    return [PlaceView(place: .station(station.name), name: station.name, lines: station.lines)]
  }

  // MARK: Leave-bys

  static let maximumLeaves = 20

  /// Starts a leave-by, or follows the one that is the same.
  func leave(_ params: Params.Leave, at now: Timestamp, _ stream: EventStream) throws {
    let favourite = try state.favourites.find(params.favourite)
    var leave = Leave(
      id: state.nextLeave, favourite: favourite.id, walkSeconds: params.walkSeconds, createdAt: now)
    if let between = params.between {
      guard let window = DayWindow(between) else {
        throw TransitError(.invalidWindow, ["between": .string(between)])
      }
      leave.window = window
    }
    leave.routes = try Self.keptRoutes(params.routes)
    let known = state.leaves.first { $0.isSame(as: leave) }
    if known == nil { try add(leave) }
    let id = known?.id ?? leave.id
    guard let run = leaves.runs.first(where: { $0.leave.id == id }) else { return }
    if let latest = run.latest { stream.send(latest) }
    stream.follow(run.topic)
    // A run that is dismissed must outlive those who are still to be told of it.
    stream.onEnd { withExtendedLifetime(run) {} }
    keepTicking()
  }

  private func add(_ leave: Leave) throws {
    guard state.leaves.count < Self.maximumLeaves else {
      throw TransitError(.leavesFull, ["maximum": .integer(Self.maximumLeaves)])
    }
    try change({ state in
      state.leaves.append(leave)
      state.nextLeave += 1
    }) { store, state in try store.save(leave, next: state.nextLeave) }
  }

  func dismiss(_ id: Int) throws -> LeaveDesk.Dismissed {
    guard let leave = state.leaves.first(where: { $0.id == id }) else {
      throw TransitError(.unknownLeave, ["leave": .integer(id)])
    }
    let name = favourite(leave.favourite)?.name ?? ""
    try change({ $0.leaves.removeAll { $0.id == id } }) { store, _ in try store.removeLeave(id) }
    return LeaveDesk.Dismissed(leave: id, name: name)
  }

  // MARK: Timetables

  func importFeed(
    _ params: Params.Import, _ request: RequestContext, _ stream: EventStream
  ) throws {
    if let url = params.realtime {
      try request.requireAdmin("name an address that transitd asks for real time")
      guard BaseURL.scheme(of: url) != nil else {
        throw TransitError(.invalidURL, ["url": .string(url)])
      }
    }
    let source = FeedRunner.Source(
      name: params.path, file: try request.passedFile(for: "path", named: params.path))
    try imports.start(
      source, name: params.name, realtime: params.realtime, stream: stream
    ) { [unowned self] feed in
      timetables.forget(feed.facts.name)
    }
  }

  func removeFeed(_ name: String, _ request: RequestContext) throws -> Answers.Feed {
    guard let feed = library[name] else {
      throw TransitError(.unknownFeed, ["feed": .string(name)])
    }
    try change({ state in
      state.removals = library.unfinished(of: state.removals)
      state.removals[name] = feed.facts.importedAt
    }) { store, state in try store.save(state.removals) }
    // The file goes when the removal is on disk: until then it may still be refused.
    host.afterCommit { [unowned self] in
      timetables.forget(name)
      library.finishRemovals()
    }
    return Answers.Feed(feed.facts, today: feed.day(at: request.now))
  }

  // MARK: Settings

  func configure(_ params: Params.Configure) throws -> Answers.Configured {
    let keys: [(QuotaBook.Portal, String)] = try [
      (.subway, params.keyFile), (.bus, params.busKeyFile),
    ].compactMap { portal, text in try text.map { (portal, try Self.key($0, portal)) } }
    let urls: [(String, String?)] = try [
      ("subwayURL", params.subwayURL), ("busURL", params.busURL),
    ].compactMap { name, text in try text.map { (name, try Self.url($0)) } }
    guard !keys.isEmpty || !urls.isEmpty else { throw TransitError(.nothingToConfigure) }
    try change({ state in
      for (portal, key) in keys { state.settings.keys[portal] = key }
      for (name, url) in urls {
        if name == "busURL" { state.settings.busURL = url } else { state.settings.subwayURL = url }
      }
    }) { store, _ in
      for (portal, key) in keys { try store.set(key: key, of: portal) }
      for (name, url) in urls { try store.set(name, url) }
    }
    return Answers.Configured(
      subwayKey: self.keys.origin(of: .subway).rawValue,
      busKey: self.keys.origin(of: .bus).rawValue,
      subwayURL: address.subwayBase, busURL: address.busBase)
  }

  private static func key(_ text: String, _ portal: QuotaBook.Portal) throws(TransitError) -> String
  {
    guard let key = KeyRing.key(in: text) else {
      throw TransitError(
        .invalidKey,
        ["portal": .string(portal.rawValue), "portalName": portal.title.jsonValue])
    }
    return key
  }

  /// `default` goes back to the configuration's address, or the portal's own.
  private static func url(_ text: String) throws(TransitError) -> String? {
    if text == "default" { return nil }
    guard let url = BaseURL.checked(text) else {
      throw TransitError(.invalidURL, ["url": .string(text)])
    }
    return url
  }
}
