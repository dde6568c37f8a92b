import Foundation
import TestSupport
import Testing

@testable import transitd

/// Daemons that take their arrivals from another one, over its real socket.
@Suite("Relays", .serialized, .timeLimit(.minutes(2)))
struct RelayTests {
  private func list(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

  /// A daemon without a key, that asks another one.
  private func household(_ path: String, _ settings: [String: Any] = [:]) throws -> TransitHarness {
    let transit = try TransitHarness(settings, hasKey: false)
    let answer = try transit.client.result("transit.configure", ["upstream": path])
    #expect(answer["upstream"] as? String == path)
    return transit
  }

  private func arrivals(_ client: WireClient, _ station: String = "강남") throws -> [[String: Any]] {
    list(try client.result("transit.arrivals", ["station": station])["arrivals"])
  }

  private func used(_ client: WireClient) throws -> [Int] {
    list(try client.result("transit.quota")["portals"]).compactMap { $0["used"] as? Int }
  }

  /// Vehicles as a list of what does not move.
  private func trains(_ arrivals: [[String: Any]]) -> [String] {
    arrivals.map { "\($0["line"] ?? "") \($0["direction"] ?? "") \($0["vehicle"] ?? "")" }.sorted()
  }

  @Test("two households see what the one with the key sees, by one call and one quota")
  func one() throws {
    let source = try TransitHarness(["freshSeconds": 30])
    let households = try (0..<2).map { _ in try household(source.daemon.socketPath) }
    let own = try arrivals(source.client)
    #expect(!own.isEmpty)
    for household in households {
      #expect(trains(try arrivals(household.client)) == trains(own))
      #expect(try household.replay.subwayCalls == 0)
      #expect(try used(household.client) == [0, 0])
    }
    #expect(try source.replay.subwayCalls == 1)
    #expect(try used(source.client)[0] == 1)
    let buses = list(
      try households[0].client.result("transit.busArrivals", ["stop": "13195"])["arrivals"])
    #expect(!buses.isEmpty)
    #expect(try used(source.client)[1] == 1)
  }

  @Test("all who poll through it cost what one costs who polls")
  func polls() throws {
    let pace = 2.0
    let source = try TransitHarness(["watchSeconds": pace, "freshSeconds": 0])
    let households = try (0..<3).map { _ in
      try household(source.daemon.socketPath, ["watchSeconds": pace, "freshSeconds": 0])
    }
    let start = Date()
    for household in households {
      try household.client.request("transit.watch", ["target": "강남"])
    }
    while try source.replay.subwayCalls < 4 {
      for household in households { _ = try TransitHarness.event(household.client) }
    }
    let polls = Date().timeIntervalSince(start) / pace
    // An answer serves the others for nine tenths of a poll.
    #expect(Double(try source.replay.subwayCalls) <= polls / 0.9 + 2)
  }

  @Test("what the other one cannot is told, and what was heard last stays with its age")
  func failures() throws {
    let source = try TransitHarness(["freshSeconds": 0])
    // The socket of the one that is killed goes on to listen here; its name can be taken away.
    let name = source.directory.file("other.sock")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: name, withDestinationPath: source.daemon.socketPath)
    let household = try household(name, ["freshSeconds": 0])
    #expect(try !arrivals(household.client).isEmpty)
    source.daemon.stop(SIGKILL)
    try files.removeItem(atPath: name)
    let stale = try household.client.result("transit.arrivals", ["station": "강남"])
    #expect(!list(stale["arrivals"]).isEmpty)
    let notes = list(stale["notes"])
    #expect(notes.map { $0["note"] as? String } == ["upstreamFailed"])
    #expect("\(notes)".contains("does not answer"))
    #expect("\(notes)".contains("what is shown is"))
    // The other one is back, on the same socket: nobody has to do anything here.
    try source.daemon.start()
    try files.createSymbolicLink(atPath: name, withDestinationPath: source.daemon.socketPath)
    let again = try household.client.result("transit.arrivals", ["station": "강남"])
    #expect(list(again["notes"]).isEmpty)
    // And one that has no key says so in its own words.
    let keyless = try TransitHarness(hasKey: false)
    let other = try self.household(keyless.daemon.socketPath)
    let refused = try other.client.error("transit.arrivals", ["station": "강남"])
    #expect(refused.name == "transit.upstreamFailed")
    #expect(refused.message.contains("there is no key for subway arrivals"))
  }

  @Test("a restart goes on with the relay, and default goes back to the portals")
  func restart() throws {
    let source = try TransitHarness(["freshSeconds": 30])
    let household = try household(source.daemon.socketPath)
    household.daemon.stop(SIGKILL)
    try household.daemon.start()
    let client = try household.daemon.connect()
    #expect(try !arrivals(client).isEmpty)
    #expect(try source.replay.subwayCalls == 1)
    let answer = try client.result("transit.configure", ["upstream": "default"])
    #expect(answer["upstream"] == nil)
    #expect(try client.error("transit.arrivals", ["station": "서울"]).name == "transit.noKey")
  }

  @Test("daemons that ask each other in a circle say so, whoever asks first")
  func loop() throws {
    let names = ["A", "B", "C"]
    let daemons = try names.map { _ in try TransitHarness(["freshSeconds": 0], hasKey: false) }
    for (index, daemon) in daemons.enumerated() {
      let next = daemons[(index + 1) % daemons.count].daemon.socketPath
      try daemon.client.result("transit.configure", ["upstream": next])
    }
    for daemon in daemons {
      let error = try daemon.client.error("transit.arrivals", ["station": "강남"])
      #expect(error.name == "transit.upstreamFailed")
      #expect(error.message.contains("lead back to where they began"))
    }
    // All at once: nobody waits for one who waits for them.
    let clients = try daemons.map { try $0.daemon.connect() }
    for client in clients { try client.request("transit.arrivals", ["station": "서울"]) }
    for client in clients { #expect(try client.receive()["error"] != nil) }
    // One of them with a key of its own ends the circle for all.
    try daemons[2].client.result("transit.configure", ["upstream": "default"])
    try daemons[2].client.result(
      "transit.configure", ["keyFile": TransitHarness.key, "busKeyFile": TransitHarness.key])
    #expect(try !arrivals(daemons[0].client).isEmpty)
    #expect(try daemons[2].replay.subwayCalls > 0)
    let itself = daemons[1]
    try itself.client.result("transit.configure", ["upstream": itself.daemon.socketPath])
    let error = try itself.client.error("transit.arrivals", ["station": "강남"])
    #expect(error.message.contains("lead back to where they began"))
  }

  @Test("a daemon that knows nothing of relays is told to be too old")
  func skew() throws {
    // Another domain's daemon answers as an old transitd would: it has no such method.
    let old = try DaemonHarness("juiced", domain: "juice")
    let household = try household(old.socketPath)
    let error = try household.client.error("transit.arrivals", ["station": "강남"])
    #expect(error.name == "transit.upstreamFailed")
    #expect(error.message.contains("is too old to give them"))
  }

  @Test("what is no other transitd is refused")
  func refusals() throws {
    let transit = try TransitHarness(hasKey: false)
    for text in ["transit.sock", "ssh:", "ssh:-oProxyCommand=x", "ssh:a b", "http://x", "ssh:a;b"] {
      let error = try transit.client.error("transit.configure", ["upstream": text])
      #expect(error.name == "transit.invalidUpstream", "\(text)")
    }
    #expect(RelayTarget("ssh:me@home.example")?.text == "ssh:me@home.example")
    #expect(RelayTarget("/run/mate/transit.sock")?.text == "/run/mate/transit.sock")
  }
}
