internal import IPCProtocol

/// Arrivals, once and live.
extension TransitDescription {
  private static let arrivalColumns = [
    TableColumn(text("When", "도착"), "/when", style: whenStyle),
    TableColumn(text("Line", "노선"), "/lineName"),
    TableColumn(text("To", "행선지"), "/destination"),
    TableColumn(text("Via", "방면"), "/via"),
    TableColumn(text("Now at", "현재 위치"), "/place"),
    TableColumn(
      text("Remark", "비고"), "/remark",
      style: [StyleRule(when: "/last", is: true, use: .warning)]),
    TableColumn(
      text("Age", "경과"), "/ageSeconds", format: "duration",
      style: [StyleRule(when: "/stale", is: true, use: .warning)]),
  ]

  private static let whenStyle = [
    StyleRule(when: "/stale", is: true, use: .muted),
    StyleRule(when: "/state", is: "departed", use: .muted),
    StyleRule(when: "/state", is: "arrived", use: .success),
  ]

  static let arrivals = MethodDescription(
    "transit.arrivals",
    summary: text("Show the trains that come to a station", "지하철역 실시간 도착"),
    parameters: [
      ParameterDescription(
        "station", .string(minLength: 1, maxLength: 64), required: true,
        text("a station, as 서울 or 연신내역", "역 이름 (예: 서울, 연신내역)"),
        completion: CompletionSource(method: "transit.favourite.list", values: "/favourites/*/name")
      ), line, direction,
    ],
    result: .reference("Place"),
    command: CommandDescription(
      ["arrivals"], positionals: ["station"],
      flags: [.init("line", short: "l"), .init("direction", short: "d")],
      examples: ["matectl transit arrivals 서울 --line 1"]),
    render: .table(
      TableTemplate(
        rows: "/arrivals", columns: arrivalColumns,
        empty: text("no train", "열차가 없습니다"), footer: text("{remark}", "{remark}"))))

  static let busArrivals = MethodDescription(
    "transit.busArrivals",
    summary: text("Show the buses that come to a stop", "버스 정류장 실시간 도착"),
    parameters: [
      ParameterDescription(
        "stop", .string(minLength: 1, maxLength: 16), required: true,
        text("the number on the stop's sign, as 13195", "정류장 번호 (예: 13195)")), routes,
    ],
    result: .reference("Place"),
    command: CommandDescription(
      ["bus"], positionals: ["stop"], flags: [routeFlag],
      examples: ["matectl transit bus 13195", "matectl transit bus 13195 --route 7612"]),
    render: .table(
      TableTemplate(
        rows: "/arrivals",
        columns: [
          TableColumn(text("When", "도착"), "/when", style: whenStyle),
          TableColumn(text("Route", "노선"), "/lineName"),
          TableColumn(text("To", "방향"), "/destination"),
          TableColumn(text("Stops", "남은 정거장"), "/stopsAway", format: "integer"),
          TableColumn(text("Crowding", "혼잡도"), "/crowdingName"),
          TableColumn(
            text("Remark", "비고"), "/remark",
            style: [StyleRule(when: "/last", is: true, use: .warning)]),
        ], empty: text("no bus", "버스가 없습니다"), footer: text("{remark}", "{remark}"))))

  static let watch = MethodDescription(
    "transit.watch",
    summary: text("Follow what comes, counting down each second", "실시간 도착을 초 단위로 보기"),
    isStream: true,
    parameters: [
      ParameterDescription(
        "target", .string(minLength: 1, maxLength: 64),
        text(
          "a favourite, a station or a stop's number; all favourites if left out",
          "즐겨찾기, 역 또는 정류장 번호; 없으면 즐겨찾기 전체"),
        completion: CompletionSource(method: "transit.favourite.list", values: "/favourites/*/name")
      ),
      ParameterDescription(
        "everySeconds", .duration(1, 3600, default: 1),
        text("how often to look, as 5s for a status bar", "갱신 간격 (예: 상태 표시줄에는 5s)")),
      ParameterDescription(
        "notify", .boolean(default: false),
        text("also as a notification that is kept up to date", "데스크톱 알림으로도 보기")),
    ],
    command: CommandDescription(
      ["watch"], positionals: ["target"], flags: [.init("everySeconds", long: "every")],
      examples: [
        "matectl transit watch", "matectl transit watch 연신내",
        "matectl transit watch --every 5s --output waybar",
      ]),
    renderEvent: .board(
      BoardTemplate(
        columns: [
          BoardColumn(
            text("Up, inner", "상행·내선"), items: "/up", card: text("{text}", "{text}"),
            style: cardStyle),
          BoardColumn(
            text("Down, outer", "하행·외선"), items: "/down", card: text("{text}", "{text}"),
            style: cardStyle),
          BoardColumn(
            text("Bus", "버스"), items: "/bus", card: text("{text}", "{text}"), style: cardStyle),
        ], footer: text("{remark}", "{remark}"))),
    bar: BarTemplate(
      text: text("{bar/text}", "{bar/text}"), tooltip: text("{bar/tooltip}", "{bar/tooltip}"),
      kind: "/bar/state"))

  private static let cardStyle = [
    StyleRule(when: "/stale", is: true, use: .muted),
    StyleRule(when: "/last", is: true, use: .warning),
    StyleRule(when: "/soon", is: true, use: .accent),
  ]

  static let trains = MethodDescription(
    "transit.trains", summary: text("Show where the trains of a line are", "노선의 열차 위치"),
    parameters: [
      ParameterDescription(
        "line", .string(minLength: 1, maxLength: 32), required: true,
        text("a line, as 2, 2호선 or GTX-A", "노선 (예: 2, 2호선, GTX-A)"))
    ],
    result: .object([
      .init("line", .string), .init("lineName", .reference("Title")),
      .init("trains", .array(of: .reference("Train"))),
    ]),
    command: CommandDescription(
      ["trains"], positionals: ["line"], examples: ["matectl transit trains 2"]),
    render: .table(
      TableTemplate(
        rows: "/trains",
        columns: [
          TableColumn(text("Train", "열차"), "/train"),
          TableColumn(text("Motion", "상태"), "/motionName"),
          TableColumn(text("Station", "역"), "/station"),
          TableColumn(text("Way", "방향"), "/directionName"),
          TableColumn(text("To", "행선지"), "/destination"),
          TableColumn(text("Express", "급행"), "/express"),
          TableColumn(text("Last", "막차"), "/last"),
          TableColumn(text("Age", "경과"), "/ageSeconds", format: "duration"),
        ])))

  static let busRoutes = MethodDescription(
    "transit.routes", summary: text("Find bus routes by number", "버스 노선 찾기"),
    parameters: [
      ParameterDescription(
        "query", .string(minLength: 1, maxLength: 32), required: true,
        text("a part of a route's number, as 4318", "노선 번호의 일부 (예: 4318)"))
    ],
    result: .object([.init("routes", .array(of: .reference("Route")))]),
    command: CommandDescription(
      ["routes"], positionals: ["query"], examples: ["matectl transit routes 4318"]),
    render: .table(
      TableTemplate(
        rows: "/routes",
        columns: [
          TableColumn(text("Route", "노선"), "/route"),
          TableColumn(text("From", "기점"), "/from"),
          TableColumn(text("To", "종점"), "/to"),
          TableColumn(text("Every (min)", "배차 간격(분)"), "/everyMinutes", format: "integer"),
        ])))
}
