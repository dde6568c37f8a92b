import Foundation
import TestSupport
import Testing

@Suite("transitd beside a portal", .serialized, .timeLimit(.minutes(2)))
struct TransitServiceTests {
  private func list(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

  // MARK: Arrivals

  @Test("arrivals come with honest times: one train once, nothing unknown as 0")
  func arrivals() throws {
    let transit = try TransitHarness()
    let place = try transit.client.result("transit.arrivals", ["station": "서울역"])
    #expect(place["name"] as? String == "서울")
    #expect(place["source"] as? String == "live")
    let arrivals = list(place["arrivals"])
    // Five lines with two directions each; the portal sends some trains twice.
    #expect(arrivals.count >= 10)
    let trains = arrivals.map { "\($0["line"] ?? "")/\($0["vehicle"] ?? "")" }
    #expect(Set(trains).count == trains.count)
    for arrival in arrivals {
      let age = try #require(arrival["ageSeconds"] as? Int)
      #expect((0..<30).contains(age))
      if arrival["seconds"] as? Int == 0 {
        #expect(["arrived", "approaching", "running"].contains(arrival["state"] as? String))
      }
      if arrival["state"] as? String == "departed" { #expect(arrival["seconds"] == nil) }
    }
  }

  @Test("a line and a direction are all that is shown where they are asked for")
  func filtered() throws {
    let transit = try TransitHarness()
    let place = try transit.client.result(
      "transit.arrivals", ["station": "연신내", "line": "3호선", "direction": "up"])
    let arrivals = list(place["arrivals"])
    #expect(!arrivals.isEmpty)
    #expect(arrivals.allSatisfy { $0["line"] as? String == "1003" })
    #expect(arrivals.allSatisfy { $0["direction"] as? String == "up" })
  }

  @Test("a stop has its buses, and those that wait or have ended have no seconds")
  func bus() throws {
    let transit = try TransitHarness()
    let place = try transit.client.result("transit.busArrivals", ["stop": "13-195"])
    #expect(place["number"] as? String == "13195")
    let arrivals = list(place["arrivals"])
    let idle = arrivals.filter { ["waiting", "ended"].contains($0["state"] as? String) }
    #expect(!idle.isEmpty && idle.allSatisfy { $0["seconds"] == nil })
    let one = try transit.client.result(
      "transit.busArrivals", ["stop": "13195", "routes": ["790"]])
    #expect(list(one["arrivals"]).allSatisfy { $0["line"] as? String == "790파주" })
    #expect(!list(one["arrivals"]).isEmpty)
  }

  @Test("fifty who ask at once, and those who ask a little later, cost one call")
  func shared() throws {
    let transit = try TransitHarness()
    let clients = try (0..<50).map { _ in try transit.daemon.connect() }
    for client in clients { try client.request("transit.arrivals", ["station": "강남"]) }
    for client in clients { #expect(try client.receive()["result"] != nil) }
    try transit.client.result("transit.arrivals", ["station": "강남"])
    #expect(try transit.replay.subwayCalls == 1)
    let quota = list(try transit.client.result("transit.quota")["portals"])
    #expect(quota.first { $0["portal"] as? String == "subway" }?["used"] as? Int == 1)
  }

  @Test("an unknown station is refused with its nearest names, in both languages")
  func unknown() throws {
    let transit = try TransitHarness()
    let error = try transit.client.error("transit.arrivals", ["station": "연신네역"])
    #expect(error.name == "transit.unknownStation")
    #expect((error.data["similar"] as? [String])?.first == "연신내")
    #expect(error.message.contains("연신내"))
    #expect(try transit.replay.subwayCalls == 0)
    #expect(
      try transit.client.error("transit.busArrivals", ["stop": "99999"]).name
        == "transit.unknownStop")
    #expect(
      try transit.client.error("transit.arrivals", ["station": "서울", "line": "77"]).name
        == "transit.unknownLine")
  }

  // MARK: Faults

  @Test(
    "a fault that may pass is tried again, and then it passed",
    arguments: ["truncated", "short", "close", "html", "503", "429", "ERROR-500", "ERROR-601"])
  func transient(fault: String) throws {
    let transit = try TransitHarness()
    try transit.replay.fail(fault)
    let place = try transit.client.result("transit.arrivals", ["station": "서울"])
    #expect(!list(place["arrivals"]).isEmpty)
    #expect(list(place["notes"]).isEmpty)
    #expect(try transit.replay.subwayCalls == 2)
  }

  @Test(
    "a fault that stays is told for what it is, after three calls at most",
    arguments: [
      ("truncated", "transit.upstreamFailed", "truncated", 3),
      ("html", "transit.upstreamFailed", "html", 3),
      ("503", "transit.upstreamFailed", "serverFault.HTTP 503", 3),
      ("close", "transit.upstreamFailed", "transport", 3),
      ("404", "transit.upstreamFailed", "noSuchService.404", 1),
      ("redirectAway", "transit.upstreamFailed", "transport", 1),
      ("ERROR-300", "transit.upstreamFailed", "badRequest.ERROR-300", 1),
      ("INFO-100", "transit.keyRefused", nil, 1), ("ERROR-338", "transit.keyRefused", nil, 1),
      ("gateway30", "transit.keyRefused", nil, 1), ("401", "transit.keyRefused", nil, 1),
      ("ERROR-337", "transit.quotaExhausted", nil, 1),
      ("gateway22", "transit.quotaExhausted", nil, 1),
    ] as [(String, String, String?, Int)])
  func lasting(fault: String, name: String, word: String?, calls: Int) throws {
    let transit = try TransitHarness()
    try transit.replay.fail(fault, times: 3)
    let error = try transit.client.error("transit.arrivals", ["station": "서울"])
    #expect(error.name == name)
    #expect(error.data["fault"] as? String == word)
    #expect(try transit.replay.subwayCalls == calls)
  }

  @Test(
    "a redirect is followed, and XML is read where JSON was asked for",
    arguments: ["redirect", "xml"])
  func taken(fault: String) throws {
    let transit = try TransitHarness()
    try transit.replay.fail(fault)
    let place = try transit.client.result("transit.arrivals", ["station": "서울"])
    #expect(!list(place["arrivals"]).isEmpty)
  }

  @Test("what was heard last is shown while the portal fails, and the trouble is said")
  func lastGood() throws {
    let transit = try TransitHarness(["freshSeconds": 0])
    let first = try transit.client.result("transit.arrivals", ["station": "서울"])
    try transit.replay.fail("ERROR-338", times: 1)
    let second = try transit.client.result("transit.arrivals", ["station": "서울"])
    #expect(second["heardAt"] as? String == first["heardAt"] as? String)
    #expect(!list(second["arrivals"]).isEmpty)
    #expect(list(second["notes"]).map { $0["note"] as? String } == ["keyRefused"])
  }

  @Test("nothing on its way is no error")
  func noData() throws {
    let transit = try TransitHarness()
    try transit.replay.fail("INFO-200")
    let place = try transit.client.result("transit.arrivals", ["station": "서울"])
    #expect(list(place["arrivals"]).isEmpty)
    #expect(list(place["notes"]).map { $0["note"] as? String } == ["noData"])
  }

  // MARK: The calls of the day

  @Test("the calls of the day are on disk, also over a kill")
  func quota() throws {
    let transit = try TransitHarness(["dailyCalls": 3, "reserveCalls": 1, "freshSeconds": 0])
    for _ in 0..<3 { try transit.client.result("transit.arrivals", ["station": "강남"]) }
    let error = try transit.daemon.connect().error("transit.arrivals", ["station": "연신내"])
    #expect(error.name == "transit.quotaExhausted")
    #expect(error.data["resetsAt"] as? String != nil)
    transit.daemon.stop(SIGKILL)
    try transit.daemon.start()
    let client = try transit.daemon.connect()
    #expect(
      try client.error("transit.arrivals", ["station": "연신내"]).name == "transit.quotaExhausted")
    #expect(try transit.replay.subwayCalls == 3)
    let portals = list(try client.result("transit.quota")["portals"])
    #expect(portals.map { $0["used"] as? Int } == [3, 0])
    // The other portal has calls of its own.
    try client.result("transit.busArrivals", ["stop": "13195"])
  }

