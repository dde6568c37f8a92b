internal import IPCProtocol
internal import Values

/// What the calls are given; what is about timetables and settings is in a file of its own.
enum Params {
  struct Arrivals: Shape {
    let station: String
    let line: String?
    let direction: Arrival.Direction?

    static let shape = ShapeOf<Arrivals>([
      Member(
        "station", \.station, name, "a station, as 서울 or 연신내역", ko: "역 이름 (예: 서울, 연신내역)",
        completes: favourites),
      onlyLine(\.line), onlyWay(\.direction),
    ])
  }

  struct BusArrivals: Shape {
    let stop: String
    let routes: [String]?

    static let shape = ShapeOf<BusArrivals>([
      Member(
        "stop", \.stop, .text(length: 1...16), "the number on the stop's sign, as 13195",
        ko: "정류장 번호 (예: 13195)"),
      onlyRoutes(\.routes),
    ])
  }

  struct Watch: Shape {
    let target: String?
    let everySeconds: Double
    let notify: Bool
    let language: Language?

    static let shape = ShapeOf<Watch>([
      Member(
        "target", \.target, name,
        "a favourite, a station or a stop's number; all favourites if left out",
        ko: "즐겨찾기, 역 또는 정류장 번호; 없으면 즐겨찾기 전체", completes: favourites),
      Member(
        "everySeconds", \.everySeconds, .seconds(from: 1, to: 3600), default: 1,
        "how often to look, as 5s for a status bar", ko: "갱신 간격 (예: 상태 표시줄에는 5s)"),
      Member(
        "notify", \.notify, default: false, "also as a notification that is kept up to date",
        ko: "데스크톱 알림으로도 보기"),
      tongue(\.language),
    ])
  }

  struct Trains: Shape {
    let line: String

    static let shape = ShapeOf<Trains>([
      Member(
        "line", \.line, lineName, "a line, as 2, 2호선 or GTX-A", ko: "노선 (예: 2, 2호선, GTX-A)")
    ])
  }

  struct Routes: Shape {
    let query: String

    static let shape = ShapeOf<Routes>([
      Member(
        "query", \.query, .text(length: 1...32), "a part of a route's number, as 4318",
        ko: "노선 번호의 일부 (예: 4318)")
    ])
  }

  struct Stations: Shape {
    let query: String?
    let near: String?
    let kind: PlaceSearch.Kind?
    let limit: Int

    static let shape = ShapeOf<Stations>([
      Member(
        "query", \.query, .text(length: 0...64),
        "a part of a name, ㄱㄴ for 강남, or a stop's number", ko: "이름의 일부, 초성(ㄱㄴ), 정류장 번호"),
      Member(
        "near", \.near, .text(length: 0...64), "the nearest to LAT,LON first",
        ko: "위도,경도에서 가까운 순"),
      Member("kind", \.kind, "only the subway, or only buses", ko: "지하철만 또는 버스만"),
      Member("limit", \.limit, .within(1...200), default: 20, "at most so many", ko: "최대 개수"),
    ])
  }

  // MARK: Favourites, alarms, leave-bys

  struct NewFavourite: Shape {
    let place: String
    let to: String?
    let line: String?
    let direction: Arrival.Direction?
    let routes: [String]?

    static let shape = ShapeOf<NewFavourite>([
      Member(
        "place", \.place, name, "a station's name or a stop's number; of a way as in route",
        ko: "역 이름 또는 정류장 번호; 가는 길이면 route처럼"),
      Member(
        "to", \.to, name, "where to: the favourite is the way there", ko: "목적지: 가는 길을 즐겨찾기로"),
      onlyLine(\.line), onlyWay(\.direction), onlyRoutes(\.routes),
    ])
  }

  struct NewOwnPlace: Shape {
    let name: String
    let place: String

    static let shape = ShapeOf<NewOwnPlace>([
      Member(
        "name", \.name, .text(length: 1...64), "a word of your own, as home",
        ko: "붙일 이름 (예: 집)"),
      Member(
        "place", \.place, .text(length: 1...128), "LAT,LON, a station, a stop, or as in route",
        ko: "위도,경도, 역, 정류장 등 route에 쓰는 장소"),
    ])
  }

  struct OwnPlace: Shape {
    let name: String

    static let shape = ShapeOf<OwnPlace>([
      Member(
        "name", \.name, .text(length: 1...64), "its name", ko: "이름",
        completes: CompletionSource(method: "transit.place.list", values: "/places/*/name"))
    ])
  }

  struct Favourite: Shape {
    let favourite: String

    static let shape = ShapeOf<Favourite>([
      Member(
        "favourite", \.favourite, name, "number or name", ko: "번호 또는 이름", completes: favourites)
    ])
  }

  struct SetAlarm: Shape {
    let favourite: String
    let language: Language?

    static let shape = ShapeOf<SetAlarm>([
      Member(
        "favourite", \.favourite, name, "number or name", ko: "번호 또는 이름", completes: favourites),
      tongue(\.language),
    ])
  }

  struct Move: Shape {
    let favourite: String
    let position: Int

    static let shape = ShapeOf<Move>([
      Member(
        "favourite", \.favourite, name, "number or name", ko: "번호 또는 이름", completes: favourites),
      Member(
        "position", \.position, .within(1...10), "its new place, 1 is first", ko: "새 순서"),
    ])
  }

  struct Near: Shape {
    let position: String?
    let lat: Double?
    let lon: Double?

    static let shape = ShapeOf<Near>([
      Member(
        "position", \.position, .text(length: 3...64), "LAT,LON, as 37.498,127.028",
        ko: "위도,경도 (예: 37.498,127.028)"),
      Member("lat", \.lat, .within(-90...90), "latitude instead", ko: "위도"),
      Member("lon", \.lon, .within(-180...180), "longitude instead", ko: "경도"),
    ])
  }

  struct Dismiss: Shape {
    let leave: Int

    static let shape = ShapeOf<Dismiss>([
      Member(
        "leave", \.leave, .from(1), "its number", ko: "번호",
        completes: CompletionSource(method: "transit.leave.list", values: "/leaves/*/leave"))
    ])
  }

  // MARK: What several of them say

  private static let name = TextRule.text(length: 1...64)
  private static let lineName = TextRule.text(length: 1...32)
  static let favourites = CompletionSource(
    method: "transit.favourite.list", values: "/favourites/*/name")

  private static func onlyLine<Root>(_ path: KeyPath<Root, String?>) -> Member<Root> {
    Member(
      "line", path, lineName, "only this line, as 2, 2호선 or 경의중앙선",
      ko: "이 노선만 (예: 2, 2호선, 경의중앙선)")
  }

  private static func onlyWay<Root>(_ path: KeyPath<Root, Arrival.Direction?>) -> Member<Root> {
    Member(
      "direction", path, "only this way: up (상행), down (하행), inner (내선), outer (외선)",
      ko: "이 방향만: up 상행, down 하행, inner 내선, outer 외선")
  }

  /// What the desktop shows when the caller may be gone is in it.
  static func tongue<Root>(_ path: KeyPath<Root, Language?>) -> Member<Root> {
    Member(
      "language", path, "of notifications; that of whoever asks if left out",
      ko: "데스크톱 알림의 언어; 없으면 부른 사람의 언어", from: .language)
  }

  static func onlyRoutes<Root>(_ path: KeyPath<Root, [String]?>) -> Member<Root> {
    Member(
      "routes", path, .of(.text(length: 1...128), count: 0...32),
      "only these bus routes, as 705,790", ko: "이 버스만 (예: 705,790)")
  }
}
