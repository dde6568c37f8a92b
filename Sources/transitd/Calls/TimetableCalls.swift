internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// Timetables of any city: GTFS.
extension Transit {
  nonisolated static let timetableCalls: [Call<Transit>] = [
    .task(
      "transit.departures", "Show the next departures of an imported timetable", ko: "시간표의 다음 출발",
      words: CallWords(
        "departures <stop>", flags: [.init("limit", short: "n")],
        examples: [
          "matectl transit departures EMSI", "matectl transit departures city:1108 --at 08:30",
        ]),
      takes: Params.Departures.self, gives: Answers.Departures.self, shows: departureTable,
      atHand: { transit, params, _ in try transit.departuresAtHand(params) }
    ) { transit, params, _ in
      try await transit.departures(params)
    },

    .stream(
      "transit.gtfs.import", "Import a city's timetable, whole or not at all",
      ko: "도시 시간표(GTFS) 가져오기", access: .write,
      words: CallWords(
        "gtfs import <path>",
        examples: [
          "matectl transit gtfs import city.zip",
          "matectl transit gtfs import https://example.org/gtfs.zip --name city",
        ]),
      takes: Params.Import.self, sends: ImportEvent.self, gives: Answers.Feed.self,
      shows: .message(
        "{feed}: {stops:stop/stops}, {routes:route/routes}, {trips:trip/trips}, {stopTimes:stop time/stop times}, "
          + "{validFrom} to {validTo} {remark}",
        ko: "{feed}: 정류장 {stops}개, 노선 {routes}개, 운행 {trips}개, 정차 시각 {stopTimes}개, "
          + "{validFrom}부터 {validTo}까지 {remark}"),
      showsEvent: .message("{share:percent}  {text}", ko: "{share:percent}  {text}")
    ) { transit, params, request, stream in
      try transit.importFeed(params, request, stream)
    }.openWorld.reportingProgress,

    .read(
      "transit.gtfs.feeds", "Show the imported timetables", ko: "가져온 시간표 보기", words: "gtfs feeds",
      takes: NoParams.self, gives: Answers.Feeds.self, shows: feedTable
    ) { transit, _, request in
      Answers.Feeds(
        feeds: transit.library.feeds.map {
          Answers.Feed(
            $0.facts, today: $0.day(at: request.now),
            transit.timetables.parts(of: $0.facts.name), at: request.now)
        })
    },

    .change(
      "transit.gtfs.remove", "Remove a timetable", ko: "시간표 삭제",
      words: CallWords("gtfs remove <feed>", examples: ["matectl transit gtfs remove city"]),
      takes: Params.Feed.self, gives: Answers.Feed.self,
      shows: .message("{feed} is removed", ko: "{feed} 시간표를 지웠습니다")
    ) { transit, params, request in
      try transit.removeFeed(params.feed, request)
    }.idempotent.confirmed,
  ]

  private nonisolated static let departureTable = Rendering.table(
    rows: "/departures",
    columns: [
      TableColumn(
        "Departs", ko: "출발", "/clock",
        style: [StyleRule(when: "/cancelled", is: true, use: .danger)]),
      TableColumn("Route", ko: "노선", "/route"),
      TableColumn("To", ko: "행선지", "/headsign"),
      TableColumn("Platform", ko: "승강장", "/platform"),
      TableColumn("In", ko: "남은 시간", "/seconds", format: "duration"),
      TableColumn("Remark", ko: "비고", "/remark"),
    ], empty: LocalizedText(en: "nothing departs", ko: "출발하는 편이 없습니다"), footer: remarkFooter)

  private nonisolated static let feedTable = Rendering.table(
    rows: "/feeds",
    columns: [
      TableColumn("Name", ko: "이름", "/feed"),
      TableColumn("Agency", ko: "운영사", "/agency", rank: 5),
      TableColumn("Stops", ko: "정류장", "/stops", format: "integer", rank: 7),
      TableColumn("Trips", ko: "운행", "/trips", format: "integer", rank: 8),
      TableColumn("From", ko: "시작", "/validFrom", format: "day", rank: 6),
      TableColumn(
        "To", ko: "끝", "/validTo", format: "day",
        style: [StyleRule(when: "/expired", is: true, use: .danger)], rank: 3),
      TableColumn("Real time", ko: "실시간", "/realtime", rank: 4),
      // That it has run out is what a person must see.
      TableColumn("Remark", ko: "비고", "/remark", rank: 2, least: 24),
    ])
}

/// What they do.
extension Transit {
  func departures(_ params: Params.Departures) async throws -> Answers.Departures {
    try Answers.Departures(
      await timetables.departures(
        of: state.places.meaning(of: params.stop), from: params.at, limit: params.limit))
  }

  /// The same where no real time is to be waited for.
  func departuresAtHand(_ params: Params.Departures) throws -> Answers.Departures? {
    try timetables.departuresAtHand(
      of: state.places.meaning(of: params.stop), from: params.at, limit: params.limit
    ).map { try Answers.Departures($0) }
  }

  func importFeed(
    _ params: Params.Import, _ request: RequestContext, _ stream: FeedRunner.Stream
  ) throws {
    if let url = params.realtime {
      try request.requireAdmin("name an address that transitd asks for real time")
      guard FeedFacts.addresses(url).allSatisfy({ BaseURL.scheme(of: $0) != nil }) else {
        throw TransitError(.invalidURL, ["url": .string(url)])
      }
    }
    let source = FeedRunner.Source(
      name: params.path, file: try request.passedFile(for: "path", named: params.path))
    try imports.start(source, name: params.name, realtime: params.realtime, stream: stream)
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
}
