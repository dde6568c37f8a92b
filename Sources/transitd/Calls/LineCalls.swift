internal import DaemonRuntime
internal import IPCProtocol

/// The lines and routes themselves: where their trains are, and what they are called.
extension Transit {
  nonisolated static let lineCalls: [Call<Transit>] = [
    .task(
      "transit.trains", "Show where the trains of a line are", ko: "노선의 열차 위치",
      words: CallWords("trains <line>", examples: ["matectl transit trains 2"]),
      takes: Params.Trains.self, gives: Answers.Trains.self, shows: trainPositions
    ) { transit, params, _ in
      try await transit.trains(params)
    }.openWorld,

    .task(
      "transit.routes", "Find bus routes by number", ko: "버스 노선 찾기",
      words: CallWords("routes <query>", examples: ["matectl transit routes 4318"]),
      takes: Params.Routes.self, gives: Answers.Routes.self, shows: routeTable
    ) { transit, params, _ in
      try await transit.routes(params)
    }.openWorld,
  ]

  private nonisolated static let trainPositions = Rendering.table(
    rows: "/trains",
    columns: [
      TableColumn("Train", ko: "열차", "/train"),
      TableColumn("Motion", ko: "상태", "/motionName"),
      TableColumn("Station", ko: "역", "/station"),
      TableColumn("Way", ko: "방향", "/directionName"),
      TableColumn("To", ko: "행선지", "/destination"),
      TableColumn("Express", ko: "급행", "/express"),
      TableColumn("Last", ko: "막차", "/last"),
      TableColumn("Age", ko: "경과", "/ageSeconds", format: "duration"),
    ])

  private nonisolated static let routeTable = Rendering.table(
    rows: "/routes",
    columns: [
      TableColumn("Route", ko: "노선", "/route"),
      TableColumn("From", ko: "기점", "/from"),
      TableColumn("To", ko: "종점", "/to"),
      TableColumn("Every (min)", ko: "배차 간격(분)", "/everyMinutes", format: "integer"),
    ])
}

/// What they do.
extension Transit {
  func trains(_ params: Params.Trains) async throws -> Answers.Trains {
    guard let line = try line(params.line) else {
      throw TransitError(.unknownLine, ["line": .string(params.line)])
    }
    do {
      let positions = try await upstream.positions(of: line)
      return Answers.Trains(
        line: String(line.id), lineName: line.name,
        trains: positions.map { Answers.Train($0, at: now) })
    } catch let trouble as PortalTrouble {
      throw trouble.refusal
    }
  }

  func routes(_ params: Params.Routes) async throws -> Answers.Routes {
    do {
      let routes = try await upstream.routes(named: params.query)
      return Answers.Routes(routes: routes.map(Answers.Route.init))
    } catch let trouble as PortalTrouble {
      throw trouble.refusal
    }
  }
}
