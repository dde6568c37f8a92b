internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// Arrivals, once and live.
extension Transit {
  nonisolated static let arrivalCalls: [Call<Transit>] = [
    .task(
      "transit.arrivals", "Show the trains that come to a station", ko: "지하철역 실시간 도착",
      words: CallWords(
        "arrivals <station>",
        flags: [.init("line", short: "l"), .init("direction", short: "d")],
        examples: ["matectl transit arrivals 서울 --line 1"]),
      takes: Params.Arrivals.self, gives: PlaceAnswer.self, shows: trainTable,
      atHand: { transit, params, _ in transit.atHand(try transit.view(params)) }
    ) { transit, params, _ in
      try await transit.arrivals(try transit.view(params))
    }.openWorld,

    .task(
      "transit.busArrivals", "Show the buses that come to a stop", ko: "버스 정류장 실시간 도착",
      words: CallWords(
        "bus <stop>", flags: [routeFlag],
        examples: ["matectl transit bus 13195", "matectl transit bus 13195 --route 7612"]),
      takes: Params.BusArrivals.self, gives: PlaceAnswer.self, shows: busTable,
      atHand: { transit, params, _ in transit.atHand(try transit.view(params)) }
    ) { transit, params, _ in
      try await transit.arrivals(try transit.view(params))
    }.openWorld,

    .stream(
      "transit.watch", "Follow what comes, counting down each second", ko: "실시간 도착을 초 단위로 보기",
      words: CallWords(
        "watch <target>", flags: [.init("everySeconds", long: "every")],
        examples: [
          "matectl transit watch", "matectl transit watch 연신내",
          "matectl transit watch --every 5s --output waybar",
        ]),
      takes: Params.Watch.self, sends: WatchBoard.self, gives: NoResult.self, showsEvent: board
    ) { transit, params, _, stream in
      try transit.watch(params, stream)
    }.openWorld.bar(
      BarTemplate(
        text: LocalizedText(en: "{bar/text}", ko: "{bar/text}"),
        tooltip: LocalizedText(en: "{bar/tooltip}", ko: "{bar/tooltip}"), kind: "/bar/state")),
  ]

  nonisolated static let routeFlag = CommandDescription.Flag("routes", long: "route", short: "r")

  // MARK: How they are shown

  private nonisolated static let trainTable = Rendering.table(
    rows: "/arrivals",
    columns: [
      TableColumn("When", ko: "도착", "/when", style: whenStyle),
      TableColumn("Line", ko: "노선", "/lineName"),
      TableColumn("To", ko: "행선지", "/destination"),
      TableColumn("Via", ko: "방면", "/via"),
      TableColumn("Now at", ko: "현재 위치", "/place"),
      TableColumn(
        "Remark", ko: "비고", "/remark",
        style: [StyleRule(when: "/last", is: true, use: .warning)]),
      TableColumn(
        "Age", ko: "경과", "/ageSeconds", format: "duration",
        style: [StyleRule(when: "/stale", is: true, use: .warning)]),
    ], empty: LocalizedText(en: "no train", ko: "열차가 없습니다"), footer: remarkFooter)

  private nonisolated static let busTable = Rendering.table(
    rows: "/arrivals",
    columns: [
      TableColumn("When", ko: "도착", "/when", style: whenStyle),
      TableColumn("Route", ko: "노선", "/lineName"),
      TableColumn("To", ko: "방향", "/destination"),
      TableColumn("Stops", ko: "남은 정거장", "/stopsAway", format: "integer"),
      TableColumn("Crowding", ko: "혼잡도", "/crowdingName"),
      TableColumn("Kind", ko: "유형", "/routeKindName"),
      TableColumn("First–last", ko: "첫차–막차", "/hours"),
      TableColumn(
        "Remark", ko: "비고", "/remark",
        style: [StyleRule(when: "/last", is: true, use: .warning)]),
    ], empty: LocalizedText(en: "no bus", ko: "버스가 없습니다"), footer: remarkFooter)

