import Testing
import Values

@testable import transitd

@Suite("BusMapping of recorded payloads", .enabled(if: RecordedData.isThere, RecordedData.absence))
struct RecordedBusTests {
  private let received = Timestamp(microseconds: 1_788_833_423_000_000)  // 2026-09-08 11:10:23 KST

  /// The first two buses of a route, as a person reads them from the payload.
  private struct Read: Equatable {
    let route: String
    let kind: BusRoute.Kind?
    let first: (Arrival.State, Arrival.Claim, Int?, String?)
    let second: (Arrival.State, Arrival.Claim, Int?, String?)
    let lastBus: String?

    init(
      _ route: String, _ kind: BusRoute.Kind?,
      _ first: (Arrival.State, Arrival.Claim, Int?, String?),
      _ second: (Arrival.State, Arrival.Claim, Int?, String?), lastBus: String?
    ) {
      self.route = route
      self.kind = kind
      self.first = first
      self.second = second
      self.lastBus = lastBus
    }

    init(_ route: BusRouteAtStop) {
      func read(_ arrival: Arrival) -> (Arrival.State, Arrival.Claim, Int?, String?) {
        (arrival.state, arrival.claim, arrival.stopsAway, arrival.vehicle)
      }
      var last: String?
      if case .at(let time)? = route.lastBus { last = String(time.description.dropLast(8)) }
      self.init(
        route.route.name, route.route.kind, read(route.arrivals[0]), read(route.arrivals[1]),
        lastBus: last)
    }

    static func == (one: Read, other: Read) -> Bool {
      one.route == other.route && one.kind == other.kind && one.first == other.first
        && one.second == other.second && one.lastBus == other.lastBus
    }
  }

  private static let ended = (Arrival.State.ended, Arrival.Claim.unknown, Int?.none, String?.none)
  private static let waiting = (
    Arrival.State.waiting, Arrival.Claim.unknown, Int?.none, String?.none
  )

  @Test("구파발역입구 in 2026: fourteen routes with every kind of message")
  func lowFloor() throws {
    let answer = try BusEnvelope.answer(
      RecordedData.bytes("seoul/bus/getLowArrInfoByStId-111000012-2026-09-08.json"))
    let routes = BusMapping.routes(answer, receivedAt: received)
    let (ended, waiting) = (Self.ended, Self.waiting)
    #expect(
      routes.map(Read.init) == [
        Read("새벽A741", .trunk, ended, ended, lastBus: nil),
        Read("8772", .branch, ended, ended, lastBus: "2026-09-08T08:03"),
        Read("741", .trunk, waiting, waiting, lastBus: "2026-09-08T13:51"),
        Read("761", .trunk, waiting, waiting, lastBus: "2026-09-08T14:23"),
        Read("7211", .branch, waiting, waiting, lastBus: "2026-09-08T14:02"),
        Read(
          "705", .trunk, (.approaching, .seconds(74), nil, "서울75사1473"),
          (.running, .seconds(1175), 10, "서울74사5348"), lastBus: "2026-09-08T14:23"),
        Read("790파주", .gyeonggi, waiting, waiting, lastBus: "2026-09-08T14:21"),
        Read(
          "703", .trunk, (.running, .seconds(196), 2, "서울75사1488"),
          (.running, .seconds(1931), 21, "서울74사1786"), lastBus: "2026-09-08T14:24"),
        Read("9709파주", .gyeonggi, waiting, waiting, lastBus: "2026-09-08T16:21"),
        Read("9709N파주", .gyeonggi, ended, ended, lastBus: "2026-09-08T16:44"),
        Read("9710파주", .gyeonggi, waiting, waiting, lastBus: "2026-09-08T16:01"),
        Read(
          "571", .trunk, (.waiting, .unknown, nil, "서울74사7832"),
          (.waiting, .unknown, nil, "서울74사7857"), lastBus: "2026-09-08T14:56"),
        Read("9710-1파주", .gyeonggi, waiting, waiting, lastBus: "2026-09-08T13:44"),
        Read(
          "730고양", .gyeonggi, (.approaching, .seconds(106), nil, "경기73아1300"), waiting,
          lastBus: "2026-09-08T15:49"),
      ])
    let bus = try #require(routes[7].arrivals.first)
    #expect(bus.stop == "구파발역입구")
    #expect(bus.place == "동산동능모퉁이.한국지역난방공사")
    // The answer was made at 11:10:16 (`mkTm`), and the bus was heard of at 11:09:59 (`repTm1`).
    #expect(bus.measuredAt == Timestamp(rfc3339: "2026-09-08T02:09:59Z"))
    #expect(bus.bus == .lowFloor)
    #expect(!bus.isLast)
    #expect(bus.service == .bus(BusRoute(name: "703", id: "116000006", kind: .trunk)))
  }

  @Test("13195: messages without seconds, seconds beside them, \"2340  \"")
  func excerpt() throws {
    let answer = try BusEnvelope.answer(
      RecordedData.bytes("seoul/bus/getStationByUid-13195-excerpt.json"))
    let routes = BusMapping.routes(answer, receivedAt: received)
    #expect(routes.map(\.route.name) == ["7612", "7734", "8773출근"])
    #expect(routes.map(\.direction) == ["영등포구청역", "홍대입구역", "홍대입구역"])
    let minutes = [23 * 60 + 40, 23 * 60, 6 * 60 + 20]
    #expect(routes.map(\.lastBus) == minutes.map { .daily(minutes: $0) })
    let arrivals = routes.flatMap(\.arrivals)
    #expect(
      arrivals.map(\.state) == [.running, .waiting, .approaching, .running, .waiting, .waiting])
    #expect(
      arrivals.map(\.claim) == [
        .seconds(283), .unknown, .seconds(5), .seconds(415), .unknown, .unknown,
      ])
    #expect(arrivals.map(\.stopsAway) == [3, nil, nil, 4, nil, nil])
    #expect(arrivals.map(\.crowding) == [.light, nil, .light, .normal, nil, nil])
    #expect(arrivals.allSatisfy { $0.measuredAt == received })
  }

  @Test("25139: one route as XML, which is one and not a list")
  func oneRoute() throws {
    let answer = try BusEnvelope.answer(
      RecordedData.bytes("seoul/bus/getStationByUid-25139-one-route.xml"))
    let routes = BusMapping.routes(answer, receivedAt: received)
    let route = try #require(routes.first)
    #expect(routes.count == 1)
    #expect(route.route == BusRoute(name: "6300", id: "100100508", kind: .airport))
    #expect(route.direction == "인천공항")
    #expect(route.arrivals.map(\.via) == ["배재중고등학교", "배재중고등학교"])
    #expect(route.lastBus == .daily(minutes: 19 * 60 + 40))
    #expect(route.arrivals.map(\.state) == [.waiting, .waiting])
    #expect(route.arrivals.map(\.bus) == [.normal, .normal])
  }

  @Test("4318: a route from end to end")
  func route() throws {
    let answer = try BusEnvelope.answer(
      RecordedData.bytes("seoul/bus/getBusRouteList-4318-2022-11.json"))
    #expect(
      BusMapping.busRoutes(answer) == [
        PortalRoute(
          route: BusRoute(name: "4318", id: "100100237", kind: .branch), from: "방배동차고지",
          to: "풍납동한가람아파트", everyMinutes: 8)
      ])
  }
}

