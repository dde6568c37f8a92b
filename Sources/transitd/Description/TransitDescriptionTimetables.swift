internal import IPCProtocol

/// Timetables of any city: GTFS.
extension TransitDescription {
  static let gtfsImport = MethodDescription(
    "transit.gtfs.import",
    summary: text("Import a city's timetable, whole or not at all", "도시 시간표(GTFS) 가져오기"),
    access: .write, isStream: true,
    parameters: [
      ParameterDescription(
        "path", .string(minLength: 1, maxLength: 4096), required: true,
        text(
          "a GTFS zip file, - for standard input, or its http address (for admins)",
          "GTFS zip 파일, 표준 입력은 -, 또는 http 주소(관리자)"), source: .descriptor),
      ParameterDescription(
        "name", .string(minLength: 1, maxLength: 32, pattern: "^[a-z0-9][a-z0-9-]*$"),
        text("what it is called; the file's name if left out", "이름; 없으면 파일 이름")),
      ParameterDescription(
        "realtime", .string(minLength: 1, maxLength: 2048),
        text(
          "the http address of its GTFS Realtime trip updates (for admins)",
          "GTFS Realtime 주소 (관리자)")),
    ],
    result: .reference("Feed"),
    command: CommandDescription(
      ["gtfs", "import"], positionals: ["path"],
      examples: [
        "matectl transit gtfs import city.zip",
        "matectl transit gtfs import https://example.org/gtfs.zip --name city",
      ]),
    render: message(
      "{feed}: {stops} stops, {routes} routes, {trips} trips, {stopTimes} stop times, "
        + "{validFrom} to {validTo} {remark}",
      "{feed}: 정류장 {stops}개, 노선 {routes}개, 운행 {trips}개, 정차 시각 {stopTimes}개, "
        + "{validFrom}부터 {validTo}까지 {remark}"),
    renderEvent: message("{share:percent}  {text}", "{share:percent}  {text}"))

  static let gtfsFeeds = MethodDescription(
    "transit.gtfs.feeds", summary: text("Show the imported timetables", "가져온 시간표 보기"),
    result: .object([.init("feeds", .array(of: .reference("Feed")))]),
    command: CommandDescription(["gtfs", "feeds"], examples: ["matectl transit gtfs feeds"]),
    render: .table(
      TableTemplate(
        rows: "/feeds",
        columns: [
          TableColumn(text("Name", "이름"), "/feed"),
          TableColumn(text("Agency", "운영사"), "/agency"),
          TableColumn(text("Stops", "정류장"), "/stops", format: "integer"),
          TableColumn(text("Trips", "운행"), "/trips", format: "integer"),
          TableColumn(text("From", "시작"), "/validFrom"),
          TableColumn(
            text("To", "끝"), "/validTo",
            style: [StyleRule(when: "/expired", is: true, use: .danger)]),
          TableColumn(text("Real time", "실시간"), "/realtime"),
        ])))

  private static let feed = ParameterDescription(
    "feed", .string(minLength: 1, maxLength: 32), required: true,
    text("its name", "이름"),
    completion: CompletionSource(method: "transit.gtfs.feeds", values: "/feeds/*/feed"))

  static let gtfsRemove = MethodDescription(
    "transit.gtfs.remove", summary: text("Remove a timetable", "시간표 삭제"), access: .write,
    needsConfirmation: true, parameters: [feed], result: .reference("Feed"),
    command: CommandDescription(
      ["gtfs", "remove"], positionals: ["feed"], examples: ["matectl transit gtfs remove city"]),
    render: message("{feed} is removed", "{feed} 시간표를 지웠습니다"))

  static let departures = MethodDescription(
    "transit.departures",
    summary: text("Show the next departures of an imported timetable", "시간표의 다음 출발"),
    parameters: [
      ParameterDescription(
        "stop", .string(minLength: 1, maxLength: 128), required: true,
        text("a stop's id, code or name, also as FEED:STOP", "정류장 번호나 이름, 시간표:정류장도 가능")),
      ParameterDescription(
        "at", .string(minLength: 1, maxLength: 40),
        text("from when on, as 08:30 or 2026-11-21T08:30 at the stop", "기준 시각 (예: 08:30)")),
      ParameterDescription(
        "limit", .integer(1, 100, default: 10), text("at most so many", "최대 개수")),
    ],
    result: .reference("Departures"),
    command: CommandDescription(
      ["departures"], positionals: ["stop"], flags: [.init("limit", short: "n")],
      examples: [
        "matectl transit departures EMSI", "matectl transit departures city:1108 --at 08:30",
      ]),
    render: .table(
      TableTemplate(
        rows: "/departures",
        columns: [
          TableColumn(
            text("Departs", "출발"), "/clock",
            style: [StyleRule(when: "/cancelled", is: true, use: .danger)]),
          TableColumn(text("Route", "노선"), "/route"),
          TableColumn(text("To", "행선지"), "/headsign"),
          TableColumn(text("Platform", "승강장"), "/platform"),
          TableColumn(text("In", "남은 시간"), "/seconds", format: "duration"),
          TableColumn(text("Remark", "비고"), "/remark"),
        ], empty: text("nothing departs", "출발하는 편이 없습니다"), footer: text("{remark}", "{remark}"))))
}
