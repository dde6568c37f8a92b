internal import DaemonRuntime
internal import IPCProtocol
internal import Storage

/// The calls that read: arrivals, places, the quota.
extension Transit {
  func arrivals(_ params: Params.Arrivals) async throws -> PlaceAnswer {
    let station = try station(params.station)
    return try await arrivals(
      PlaceView(
        place: .station(station.name), name: station.name, lines: station.lines,
        filter: .init(line: try line(params.line), direction: Self.direction(params.direction))))
  }

  func arrivals(_ params: Params.BusArrivals) async throws -> PlaceAnswer {
    let stop = try stop(params.stop)
    return try await arrivals(
      PlaceView(
        place: .stop(stop.number ?? params.stop), name: stop.name,
        filter: .init(routes: Self.routes(params.routes))))
  }

  func trains(_ params: Params.Trains) async throws -> Answers.Trains {
    guard let line = try line(params.line) else {
      throw TransitError(.unknownLine, ["line": .string(params.line)])
    }
    do {
      let positions = try await upstream.positions(of: line)
      return Answers.Trains(
        line: String(line.id), lineName: Title(line.name),
        trains: positions.map { Answers.Train($0, at: now) })
    } catch let trouble as FeedTrouble {
      throw trouble.refusal
    }
  }

  func routes(_ params: Params.Routes) async throws -> Answers.Routes {
    do {
      let routes = try await upstream.routes(named: params.query)
      return Answers.Routes(routes: routes.map(Answers.Route.init))
    } catch let trouble as FeedTrouble {
      throw trouble.refusal
    }
  }

  func line(_ word: String?) throws(TransitError) -> SubwayLine? {
    guard let word else { return nil }
    guard let line = SubwayLine(named: word) else {
      throw TransitError(.unknownLine, ["line": .string(word)])
    }
    return line
  }

  static func direction(_ word: String?) -> Arrival.Direction? {
    word.flatMap { Arrival.Direction(rawValue: $0) }
  }

  /// `705,790` is one word on a command line, and no route has a comma in its name.
  static func routes(_ words: [String]?) -> [String] {
    (words ?? []).flatMap { $0.split(separator: ",").map { String($0).trimmed } }
      .filter { !$0.isEmpty }
  }

  private static let longestRoute = 128

  /// The same for routes that are kept.
  static func keptRoutes(_ words: [String]?) throws(TransitError) -> [String] {
    let routes = routes(words)
    guard routes.allSatisfy({ StoredText.isName($0, atMost: longestRoute) }) else {
      throw TransitError(.invalidRoute, ["maximum": .integer(longestRoute)])
    }
    return routes
  }

  // MARK: Places

  func places(_ params: Params.Stations) throws(TransitError) -> Answers.Places {
    let kind = params.kind.flatMap { PlaceSearch.Kind(rawValue: $0) }
    let limit = params.limit ?? 20
    if let near = params.near {
      let point = try Self.point(near)
      let found = search.places(near: point, kind: kind, limit: limit)
      return Answers.Places(places: found.map(Answers.Place.init))
    }
    let found = search.places(params.query ?? "", kind: kind, limit: limit)
    return Answers.Places(places: found.map(Answers.Place.init))
  }

  /// `37.498,127.028`.
  static func point(_ text: String) throws(TransitError) -> GeoPoint {
    let parts = text.split(separator: ",").map { Double($0.trimmed) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      let point = GeoPoint(latitude: latitude, longitude: longitude)
    else { throw TransitError(.invalidPosition, ["position": .string(text)]) }
    return point
  }

  // MARK: The quota

  func account(_ portal: QuotaBook.Portal, at now: Timestamp) -> Answers.Account {
    let book = upstream.book
    let account = book.account(portal, at: now)
    let origin = upstream.keys.origin(of: portal)
    return Answers.Account(
      portal: portal.rawValue, portalName: Title(portal.title), used: account.used,
      daily: book.limits.daily, left: book.left(portal, for: .request, at: now),
      reserve: book.limits.reserve,
      share: min(1, Double(account.used) / Double(book.limits.daily)),
      exhausted: account.isExhausted, resetsAt: KoreaTime.nextMidnight(after: now),
      key: origin.rawValue, keyName: Title(origin.title))
  }
}

extension KeyRing.Origin {
  fileprivate var title: LocalizedText {
    switch self {
    case .none: LocalizedText(en: "none", ko: "없음")
    case .stored: LocalizedText(en: "configured", ko: "설정됨")
    case .given: LocalizedText(en: "from the system", ko: "시스템 제공")
    }
  }
}
