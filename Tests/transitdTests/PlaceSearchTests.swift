import Testing
import Values

@testable import transitd

@Suite("PlaceSearch")
struct PlaceSearchTests {
  private let search = PlaceSearch.bundled

  private func names(_ query: String, _ kind: PlaceSearch.Kind? = .subway) -> [String] {
    search.places(query, kind: kind, limit: 20).map(\.name)
  }

  @Test("the tables are whole: 558 names on 687 platforms, 12,798 stops")
  func tables() {
    #expect(search.tables.stations.count == 558)
    #expect(search.tables.stations.map(\.lines.count).reduce(0, +) == 687)
    #expect(search.tables.stops.count == 12_798)
    #expect(search.tables.stops.filter { $0.number == nil }.count == 59)
  }

  @Test("stations are where they are: beside their bus stops and their other lines")
  func positions() {
    var seen: [GeoPoint: String] = [:]
    var compared = 0
    for station in search.tables.stations {
      // Two places of one name, in Seoul and in Yangpyeong.
      if station.name == "양평" { continue }
      let name = station.name.prefix { $0 != "(" }
      let stops = search.tables.stops.filter { $0.name == "\(name)역" }
      for (line, point) in station.platforms {
        #expect(station.point.metres(to: point) < 500, "\(station.name) \(line)")
        #expect(seen[point].map { $0 == station.name } ?? true, "\(station.name) \(line)")
        seen[point] = station.name
        guard let nearest = stops.map({ $0.point.metres(to: point) }).min() else { continue }
        compared += 1
        #expect(nearest < 1000, "\(station.name) \(line): \(nearest) m")
      }
    }
    #expect(compared > 250)
  }

  @Test("a part of a name finds it, whole names first")
  func part() {
    #expect(names("강남").first == "강남")
    #expect(names("강남").contains("강남구청"))
    #expect(names("신내").contains("연신내"))
  }

  @Test("a name in brackets is as good as the other one, and the shorter name goes first")
  func otherNames() {
    func names(_ query: String) -> [String] { search.places(query, limit: 3).map(\.name) }
    #expect(names("이수").first == "총신대입구(이수)")
    #expect(names("이수역").first == "총신대입구(이수)")
    #expect(names("총신대입구").first == "총신대입구(이수)")
    #expect(names("능동").first == "군자(능동)")
    #expect(Array(names("신사").prefix(2)) == ["신사", "새절(신사)"])
    let near = search.places("이수", from: GeoPoint(latitude: 37.56, longitude: 126.97), limit: 1)
    #expect(near.first?.name == "총신대입구(이수)")
  }

  @Test("initial consonants find names, alone, mixed, or run together by an input method")
  func consonants() {
    #expect(names("ㄱㄴ").first == "강남")
    #expect(names("ㅇㅅㄴ").contains("연신내"))
    #expect(names("연ㅅㄴ") == ["연신내"])
    #expect(names("ㄱㅅㄱㅊ").contains("강서구청") == names("ㄳㄱㅊ").contains("강서구청"))
    #expect(names("ㄳ").contains("공시") == false)
    #expect(Set(names("ㄱㅅ")) == Set(names("ㄳ")))
  }

  @Test("decomposed letters, as some systems send them, are the same letters")
  func decomposed() {
    #expect(names("\u{1100}\u{1161}\u{11BC}\u{1102}\u{1161}\u{11B7}").first == "강남")
  }

  @Test("a wrong 역 does no harm, and names that end so stay")
  func suffix() throws {
    #expect(names("강남역").first == "강남")
    #expect(search.station("서울역")?.name == "서울")
    #expect(search.station(" 연신내 ")?.lines == [SubwayLine(1003), SubwayLine(1006)])
  }

  @Test("a renamed station is found under its new name and asked for under the old one")
  func renamed() {
    #expect(search.station("능길")?.name == "신길온천")
    #expect(search.station("능길역")?.name == "신길온천")
    #expect(names("능길") == ["신길온천"])
  }