  @Test("when the portal says that the day is used up it is not asked again")
  func exhausted() throws {
    let transit = try TransitHarness(["freshSeconds": 0])
    try transit.replay.fail("ERROR-337")
    _ = try transit.client.error("transit.arrivals", ["station": "강남"])
    #expect(
      try transit.client.error("transit.arrivals", ["station": "강남"]).name
        == "transit.quotaExhausted")
    #expect(try transit.replay.subwayCalls == 1)
    let portal = list(try transit.client.result("transit.quota")["portals"]).first
    #expect(portal?["exhausted"] as? Bool == true)
    #expect(portal?["left"] as? Int == 0)
  }

  // MARK: Favourites

  @Test("favourites are ten at most, and are kept over a kill")
  func favourites() throws {
    let transit = try TransitHarness()
    let names = ["강남", "역삼", "선릉", "삼성", "잠실", "성수", "왕십리", "시청", "충정로", "홍대입구"]
    for name in names { try transit.client.result("transit.favourite.add", ["place": name]) }
    let error = try transit.client.error("transit.favourite.add", ["place": "연신내"])
    #expect(error.name == "transit.favouritesFull")
    #expect(error.data["maximum"] as? Int == 10)
    try transit.client.result("transit.favourite.move", ["favourite": "홍대입구", "position": 1])
    transit.daemon.stop(SIGKILL)
    try transit.daemon.start()
    let kept = list(try transit.daemon.connect().result("transit.favourite.list")["favourites"])
    #expect(kept.map { $0["name"] as? String } == ["홍대입구"] + names.dropLast())
  }

  @Test("a stop is a favourite by its number, with its routes")
  func busFavourite() throws {
    let transit = try TransitHarness()
    let added = try transit.client.result(
      "transit.favourite.add", ["place": "13195", "routes": ["705,790"]])
    #expect(added["kind"] as? String == "bus")
    #expect(added["routes"] as? [String] == ["705", "790"])
    #expect(
      try transit.client.error(
        "transit.favourite.add", ["place": "13195", "routes": ["790", "705"]]
      )
      .name == "transit.favouriteKnown")
  }

  // MARK: Keys

  @Test("without a key there is a word about where to get one")
  func noKey() throws {
    let transit = try TransitHarness(hasKey: false)
    let error = try transit.client.error("transit.arrivals", ["station": "서울"])
    #expect(error.name == "transit.noKey")
    #expect(error.message.contains("--key-file"))
    #expect(try transit.replay.subwayCalls == 0)
    #expect(
      try transit.client.error("transit.configure", ["keyFile": "two words"]).name
        == "transit.invalidKey")
    #expect(
      try transit.client.error("transit.configure", ["subwayURL": "file:///etc"]).name
        == "transit.invalidURL")
    #expect(try transit.client.error("transit.configure").name == "transit.nothingToConfigure")
  }

  @Test("a key of the environment or a credential is used before a configured one")
  func given() throws {
    let folder = try TemporaryDirectory()
    try Data("credential1\n".utf8).write(
      to: URL(fileURLWithPath: folder.file("seoul-bus-key")))
    let transit = try TransitHarness(
      environment: [
        "MATE_TRANSIT_KEY": TransitHarness.key, "CREDENTIALS_DIRECTORY": folder.path,
      ], hasKey: false)
    try transit.client.result("transit.arrivals", ["station": "서울"])
    try transit.client.result("transit.busArrivals", ["stop": "13195"])
    let portals = list(try transit.client.result("transit.quota")["portals"])
    #expect(portals.map { $0["key"] as? String } == ["given", "given"])
  }

  @Test("the key is in no log, no answer, no error, no status and not in the process list")
  func secrecy() throws {
    let transit = try TransitHarness(
      ["logPriority": "debug", "freshSeconds": 0],
      environment: ["MATE_TRANSIT_BUS_KEY": TransitHarness.key])
    var said = ""
    func tell(_ method: String, _ params: [String: Any]? = nil) throws {
      said += "\(try transit.client.reply(method, params))\n"
    }
    try tell("transit.configure", ["keyFile": TransitHarness.key])
    for fault in ["INFO-100", "gateway30", "redirectAway", "404", "truncated", "html", "ERROR-337"]
    {
      try transit.replay.fail(fault, times: 3)
      try tell("transit.arrivals", ["station": "서울"])
      try tell("transit.busArrivals", ["stop": "13195"])
    }
    for method in ["mate.status", "mate.metrics", "transit.quota", "rpc.discover"] {
      try tell(method)
    }
    let process = "/proc/\(transit.daemon.process)"
    for file in [
      "\(process)/cmdline", "\(process)/environ", "\(process)/comm", transit.daemon.logFile,
      transit.daemon.clientsLogFile,
    ] {
      said += String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    }
    said += transit.daemon.standardError
    #expect(said.contains("transit.keyRefused"))
    #expect(said.contains("portal: "))
    #expect(!said.contains(TransitHarness.key))
    let modes = try FileManager.default.attributesOfItem(
      atPath: "\(transit.daemon.stateDirectory)/transit/transit.db")[.posixPermissions]
    #expect(modes as? Int == 0o600)
  }
}
