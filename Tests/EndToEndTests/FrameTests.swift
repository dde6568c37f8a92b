import Foundation
import TestSupport
import Testing

@Suite("Frames over a real socket", .serialized)
struct FrameTests {
  private let daemon: DaemonHarness

  init() throws { daemon = try DaemonHarness() }

  /// A domain that takes no files, so that a frame has the length that it has unless said otherwise.
  private static func usual() throws -> DaemonHarness {
    try DaemonHarness("transitd", domain: "transit")
  }

  private func expectError(
    _ client: WireClient, _ code: Int, _ name: String, id: Int? = nil
  ) throws {
    let reply = try client.receive()
    let failure = try WireFailure(reply)
    #expect(failure.code == code)
    #expect(failure.name == name)
    #expect(failure.data["traceId"] is String)
    if let id { #expect(reply["id"] as? Int == id) } else { #expect(reply["id"] is NSNull) }
  }

  @Test("a frame of length 0 is answered and the connection closed")
  func zeroLength() throws {
    let client = try daemon.connect()
    try client.send(bytes: Data([0, 0, 0, 0]))
    try expectError(client, -32600, "mate.invalidRequest")
    #expect(try client.isClosed)
  }

  @Test("a frame over the limit is answered and the connection closed, unread")
  func oversize() throws {
    let daemon = try Self.usual()
    let client = try daemon.connect()
    try client.send(bytes: Data([0x00, 0x10, 0x00, 0x01]))
    client.endOutput()
    let failure = try WireFailure(try client.receive())
    #expect(failure.code == -32001)
    #expect(failure.name == "mate.frameTooLarge")
    #expect(failure.data["limit"] as? Int == 1_048_576)
    #expect(try client.isClosed)
  }

  @Test("who writes all of a frame that is far too long, and reads then, sees why it was refused")
  func farTooLong() throws {
    let daemon = try Self.usual()
    let client = try daemon.connect()
    try client.send(bytes: WireClient.frame(Data(repeating: 0x20, count: 20 << 20)))
    try expectError(client, -32001, "mate.frameTooLarge")
    #expect(try client.isClosed)
  }

  @Test("a frame of exactly the limit is read")
  func atTheLimit() throws {
    let daemon = try Self.usual()
    let client = try daemon.connect()
    let head = #"{"jsonrpc":"2.0","id":1,"method":"mate.ping","ignored":""#
    let padding = String(repeating: "x", count: 1_048_576 - head.utf8.count - 2)
    try client.send(frame: head + padding + "\"}")
    #expect(try client.receive()["result"] is [String: Any])
  }

  @Test(
    "what is no JSON is answered with a null id and the connection stays open",
    arguments: [
      "{", "nul", "[1,]", "{\"a\":1,}", "\u{1}", "01", "\"\\x\"", "{}{}", " ",
      String(repeating: "[", count: 65) + String(repeating: "]", count: 65),
    ])
  func notJSON(_ text: String) throws {
    let client = try daemon.connect()
    try client.send(frame: text)
    try expectError(client, -32700, "mate.parseError")
    try client.result("mate.ping")
  }

  @Test("bytes that are no UTF-8 are no JSON")
  func notUTF8() throws {
    let client = try daemon.connect()
    try client.send(bytes: WireClient.frame(Data([0x22, 0xC3, 0x28, 0x22])))
    try expectError(client, -32700, "mate.parseError")
    try client.result("mate.ping")
  }

  @Test(
    "JSON that is no request is refused, with the id where there is one",
    arguments: [
      ("17", nil), ("\"text\"", nil), ("{}", nil), (#"{"jsonrpc":"2.0","id":7}"#, 7),
      (#"{"jsonrpc":"1.0","id":7,"method":"mate.ping"}"#, 7),
      (#"{"jsonrpc":"2.0","id":7,"method":5}"#, 7),
      (#"{"jsonrpc":"2.0","id":7,"method":"mate.ping","params":[1]}"#, 7),
      (#"{"jsonrpc":"2.0","id":1.5,"method":"mate.ping"}"#, nil),
      (#"{"jsonrpc":"2.0","id":null,"method":"mate.ping"}"#, nil), ("[]", nil),
    ] as [(String, Int?)])
  func noRequest(_ text: String, _ id: Int?) throws {
    let client = try daemon.connect()
    try client.send(frame: text)
    try expectError(client, -32600, "mate.invalidRequest", id: id)
    try client.result("mate.ping")
  }

  @Test("a request that comes byte by byte is answered as one")
  func byteByByte() throws {
    let client = try daemon.connect()
    let message = WireClient.message("mate.ping", ["text": "한 글자씩"], id: 1)
    let frame = WireClient.frame(try JSONSerialization.data(withJSONObject: message))
    for byte in frame { try client.send(bytes: Data([byte])) }
    let result = try client.receive()["result"] as? [String: Any]
    #expect(result?["text"] as? String == "한 글자씩")
  }

  @Test("half a frame at the end of the connection has no effect")
  func halfFrame() throws {
    let client = try daemon.connect()
    try client.result("bank.open")
    let message = WireClient.message("bank.add", ["count": 5, "service": "loan"], id: 1)
    let frame = WireClient.frame(try JSONSerialization.data(withJSONObject: message))
    let other = try daemon.connect()
    try other.send(bytes: frame.dropLast())
    other.endOutput()
    #expect(try other.isClosed)
    let board = try client.result("bank.board")
    #expect((board["waiting"] as? [Any])?.isEmpty == true)
    #expect((board["serving"] as? [Any])?.isEmpty == true)
  }

  @Test("ten thousand pipelined requests are all answered, each with its own text")
  func pipeline() throws {
    let client = try daemon.connect()
    let count = 10_000
    var frames = Data()
    for id in 1...count {
      let text = #"{"jsonrpc":"2.0","id":\#(id),"method":"mate.ping","params":{"text":"n\#(id)"}}"#
      frames.append(WireClient.frame(Data(text.utf8)))
    }
    // Nothing is read meanwhile: the daemon holds the replies until they are taken.
    try client.send(bytes: frames)
    var seen = Set<Int>()
    for _ in 1...count {
      let reply = try client.receive()
      let id = try #require(reply["id"] as? Int)
      let result = reply["result"] as? [String: Any]
      #expect(result?["text"] as? String == "n\(id)")
      seen.insert(id)
    }
    #expect(seen == Set(1...count))
  }

  @Test("a thousand idle connections cost little, and everybody is still served")
  func idleConnections() throws {
    let first = try daemon.connect()
    try first.result("mate.ping")
    let before = try daemon.memory("VmRSS")
    var clients: [WireClient] = []
    for _ in 0..<1000 {
      let client = try daemon.connect()
      try client.result("mate.ping")
      clients.append(client)
    }
    // The connection that found the daemon ready may still be on its way out.
    var connections: Int?
    for _ in 0..<1000 where connections != 1001 {
      connections = try first.result("mate.status")["connections"] as? Int
    }
    #expect(connections == 1001)
    let growth = try daemon.memory("VmRSS") - before
    // 1 KB each is the aim in release builds; a debug build may take a little more.
    #expect(
      growth < 2500 || BuiltPrograms.keepsFreedMemory, "1,000 idle connections cost \(growth) KB")
    for client in clients { try client.result("mate.ping") }
  }
}
