import TestSupport
import Testing
import Values

@testable import transitd

@Suite("Service alerts")
struct ServiceAlertTests {
  private let fixture: FeedFixture
  private let feed: FeedFile

  init() throws {
    fixture = try FeedFixture()
    feed = try fixture.feed(fixture.archive())
  }

  // MARK: Reading

  /// The wire format of protobuf, written by hand: a number, or bytes behind their length.
  private static func field(_ number: UInt8, _ value: UInt64) -> [UInt8] {
    [number << 3] + varint(value)
  }

  private static func field(_ number: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    [number << 3 | 2] + varint(UInt64(bytes.count)) + bytes
  }

  private static func field(_ number: UInt8, _ text: String) -> [UInt8] {
    field(number, Array(text.utf8))
  }

  private static func varint(_ value: UInt64) -> [UInt8] {
    value < 128 ? [UInt8(value)] : [UInt8(value & 127) | 128] + varint(value >> 7)
  }

  private static func texts(_ translations: (String, String)...) -> [UInt8] {
    translations.flatMap { field(1, field(1, $0.0) + ($0.1.isEmpty ? [] : field(2, $0.1))) }
  }

  @Test("an alert is the same in binary and in JSON")
  func forms() throws {
    let period = Self.field(1, 1000) + Self.field(2, 5_000_000_000)
    var alert = Self.field(1, period) + Self.field(5, Self.field(2, "R") + Self.field(5, "A"))
    alert += Self.field(5, Self.field(4, Self.field(1, "city_1"))) + Self.field(6, 10)
    alert += Self.field(7, 4) + Self.field(8, Self.texts(("https://e.org/a", "")))
    alert += Self.field(10, Self.texts(("공사 중", "ko-KR"), ("Elm street\n is closed", "en")))
    alert += Self.field(11, Self.texts(("Use Oak street", "")))
    let header = Self.field(1, Self.field(1, "2.0") + Self.field(3, 5))
    let binary = try RealtimeFeed(
      header + Self.field(2, Self.field(1, "a1") + Self.field(5, alert)))
    let json = try RealtimeFeed(
      Array(
        """
        {"header":{"timestamp":5},"entity":[{"id":"a1","alert":{
        "activePeriod":[{"start":"1000","end":5000000000}],
        "informed_entity":[{"route_id":"R","stop_id":"A"},{"trip":{"tripId":"city_1"}}],
        "cause":"CONSTRUCTION","effect":"DETOUR","url":{"translation":[{"text":"https://e.org/a"}]},
        "header_text":{"translation":[{"text":"공사 중","language":"ko-KR"},
        {"text":"Elm street\\n is closed","language":"en"}]},
        "descriptionText":{"translation":[{"text":"Use Oak street"}]}}}]}
        """.utf8))
    #expect(binary == json)
    let found = try #require(binary.alerts.first)
    #expect(found.text == LocalizedText(en: "detour: Elm street is closed", ko: "우회 운행: 공사 중"))
    #expect(found.details == LocalizedText(en: "Use Oak street", ko: "Use Oak street"))
    #expect(found.url == "https://e.org/a")
    #expect(
      found.selectors == [
        .init(routeID: "R", stopID: "A"), .init(tripID: "city_1"),
      ])
    #expect(found.periods == [.init(start: 1000, end: 5_000_000_000)])
  }

  @Test("an alert holds in its periods, from the first second to before the last")
  func periods() {
    var alert = ServiceAlert()
    #expect(alert.holds(from: 0, to: 0))
    alert.periods = [.init(start: 10, end: 20), .init(start: 100, end: nil)]
    let moments: [Int64] = [9, 10, 19, 20, 99, 100, 10_000]
    #expect(moments.filter { alert.holds(from: $0, to: $0) } == [10, 19, 100, 10_000])
    #expect(alert.holds(from: 0, to: 10))
    #expect(!alert.holds(from: 20, to: 99))
  }

  // MARK: What it is about

  private func concerned(_ selectors: [ServiceAlert.Selector]) throws -> [String] {
    var alert = ServiceAlert()
    alert.selectors = selectors
    guard let found = try FeedAlert(alert, on: feed) else { return ["nothing"] }
    // Each stop with the line and the trip that leave it first.
    return try ["A", "B", "C"].filter { id in
      let trip = try #require(try feed.tripNumber("city_1"))
      return found.concerns(
        FeedAlert.Subject(
          stops: [try #require(try feed.stopNumber(id))],
          routes: [try #require(try feed.route(ofTrip: trip))], trips: [trip]))
    }
  }

  @Test("a stop, a station with its platforms, a line, a line at a stop, a trip, or all")
  func targets() throws {
    #expect(try concerned([.init(stopID: "A")]) == ["A"])
    #expect(try concerned([.init(stopID: "ST")]) == ["C"])
    #expect(try concerned([.init(routeID: "R")]) == ["A", "B", "C"])
    #expect(try concerned([.init(routeID: "N")]) == [])
    #expect(try concerned([.init(routeID: "R", stopID: "B")]) == ["B"])
    #expect(try concerned([.init(routeID: "N", stopID: "B")]) == [])
    #expect(try concerned([.init(routeID: "N"), .init(stopID: "A")]) == ["A"])
    #expect(try concerned([.init(tripID: "city_1")]) == ["A", "B", "C"])
    #expect(try concerned([.init(tripID: "city_2")]) == [])
    // An agency or a kind of vehicle, and nothing at all.
    #expect(try concerned([.init()]) == ["A", "B", "C"])
    #expect(try concerned([]) == ["A", "B", "C"])
    #expect(try concerned([.init(stopID: "elsewhere")]) == ["nothing"])
    #expect(try concerned([.init(stopID: "elsewhere"), .init(stopID: "B")]) == ["B"])
  }

  @Test("addresses are parted by commas, but for those within one")
  func addresses() {
    #expect(FeedFacts.addresses("http://a/b") == ["http://a/b"])
    #expect(FeedFacts.addresses("http://a/b, https://c/d") == ["http://a/b", "https://c/d"])
    #expect(
      FeedFacts.addresses("http://a/b?x=1,2,https://c") == ["http://a/b?x=1,2", "https://c"])
  }
}
