internal import IPCProtocol

/// Places, favourites, leave-bys, settings.
extension TransitDescription {
  static let stations = MethodDescription(
    "transit.stations",
    summary: text(
      "Find stations and stops by name, initial consonants or nearness",
      "역과 정류장 찾기 (이름, 초성, 위치)"),
    parameters: [
      ParameterDescription(
        "query", .string(maxLength: 64),
        text("a part of a name, ㄱㄴ for 강남, or a stop's number", "이름의 일부, 초성(ㄱㄴ), 정류장 번호")),
      ParameterDescription(
        "near", .string(maxLength: 64),
        text("the nearest to LAT,LON instead", "위도,경도에서 가까운 곳")),
      ParameterDescription(
        "kind", .oneOf(PlaceSearch.Kind.allCases.map(\.rawValue)),
        text("only the subway, or only buses", "지하철만 또는 버스만")),
      ParameterDescription(
        "limit", .integer(1, 200, default: 20), text("at most so many", "최대 개수")),
    ],
    result: .object([.init("places", .array(of: .reference("FoundPlace")))]),
    command: CommandDescription(
      ["stations"], positionals: ["query"], flags: [.init("kind", short: "k")],
      examples: ["matectl transit stations 강남", "matectl transit stations ㄱㄴ --kind subway"]),
    render: .table(
      TableTemplate(
        rows: "/places",
        columns: [
          TableColumn(text("Name", "이름"), "/name"),
          TableColumn(text("Lines, number", "노선, 번호"), "/lineNames"),
          TableColumn(text("Metres", "거리(m)"), "/metres", format: "integer"),
        ])))

  // MARK: Favourites

  static let favouriteAdd = MethodDescription(
    "transit.favourite.add", summary: text("Keep a place as a favourite", "즐겨찾기 추가"),
    access: .write,
    parameters: [
      ParameterDescription(
        "place", .string(minLength: 1, maxLength: 64), required: true,
        text("a station's name or a stop's number", "역 이름 또는 정류장 번호")),
      line, direction, routes,
    ],
    result: .reference("Favourite"),
    command: CommandDescription(
      ["favourite", "add"], positionals: ["place"],
      flags: [.init("line", short: "l"), .init("direction", short: "d"), routeFlag],
      examples: [
        "matectl transit favourite add 연신내 --direction up",
        "matectl transit favourite add 13195 --route 7612",
      ]),
    render: message("{position}. {name} {wishes}", "{position}. {name} {wishes}"))

  static let favouriteList = MethodDescription(
    "transit.favourite.list", summary: text("Show the favourites", "즐겨찾기 보기"),
    result: .object([.init("favourites", .array(of: .reference("Favourite")))]),
    command: CommandDescription(
      ["favourite", "list"], examples: ["matectl transit favourite list"]),
    render: .table(
      TableTemplate(
        rows: "/favourites",
        columns: [
          TableColumn(text("Number", "번호"), "/favourite", format: "integer"),
          TableColumn(text("Name", "이름"), "/name"),
          TableColumn(text("Stop", "정류장"), "/stop"),
          TableColumn(text("Only", "조건"), "/wishes"),
          TableColumn(text("Alarm", "알람"), "/alarm"),
        ])))

  static let favouriteMove = MethodDescription(
    "transit.favourite.move", summary: text("Give a favourite another place", "즐겨찾기 순서 바꾸기"),
    access: .write,
    parameters: [
      favourite("number or name", "번호 또는 이름"),
      ParameterDescription(
        "position", .integer(1, 10), required: true, text("its new place, 1 is first", "새 순서")),
    ],
    result: .reference("Favourite"),
    command: CommandDescription(
      ["favourite", "move"], positionals: ["favourite", "position"],
      examples: ["matectl transit favourite move 연신내 1"]),
    render: message("{position}. {name}", "{position}. {name}"))

  static let favouriteRemove = MethodDescription(
    "transit.favourite.remove",
    summary: text("Remove a favourite with its alarm and leave-bys", "즐겨찾기 삭제"), access: .write,
    parameters: [favourite("number or name", "번호 또는 이름")],
    result: .reference("Favourite"),
    command: CommandDescription(
      ["favourite", "remove"], positionals: ["favourite"],
      examples: ["matectl transit favourite remove 연신내"]),
    render: message("{name} is no favourite any more", "{name} 즐겨찾기를 지웠습니다"))

