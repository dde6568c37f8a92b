import Foundation
import TestSupport
import Testing

@Suite("Messages over a real socket", .serialized)
struct MessageTests {
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    daemon = try DaemonHarness()
    client = try daemon.connect()
    try client.result("bank.open")
    // Nobody is served in these tests: what waits stays where it is.
    for teller in 1...3 { try client.result("bank.teller.pause", ["teller": teller]) }
  }

  private var waiting: Int {
    get throws { try client.result("bank.board")["waitingCount"] as? Int ?? -1 }
  }

  @Test("an id is a string or an integer, and comes back as it was")
  func ids() throws {
    for id in ["표-1", 0, -5, Int64.max] as [Any] {
      try client.send(WireClient.message("mate.ping", id: id))
      let reply = try client.receive()
      #expect("\(reply["id"] ?? "")" == "\(id)")
    }
    try client.send(frame: #"{"jsonrpc":"2.0","id":18446744073709551615,"method":"mate.ping"}"#)
    #expect(try client.receive()["id"] as? UInt64 == .max)
  }

  @Test("an unknown method is told the nearest names")
  func unknownMethod() throws {
    let error = try client.error("bank.borad")
    #expect(error.code == -32601)
    #expect(error.name == "mate.methodNotFound")
    #expect(error.data["method"] as? String == "bank.borad")
    #expect((error.data["similar"] as? [String])?.first == "bank.board")
  }

  @Test(
    "wrong params are named by place, wish and finding",
    arguments: [
      (#"{"service":"loan","urgent":true}"#, "/urgent"), (#"{"service":7}"#, "/service"),
      (#"{"service":null}"#, "/service"), (#"{}"#, "/service"),
      (#"{"service":"loan","grade":"gold"}"#, "/grade"),
    ])
  func invalidParams(_ params: String, _ path: String) throws {
    try client.send(frame: #"{"jsonrpc":"2.0","id":1,"method":"bank.take","params":\#(params)}"#)
    let failure = try WireFailure(try client.receive())
    #expect(failure.code == -32602)
    #expect(failure.data["path"] as? String == path)
    #expect(failure.data["expected"] is String)
    #expect(failure.data["got"] is String)
    #expect(try waiting == 0)
  }

  @Test("3.0 is an integer; beyond the range or beyond 64 bits is refused")
  func integers() throws {
    func add(_ count: String) throws -> [String: Any] {
      try client.send(
        frame: #"{"jsonrpc":"2.0","id":1,"method":"bank.add","params":{"count":\#(count)}}"#)
      return try client.receive()
    }
    #expect(try (add("3.0")["result"] as? [String: Any])?["count"] as? Int == 3)
    #expect(try waiting == 3)
    for absurd in ["0", "-1", "10001"] {
      #expect(try WireFailure(add(absurd)).name.hasPrefix("bank."), "\(absurd)")
    }
    // One of them is an integer for JSON Schema, which knows no 64 bits, and none for the daemon.
    for wrong in [
      "3.5", "99999999999999999999", "\"3\"", "1e400", "null", "9223372036854775808",
    ] {
      let failure = try WireFailure(add(wrong))
      #expect(failure.code == -32602, "\(wrong)")
      #expect(failure.data["path"] as? String == "/count", "\(wrong)")
    }
    #expect(try waiting == 3)
  }

  @Test("a notification takes effect and is not answered")
  func notification() throws {
    try client.send(WireClient.message("bank.add", ["count": 4, "service": "loan"], id: nil))
    // The next reply is the board's, which was sent behind it.
    #expect(try waiting == 4)
    try client.send(WireClient.message("bank.nothing", id: nil))
    #expect(try waiting == 4)
  }

  @Test("changes of one connection take effect in the order sent")
  func order() throws {
    let ids = try (0..<300).map { _ in try client.request("bank.take", ["service": "loan"]) }
    for (index, id) in ids.enumerated() {
      let reply = try client.receive()
      #expect(reply["id"] as? Int == id)
      let ticket = (reply["result"] as? [String: Any])?["ticket"] as? [String: Any]
      #expect(ticket?["number"] as? Int == index + 1)
    }
  }

  @Test("an id that is in flight is refused a second time")
  func duplicateID() throws {
    let id = try client.request("bank.watch")
    #expect(try client.receive()["method"] as? String == "$/event")
    try client.send(WireClient.message("mate.ping", id: id))
    let failure = try WireFailure(try client.receive())
    #expect(failure.code == -32600)
    try client.send(["jsonrpc": "2.0", "method": "$/cancel", "params": ["id": id]])
    #expect(try WireFailure(try client.receive()).name == "mate.cancelled")
    try client.send(WireClient.message("mate.ping", id: id))
    #expect(try client.receive()["result"] is [String: Any])
  }

  @Test("cancelling what is not in flight is ignored")
  func cancelUnknown() throws {
    try client.send(["jsonrpc": "2.0", "method": "$/cancel", "params": ["id": 999]])
    try client.send(["jsonrpc": "2.0", "method": "$/cancel"])
    try client.result("mate.ping")
  }

  // MARK: Batches

  private func batch(_ messages: [Any]) throws -> [[String: Any]] {
    try client.send(messages)
    return try #require(try client.receiveAny() as? [[String: Any]])
  }

  @Test("a batch is answered by an array, its elements in order, a read after a change sees it")
  func batches() throws {
    let replies = try batch([
      WireClient.message("bank.add", ["count": 2, "service": "loan"], id: 1),
      WireClient.message("bank.board", id: 2),
      WireClient.message("bank.add", ["count": 3, "service": "loan"], id: nil),
      WireClient.message("bank.board", id: 3),
      5,
      WireClient.message("bank.watch", id: 4),
      WireClient.message("mate.ping", id: 1),
    ])
    #expect(replies.count == 6)
    #expect(replies.map { $0["id"] as? Int } == [1, 2, 3, nil, 4, 1])
    #expect((replies[1]["result"] as? [String: Any])?["waitingCount"] as? Int == 2)
    #expect((replies[2]["result"] as? [String: Any])?["waitingCount"] as? Int == 5)
    for index in 3...5 { #expect(try WireFailure(replies[index]).code == -32600) }
  }

  @Test("without an id an empty name of a method is one that nobody knows, and not answered")
  func emptyMethod() throws {
    for method in ["", "x"] {
      try client.send(WireClient.message(method, id: nil))
      try client.send([WireClient.message(method, id: nil)])
      let batch = [WireClient.message(method, id: nil), WireClient.message("mate.ping", id: 7)]
      try client.send(batch)
      let replies = try #require(try client.receiveAny() as? [[String: Any]])
      #expect(replies.map { $0["id"] as? Int } == [7])
      #expect(try client.error(method).name == "mate.methodNotFound")
    }
    // What is no request is answered, as it may have been one.
    for message in [["jsonrpc": "2.0"], ["method": ""], ["jsonrpc": "2.0", "method": 5]] as [Any] {
      try client.send(message)
      let reply = try client.receive()
      #expect(reply["id"] is NSNull)
      #expect(try WireFailure(reply).name == "mate.invalidRequest")
    }
  }

  @Test("a batch of notifications is answered by nothing")
  func silentBatch() throws {
    try client.send([WireClient.message("bank.add", ["count": 2, "service": "loan"], id: nil)])
    #expect(try waiting == 2)
  }

  @Test("a batch has at most 1,000 elements")
  func largeBatch() throws {
    let ping = WireClient.message("mate.ping", id: nil)
    var messages = [Any](repeating: ping, count: 999)
    messages.append(WireClient.message("mate.ping", id: 1))
    #expect(try batch(messages).count == 1)
    messages.append(ping)
    try client.send(messages)
    let failure = try WireFailure(try client.receive())
    #expect(failure.code == -32005)
    #expect(failure.data["limit"] as? Int == 1000)
    // Sending the same again would never help.
    #expect(failure.data["retryAfterMs"] == nil)
  }

  // MARK: Standard methods

  @Test("status tells what the protocol lists")
  func status() throws {
    let status = try client.result("mate.status")
    #expect(status["domain"] as? String == "bank")
    #expect(status["pid"] as? Int == Int(daemon.process))
    #expect(status["activation"] as? String == "client")
    #expect((status["limits"] as? [String: Any])?["frameBytes"] as? Int == 46_137_344)
    let store = try #require(status["store"] as? [String: Any])
    #expect(FileManager.default.fileExists(atPath: store["path"] as? String ?? ""))
    let latency = status["latencySeconds"] as? [String: Any]
    let open = latency?["bank.open"] as? [String: Double]
    #expect((open?["p50"] ?? 0) > 0)
    for key in ["version", "startedAt", "uptimeSeconds", "connections", "requests"] {
      #expect(status[key] != nil, "\(key)")
    }
  }

  @Test("metrics are OpenMetrics: typed, and ended by EOF")
  func metrics() throws {
    let text = try #require(try client.result("mate.metrics")["openMetrics"] as? String)
    #expect(text.hasSuffix("# EOF\n"))
    #expect(text.contains("# TYPE mate_requests counter\n"))
    #expect(text.contains("mate_requests_total{domain=\"bank\"}"))
  }
}
