import IPCProtocol
import TestSupport
import Testing
import Values

@testable import transitd

@Suite("One of several")
struct ChoiceTests {
  @Test("of favourites with one name none is taken, and their numbers are told")
  func favourites() throws {
    var favourites = Favourites()
    for line in [1002, 1077] {
      _ = try favourites.add(.station(name: "강남"), .init(line: SubwayLine(line)))
    }
    _ = try favourites.add(.stop(number: "13195", name: "홍은동"), .init())
    _ = try favourites.add(.stop(number: "13195", name: "홍은동"), .init(routes: ["705"]))
    let before = favourites
    for (word, numbers) in [("강남", "1, 2"), ("강남역", "1, 2"), ("13195", "3, 4"), ("홍은동", "3, 4")] {
      for isMove in [false, true] {
        do throws(TransitError) {
          _ = isMove ? try favourites.move(word, to: 1) : try favourites.remove(word)
          Issue.record("\(word) was taken")
        } catch {
          #expect(error.reason == .ambiguousFavourite)
          #expect(error.sentence.en.contains("(\(numbers))"))
          #expect(error.sentence.ko?.contains("(\(numbers))") == true)
        }
      }
    }
    #expect(favourites == before)
    _ = try favourites.remove("2")
    #expect(try favourites.find("강남").id == 1)
  }

  @Test("stops are one place where each is near another or of its station, whatever their order")
  func groups() throws {
    var numbers = SeededNumbers(seed: 11)
    for round in 0..<300 {
      // On a line of the equator a thousandth of a degree is 111 m.
      let stops = (0..<numbers.below(12)).map { index in
        FeedStop(
          number: index, id: "\(index)", name: "x", platform: nil, zone: nil,
          point: GeoPoint(latitude: 0, longitude: Double(numbers.below(90)) / 1000),
          station: round % 3 == 2 && numbers.chance(40) ? "\(numbers.below(14))" : nil)
      }
      let groups = StopGroups.places(stops.shuffled(using: &numbers))
      // By sorting: a new place begins where the next stop is more than a kilometre on.
      let sorted = stops.sorted { ($0.point?.longitude ?? 0) < ($1.point?.longitude ?? 0) }
      var expected: [Set<Int>] = []
      for (index, stop) in sorted.enumerated() {
        let gap =
          index == 0
          ? .infinity
          : ((stop.point?.longitude ?? 0) - (sorted[index - 1].point?.longitude ?? 0)) * 111_195.08
        if gap > 1000 { expected.append([]) }
        expected[expected.count - 1].insert(stop.number)
      }
      // Stations may be longer than that, and need not be among them.
      for station in Set(stops.compactMap(\.station)) {
        let members = Set(
          stops.filter { $0.station == station || $0.id == station }.map(\.number))
        let joined = expected.filter { !$0.isDisjoint(with: members) }
        expected.removeAll { !$0.isDisjoint(with: members) }
        expected.append(joined.reduce(into: []) { $0.formUnion($1) })
      }
      #expect(Set(groups.map { Set($0.map(\.number)) }) == Set(expected))
    }
  }

  @Test("what would never show anything is refused, and says what to do")
  func refused() throws {
    let transit = try TransitHarness()
    func name(_ method: String, _ params: [String: Any]) throws -> String {
      try transit.client.error("transit.\(method)", params).name
    }
    #expect(
      try name("favourite.add", ["place": "강남", "line": "3"]) == "transit.lineNotThere")
    for (line, ko) in [("3", "강남에 서지 않는 노선입니다(3호선)"), ("GTX-A", "강남에 서지 않는 노선입니다(GTX-A)")] {
      let found = try PlaceSearch.bundled.place(named: "강남")
      let error = #expect(throws: TransitError.self) {
        _ = try Transit.line(SubwayLine(named: line), at: found)
      }
      #expect(error?.sentence.ko?.hasPrefix(ko) == true)
    }
    #expect(try name("stations", [:]) == "transit.queryMissing")
    #expect(try name("stations", ["query": " "]) == "transit.queryMissing")
    #expect(
      try name("near", ["position": "37.5,127", "lat": 5]) == "transit.positionMissing")
    for line in ["2", "신분당선"] {
      try transit.client.result("transit.favourite.add", ["place": "강남", "line": line])
    }
    for (method, more) in [
      ("favourite.remove", [:]), ("favourite.move", ["position": 1]), ("alarm.set", [:]),
      ("leave", ["walkSeconds": 60]),
    ] as [(String, [String: Any])] {
      #expect(
        try name(method, ["favourite": "강남"].merging(more) { $1 })
          == "transit.ambiguousFavourite")
    }
    #expect(try name("watch", ["target": "강남"]) == "transit.ambiguousFavourite")
    try transit.client.result("transit.alarm.set", ["favourite": "2"])
  }

  @Test(
    "a new key is tried at once, and has calls of its own", arguments: ["INFO-100", "ERROR-337"])
  func newKey(fault: String) throws {
    let transit = try TransitHarness()
    func used() throws -> [String: Any] {
      let portals = try transit.client.result("transit.quota")["portals"] as? [[String: Any]]
      return portals?.first { $0["portal"] as? String == "subway" } ?? [:]
    }
    try transit.replay.fail(fault, times: 1)
    let error = try transit.client.error("transit.arrivals", ["station": "강남"])
    #expect(
      error.name == (fault == "INFO-100" ? "transit.keyRefused" : "transit.quotaExhausted"))
    // A watcher waits for the next day, or for twenty seconds, unless the key is another one.
    let watcher = try transit.daemon.connect()
    try watcher.request("transit.watch", ["target": "강남"])
    _ = try watcher.receive()
    let before = try transit.replay.subwayCalls
    try transit.client.result("transit.configure", ["keyFile": TransitHarness.key])
    #expect(try transit.replay.subwayCalls == before)
    try transit.client.result("transit.configure", ["keyFile": "another"])
    let place = try transit.client.result("transit.arrivals", ["station": "강남"])
    #expect(place["source"] as? String == "live")
    #expect((place["notes"] as? [Any])?.isEmpty == true)
    #expect(try used()["exhausted"] as? Bool == false)
    #expect(try used()["used"] as? Int == 1)
  }

  @Test("a portal that drips keeps nobody from what is known")
  func dripping() throws {
    let transit = try TransitHarness(["freshSeconds": 0])
    try transit.client.result("transit.arrivals", ["station": "강남"])
    try transit.replay.fail("hang", times: 3)
    // The answer comes while the portal still hangs, and the call counts as the second one.
    let place = try transit.client.result("transit.arrivals", ["station": "강남"])
    #expect((place["arrivals"] as? [Any])?.isEmpty == false)
    #expect((place["notes"] as? [Any])?.isEmpty == true)
  }
}