  // MARK: Alarms

  static let alarmSet = MethodDescription(
    "transit.alarm.set",
    summary: text("Tell me when I come near a favourite", "즐겨찾기 근처에 오면 알림"), access: .write,
    parameters: [favourite("number or name", "번호 또는 이름")],
    result: .reference("Alarm"),
    command: CommandDescription(
      ["alarm", "set"], positionals: ["favourite"], examples: ["matectl transit alarm set 연신내"]),
    render: message(
      "{name}: you will be told within {radiusMetres} m", "{name}: {radiusMetres}m 안에 오면 알립니다"))

  static let alarmRemove = MethodDescription(
    "transit.alarm.remove", summary: text("Remove an alarm", "근처 알림 끄기"), access: .write,
    parameters: [favourite("number or name", "번호 또는 이름")],
    result: .reference("Alarm"),
    command: CommandDescription(
      ["alarm", "remove"], positionals: ["favourite"],
      examples: ["matectl transit alarm remove 연신내"]),
    render: message("{name} has no alarm any more", "{name} 근처 알림을 껐습니다"))

  static let alarmList = MethodDescription(
    "transit.alarm.list", summary: text("Show the alarms", "근처 알림 보기"),
    result: .object([
      .init("alarms", .array(of: .reference("Alarm"))), .init("gpsd", .boolean),
    ]),
    command: CommandDescription(["alarm", "list"], examples: ["matectl transit alarm list"]),
    render: .table(
      TableTemplate(
        rows: "/alarms",
        columns: [
          TableColumn(text("Favourite", "즐겨찾기"), "/name"),
          TableColumn(text("Radius (m)", "반경(m)"), "/radiusMetres", format: "integer"),
          TableColumn(text("Inside", "안"), "/inside"),
          TableColumn(text("Away (m)", "거리(m)"), "/metres", format: "integer"),
        ])))

  static let near = MethodDescription(
    "transit.near",
    summary: text("Say where I am: what comes around, and alarms", "현재 위치 알리기: 주변 도착과 알림"),
    access: .write,
    parameters: [
      ParameterDescription(
        "position", .string(minLength: 3, maxLength: 64),
        text("LAT,LON, as 37.498,127.028", "위도,경도 (예: 37.498,127.028)")),
      ParameterDescription("lat", .number(-90, 90), text("latitude instead", "위도")),
      ParameterDescription("lon", .number(-180, 180), text("longitude instead", "경도")),
    ],
    result: .object([.init("places", .array(of: nearPlace))]),
    command: CommandDescription(
      ["near"], positionals: ["position"], examples: ["matectl transit near 37.498,127.028"]),
    render: .table(
      TableTemplate(
        rows: "/places",
        columns: [
          TableColumn(text("Favourite", "즐겨찾기"), "/name"),
          TableColumn(text("Away (m)", "거리(m)"), "/metres", format: "integer"),
          TableColumn(text("Next", "다음"), "/next"),
          TableColumn(text("Alarm", "알림"), "/alarm"),
        ], empty: text("no favourite is around", "근처에 즐겨찾기가 없습니다"))))

  private static let nearPlace = JSONSchema.object(
    [
      .init("favourite", .integer(1)), .init("name", .string), .init("metres", .integer(0)),
      .init("alarm", .boolean), .init("next", .reference("Title")),
      .init("place", .reference("Place")),
    ], optional: ["place"])

  // MARK: Leave-bys

  static let leave = MethodDescription(
    "transit.leave",
    summary: text(
      "Say when to leave for the next one that can be reached, until dismissed", "출발 알림 시작"),
    access: .write, isStream: true,
    parameters: [
      favourite("a favourite by number or name", "즐겨찾기 번호 또는 이름"),
      ParameterDescription(
        "walkSeconds", .duration(0, 7200), required: true,
        text("how long the way to it takes, as 7m", "걸어가는 시간 (예: 7m)")),
      ParameterDescription(
        "between", .string(maxLength: 32),
        text("only in this part of each day, as 07:30-09:00", "하루 중 이 시간대만 (예: 07:30-09:00)")),
      routes,
    ],
    result: .object([.init("leave", .integer(1)), .init("name", .string)]),
    command: CommandDescription(
      ["leave"], positionals: ["favourite"],
      flags: [.init("walkSeconds", long: "walk", short: "w"), routeFlag],
      examples: ["matectl transit leave 연신내 --walk 7m --between 07:30-09:00"]),
    render: message("{name}: dismissed", "{name}: 출발 알림을 껐습니다"),
    renderEvent: message("{at:time}  {text}", "{at:time}  {text}"))

