import Foundation
import TestSupport
import Testing
import Values

@testable import transitd

@Suite("Alarms with a real gpsd", .serialized, .timeLimit(.minutes(2)))
struct AlarmTests {
  private func list(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

  @Test(
    "a walk to the station fires its alarm once, with what really comes, though one report is wrong",
    .enabled(if: GpsdServer.isPossible, GpsdServer.absence),
    .enabled(if: PrivateBus.isPossible, "NO dbus-daemon, python3-dbus or python3-gi"))
  func walk() throws {
    let gpsd = try GpsdServer()
    let bus = try PrivateBus()
    let desktop = try NotificationServer(on: bus)
    let transit = try TransitHarness(
      ["gpsd": gpsd.address],
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "LANG": "ko_KR.UTF-8", "LC_ALL": ""])
    try transit.client.result("transit.favourite.add", ["place": "강남", "line": "2"])
    try transit.client.result("transit.alarm.set", ["favourite": "강남"])
    // A stop 366 m before the station and 85 m beside the way: its alarm tells where the walk is.
    try transit.client.result("transit.favourite.add", ["place": "22654"])
    try transit.client.result("transit.alarm.set", ["favourite": "22654"])
    func alarm() throws -> [String: Any] {
      try #require(list(try transit.client.result("transit.alarm.list")["alarms"]).first)
    }
    // From 900 m to the platform of line 2; at 600 m one report claims to be there already. gpsd is
    // not connected at once, so the walk is repeated from its start until the first report came.
    let walk = GpsdServer.walk(to: 37.49799, 127.027912, from: 900, step: 10, outlierAt: 30)
    var isHeard = false
    for _ in 0..<50 where !isHeard {
      gpsd.send(Array(walk.prefix(8)))
      isHeard = try alarm()["metres"] != nil
    }
    #expect(isHeard)
    // To 350 m: the stop's circle begins at 418.
    gpsd.send(Array(walk.dropFirst(8).prefix(104)))
    #expect((try desktop.next()[4] as? String)?.hasPrefix("강남역티월드: ") == true)
    let outside = try alarm()
    #expect((outside["metres"] as? Int ?? 0) > 300)
    #expect(outside["inside"] as? Bool == false)
    gpsd.send(Array(walk.dropFirst(112)))
    let notice = try desktop.next()
    #expect(notice.first as? String == "Notify")
    #expect(try alarm()["inside"] as? Bool == true)
    let summary = try #require(notice[4] as? String)
    #expect(summary.hasPrefix("강남: "))
    // Korean lines of trains of line 2.
    #expect((notice[5] as? String)?.contains("2호선") == true)
    #expect(try transit.replay.subwayCalls == 1)
    // Wavering inside, and a restart inside, fire nothing.
    transit.daemon.stop(SIGKILL)
    try transit.daemon.start()
    let client = try transit.daemon.connect()
    try client.result("transit.near", ["position": "37.4981,127.0279"])
    let log = try String(contentsOfFile: transit.daemon.logFile, encoding: .utf8)
    #expect(log.components(separatedBy: "alarm: 강남 is").count == 2)
  }

  /// How often each favourite's alarm is in the daemon's log, in their order.
  private func alarms(_ transit: TransitHarness) throws -> [String] {
    let log = try String(contentsOfFile: transit.daemon.logFile, encoding: .utf8)
    return log.components(separatedBy: "alarm: ").dropFirst().map { String($0.prefix(2)) }
  }

  @Test(
    "an alarm fires while nobody is connected, through a dropout and past a false report",
    .enabled(if: GpsdServer.isPossible, GpsdServer.absence),
    .enabled(if: PrivateBus.isPossible, "NO dbus-daemon, python3-dbus or python3-gi"))
  func alone() throws {
    let gpsd = try GpsdServer()
    let bus = try PrivateBus()
    let desktop = try NotificationServer(on: bus)
    let transit = try TransitHarness(
      ["gpsd": gpsd.address, "idleExitSeconds": 1],
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "LANG": "en_US.UTF-8", "LC_ALL": ""])
    try transit.client.result("transit.favourite.add", ["place": "강남", "line": "2"])
    try transit.client.result("transit.alarm.set", ["favourite": "강남"])
    transit.client.endOutput()
    try gpsd.play()
    let notice = try desktop.next()
    #expect((notice[4] as? String)?.hasPrefix("강남: ") == true)
    // Both ends of line 2 are called 성수 by the portal; the circle line has no others.
    #expect((notice[5] as? String)?.contains("Line 2 → 성수") == true)
    let client = try transit.daemon.connect()
    let alarm = try #require(list(try client.result("transit.alarm.list")["alarms"]).first)
    #expect(alarm["inside"] as? Bool == true)
    #expect((alarm["metres"] as? Int ?? 99) < 20)
    #expect(try alarms(transit) == ["강남"])
    #expect(try transit.replay.subwayCalls == 1)
  }

  @Test(
    "the recorded walk fires 강남 and then 역삼, once each",
    .enabled(if: GpsdServer.isPossible, GpsdServer.absence),
    .enabled(if: PrivateBus.isPossible, "NO dbus-daemon, python3-dbus or python3-gi"),
    .enabled(if: RecordedData.isThere, RecordedData.absence))
  func recorded() throws {
    let gpsd = try GpsdServer()
    let bus = try PrivateBus()
    let desktop = try NotificationServer(on: bus)
    let transit = try TransitHarness(
      ["gpsd": gpsd.address],
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address, "LANG": "en_US.UTF-8", "LC_ALL": ""])
    for name in ["역삼", "강남"] {
      try transit.client.result("transit.favourite.add", ["place": name])
      try transit.client.result("transit.alarm.set", ["favourite": name])
    }
    try gpsd.play(RecordedData.path("nmea/walk-gangnam-yeoksam.nmea"))
    for name in ["강남", "역삼"] {
      #expect((try desktop.next()[4] as? String)?.hasPrefix("\(name): ") == true)
    }
    // Whoever asks now is answered after what the last notice came with.
    _ = try transit.client.result("transit.alarm.list")
    #expect(try alarms(transit) == ["강남", "역삼"])
  }

  @Test("where I say that I am counts as a report, and shows what comes around")
  func near() throws {
    let transit = try TransitHarness()
    try transit.client.result("transit.favourite.add", ["place": "강남"])
    try transit.client.result("transit.favourite.add", ["place": "13195"])
    try transit.client.result("transit.alarm.set", ["favourite": "강남"])
    #expect(
      try transit.client.error("transit.alarm.set", ["favourite": "강남"]).name
        == "transit.alarmKnown")
    let far = try transit.client.result("transit.near", ["lat": 37.6, "lon": 127.0])
    #expect(list(far["places"]).isEmpty)
    let here = list(
      try transit.client.result("transit.near", ["position": "37.49799,127.027912"])["places"])
    #expect(here.map { $0["name"] as? String } == ["강남"])
    #expect(here.first?["alarm"] as? Bool == true)
    #expect(here.first?["place"] as? [String: Any] != nil)
    let again = list(
      try transit.client.result("transit.near", ["position": "37.49799,127.027912"])["places"])
    #expect(again.first?["alarm"] as? Bool == false)
    #expect(
      try transit.client.error("transit.near", ["position": "강남역 앞"]).name
        == "transit.invalidPosition")
    for half: [String: Any] in [[:], ["lat": 37.5], ["lon": 127.0]] {
      #expect(try transit.client.error("transit.near", half).name == "transit.positionMissing")
    }
    try transit.client.result("transit.alarm.remove", ["favourite": "강남"])
    #expect(
      try transit.client.error("transit.alarm.remove", ["favourite": "강남"]).name
        == "transit.unknownAlarm")
  }
}

