internal import IPCProtocol
internal import Values

/// What the calls about ways are given.
extension Params {
  struct Route: Shape {
    let from: String
    let to: String?
    let at: String?
    let arriveBy: String?
    let maxTransfers: Int
    let walkMetersPerSecond: Double
    let avoid: [String]?
    let maxWalkMeters: Int?
    let wheelchair: Bool
    let limit: Int?
    let language: Language?

    static let shape = ShapeOf<Route>([
      Member(
        "from", \.from, end,
        "home, a stop's id, code, name or address, LAT,LON, or a favourite; a way alone",
        ko: "집처럼 이름 붙인 곳, 정류장 번호·이름·주소, 위도,경도, 즐겨찾기; 길이면 그것만", completes: favourites),
      Member("to", \.to, end, "where to, named as well", ko: "목적지, 같은 방법으로"),
      Member(
        "at", \.at, moment, "when to leave, as 08:30 or 'tomorrow 07:30'; now if left out",
        ko: "출발 시각 (예: 08:30, '내일 07:30'); 없으면 지금"),
      Member(
        "arriveBy", \.arriveBy, moment, "when to be there at the latest, instead",
        ko: "대신, 늦어도 도착할 시각"),
      atMostChanges(\.maxTransfers), onFoot(\.walkMetersPerSecond), avoiding(\.avoid),
      atMostOnFoot(\.maxWalkMeters),
      stepFree(\.wheelchair),
      Member(
        "limit", \.limit, .within(1...20),
        "so many ways: the best, and then those that go later (earlier where the arrival is given)",
        ko: "길의 수: 가장 좋은 길부터, 모자라면 그다음에 떠나는 길도"),
      tongue(\.language),
    ])
  }

  struct Leave: Shape {
    let favourite: String
    let to: String?
    let walkSeconds: Double?
    let between: String?
    let routes: [String]?
    let arriveBy: String?
    let maxTransfers: Int
    let walkMetersPerSecond: Double
    let avoid: [String]?
    let maxWalkMeters: Int?
    let wheelchair: Bool
    let language: Language?

    static let shape = ShapeOf<Leave>([
      Member(
        "favourite", \.favourite, end,
        "a favourite by number or name; with another place any place, as in route",
        ko: "즐겨찾기 번호 또는 이름; 목적지가 있으면 route처럼 출발지", completes: favourites),
      Member("to", \.to, end, "where to, for a whole way", ko: "가는 길 전체를 볼 때의 목적지"),
      Member(
        "walkSeconds", \.walkSeconds, .seconds(from: 0, to: 7200),
        "how long the way to it takes, as 7m", ko: "걸어가는 시간 (예: 7m)"),
      Member(
        "between", \.between, .text(length: 0...32),
        "only in this part of each day, as 07:30-09:00", ko: "하루 중 이 시간대만 (예: 07:30-09:00)"),
      onlyRoutes(\.routes),
      Member(
        "arriveBy", \.arriveBy, moment, "for a whole way: when to be there, as 09:00",
        ko: "가는 길 전체를 볼 때 도착할 시각 (예: 09:00)"),
      atMostChanges(\.maxTransfers), onFoot(\.walkMetersPerSecond), avoiding(\.avoid),
      atMostOnFoot(\.maxWalkMeters),
      stepFree(\.wheelchair),
      tongue(\.language),
    ])
  }

  // MARK: What several of them say

  private static let end = TextRule.text(length: 1...128)
  private static let moment = TextRule.text(length: 1...40)

  private static func atMostChanges<Root>(_ path: KeyPath<Root, Int>) -> Member<Root> {
    Member(
      "maxTransfers", path, .within(0...7), default: 4, "at most so many changes", ko: "최대 환승 횟수")
  }

  private static func onFoot<Root>(_ path: KeyPath<Root, Double>) -> Member<Root> {
    Member(
      "walkMetersPerSecond", path, .within(0.3...3), default: 1.25,
      "on foot, in metres a second (1.25 is 4.5 km/h)", ko: "걷는 속도, 초속 m (1.25는 시속 4.5km)")
  }

  private static func avoiding<Root>(_ path: KeyPath<Root, [String]?>) -> Member<Root> {
    Member(
      "avoid", path, .of(.text(length: 1...128), count: 0...32),
      "lines that are not taken, as 7,N61", ko: "타지 않을 노선 (예: 7,N61)")
  }

  private static func atMostOnFoot<Root>(_ path: KeyPath<Root, Int?>) -> Member<Root> {
    Member(
      "maxWalkMeters", path, .within(0...20_000), "at most so many metres on foot in all",
      ko: "걷는 거리의 최대 합 (m)")
  }

  private static func stepFree<Root>(_ path: KeyPath<Root, Bool>) -> Member<Root> {
    Member(
      "wheelchair", path, default: false,
      "without steps, and with nothing that is said to be no use to wheelchairs",
      ko: "계단 없이, 휠체어로 못 쓰는 곳과 차 없이")
  }
}
