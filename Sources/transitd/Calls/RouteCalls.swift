internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// From one place to another.
extension Transit {
  nonisolated static let routeCalls: [Call<Transit>] = [
    .task(
      "transit.route", "Find ways from one place to another by the imported timetables",
      ko: "가져온 시간표로 길 찾기",
      words: CallWords(
        "route <from> <to>",
        examples: [
          "matectl transit route EMSI AMV --at 08:30",
          "matectl transit route 37.498,127.028 city:1108 --arrive-by '내일 09:00' --avoid N61",
          "matectl transit route EMSI AMV --watch",
        ]),
      takes: Params.Route.self, gives: Answers.Ways.self, shows: wayTable
    ) { transit, params, _ in
      try await transit.route(params)
    },

    .stream(
      "transit.route.watch", "Follow a way, and say when it breaks and how to go on",
      ko: "길을 따라가며 지연과 변경 보기",
      words: CallWords(
        "route watch <from> <to>",
        examples: ["matectl transit route watch EMSI AMV --arrive-by 09:00"]),
      takes: Params.Route.self, sends: WayEvent.self, gives: Answers.WayEnd.self,
      shows: .message("{arrivedAt:time}  there: {to}", ko: "{arrivedAt:time}  도착: {to}"),
      showsEvent: .message("{at:time}  {text}", ko: "{at:time}  {text}")
    ) { transit, params, _, stream in
      let (question, clocks) = try transit.question(params)
      transit.ways.follow(question, clocks, stream)
      transit.keepTicking()
    },
  ]

  private nonisolated static let wayTable = Rendering.table(
    rows: "/legs",
    columns: [
      TableColumn("Way", ko: "길", "/way", format: "integer", rank: 5),
      TableColumn("Leaves", ko: "출발", "/leaves", rank: 1),
      TableColumn(
        "By", ko: "교통편", "/title",
        style: [StyleRule(when: "/kind", is: "walk", use: .muted)], rank: 2),
      TableColumn("To", ko: "내리는 곳", "/to", rank: 3),
      TableColumn("Arrives", ko: "도착", "/arrives", rank: 4),
      TableColumn("Remark", ko: "비고", "/remark", rank: 6),
    ], footer: remarkFooter)
}

/// What it does.
extension Transit {
  func route(_ params: Params.Route) async throws -> Answers.Ways {
    let (question, clocks) = try question(params)
    return try answer(try await journeys.ways(question), clocks)
  }

  /// What is asked, and whose clocks count.
  func question(_ params: Params.Route) throws -> WayLeaveDesk.Question {
    guard params.at == nil || params.arriveBy == nil else { throw TransitError(.twoTimes) }
    let (from, to) = try ends(params.from, params.to)
    let wish = WayWish(
      from: from, to: to, maxTransfers: params.maxTransfers, walkSpeed: params.walkSpeed,
      avoid: params.avoid ?? [], maxWalk: params.maxWalk, isStepFree: params.wheelchair)
    var asked = try question(wish, isArrival: params.arriveBy != nil) { clocks in
      try (params.arriveBy ?? params.at).map { try moment($0, clocks) } ?? now
    }
    asked.question.isLessWalkingWanted = params.lessWalking
    return asked
  }

  /// Both ends; one word names a favourite that is a way.
  func ends(_ from: String, _ to: String?) throws(TransitError) -> (from: String, to: String) {
    if let to { return (from.trimmed, to.trimmed) }
    guard let ends = try state.favourites.known(from.trimmed)?.ends else {
      throw TransitError(.noDestination, ["from": .string(from)])
    }
    return ends
  }

  /// A time on the clocks of a stop, or of the first timetable.
  func moment(_ text: String, _ match: FeedLibrary.Match?) throws -> Timestamp {
    if let time = Timestamp(rfc3339: text) { return time }
    let feed = match?.feed ?? library.feeds.first
    guard let time = feed?.localTime(text, at: match?.stops ?? [], now: now) else {
      throw TransitError(.invalidTime, ["at": .string(text)])
    }
    return time
  }

  private func answer(
    _ found: JourneyDesk.Found, _ match: FeedLibrary.Match?
  ) throws -> Answers.Ways {
    guard let feed = match?.feed ?? library.feeds.first else { throw TransitError(.noTimetables) }
    let question = found.question
    let zone = feed.zone(of: match?.stops ?? [])
    let text = WayText(
      network: found.network, from: question.from.name, to: question.to.name, zone: zone,
      now: now, at: question.at, feed: { [library] in library[$0] })
    let ways = found.ways.enumerated().map { text.answer($1, number: $0 + 1) }
    let legs = try found.ways.enumerated().flatMap { try text.legs($1, number: $0 + 1) }
    let lines = ways.map(\.text) + found.notes.map(\.text)
    let alerts = found.alerts.map(Answers.Alert.init)
    return Answers.Ways(
      from: question.from.name, to: question.to.name, at: question.at,
      zone: match?.stops.lazy.compactMap(\.zone).first ?? feed.facts.zone, ways: ways, legs: legs,
      source: legs.contains(where: \.realtime) ? .realtime : .timetable, notes: found.notes,
      alerts: alerts,
      remark: Answers.Alert.joined(
        LocalizedText(
          en: lines.map(\.en).joined(separator: "; "),
          ko: lines.map { $0.text(in: .korean) }.joined(separator: "; ")), alerts))
  }
}
