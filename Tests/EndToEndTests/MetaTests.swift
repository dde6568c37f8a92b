import Foundation
import TestSupport
import Testing

@Suite("_meta over a real socket", .serialized)
struct MetaTests {
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    daemon = try DaemonHarness()
    client = try daemon.connect()
    try client.result("bank.open")
    for teller in 1...3 { try client.result("bank.teller.pause", ["teller": teller]) }
  }

  private func waiting(_ client: WireClient) throws -> Int {
    try client.result("bank.board")["waitingCount"] as? Int ?? -1
  }

  @Test("a repeated key has effect once, on any connection and after a kill, and answers the same")
  func idempotency() throws {
    let params: [String: Any] = ["service": "loan"]
    let first = try client.result("bank.take", params, meta: ["idempotencyKey": "k1"])
    let again = try daemon.connect().result("bank.take", params, meta: ["idempotencyKey": "k1"])
    #expect(NSDictionary(dictionary: first) == NSDictionary(dictionary: again))
    daemon.stop(SIGKILL)
    try daemon.start()
    let fresh = try daemon.connect()
    let later = try fresh.result("bank.take", params, meta: ["idempotencyKey": "k1"])
    #expect(NSDictionary(dictionary: first) == NSDictionary(dictionary: later))
    #expect(try waiting(fresh) == 1)
  }

  @Test("a key with other params or another method is refused")
  func keyMismatch() throws {
    try client.result("bank.take", ["service": "loan"], meta: ["idempotencyKey": "k"])
    let other = try client.error("bank.take", ["service": "deposit"], meta: ["idempotencyKey": "k"])
    #expect(other.code == -32602)
    #expect(other.data["path"] as? String == "/_meta/idempotencyKey")
    #expect(try client.error("bank.reset", meta: ["idempotencyKey": "k"]).code == -32602)
    #expect(try waiting(client) == 1)
  }

  @Test("a refusal is not remembered: the same key is evaluated afresh")
  func refusalIsForgotten() throws {
    let meta = ["idempotencyKey": "later"]
    #expect(try client.error("bank.leave", ["ticket": 1], meta: meta).code > 0)
    try client.result("bank.take", ["service": "loan"])
    try client.result("bank.leave", ["ticket": 1], meta: meta)
    #expect(try waiting(client) == 0)
  }

  @Test("a key is ignored on a read and refused on a stream")
  func keyElsewhere() throws {
    try client.result("bank.board", meta: ["idempotencyKey": "k"])
    try client.result("mate.ping", meta: ["idempotencyKey": "k"])
    let error = try client.error("bank.run", ["customers": 1], meta: ["idempotencyKey": "k"])
    #expect(error.code == -32602)
  }

  @Test("a dry run answers as if done and changes nothing")
  func dryRun() throws {
    let watcher = try daemon.connect()
    try watcher.request("bank.watch")
    _ = try watcher.receive()
    let result = try client.result("bank.take", ["service": "loan"], meta: ["dryRun": true])
    #expect(result["dryRun"] as? Bool == true)
    #expect((result["ticket"] as? [String: Any])?["number"] as? Int == 1)
    #expect(try waiting(client) == 0)
    // The first event after the dry run is that of the real ticket, which gets the same number.
    let real = try client.result("bank.take", ["service": "loan"])
    #expect((real["ticket"] as? [String: Any])?["number"] as? Int == 1)
    #expect(try waiting(client) == 1)
    let event = try watcher.receive()["params"] as? [String: Any]
    #expect(event?["seq"] as? Int == 2)
    #expect(try client.error("bank.board", meta: ["dryRun": true]).code == -32602)
    #expect(try client.error("bank.run", ["customers": 1], meta: ["dryRun": true]).code == -32602)
  }

  @Test("a dry run with a key is one, whatever was answered under the key, and keeps nothing")
  func dryRunWithKey() throws {
    let params: [String: Any] = ["service": "loan"]
    let dry: [String: Any] = ["dryRun": true, "idempotencyKey": "k"]
    #expect(try client.result("bank.take", params, meta: dry)["dryRun"] as? Bool == true)
    let first = try client.result("bank.take", params, meta: ["idempotencyKey": "k"])
    #expect(first["dryRun"] == nil)
    let second = try client.result("bank.take", params, meta: dry)
    #expect(second["dryRun"] as? Bool == true)
    #expect((second["ticket"] as? [String: Any])?["number"] as? Int == 2)
    #expect(try waiting(client) == 1)
  }

  @Test(
    "a key is as old as it is, whatever the wall clock shows meanwhile",
    .enabled(if: MovedClock.isPossible, "nothing can be preloaded under a sanitizer"),
    arguments: [172_800, -172_800, 315_576_000] as [Int64])
  func keyOverStep(_ step: Int64) throws {
    let directory = try TemporaryDirectory()
    let clock = try MovedClock(in: directory)
    let daemon = try DaemonHarness(
      "probed", domain: "probe", directory: directory, environment: clock.environment)
    let client = try daemon.connect()
    let params = ["count": 1]
    try client.result("probe.add", params, meta: ["idempotencyKey": "k"])
    for seconds in [step, 0, step] {
      try clock.set(seconds)
      try client.result("probe.add", params, meta: ["idempotencyKey": "k"])
      #expect(try client.result("probe.count")["count"] as? Int == 1, "\(seconds)")
    }
  }

  @Test("a dry run of what would be refused is refused")
  func dryRefusal() throws {
    #expect(try client.error("bank.leave", ["ticket": 5], meta: ["dryRun": true]).code > 0)
  }

  @Test("a stream ends at its deadline")
  func deadline() throws {
    try client.request("bank.watch", meta: ["timeoutMs": 50])
    #expect(try client.receive()["method"] as? String == "$/event")
    #expect(try WireFailure(try client.receive()).name == "mate.deadlineExceeded")
  }

  @Test("a trace id comes back with the error and stands in the log")
  func traceID() throws {
    let error = try client.error("bank.leave", ["ticket": 99], meta: ["traceId": "추적-1"])
    #expect(error.data["traceId"] as? String == "추적-1")
    #expect(daemon.log.contains("\"MATE_TRACE_ID\":\"추적-1\""))
  }

  @Test(
    "what is wrong in _meta is refused by its place",
    arguments: [
      (#"{"dryrun":true}"#, "/_meta/dryrun"), (#"{"dryRun":1}"#, "/_meta/dryRun"),
      (#"{"timeoutMs":0}"#, "/_meta/timeoutMs"), (#"{"timeoutMs":"5"}"#, "/_meta/timeoutMs"),
      (#"{"idempotencyKey":""}"#, "/_meta/idempotencyKey"), (#"{"traceId":5}"#, "/_meta/traceId"),
      ("7", "/_meta"),
    ])
  func wrongMeta(_ meta: String, _ path: String) throws {
    try client.send(
      frame: #"{"jsonrpc":"2.0","id":1,"method":"mate.ping","params":{"_meta":\#(meta)}}"#)
    let failure = try WireFailure(try client.receive())
    #expect(failure.code == -32602)
    #expect(failure.data["path"] as? String == path)
  }
}
