import Foundation
import TestSupport
import Testing

/// What was received before the end of a connection's input takes effect and is answered.
@Suite("The end of input over a real socket", .serialized)
struct EndOfInputTests {
  private let probe: Probe

  init() throws { probe = try Probe() }

  private static let count = 3000

  /// So many requests in one piece: far more than one turn handles.
  private static func frames(_ make: (Int) -> [String: Any]) throws -> Data {
    var frames = Data()
    for id in 1...count {
      frames.append(WireClient.frame(try JSONSerialization.data(withJSONObject: make(id))))
    }
    return frames
  }

  private func rows(_ wanted: Int) throws -> Int {
    var rows = -1
    for _ in 0..<10_000 where rows != wanted {
      rows = try probe.client.result("probe.count")["count"] as? Int ?? -1
    }
    return rows
  }

  @Test("thousands of notifications and then the end: every one takes effect")
  func notifications() throws {
    let frames = try Self.frames { _ in WireClient.message("probe.add", ["count": 1], id: nil) }
    // A third of what is sent may be in the kernel only when the connection is closed.
    do { try probe.daemon.connect().send(bytes: frames) }
    #expect(try rows(Self.count) == Self.count)
  }

  @Test("requests whose answers nobody waits for take effect as well, also when the daemon stops")
  func requestsOfOneWhoLeft() throws {
    let frames = try Self.frames { WireClient.message("probe.add", ["count": 1], id: $0) }
    do { try probe.daemon.connect().send(bytes: frames) }
    #expect(try rows(Self.count) == Self.count)
    let status = try probe.client.result("mate.status")
    #expect(status["connections"] as? Int == 1)
    #expect((status["requests"] as? [String: Any])?["inFlight"] as? Int == 0)
  }

  @Test("a client that has ended its output gets every reply, in order, and then the end")
  func halfClosed() throws {
    let client = try probe.daemon.connect()
    try client.send(
      bytes: try Self.frames { WireClient.message("probe.add", ["count": 1], id: $0) })
    client.endOutput()
    for id in 1...Self.count {
      let reply = try client.receive()
      #expect(reply["id"] as? Int == id)
      #expect((reply["result"] as? [String: Any])?["count"] as? Int == id)
    }
    #expect(try client.isClosed)
  }

  @Test("slow work and batches are answered behind the end of input; streams end with a word")
  func slowWork() throws {
    let client = try probe.daemon.connect()
    try client.send(WireClient.message("probe.follow", id: 1))
    #expect(try client.receive()["method"] as? String == "$/event")
    try client.send(WireClient.message("probe.wait", ["name": "a"], id: 2))
    try client.send([
      WireClient.message("probe.wait", ["name": "b"], id: 3),
      WireClient.message("probe.add", ["count": 1], id: 4),
    ])
    // A change behind the batch waits for it, however slow that is.
    try client.send(WireClient.message("probe.add", ["count": 1], id: 5))
    client.endOutput()
    try probe.waitUntil(waiting: 2)
    #expect(try rows(0) == 0)
    try probe.release("b")
    let batch = try #require(try client.receiveAny() as? [[String: Any]])
    #expect((batch[1]["result"] as? [String: Any])?["count"] as? Int == 1)
    var replies: [Int: [String: Any]] = [:]
    while replies.count < 2 {
      let message = try client.receive()
      if let id = message["id"] as? Int { replies[id] = message }
    }
    #expect((replies[5]?["result"] as? [String: Any])?["count"] as? Int == 2)
    #expect(try WireFailure(try #require(replies[1])).name == "mate.cancelled")
    try probe.release("a")
    #expect(try client.receive()["id"] as? Int == 2)
    #expect(try client.isClosed)
  }

  @Test("one who leaves altogether has its slow work cancelled, and what stands behind it is done")
  func gone() throws {
    do {
      let client = try probe.daemon.connect()
      try client.send([
        WireClient.message("probe.wait", ["name": "a"], id: 1),
        WireClient.message("probe.add", ["count": 1], id: 2),
      ])
      try client.send(WireClient.message("probe.add", ["count": 1], id: nil))
      try probe.waitUntil(waiting: 1)
    }
    try probe.waitUntil(waiting: 0, cancelled: 1)
    #expect(try rows(2) == 2)
  }

  @Test("changes behind a batch that waits take effect behind it, and other requests do not wait")
  func orderBehindBatch() throws {
    let client = try probe.daemon.connect()
    try client.send([
      WireClient.message("probe.wait", ["name": "a"], id: 1),
      WireClient.message("probe.add", ["count": 10], id: 2),
    ])
    try client.send(WireClient.message("mate.ping", id: 3))
    try client.send(WireClient.message("probe.add", ["count": 1], id: 4))
    try client.send(WireClient.message("mate.ping", id: 5))
    #expect(try client.receive()["id"] as? Int == 3)
    try probe.waitUntil(waiting: 1)
    #expect(try rows(0) == 0)
    try probe.release("a")
    let batch = try #require(try client.receiveAny() as? [[String: Any]])
    #expect((batch[1]["result"] as? [String: Any])?["count"] as? Int == 10)
    let change = try client.receive()
    #expect(change["id"] as? Int == 4)
    #expect((change["result"] as? [String: Any])?["count"] as? Int == 11)
    #expect(try client.receive()["id"] as? Int == 5)
  }

  @Test("a client that writes a frame which is too long and then reads sees why")
  func tooLong() throws {
    let client = try probe.daemon.connect()
    try client.send(bytes: WireClient.frame(Data(repeating: 0x20, count: 20 << 20)))
    let failure = try WireFailure(try client.receive())
    #expect(failure.name == "mate.frameTooLarge")
    #expect(failure.data["limit"] as? Int == 1 << 20)
    #expect(try client.isClosed)
  }

  @Test("what is dropped of a frame that is too long has an end in bytes, and one in time")
  func tooLongForDropping() throws {
    let client = try probe.daemon.connect()
    var length = UInt32.max.bigEndian
    try client.send(bytes: Data(bytes: &length, count: 4))
    let chunk = Data(repeating: 0x20, count: 1 << 20)
    #expect(throws: TestFailure.self) { for _ in 0..<200 { try client.send(bytes: chunk) } }
    let idle = try probe.daemon.connect()
    try idle.send(bytes: Data(bytes: &length, count: 4))
    #expect(try WireFailure(try idle.receive()).name == "mate.frameTooLarge")
    #expect(try idle.isClosed)
  }

  @Test("through a bridge: everything that was sent before the end of input is answered")
  func bridge() throws {
    let tool = try CommandLineTool()
    let frames = try Self.frames { WireClient.message("mate.ping", ["text": "n"], id: $0) }
    let file = tool.directory.file("frames")
    try frames.write(to: URL(fileURLWithPath: file))
    // All of it is there, and the pipe behind it holds a part of the answers only.
    let script = "exec \"$0\" stdio-bridge bank < \"$1\""
    let bridge = try RunningCommand(
      "/bin/sh", ["-c", script, BuiltPrograms.path("matectl"), file], tool.environment, input: nil)
    let output = try bridge.finish().output
    #expect(output.components(separatedBy: #""result":{"text":"n"}"#).count - 1 == Self.count)
  }
}
