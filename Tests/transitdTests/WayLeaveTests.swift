import Foundation
import Storage
import TestSupport
import Testing
import Values

@testable import transitd

/// When to leave for a whole way, and favourites that are ways.
@Suite("Leave-bys for ways", .serialized, .timeLimit(.minutes(2)))
struct WayLeaveTests {
  private let fixture: FeedFixture
  private let server: UpdateServer
  private static let from = "from Arthur, \"Old\" Town"

  init() throws {
    fixture = try FeedFixture()
    server = try UpdateServer()
  }

  private func harness(
    _ lines: [String: String] = RouteRealtimeTests.lines, environment: [String: String] = [:]
  ) throws -> TransitHarness {
    let transit = try TransitHarness(
      ["watchSeconds": 1], environment: environment, hasKey: false)
    try transit.client.result(
      "transit.gtfs.import",
      ["path": try fixture.archive(lines), "name": "city", "realtime": server.url])
    return transit
  }

  private func list(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

  private func text(_ value: [String: Any], _ language: String = "en") -> String {
    (value["text"] as? [String: Any])?[language] as? String ?? ""
  }

  private func leave(_ transit: TransitHarness, _ arriveBy: String) throws -> WireClient {
    let listener = try transit.daemon.connect()
    try listener.request("transit.leave", ["favourite": "A", "to": "C", "arriveBy": arriveBy])
    return listener
  }

  /// The result that ends a stream, whatever is told before.
  private func end(_ listener: WireClient) throws -> [String: Any] {
    var message = try listener.receive()
    while message["params"] != nil { message = try listener.receive() }
    return message["result"] as? [String: Any] ?? message
  }

  @Test("it is told when to leave, real time moves that, and it goes on over a kill")
  func follow() throws {
    let transit = try harness()
    let (date, day) = RouteRealtimeTests.tomorrow()
    let listener = try leave(transit, "\(date)T08:45")
    let first = try TransitHarness.event(listener)
    #expect(first["kind"] as? String == "planned")
    #expect(first["leaveAt"] as? String == "\(Self.utc(date, 8, 0))")
    #expect(
      text(first) == "A → C: leave \(date) 08:00; 7 at 08:00 \(Self.from) to Böhm 08:10; "
        + "Night at 08:20 from Böhm to תחנה 08:30; there 08:30")
    #expect(text(first, "ko").hasPrefix("A → C: \(date) 08:00 출발, "))
    server.say([UpdateServer.trip("one", day: day, delay: 300)])
    let late = try TransitHarness.event(listener)
    #expect(late["kind"] as? String == "planned")
    #expect(text(late).hasPrefix("A → C: other times: leave \(date) 08:05; 7 at 08:05"))
    #expect(late["leaveAt"] as? String == "\(Self.utc(date, 8, 5))")
    transit.daemon.stop(SIGKILL)
    try transit.daemon.start()
    let again = try leave(transit, "\(date)T08:45")
    let told = try TransitHarness.event(again)
    #expect(text(told).hasPrefix("A → C: leave \(date) 08:05; "))
    let client = try transit.daemon.connect()
    let leaves = list(try client.result("transit.leave.list")["leaves"])
    #expect(leaves.map { $0["name"] as? String } == ["A → C"])
    #expect(leaves.first?["arriveBy"] as? String == "\(Self.utc(date, 8, 45))")
    let leaving = leaves.first?["leaveBy"] as? [String: String]
    #expect(leaving?["en"]?.hasSuffix("08:05") == true, "\(leaves)")
    #expect(leaves.first?["leaveAt"] as? String == "\(Self.utc(date, 8, 5))")
    #expect(text(leaves[0]).hasPrefix("leave \(date) 08:05; "))
    server.say([UpdateServer.trip("one", day: day, more: UpdateServer.cancelled)])
    let broken = try TransitHarness.event(again)
    #expect(broken["kind"] as? String == "broken")
    #expect(broken["urgent"] as? Bool == true)
    #expect(text(broken).hasPrefix("A → C: 7 at 08:05 is cancelled; "))
    let dismissed = try client.result("transit.leave.dismiss", ["leave": 1])
    #expect(dismissed["name"] as? String == "A → C")
    #expect(try end(again)["leave"] as? Int == 1)
    #expect(list(try client.result("transit.leave.list")["leaves"]).isEmpty)
  }