@Suite("GpsdReport")
struct GpsdReportTests {
  private func read(_ text: String) -> Fix? { GpsdReport.fix(Array(text.utf8)) }

  @Test("a position has a place, and a time and an accuracy where the receiver knows them")
  func position() throws {
    let fix = try #require(
      read(
        #"{"class":"TPV","mode":3,"time":"2026-03-04T22:50:00.000Z","lat":37.5,"lon":127.0,"epx":4.5,"epy":9.25}"#
      ))
    #expect(fix.point == GeoPoint(latitude: 37.5, longitude: 127.0))
    #expect(fix.time == Timestamp(rfc3339: "2026-03-04T22:50:00Z"))
    #expect(fix.accuracy == 9.25)
    let first = try #require(read(#"{"class":"TPV","mode":2,"lat":37.5,"lon":127.0}"#))
    #expect(first.time == nil)
    #expect(first.accuracy == nil)
  }

  @Test(
    "every other line is none",
    arguments: [
      "", "{", #"{"class":"VERSION","release":"3.22"}"#, #"{"class":"TPV","mode":1}"#,
      #"{"class":"TPV","mode":3}"#, #"{"class":"TPV","mode":3,"lat":137.5,"lon":127.0}"#,
      #"{"class":"SKY","satellites":[]}"#,
    ])
  func others(text: String) {
    #expect(read(text) == nil)
  }
}

@Suite("A recorded walk", .enabled(if: RecordedData.isThere, RecordedData.absence))
struct RecordedWalkTests {
  /// Positions of the RMC sentences, as a person would take them from the file.
  private func fixes() throws -> [Fix] {
    let text = String(
      decoding: try RecordedData.bytes("nmea/walk-gangnam-yeoksam.nmea"), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).compactMap { line in
      let parts = line.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.first == "$GPRMC", parts.count > 9, parts[2] == "A",
        let latitude = Double(parts[3]), let longitude = Double(parts[5]), let date = Int(parts[9])
      else { return nil }
      func degrees(_ value: Double) -> Double {
        (value / 100).rounded(.down) + value.truncatingRemainder(dividingBy: 100) / 60
      }
      let clock =
        "\(parts[1].prefix(2)):\(parts[1].dropFirst(2).prefix(2)):\(parts[1].dropFirst(4).prefix(2))"
      let day = date / 10_000
      guard let point = GeoPoint(latitude: degrees(latitude), longitude: degrees(longitude)) else {
        return nil
      }
      return Fix(
        point: point, time: Timestamp(rfc3339: "2026-03-\(day < 10 ? "0" : "")\(day)T\(clock)Z"),
        accuracy: nil)
    }
  }

  @Test("from 600 m before 강남 to 400 m behind 역삼: each is entered once, the outlier is left out")
  func walk() throws {
    let search = PlaceSearch.bundled
    let fixes = try fixes()
    // 600 reports less the 20 of the dropout.
    #expect(fixes.count == 580)
    var filter = OutlierFilter()
    var circles = try ["강남", "역삼"].map { name in
      let station = try #require(search.station(name))
      return ProximityCircle(centres: Array(station.platforms.values), radius: 300)
    }
    var entries: [String] = []
    var leftOut = 0
    for (second, fix) in fixes.enumerated() {
      guard let point = filter.accept(fix) else {
        leftOut += 1
        continue
      }
      for index in circles.indices where circles[index].moved(to: point) {
        entries.append("\(["강남", "역삼"][index]) \(second / 60)")
      }
    }
    #expect(leftOut == 1)
    // 300 m of 600 at 1.4 m/s are 214 s; 역삼 comes with the ride.
    #expect(entries.map { String($0.prefix(2)) } == ["강남", "역삼"])
    #expect(entries.first == "강남 3")
  }
}
