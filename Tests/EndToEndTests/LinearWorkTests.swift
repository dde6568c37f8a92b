import Foundation
import TestSupport
import Testing

/// What a request costs before it is refused: as much as its bytes, whatever is in them.
@Suite("Work over a real socket", .serialized)
struct LinearWorkTests {
  /// Requests of about `bytes` bytes that are refused, each in a way of its own.
  private static let refused: [(name: String, code: Int, make: @Sendable (Int) -> String)] = [
    ("a long method", -32600, { request(#""method":"\#(text($0))""#) }),
    ("a long method of escapes", -32600, { request(#""method":"\#(escapes($0))""#) }),
    (
      "a long id", -32600,
      { #"{"jsonrpc":"2.0","method":"mate.ping","id":"\#(text($0))"}"# }
    ),
    ("a long key", -32602, { ping(#""_meta":{"idempotencyKey":"\#(text($0))"}"#) }),
    ("a long trace id", -32602, { ping(#""_meta":{"traceId":"\#(text($0))"}"#) }),
    ("an unknown member of _meta", -32602, { ping(#""_meta":{"\#(text($0))":1}"#) }),
    ("an unknown parameter", -32602, { ping(#""\#(text($0))":1"#) }),
    ("an unknown parameter of escapes", -32602, { ping(#""\#(escapes($0))":1"#) }),
    ("a long value", -32602, { ping(#""text":"\#(text($0))""#) }),
    (
      "many unknown parameters", -32602,
      { bytes in ping((0..<bytes / 11).map { #""k\#($0)":1"# }.joined(separator: ",")) }
    ),
    (
      "one parameter many times", -32602,
      { bytes in ping(Array(repeating: #""text":0"#, count: bytes / 9).joined(separator: ",")) }
    ),
    (
      "many members of _meta", -32602,
      { bytes in
        let members = Array(repeating: #""dryRun":false"#, count: bytes / 15)
        return ping(#""_meta":{\#(members.joined(separator: ",")),"x":1}"#)
      }
    ),
    (
      "long names one in another", -32602,
      { bytes in
        let (depth, name) = (60, text(bytes / 60))
        return ping(
          #""text":"# + String(repeating: #"{"\#(name)":"#, count: depth) + "1"
            + String(repeating: "}", count: depth))
      }
    ),
    ("a number of many digits", -32602, { ping(#""text":1\#(digits($0))"#) }),
    ("what is no JSON at its end", -32700, { ping(#""text":"\#(text($0))","#) }),
  ]

  private static func request(_ rest: String) -> String { #"{"jsonrpc":"2.0","id":1,\#(rest)}"# }
  private static func ping(_ params: String) -> String {
    request(#""method":"mate.ping","params":{\#(params)}"#)
  }
  private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }
  private static func digits(_ count: Int) -> String { String(repeating: "7", count: count) }
  private static func escapes(_ count: Int) -> String {
    String(repeating: #"\u0041"#, count: count / 6)
  }

  @Test(
    "twice as long a request that is refused costs at most about twice as much, and its answer is short"
  )
  func linear() throws {
    // More than is usual, so that each request gets as far as it can.
    let probe = try Probe(configuration: #"{"limits":{"frameValues":1048576}}"#)
    for (name, code, make) in Self.refused {
      var costs: [Int] = []
      for bytes in [400_000, 800_000] {
        let frame = WireClient.frame(Data(make(bytes).utf8))
        var least = Int.max
        for _ in 0..<3 {
          let before = try probe.daemon.loopNanoseconds()
          try probe.client.send(bytes: frame)
          let payload = try #require(try probe.client.receivePayload())
          // The time is counted when the daemon waits again, which the answer of a ping tells.
          try probe.client.result("mate.ping")
          least = min(least, try probe.daemon.loopNanoseconds() - before)
          #expect(payload.count < 2048, "\(name): an answer of \(payload.count) bytes")
          let reply = try #require(
            try JSONSerialization.jsonObject(with: payload) as? [String: Any])
          #expect(try WireFailure(reply).code == code, "\(name)")
        }
        costs.append(least)
      }
      #expect(costs[1] < 3 * costs[0] + 5_000_000, "\(name): \(costs) ns")
    }
    let log = try String(contentsOfFile: probe.daemon.logFile, encoding: .utf8)
    #expect(!log.contains(Self.text(300)))
  }

  @Test("names and ids of 128 bytes are taken, and come back whole")
  func longest() throws {
    let probe = try Probe()
    let word = String(repeating: "가", count: 42) + "ab"
    try probe.client.send(WireClient.message("mate.ping", id: word))
    #expect(try probe.client.receive()["id"] as? String == word)
    #expect(try probe.client.error(word).data["method"] as? String == word)
    let key = String(repeating: "열", count: 128)
    try probe.client.result("probe.add", ["count": 1], meta: ["idempotencyKey": key])
    #expect(
      try probe.client.error("probe.add", ["count": 1], meta: ["idempotencyKey": "a\u{0}b"]).code
        == -32602)
    #expect(
      try probe.client.error("probe.add", ["count": 1], meta: ["idempotencyKey": key + "!"]).code
        == -32602)
  }

  @Test("a batch costs what its requests cost, not the square of it")
  func linearBatch() throws {
    let probe = try Probe()
    var costs: [Int] = []
    for count in [450, 900] {
      let messages = (0..<count).map {
        WireClient.message("mate.ping", ["text": String(repeating: "x", count: 500)], id: "id\($0)")
      }
      let frame = WireClient.frame(try JSONSerialization.data(withJSONObject: messages))
      var least = Int.max
      for _ in 0..<3 {
        let before = try probe.daemon.loopNanoseconds()
        try probe.client.send(bytes: frame)
        let replies = try #require(try probe.client.receiveAny() as? [[String: Any]])
        try probe.client.result("mate.ping")
        least = min(least, try probe.daemon.loopNanoseconds() - before)
        #expect(replies.count == count)
        #expect(replies.allSatisfy { $0["result"] != nil })
      }
      costs.append(least)
    }
    #expect(costs[1] < 3 * costs[0], "\(costs) ns")
  }

  @Test("a request of more values than announced is refused, and memory stays")
  func values() throws {
    let probe = try Probe(configuration: #"{"limits":{"frameValues":10000}}"#)
    let before = try probe.daemon.memory("VmHWM")
    try probe.client.send(frame: "[" + String(repeating: "1,", count: 500_000) + "1]")
    #expect(try WireFailure(try probe.client.receive()).code == -32700)
    // The frame itself, and a little: the index of all of it would be 10 MB.
    #expect(try probe.daemon.memory("VmHWM") - before < 5000 || BuiltPrograms.keepsFreedMemory)
  }
}