  private nonisolated static let whenStyle = [
    StyleRule(when: "/stale", is: true, use: .muted),
    StyleRule(when: "/state", is: "departed", use: .muted),
    StyleRule(when: "/state", is: "arrived", use: .success),
  ]

  /// What is to be said about a whole answer, below it.
  nonisolated static let remarkFooter = LocalizedText(en: "{remark}", ko: "{remark}")

  private nonisolated static let board: Rendering = {
    let card = LocalizedText(en: "{text}", ko: "{text}")
    let style = [
      StyleRule(when: "/stale", is: true, use: .muted),
      StyleRule(when: "/last", is: true, use: .warning),
      StyleRule(when: "/soon", is: true, use: .accent),
    ]
    return .board(
      BoardTemplate(
        columns: [
          BoardColumn(
            LocalizedText(en: "Up, inner", ko: "상행·내선"), items: "/up", key: "/vehicle", card: card,
            style: style),
          BoardColumn(
            LocalizedText(en: "Down, outer", ko: "하행·외선"), items: "/down", key: "/vehicle",
            card: card,
            style: style),
          BoardColumn(
            LocalizedText(en: "Bus", ko: "버스"), items: "/bus", key: "/vehicle", card: card,
            style: style),
        ], footer: remarkFooter))
  }()
}

/// What they do.
extension Transit {
  func view(_ params: Params.Arrivals) throws -> PlaceView {
    let station = try search.station(named: state.places.meaning(of: params.station))
    return PlaceView(station, .init(line: try line(params.line), direction: params.direction))
  }

  func view(_ params: Params.BusArrivals) throws -> PlaceView {
    let stop = try search.stop(named: state.places.meaning(of: params.stop))
    return PlaceView(stop, .init(routes: Self.routes(params.routes)))
  }

  /// What comes to a place, after an attempt to hear of it.
  func arrivals(_ view: PlaceView) async throws -> PlaceAnswer {
    let report = try await desk.arrivals(view)
    return answer(view, report)
  }

  /// The same where what was heard last is young; nil where a portal is to be asked.
  func atHand(_ view: PlaceView) -> PlaceAnswer? {
    desk.arrivalsAtHand(view).map { answer(view, $0) }
  }

  private func answer(_ view: PlaceView, _ report: PlaceReport) -> PlaceAnswer {
    PlaceAnswer(view, report, alerts: desk.alerts(at: view.place), at: now)
  }

  func line(_ word: String?) throws(TransitError) -> SubwayLine? {
    guard let word else { return nil }
    guard let line = SubwayLine(named: word) else {
      throw TransitError(.unknownLine, ["line": .string(word)])
    }
    return line
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

  // MARK: Watching

  /// All favourites, one of them, or any station or stop.
  func watch(_ params: Params.Watch, _ stream: StreamOf<WatchBoard, NoResult>) throws {
    let views = try views(params.target)
    guard !views.isEmpty else {
      // Where to look for what there is.
      if let way = state.favourites.list.first { _ = try Self.view(way) }
      throw TransitError(.noFavourites)
    }
    watches.follow(
      views, every: max(1, Int(params.everySeconds)),
      isOnDesktop: params.notify, in: params.language, stream)
  }

  /// What comes to a favourite.
  ///
  /// - Throws: ``TransitError`` for a way.
  static func view(_ favourite: Favourite) throws(TransitError) -> PlaceView {
    if let view = PlaceView(favourite) { return view }
    throw TransitError(
      .favouriteIsWay,
      ["favourite": .string(favourite.name), "number": .integer(favourite.id)])
  }

  private func views(_ target: String?) throws -> [PlaceView] {
    guard let target else { return state.favourites.list.compactMap { PlaceView($0) } }
    // Not being a favourite is no error where it is a place; being one of several is.
    if let favourite = try state.favourites.known(target) {
      return [try Self.view(favourite)]
    }
    return switch try search.place(named: state.places.meaning(of: target)) {
    case .station(let station): [PlaceView(station)]
    case .stop(let stop): [PlaceView(stop)]
    }
  }
}
