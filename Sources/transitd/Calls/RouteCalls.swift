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
        "route <from> <to>", flags: wayFlags + [.init("limit", short: "n")],
        examples: [
          "matectl transit route EMSI AMV --at 08:30",
          "matectl transit route 37.498,127.028 city:1108 --arrive-by '내일 09:00' --avoid N61",
          "matectl transit route EMSI AMV --watch",
        ]),
      takes: Params.Route.self, gives: Answers.Journeys.self, shows: wayTable
    ) { transit, params, _ in
      try await transit.route(params)
    },

    .stream(
      "transit.route.watch", "Follow a way, and say when it breaks and how to go on",
      ko: "길을 따라가며 지연과 변경 보기",
      words: CallWords(
        "route watch <from> <to>", flags: wayFlags,
        examples: ["matectl transit route watch EMSI AMV --arrive-by 09:00"]),
      takes: Params.Route.self, sends: WayEvent.self, gives: Answers.WayEnd.self,
      shows: .message("{arrivedAt:time}  there: {to}", ko: "{arrivedAt:time}  도착: {to}"),
      showsEvent: .message("{at:time}  {text}", ko: "{at:time}  {text}")
    ) { transit, params, _, stream in
      let (question, clocks) = try transit.question(params)
      transit.ways.follow(question, clocks, in: params.language, stream)
      transit.keepTicking()
    },
  ]

  nonisolated static let wayFlags = [
    CommandDescription.Flag("walkMetersPerSecond", long: "walk-speed"),
    CommandDescription.Flag("maxWalkMeters", long: "max-walk"),
  ]

  private nonisolated static let whole = [StyleRule(when: "/kind", is: "way", use: .strong)]

  private nonisolated static let wayTable = Rendering.table(
    rows: "/rows",
    columns: [
      TableColumn("Way", ko: "길", "/number", format: "integer", style: whole, rank: 5),
      TableColumn("Leaves", ko: "출발", "/leaves", style: whole, rank: 1),
      TableColumn(
        "By", ko: "교통편", "/title",
        style: [StyleRule(when: "/kind", is: "walk", use: .muted)], rank: 2),
      TableColumn("To", ko: "내리는 곳", "/to", style: whole, rank: 3),
      TableColumn("Arrives", ko: "도착", "/arrives", style: whole, rank: 4),
      TableColumn("Remark", ko: "비고", "/remark", style: whole, rank: 6),
    ], empty: LocalizedText(en: "no way", ko: "길이 없습니다"), footer: remarkFooter)
}

/// What it does.
extension Transit {
  func route(_ params: Params.Route) async throws -> Answers.Journeys {
    var (question, clocks) = try question(params)
    question.slack = JourneySearch.usualSlack
    question.limit = params.limit
    return try answer(try await journeys.found(question), clocks)
  }

  /// What is asked, and whose clocks count.
  func question(_ params: Params.Route) throws -> WayLeaveDesk.Question {
    guard params.at == nil || params.arriveBy == nil else { throw TransitError(.twoTimes) }
    let (from, to) = try ends(params.from, params.to)
    let wish = WayWish(
      from: from, to: to, maxTransfers: params.maxTransfers,
      walkMetresPerSecond: params.walkMetersPerSecond, avoid: params.avoid ?? [],
      maxWalkMetres: params.maxWalkMeters, isStepFree: params.wheelchair)
    return try question(wish, isArrival: params.arriveBy != nil) { clocks in
      try (params.arriveBy ?? params.at).map { try moment($0, clocks) } ?? now
    }
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
    guard let feed = match?.feed ?? library.feeds.first else { throw TransitError(.noTimetables) }
    guard let time = feed.localTime(text, at: match?.stops ?? [], now: now) else {
      throw TransitError(.invalidTime, ["at": .string(text)])
    }
    return time
  }

  private func answer(
    _ found: JourneyDesk.Found, _ match: FeedLibrary.Match?
  ) throws -> Answers.Journeys {
    guard let feed = match?.feed ?? library.feeds.first else { throw TransitError(.noTimetables) }
    let question = found.question
    let text = WayText(
      network: found.network, from: question.from, to: question.to,
      millimetresPerSecond: question.millimetresPerSecond, zone: feed.zone(of: match?.stops ?? []),
      now: now, at: question.at, feed: { [library] in library[$0] })
    var (journeys, rows): ([Answers.Journey], [Answers.WayRow]) = ([], [])
    for (index, way) in found.ways.enumerated() {
      let parts = try text.parts(way)
      journeys.append(text.journey(way, parts))
      rows += text.rows(way, number: index + 1, parts)
    }
    let why = found.refusal?.sentence
    let lines = [why ?? text.heading].compactMap(\.self) + found.notes.map(\.text)
    let alerts = found.alerts.map(Answers.Alert.init)
    return Answers.Journeys(
      from: question.from.name, to: question.to.name, at: question.at,
      zone: match?.stops.lazy.compactMap(\.zone).first ?? feed.facts.zone, journeys: journeys,
      source: journeys.contains { $0.legs.contains(where: \.realtime) } ? .realtime : .timetable,
      why: why, notes: found.notes, alerts: alerts, rows: rows,
      remark: Answers.Alert.joined(
        LocalizedText(
          en: lines.map(\.en).joined(separator: "; "),
          ko: lines.map { $0.text(in: .korean) }.joined(separator: "; ")), alerts))
  }
}
