import Foundation
import TestSupport
import Testing

@Suite("Streams over a real socket", .serialized)
struct StreamTests {
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    daemon = try DaemonHarness()
    client = try daemon.connect()
    try client.result("bank.open")
    for teller in 1...3 { try client.result("bank.teller.pause", ["teller": teller]) }
  }

  private func event(_ client: WireClient) throws -> (seq: Int, event: [String: Any], missed: Int) {
    let params = try #require(try client.receive()["params"] as? [String: Any])
    let event = try #require(params["event"] as? [String: Any])
    return (params["seq"] as? Int ?? 0, event, params["missed"] as? Int ?? 0)
  }

  @Test("a watch starts with the whole board, then tells every change, counted from 1")
  func watch() throws {
    try client.result("bank.add", ["count": 3, "service": "loan"])
    let watcher = try daemon.connect()
    try watcher.request("bank.watch")
    let first = try event(watcher)
    #expect(first.seq == 1)
    #expect(first.event["kind"] as? String == "board")
    #expect((first.event["waiting"] as? [Any])?.count == 3)
    try client.result("bank.leave", ["ticket": 2])
    let second = try event(watcher)
    #expect(second.seq == 2)
    #expect(second.event["ticket"] as? Int == 2)
  }

  @Test("the reply to a change comes before the event of the same connection that shows it")
  func replyBeforeEvent() throws {
    try client.request("bank.watch")
    _ = try event(client)
    for _ in 0..<50 {
      let id = try client.request("bank.take", ["service": "loan"])
      let reply = try client.receive()
      #expect(reply["id"] as? Int == id)
      #expect(reply["result"] != nil)
      _ = try event(client)
    }
  }

  @Test(
    "a reader that stands still costs a bounded buffer, delays nobody, and is told what it missed")
  func slowReader() throws {
    let slow = try daemon.connect()
    try slow.request("bank.watch")
    let before = try daemon.memory("VmRSS")
    // Each round makes an event; the slow reader takes none of them.
    for _ in 0..<6000 {
      try client.result("bank.take", ["service": "loan", "grade": "vip"])
    }
    let growth = try daemon.memory("VmRSS") - before
    #expect(growth < 20_000 || BuiltPrograms.keepsFreedMemory)
    var last = 0
    var missed = 0
    var received = 0
    var sawBoardAfterGap = false
    while last + missed < 6000 {
      let next = try event(slow)
      #expect(next.seq == last + 1)
      last = next.seq
      received += 1
      missed += next.missed
      if next.missed > 0 {
        sawBoardAfterGap = next.event["kind"] as? String == "board"
        break
      }
    }
    #expect(missed > 0)
    #expect(sawBoardAfterGap)
    #expect(received < 6000)
  }

  @Test("a run tells what happens, ends with its result, and the day ends with it")
  func run() throws {
    try client.result("bank.close", ["clearLine": true])
    for teller in 1...3 { try client.result("bank.teller.resume", ["teller": teller]) }
    try client.result("bank.service.set", ["service": "deposit", "durationSeconds": 0.02])
    try client.result("bank.service.set", ["service": "loan", "durationSeconds": 0.03])
    let id = try client.request("bank.run", ["customers": 20, "seed": 1])
    var started = Set<Int>()
    var finished = Set<Int>()
    while true {
      let message = try client.receive()
      if message["method"] == nil {
        #expect(message["id"] as? Int == id)
        let result = try #require(message["result"] as? [String: Any])
        #expect(result["served"] as? Int == 20)
        #expect((result["businessSeconds"] as? Double ?? 0) > 0)
        break
      }
      let params = message["params"] as? [String: Any]
      let event = try #require(params?["event"] as? [String: Any])
      let ticket = try #require(event["ticket"] as? Int)
      if event["kind"] as? String == "started" {
        started.insert(ticket)
      } else {
        #expect(started.contains(ticket))
        finished.insert(ticket)
      }
    }
    #expect(finished == Set(1...20))
    #expect(try client.result("bank.board")["open"] as? Bool == false)
  }

  @Test("a deadline that is not needed any more leaves the later ones in force")
  func forgottenDeadline() throws {
    // What a daemon does by itself in its first second would hide the matter.
    try expectDeadline(of: try client.request("bank.watch", meta: ["timeoutMs": 1500]))
    let first = try client.request("bank.watch", meta: ["timeoutMs": 50])
    let second = try client.request("bank.watch", meta: ["timeoutMs": 150])
    try client.send(["jsonrpc": "2.0", "method": "$/cancel", "params": ["id": first]])
    // The clock of the first runs out with nobody to wake; the second one must still end.
    try expectDeadline(of: second)
    #expect(daemon.stop() == 0)
  }

  private func expectDeadline(of id: Int) throws {
    while true {
      let message = try client.receive()
      guard message["id"] as? Int == id, message["method"] == nil else { continue }
      #expect(try WireFailure(message).name == "mate.deadlineExceeded")
      return
    }
  }
}
