import TestSupport
import Testing

@Suite("Numbers beyond every double", .serialized)
struct HostileNumberTests {
  @Test("they are refused like any wrong value, with and without a key, and harm nobody")
  func hugeNumber() throws {
    let daemon = try DaemonHarness()
    let client = try daemon.connect()
    for number in ["1e999", "-1e999"] {
      for meta in ["", ",\"_meta\":{\"idempotencyKey\":\"k\"}"] {
        try client.send(
          frame: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"bank.service.set\",\"params\":"
            + "{\"service\":\"deposit\",\"durationSeconds\":\(number)\(meta)}}")
        #expect(try client.receive()["error"] != nil)
      }
    }
    try client.result("mate.ping")
  }
}
