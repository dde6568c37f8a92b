import Testing
import Values

@testable import transitd

@Suite("LastService")
struct LastServiceTests {
  private func time(_ clock: String) throws -> Timestamp {
    try #require(KoreaTime.timestamp("2026-09-08 \(clock)"))
  }

  private func bus(_ name: String, isLast: Bool = false, state: Arrival.State = .running) -> Arrival
  {
    var arrival = Arrival(.bus(BusRoute(name: name)), state: state, claim: .seconds(300))
    arrival.isLast = isLast
    return arrival
  }

  private func vehicles(
    _ routes: [BusRouteAtStop], _ wanted: [String] = [], at clock: String
  ) throws -> [String] {
    let now = try time(clock)
    let snapshot = Snapshot(
      arrivals: routes.flatMap(\.arrivals), routes: routes, receivedAt: now, rows: routes.count)
    let view = PlaceView(place: .stop("13195"), name: "정류장", filter: .init(routes: wanted))
    return LastService.vehicles(view, snapshot, at: now) { [] }.map { arrival in
      "\(arrival.lineName.en) \(arrival.scheduledAt.map { KoreaTime.clock($0) } ?? "live")"
    }
  }

  @Test("a route's hours say when its last bus goes, until the portal marks one as last")
  func hours() throws {
    let quiet = BusRouteAtStop(
      route: BusRoute(name: "705"), arrivals: [bus("705")], lastBus: .daily(minutes: 23 * 60 + 40))
    let marked = BusRouteAtStop(
      route: BusRoute(name: "571"), arrivals: [bus("571"), bus("571", isLast: true)],
      lastBus: .daily(minutes: 23 * 60))
    #expect(try vehicles([quiet, marked], at: "22:50:00") == ["bus 571 live", "bus 705 23:40"])
    #expect(try vehicles([quiet, marked], ["705"], at: "22:50:00") == ["bus 705 23:40"])
  }

  @Test("a route that has ended has no last bus, and an hour after midnight is the coming night's")
  func ended() throws {
    let ended = BusRouteAtStop(
      route: BusRoute(name: "705"), arrivals: [bus("705", state: .ended)],
      lastBus: .daily(minutes: 23 * 60 + 40))
    #expect(try vehicles([ended], at: "23:50:00") == [])
    let night = BusHour("0030")
    #expect(try night?.next(after: time("23:50:00")) == time("00:30:00").adding(seconds: 86_400))
    #expect(try night?.next(after: time("00:29:00")) == time("00:30:00"))
    #expect(try BusHour("20260908233000")?.next(after: time("23:30:00")) == nil)
  }

  @Test("only where nothing is marked the timetable is asked, and both are held to the wishes")
  func timetable() throws {
    let now = try time("23:00:00")
    var train = Arrival(.subway(SubwayLine(1003)), state: .running, claim: .seconds(400))
    train.isLast = true
    train.direction = .up
    var planned = Arrival(.scheduled("3호선"), state: .running, claim: .unknown)
    planned.scheduledAt = now
    func last(_ direction: Arrival.Direction) -> [Arrival] {
      let view = PlaceView(
        place: .station("연신내"), name: "연신내", filter: .init(direction: direction))
      let snapshot = Snapshot(arrivals: [train], receivedAt: now, rows: 1)
      return LastService.vehicles(view, snapshot, at: now) { [planned] }
    }
    #expect(last(.up) == [train])
    #expect(last(.down) == [planned])
  }
}

@Suite("LastDepartures")
struct LastDeparturesTests {
  private let fixture: FeedFixture
  private let feed: FeedFile

  init() throws {
    fixture = try FeedFixture()
    feed = try fixture.feed(fixture.archive())
  }

  private func ahead(_ stop: String, at time: String) throws -> [String] {
    var last = LastDepartures()
    let now = try feed.moment(time)
    return try last.ahead(at: feed.stops(stop).map(\.number), of: feed, now: now)
      .map { try feed.read($0, from: now) }
  }

  @Test("each route has its last departure of the service day, also behind midnight")
  func each() throws {
    // Monday: route 7 goes at 08:00 and 09:00, the night route once at 24:10.
    #expect(try ahead("A", at: "2026-09-07T07:00") == ["09:00 city_2", "tomorrow 00:10 city_n"])
    #expect(try ahead("A", at: "2026-09-07T09:01") == ["tomorrow 00:10 city_n"])
    // After midnight it is still Monday's; Tuesday has its holiday trip.
    #expect(try ahead("A", at: "2026-09-08T00:05") == ["00:10 city_n", "10:00 city_h"])
    #expect(try ahead("A", at: "2026-09-08T00:11") == ["10:00 city_h"])
  }

  @Test("of a route that is repeated it is the last run")
  func repeated() throws {
    // Saturday from 08:00 each 20 minutes until before 09:00; Friday's night trip was at 00:10.
    #expect(try ahead("A", at: "2026-09-12T07:00") == ["08:40 city_f"])
  }
}
