internal import IPCProtocol

/// What the calls about timetables and settings are given.
extension Params {
  struct Departures: Shape {
    let stop: String
    let at: String?
    let limit: Int

    static let shape = ShapeOf<Departures>([
      Member(
        "stop", \.stop, .text(length: 1...128), "a stop's id, code or name, also as FEED:STOP",
        ko: "정류장 번호나 이름, 시간표:정류장도 가능"),
      Member(
        "at", \.at, .text(length: 1...40),
        "from when on, as 08:30, 'tomorrow 07:30' or 2026-11-21T08:30 at the stop",
        ko: "기준 시각 (예: 08:30, '내일 07:30')"),
      Member("limit", \.limit, .within(1...100), default: 10, "at most so many", ko: "최대 개수"),
    ])
  }

  struct Import: Shape {
    let path: String
    let name: String?
    let realtime: String?

    static let takesFile = true
    static let shape = ShapeOf<Import>([
      Member(
        "path", \.path, .text(length: 1...4096),
        "a GTFS zip file, - for standard input, or its http address (for admins)",
        ko: "GTFS zip 파일, 표준 입력은 -, 또는 http 주소(관리자)", from: .descriptor),
      Member(
        "name", \.name, .text(length: 1...32, pattern: "^[a-z0-9][a-z0-9-]*$"),
        "what it is called; the file's name if left out", ko: "이름; 없으면 파일 이름"),
      Member(
        "realtime", \.realtime, .text(length: 1...2048),
        "the http address of its GTFS Realtime, or several with commas: trip updates, alerts (for admins)",
        ko: "GTFS Realtime 주소, 여럿이면 쉼표로 (관리자)"),
    ])
  }

  struct Feed: Shape {
    let feed: String

    static let shape = ShapeOf<Feed>([
      Member(
        "feed", \.feed, .text(length: 1...32), "its name", ko: "이름",
        completes: CompletionSource(method: "transit.gtfs.feeds", values: "/feeds/*/feed"))
    ])
  }

  struct Configure: Shape {
    let keyFile: String?
    let busKeyFile: String?
    let subwayURL: String?
    let busURL: String?
    let upstream: String?

    static let shape = ShapeOf<Configure>([
      Member(
        "keyFile", \.keyFile, file, "a file with the subway key (data.seoul.go.kr)",
        ko: "지하철 실시간 인증키 파일", from: .file),
      Member(
        "busKeyFile", \.busKeyFile, file, "a file with the bus key (data.go.kr)",
        ko: "버스 인증키 파일", from: .file),
      Member(
        "subwayURL", \.subwayURL, address, "another subway address, or default",
        ko: "지하철 주소, 또는 default"),
      Member(
        "busURL", \.busURL, address, "another bus address, or default", ko: "버스 주소, 또는 default"),
      Member(
        "upstream", \.upstream, address,
        "take arrivals from another transitd: its socket's path, ssh:HOST, or default for none",
        ko: "다른 transitd에서 도착 정보 받기: 소켓 경로, ssh:호스트, 그만두려면 default"),
    ])

    private static let file = TextRule.text(length: 0...4096)
    private static let address = TextRule.text(length: 0...512)
  }
}