  /// A time of a day in Seoul as the wire has it.
  private static func utc(_ date: String, _ hour: Int, _ minute: Int) -> String {
    let text = String(format: "%@T%02d:%02d:00+09:00", date, hour, minute)
    let format = ISO8601DateFormatter()
    let date = format.date(from: text) ?? Date()
    format.formatOptions.insert(.withFractionalSeconds)
    return format.string(from: date)
  }

  @Test("a way that comes too late by now gives place to one that comes in time")
  func overtaken() throws {
    var lines = RouteRealtimeTests.lines
    lines["trips.txt", default: ""] += "N,WK,four\n"
    lines["stop_times.txt", default: ""] +=
      "\nfour,08:12:00,08:12:00,B,1\nfour,08:34:00,08:34:00,C,2"
    let transit = try harness(lines)
    let (date, day) = RouteRealtimeTests.tomorrow()
    let listener = try leave(transit, "\(date)T08:35")
    #expect(text(try TransitHarness.event(listener)).hasSuffix("; there 08:30"))
    server.say([UpdateServer.trip("two", day: day, delay: 600)])
    let other = try TransitHarness.event(listener)
    #expect(other["kind"] as? String == "broken")
    #expect(
      text(other)
        == "A → C: this way comes too late by now, at 08:40; instead: leave \(date) 08:00; "
        + "7 at 08:00 \(Self.from) to Böhm 08:10; Night at 08:12 from Böhm to תחנה 08:34; there 08:34"
    )
  }

  @Test(
    "who has set out is told no more after a restart, and the leave-by ends when it is time",
    .enabled(if: MovedClock.isPossible))
  func setOut() throws {
    let clock = try MovedClock(in: fixture.directory)
    let transit = try harness(environment: clock.environment)
    let date = RouteRealtimeTests.tomorrow().date
    let eight = try #require(ISO8601DateFormatter().date(from: "\(date)T08:00:00+09:00"))
    func set(_ seconds: Double) throws {
      try clock.set(Int64(eight.timeIntervalSinceNow - seconds))
    }
    try set(600)
    let listener = try leave(transit, "\(date)T08:45")
    #expect(try TransitHarness.event(listener)["kind"] as? String == "planned")
    try set(110)
    let soon = try TransitHarness.event(listener)
    #expect(soon["kind"] as? String == "soon")
    #expect(text(soon).hasPrefix("A → C: leave in 1m "))
    try set(10)
    let now = try TransitHarness.event(listener)
    #expect(now["kind"] as? String == "leaveNow")
    #expect(text(now) == "A → C: leave now: 7 at 08:00 \(Self.from)")
    transit.daemon.stop(SIGTERM)
    try transit.daemon.start()
    let again = try leave(transit, "\(date)T08:45")
    let client = try transit.daemon.connect()
    #expect(text(list(try client.result("transit.leave.list")["leaves"])[0]) == "under way")
    // Seconds pass, in which it could be told again; a watch is their clock.
    let seconds = try transit.daemon.connect()
    try seconds.request("transit.watch", ["target": "강남"])
    for _ in 0..<4 { _ = try TransitHarness.event(seconds) }
    try set(-2800)
    // Nothing is said between the restart and the end, whatever happens meanwhile.
    let message = try again.receive()
    #expect((message["result"] as? [String: Any])?["leave"] as? Int == 1, "\(message)")
    #expect(list(try client.result("transit.leave.list")["leaves"]).isEmpty)
  }

  @Test("a favourite may be a way: asked about, left for, and kept")
  func favourite() throws {
    let transit = try harness()
    let added = try transit.client.result("transit.favourite.add", ["place": "A", "to": "C"])
    #expect(added["name"] as? String == "A → C")
    #expect(added["kind"] as? String == "way")
    let known = try transit.client.error("transit.favourite.add", ["place": "A", "to": "C"])
    #expect(known.name == "transit.favouriteKnown")
    let nowhere = try transit.client.error("transit.favourite.add", ["place": "A", "to": "X"])
    #expect(nowhere.name == "transit.unknownEnd")
    transit.daemon.stop(SIGKILL)
    try transit.daemon.start()
    let client = try transit.daemon.connect()
    let date = RouteRealtimeTests.tomorrow().date
    for word in ["1", "A → C"] {
      let way = try client.result("transit.route", ["from": word, "at": "\(date)T07:00"])
      #expect(WayAnswer(way).legs.count == 2)
    }
    let other = try transit.daemon.connect()
    try other.request("transit.leave", ["favourite": "1", "arriveBy": "\(date)T08:45"])
    #expect(text(try TransitHarness.event(other)).hasPrefix("A → C: leave "))
    for call in ["transit.watch", "transit.alarm.set"] {
      let key = call == "transit.watch" ? "target" : "favourite"
      let refused = try client.error(call, [key: "1"])
      #expect(refused.name == "transit.favouriteIsWay")
      #expect(refused.message.contains("matectl transit route 1"))
    }
    // Where that is all there is the arrivals lead to it.
    #expect(try client.error("transit.watch").name == "transit.favouriteIsWay")
    // The leave-by goes on without the favourite: it has the words of its own.
    try client.result("transit.favourite.remove", ["favourite": "1"])
    #expect(list(try client.result("transit.leave.list")["leaves"]).count == 1)
  }

  @Test("what is missing or too much is said")
  func refusals() throws {
    let transit = try harness()
    try transit.client.result("transit.favourite.add", ["place": "왕십리"])
    func name(_ params: [String: Any]) throws -> String {
      try transit.client.error("transit.leave", params).name
    }
    #expect(try name(["favourite": "왕십리"]) == "transit.walkMissing")
    #expect(try name(["favourite": "A", "to": "C"]) == "transit.arriveByMissing")
    #expect(try name(["favourite": "A", "arriveBy": "09:00"]) == "transit.noDestination")
    let mixed: [String: Any] = [
      "favourite": "A", "to": "C", "arriveBy": "09:00", "walkSeconds": 60,
    ]
    #expect(try name(mixed) == "transit.leaveMixed")
    #expect(
      try name(["favourite": "A", "to": "C", "arriveBy": "2020-01-01T09:00"])
        == "transit.timePassed")
    #expect(
      try name(["favourite": "A", "to": "X", "arriveBy": "09:00"]) == "transit.unknownEnd")
    #expect(list(try transit.client.result("transit.leave.list")["leaves"]).isEmpty)
    #expect(
      try transit.client.error("transit.route", ["from": "A"]).name == "transit.noDestination")
  }

  @Test("a store of the version before is opened with all that it has")
  func oldStore() throws {
    let database = try Database(path: fixture.directory.file("transit.db"))
    try Migrator(Array(TransitMigrations.all.prefix(2))).migrate(database)
    try database.execute(
      """
      INSERT INTO favourite VALUES (3, 0, '강남', NULL, 1002, 'up', '');
      INSERT INTO favourite VALUES (4, 1, '시청', '02123', NULL, NULL, '7612');
      INSERT INTO leave VALUES (5, 3, 420, '07:30-09:00', '', 0);
      INSERT INTO setting VALUES ('nextLeave', '6');
      """)
    try Migrator(TransitMigrations.all).migrate(database)
    let store = TransitStore(database: database)
    var state = try store.load()
    #expect(state.favourites.list.map(\.name) == ["강남", "시청"])
    #expect(state.favourites.list.allSatisfy { $0.ends == nil })
    #expect(state.leaves.map(\.id) == [5])
    #expect(state.wayLeaves.isEmpty && state.nextLeave == 6)
    _ = try state.favourites.add(.way(from: "A", to: "B"), ArrivalList.Filter())
    try store.save(state.favourites)
    let wish = WayWish(
      from: "A", to: "B", maxTransfers: 2, walkMetresPerSecond: 0.97, avoid: ["7", "N, 2"],
      maxWalkMetres: 300,
      isStepFree: true)
    let leave = WayLeave(
      id: 6, wish: wish, arriveBy: Timestamp(microseconds: 7),
      createdAt: Timestamp(microseconds: 8),
      hasLeft: true)
    try store.save(leave, next: 7)
    let loaded = try store.load()
    #expect(loaded.favourites.list == state.favourites.list)
    #expect(loaded.wayLeaves == [leave])
    #expect(loaded.nextLeave == 7)
  }
}
