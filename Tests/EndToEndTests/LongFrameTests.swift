import Foundation
import TestSupport
import Testing

/// Frames that are parsed beside the loop: to their clients they are frames as all others.
@Suite("Long frames over a real socket", .serialized)
struct LongFrameTests {
  private static let megabyte = 1 << 20
  private let probe: Probe

  init() throws {
    // Whoever sends all before reading has room for all that comes back.
    probe = try Probe(configuration: #"{"limits":{"frameBytes":8388608,"outputBytes":33554432}}"#)
  }

  /// A request whose payload has exactly so many bytes, or few more where units are longer.
  private static func tell(_ id: Int, _ bytes: Int, of unit: String = "x") -> String {
    let head = #"{"jsonrpc":"2.0","id":\#(id),"method":"probe.tell","params":{"name":""#
    let rest = bytes - head.utf8.count - 3
    let count = (rest + unit.utf8.count - 1) / unit.utf8.count
    return head + String(repeating: unit, count: count) + #""}}"#
  }

  private static func data(_ payloads: String...) -> Data {
    payloads.reduce(into: Data()) { $0.append(WireClient.frame(Data($1.utf8))) }
  }

  private static func ping(_ id: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"mate.ping"}"#
  }

  private func ids(_ client: WireClient, _ count: Int) throws -> [Int?] {
    try (0..<count).map { _ in try client.receive()["id"] as? Int }
  }

  private func rows() throws -> Int? {
    try probe.daemon.connect().result("probe.count")["count"] as? Int
  }