  static let leaveList = MethodDescription(
    "transit.leave.list", summary: text("Show the leave-bys", "출발 알림 보기"),
    result: .object([.init("leaves", .array(of: .reference("Leave")))]),
    command: CommandDescription(
      ["leave", "list"], examples: ["matectl transit leave list"]),
    render: .table(
      TableTemplate(
        rows: "/leaves",
        columns: [
          TableColumn(text("Number", "번호"), "/leave", format: "integer"),
          TableColumn(text("Favourite", "즐겨찾기"), "/name"),
          TableColumn(text("Walk", "도보"), "/walkSeconds", format: "duration"),
          TableColumn(text("Between", "시간대"), "/between"),
          TableColumn(text("Latest", "최근 알림"), "/text"),
        ])))

  static let leaveDismiss = MethodDescription(
    "transit.leave.dismiss", summary: text("End a leave-by", "출발 알림 끄기"), access: .write,
    parameters: [
      ParameterDescription(
        "leave", .integer(1), required: true, text("its number", "번호"),
        completion: CompletionSource(method: "transit.leave.list", values: "/leaves/*/leave"))
    ],
    result: .object([.init("leave", .integer(1)), .init("name", .string)]),
    command: CommandDescription(
      ["leave", "dismiss"], positionals: ["leave"],
      examples: ["matectl transit leave dismiss 1"]),
    render: message("{name}: dismissed", "{name}: 출발 알림을 껐습니다"))

  // MARK: Settings

  static let quota = MethodDescription(
    "transit.quota", summary: text("Show how many calls of the day are used", "오늘의 호출 횟수"),
    result: .object([.init("portals", .array(of: .reference("Account")))]),
    command: CommandDescription(["quota"], examples: ["matectl transit quota"]),
    render: .table(
      TableTemplate(
        rows: "/portals",
        columns: [
          TableColumn(text("Portal", "포털"), "/portalName"),
          TableColumn(text("Used", "사용"), "/used", format: "integer"),
          TableColumn(
            text("Left", "남음"), "/left", format: "integer",
            style: [StyleRule(when: "/left", is: 0, use: .danger)]),
          TableColumn(text("Share", "비율"), "/share", format: "bar"),
          TableColumn(text("Until", "초기화"), "/resetsAt", format: "relative"),
          TableColumn(text("Key", "인증키"), "/keyName"),
        ])))

  static let configure = MethodDescription(
    "transit.configure", summary: text("Set keys and addresses", "인증키와 주소 설정"),
    access: .admin,
    parameters: [
      ParameterDescription(
        "keyFile", .string(maxLength: 4096),
        text("a file with the subway key (data.seoul.go.kr)", "지하철 실시간 인증키 파일"),
        source: .file),
      ParameterDescription(
        "busKeyFile", .string(maxLength: 4096),
        text("a file with the bus key (data.go.kr)", "버스 인증키 파일"), source: .file),
      ParameterDescription(
        "subwayURL", .string(maxLength: 512),
        text("another subway address, or default", "지하철 주소, 또는 default")),
      ParameterDescription(
        "busURL", .string(maxLength: 512),
        text("another bus address, or default", "버스 주소, 또는 default")),
    ],
    result: .object([
      .init("subwayKey", .string), .init("busKey", .string), .init("subwayURL", .string),
      .init("busURL", .string),
    ]),
    command: CommandDescription(
      ["configure"],
      flags: [.init("subwayURL", long: "subway-url"), .init("busURL", long: "bus-url")],
      examples: ["matectl transit configure --key-file subway.key"]),
    render: message(
      "subway: key {subwayKey}, {subwayURL}; bus: key {busKey}, {busURL}",
      "지하철: 인증키 {subwayKey}, {subwayURL}; 버스: 인증키 {busKey}, {busURL}"))
}
