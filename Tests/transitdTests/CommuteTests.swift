import IPCProtocol
import Testing
import Values

@testable import transitd

@Suite("Favourites")
struct FavouritesTests {
  private func filled(_ count: Int) throws -> Favourites {
    var favourites = Favourites()
    for number in 0..<count { _ = try favourites.add(.station(name: "역\(number)"), .init()) }
    return favourites
  }

  @Test("ten are kept, and an eleventh is refused with what to do")
  func eleventh() throws {
    var favourites = try filled(10)
    let error = TransitError(.favouritesFull, ["maximum": 10])
    #expect(throws: error) { try favourites.add(.station(name: "강남"), .init()) }
    #expect(favourites.list.count == 10)
    #expect(error.wireError.message.contains("matectl transit favourite remove"))
  }

  @Test("the same place with the same wishes is refused, with other wishes it is another")
  func same() throws {
    var favourites = Favourites()
    _ = try favourites.add(.station(name: "연신내"), .init(direction: .up))
    _ = try favourites.add(.station(name: "연신내"), .init(direction: .down))
    #expect(
      throws: TransitError(.favouriteKnown, ["title": "연신내", "favourite": 1])
    ) { try favourites.add(.station(name: "연신내"), .init(direction: .up)) }
    #expect(favourites.list.map(\.id) == [1, 2])
  }

  @Test("a favourite is found by number, by name with or without 역, and by a stop's number")
  func find() throws {
    var favourites = Favourites()
    _ = try favourites.add(.station(name: "연신내"), .init())
    _ = try favourites.add(.stop(number: "13195", name: "홍대입구역"), .init(routes: ["705"]))
    #expect(try favourites.find("1").name == "연신내")
    #expect(try favourites.find("연신내역").id == 1)
    #expect(try favourites.find("홍대입구").id == 2)
    #expect(try favourites.find("13195").id == 2)
    #expect(throws: TransitError(.unknownFavourite, ["favourite": "강남"])) {
      try favourites.find("강남")
    }
  }

  @Test("moving keeps all, and numbers are never used again")
  func move() throws {
    var favourites = try filled(3)
    _ = try favourites.move("3", to: 1)
    #expect(favourites.list.map(\.id) == [3, 1, 2])
    _ = try favourites.move("3", to: 99)
    #expect(favourites.list.map(\.id) == [1, 2, 3])
    _ = try favourites.remove("3")
    #expect(try favourites.add(.station(name: "강남"), .init()).id == 4)
  }
}

@Suite("Proximity")
struct ProximityTests {
  private let start = Timestamp(microseconds: 1_788_832_635_000_000)

  /// A point so many metres north of 강남: a degree of latitude is 111,195.08 m on our sphere.
  private func north(_ metres: Double) throws -> GeoPoint {
    try #require(GeoPoint(latitude: 37.49799 + metres / 111_195.08, longitude: 127.027912))
  }

  private func fix(_ metres: Double, at seconds: Double?, accuracy: Double? = nil) throws -> Fix {
    Fix(
      point: try north(metres), time: seconds.map { start.adding(seconds: $0) }, accuracy: accuracy)
  }

  @Test("the circle is entered once and left only well outside of it")
  func hysteresis() throws {
    var circle = ProximityCircle(centres: [try north(0)], radius: 300)
    var entries: [Bool] = []
    for metres in [500.0, 310, 290, 310, 290, 440, 299, 460, 299] {
      entries.append(circle.moved(to: try north(metres)))
    }
    #expect(entries == [false, false, true, false, false, false, false, false, true])
  }

  @Test("who is inside when asked first is told so")
  func first() throws {
    var circle = ProximityCircle(centres: [try north(0)], radius: 100)
    #expect(circle.moved(to: try north(50)))
    var kept = ProximityCircle(centres: [try north(0)], radius: 100, isInside: true)
    #expect(!kept.moved(to: try north(50)))
  }

  @Test("of a station at several places the nearest counts")
  func several() throws {
    var circle = ProximityCircle(centres: [try north(0), try north(1000)], radius: 300)
    #expect(!circle.moved(to: try north(500)))
    #expect(circle.moved(to: try north(800)))
    #expect(circle.metres(to: try north(800)).rounded() == 200)
  }

  @Test("one report that is too far away is left out")
  func outlier() throws {
    var filter = OutlierFilter()
    #expect(filter.accept(try fix(1000, at: 0)) != nil)
    #expect(filter.accept(try fix(750, at: 1)) == nil)
    #expect(filter.accept(try fix(1001, at: 2)) == (try north(1001)))
  }

  @Test("three reports that agree are believed against the last one")
  func agreement() throws {
    var filter = OutlierFilter()
    #expect(filter.accept(try fix(5000, at: 0)) != nil)
    #expect(filter.accept(try fix(10, at: 1)) == nil)
    #expect(filter.accept(try fix(11, at: 2)) == nil)
    #expect(filter.accept(try fix(12, at: 3)) == (try north(12)))
  }

  @Test("after a dropout the distance may be as long as the time allows")
  func dropout() throws {
    var filter = OutlierFilter()
    #expect(filter.accept(try fix(0, at: 0)) != nil)
    #expect(filter.accept(try fix(300, at: 20)) != nil)
  }

  @Test("a report without time is no outlier, and one that is too inaccurate is left out")
  func inaccurate() throws {
    var filter = OutlierFilter()
    #expect(filter.accept(try fix(0, at: nil)) != nil)
    #expect(filter.accept(try fix(900, at: 0)) != nil)
    #expect(filter.accept(try fix(900, at: 1, accuracy: 151)) == nil)
  }
}

@Suite("DayWindow")
struct DayWindowTests {
  @Test(
    "a window is a part of Korea's day",
    arguments: [("07:30-09:00", "07:30-09:00"), ("7:30~9:05", "07:30-09:05")])
  func reading(text: String, shown: String) {
    #expect(DayWindow(text)?.text == shown)
  }

  @Test(
    "what is none is refused",
    arguments: ["", "7-9", "25:00-26:00", "07:30", "08:00-08:00", "a:b-c:d"])
  func refused(text: String) {
    #expect(DayWindow(text) == nil)
  }

  @Test("it contains its start and not its end, also over midnight")
  func contains() throws {
    let morning = try #require(DayWindow("07:30-09:00"))
    let night = try #require(DayWindow("23:30-00:30"))
    func at(_ clock: String) throws -> Timestamp {
      try #require(KoreaTime.timestamp("2026-09-08 \(clock):00"))
    }
    #expect(try !morning.contains(at("07:29")))
    #expect(try morning.contains(at("07:30")))
    #expect(try !morning.contains(at("09:00")))
    #expect(try night.contains(at("23:59")))
    #expect(try night.contains(at("00:29")))
    #expect(try !night.contains(at("00:30")))
    #expect(try morning.nextStart(after: at("07:30")).description == "2026-09-08T22:30:00.000Z")
    #expect(try morning.nextStart(after: at("07:00")).description == "2026-09-07T22:30:00.000Z")
  }
}