@Suite("BusMessage")
struct BusMessageTests {
  @Test(
    "the words of a sign",
    arguments: [
      ("곧 도착", .approaching, nil, nil), ("5분57초후[2번째 전]", .running, 357, 2),
      ("4분후[3번째 전]", .running, 240, 3), ("출발대기", .waiting, nil, nil), ("운행종료", .ended, nil, nil),
      ("회차대기", .waiting, nil, nil), ("19분35초후[10번째 전]", .running, 1175, 10),
      ("우회중", .unknown, nil, nil), ("", .unknown, nil, nil),
      ("[막차] 5분57초후[2번째 전]", .running, 357, 2), ("48초후[1번째 전]", .running, 48, 1),
    ] as [(String, Arrival.State, Int?, Int?)])
  func words(text: String, state: Arrival.State, seconds: Int?, stops: Int?) {
    let message = BusMessage(text)
    #expect(message.state == state)
    #expect(message.seconds == seconds)
    #expect(message.stopsAway == stops)
    #expect(message.isLast == text.contains("막차"))
  }

  @Test(
    "first and last buses, in either form; what is malformed is not known",
    arguments: [
      ("2340  ", BusHour.daily(minutes: 1420)), ("0030", .daily(minutes: 30)),
      ("2510", .daily(minutes: 1510)), ("2026090800", nil), (" ", nil), ("9999", nil),
      ("20260908", nil), ("20261308010000", nil), (":", nil),
    ] as [(String, BusHour?)])
  func hours(text: String, hour: BusHour?) {
    #expect(BusHour(text) == hour)
  }

  @Test("a bus that stands at the stop is there, whatever the seconds say")
  func arrived() throws {
    var row = UpstreamNode(name: "itemList")
    let fields = ["rtNm": "703", "arrmsg1": "곧 도착", "traTime1": "20", "isArrive1": "1"]
    row.children = fields.map { UpstreamNode(name: $0.key, text: $0.value) }
    let route = try #require(
      BusMapping.route(row, receivedAt: Timestamp(microseconds: 0)))
    #expect(route.arrivals.map(\.state) == [.arrived])
    #expect(route.arrivals.map(\.claim) == [.now])
  }
}