  @Test(
    "are answered in their order, and have said what they say",
    arguments: zip(
      [megabyte - 1, megabyte, megabyte + 1, 3 * megabyte, megabyte, megabyte + 1],
      ["x", "한", #"\u0041"#, "x", #"\""#, "한"]))
  func order(_ bytes: Int, _ unit: String) throws {
    let long = Self.tell(2, bytes, of: unit)
    try probe.client.send(bytes: Self.data(Self.ping(1), long, Self.ping(3), long, Self.ping(4)))
    let sent = try #require(
      try JSONSerialization.jsonObject(with: Data(long.utf8)) as? [String: Any])
    for id in [1, 2, 3, 2, 4] {
      let reply = try probe.client.receive()
      #expect(reply["id"] as? Int == id)
      guard id == 2 else { continue }
      let told = (reply["result"] as? [String: Any])?["name"] as? String
      #expect(told == (sent["params"] as? [String: Any])?["name"] as? String)
    }
    #expect(try rows() == 2)
  }

  @Test("one that is no JSON is refused, and what is behind it is answered")
  func notJSON() throws {
    let broken = String(repeating: "[", count: 2 * Self.megabyte)
    try probe.client.send(bytes: Self.data(broken, Self.ping(1)))
    let refusal = try probe.client.receive()
    #expect(refusal["id"] is NSNull)
    #expect(try WireFailure(refusal).code == -32700)
    #expect(try ids(probe.client, 1) == [1])
  }

  @Test("one with more values than a request may have is refused as well")
  func manyValues() throws {
    let limits = try probe.client.result("mate.status")["limits"] as? [String: Any]
    let most = try #require(limits?["frameValues"] as? Int)
    let values = Array(repeating: "0", count: most).joined(separator: ",        ")
    let text = #"{"jsonrpc":"2.0","id":1,"method":"mate.ping","params":{"text":[\#(values)]}}"#
    #expect(text.utf8.count > Self.megabyte)
    try probe.client.send(bytes: Self.data(text, Self.ping(2)))
    #expect(try WireFailure(try probe.client.receive()).message.contains("\(most)"))
    #expect(try ids(probe.client, 1) == [2])
  }

  @Test("a long batch, a long read behind a change, and a long change behind a batch that waits")
  func mixed() throws {
    let batch = "[\(Self.tell(1, 2 * Self.megabyte)),\(Self.ping(2))]"
    let read =
      #"{"jsonrpc":"2.0","id":4,"method":"probe.release","params":{"name":""#
      + String(repeating: "y", count: 2 * Self.megabyte) + #""}}"#
    let change = #"{"jsonrpc":"2.0","id":3,"method":"probe.add","params":{"count":2}}"#
    try probe.client.send(bytes: Self.data(batch, change, read, Self.ping(5)))
    let replies = try #require(try probe.client.receiveAny() as? [[String: Any]])
    #expect(replies.map { $0["id"] as? Int } == [1, 2])
    #expect(try ids(probe.client, 3) == [3, 4, 5])
    #expect(try rows() == 3)
    let wait = #"[{"jsonrpc":"2.0","id":6,"method":"probe.wait","params":{"name":"n"}}]"#
    let other = try probe.daemon.connect()
    try other.send(bytes: Self.data(wait, Self.tell(7, 2 * Self.megabyte), Self.ping(8)))
    try probe.waitUntil(waiting: 1)
    #expect(try rows() == 3)
    try probe.release("n")
    #expect((try other.receiveAny() as? [[String: Any]])?.first?["id"] as? Int == 6)
    #expect(try ids(other, 2) == [7, 8])
    #expect(try rows() == 4)
  }

  @Test("before the end of the input is answered, and then the connection ends")
  func endOfInput() throws {
    let long = Self.tell(1, 2 * Self.megabyte)
    try probe.client.send(bytes: Self.data(long, Self.ping(2), long))
    probe.client.endOutput()
    #expect(try ids(probe.client, 3) == [1, 2, 1])
    #expect(try probe.client.isClosed)
    #expect(try rows() == 2)
    try expectNothingHeld(by: Probe(daemon: probe.daemon, client: try probe.daemon.connect()))
  }

  @Test("when the daemon is told to stop, all that waits behind one is answered as not taken")
  func shutDown() throws {
    let client = try probe.daemon.connect()
    var frames = Self.data(Self.tell(0, 7 * Self.megabyte, of: #"\u0041"#))
    // More than one read takes.
    let count = 3000
    for id in 1...count { frames.append(Self.data(Self.ping(id))) }
    // Sending blocks as long as the daemon does not read; what is received meanwhile is apart from it.
    nonisolated(unsafe) let sender = client
    let thread = Thread { [frames] in try? sender.send(bytes: frames) }
    thread.start()
    var held = 0
    for _ in 0..<100_000 where held < 7 * Self.megabyte {
      held = try probe.client.result("mate.status")["bufferedBytes"] as? Int ?? 0
    }
    probe.daemon.signal(SIGTERM)
    var answers: [Int: Int] = [:]
    while let message = try client.receiveAny() as? [String: Any] {
      answers[message["id"] as? Int ?? -1, default: 0] += 1
      if message["result"] == nil {
        #expect(try WireFailure(message).name == "mate.shuttingDown")
      }
    }
    #expect(answers.count == count + 1 && answers.values.allSatisfy { $0 == 1 }, "\(answers.count)")
    #expect(probe.daemon.waitForExit() == 0)
  }

  @Test("of those who do not wait give their room back")
  func room() throws {
    // Each takes nearly all that a user may hold: one that kept it would stop the next.
    let small = try Probe(
      configuration: #"{"limits":{"frameBytes":4718592,"bufferBytesPerUser":5242880}}"#)
    let text = String(repeating: "x", count: 4 * Self.megabyte)
    var before = 0
    for count in 1...6 {
      try small.daemon.connect().send(bytes: Self.data(Self.tell(1, 4 * Self.megabyte)))
      // Sent away as long as the one before is held.
      var seen: Int?
      for _ in 0..<1000 where seen != count {
        let client = try small.daemon.connect()
        try client.request("probe.addPrepared", ["count": 1, "text": text])
        seen = ((try? client.receive())?["result"] as? [String: Any])?["count"] as? Int
      }
      #expect(seen == count)
      if count == 2 { before = try small.daemon.memory("VmRSS") }
    }
    try expectNothingHeld(by: small)
    // Of four more, each of 4 MB, nothing stays.
    let growth = try small.daemon.memory("VmRSS") - before
    #expect(growth < 10_000 || BuiltPrograms.keepsFreedMemory, "\(growth) KB")
  }

  private func expectNothingHeld(by probe: Probe) throws {
    var held: Int?
    for _ in 0..<10_000 where held != 0 {
      held = try probe.client.result("mate.status")["bufferedBytes"] as? Int
    }
    #expect(held == 0)
  }
}