  @Test("a name in brackets may be left out where nothing else is meant")
  func brackets() {
    #expect(search.station("총신대입구")?.name == "총신대입구(이수)")
    #expect(search.station("신촌")?.name == "신촌")
  }

  @Test("a mistyped name has its nearest ones")
  func nearest() {
    #expect(search.station("연신네") == nil)
    #expect(search.stationsLike("연신네").first == "연신내")
    #expect(search.stationsLike("강넘역").first == "강남")
  }

  @Test("stops are found by name and by the number on the sign")
  func stops() {
    #expect(search.places("13195", kind: .bus, limit: 5).map(\.name).count == 1)
    #expect(search.places("13-195", limit: 5) == search.places("13195", limit: 5))
    #expect(search.stop(number: "13-195")?.number == "13195")
    #expect(names("구파발역입구", .bus).allSatisfy { $0.contains("구파발역입구") })
    #expect(!names("구파발역입구", .bus).isEmpty)
  }

  @Test("from where one is, stations go before stops, and of either the nearest is the first")
  func nearestFirst() throws {
    for name in ["시청", "강남", "신촌"] {
      for station in search.tables.stations.prefix(6) {
        let all = search.places(name, limit: .max)
        let found = search.places(name, from: station.point, limit: .max)
        #expect(Set(found.map(\.place)) == Set(all.map(\.place)))
        // What stands behind 신촌(경의중앙선) in brackets is no part of a station's name.
        let alike = found.filter { place in
          var whole = place.name[...]
          if case .station = place.place { whole = whole.prefix { $0 != "(" } }
          return Hangul.folded(whole) == Hangul.folded(name)
        }
        #expect(!alike.isEmpty)
        // Whole names first; stations before stops among them, each nearer than the next.
        #expect(Array(found.prefix(alike.count)) == alike)
        let stops = alike.drop { if case .station = $0.place { true } else { false } }
        #expect(stops.allSatisfy { if case .stop = $0.place { true } else { false } })
        let metres = stops.map { $0.point.metres(to: station.point) }
        #expect(metres == metres.sorted())
        #expect(alike.allSatisfy { $0.metres != nil })
      }
    }
  }

  @Test("the nearest place is the first, with its distance")
  func near() throws {
    // The platform of line 2 is at 37.49799, 127.027912; that of 신분당선 does not make it farther.
    let point = try #require(GeoPoint(latitude: 37.49799, longitude: 127.027912))
    let found = search.places(near: point, kind: .subway, limit: 3)
    #expect(found.first?.name == "강남")
    let metres = try #require(found.first?.metres)
    #expect(metres < 1)
    let distances = found.compactMap(\.metres)
    #expect(distances == distances.sorted())
  }

  @Test("what is more than five kilometres away is not near")
  func far() throws {
    for (latitude, longitude) in [(35.1796, 129.0756), (37.9, 127.9), (0, 0)] {
      let point = try #require(GeoPoint(latitude: latitude, longitude: longitude))
      let found = search.places(near: point, limit: 5)
      #expect(found.allSatisfy { ($0.metres ?? .infinity) <= 5000 })
      #expect(found.isEmpty)
    }
  }

  @Test("nothing is found for nothing", arguments: ["", "   "])
  func nothing(query: String) {
    #expect(search.places(query, limit: 5).isEmpty)
  }

  @Test("distances are those of the globe")
  func distance() throws {
    let one = try #require(GeoPoint(latitude: 0, longitude: 0))
    let other = try #require(GeoPoint(latitude: 0, longitude: 1))
    // A degree of the equator of a sphere of 6,371,008.8 m: 2π × r / 360.
    #expect(abs(one.metres(to: other) - 111_195.08) < 0.01)
    #expect(GeoPoint(latitude: 91, longitude: 0) == nil)
    #expect(GeoPoint(latitude: .nan, longitude: 0) == nil)
  }
}
