import Foundation
import TestSupport
import Testing

@Suite("What was acknowledged is kept", .serialized)
struct DurabilityTests {
  private func prepare(_ daemon: DaemonHarness) throws -> WireClient {
    let client = try daemon.connect()
    try client.result("bank.open")
    for teller in 1...3 { try client.result("bank.teller.pause", ["teller": teller]) }
    return client
  }

  private func numbers(_ client: WireClient) throws -> [Int] {
    let board = try client.result("bank.board")
    return (board["waiting"] as? [[String: Any]] ?? []).compactMap { $0["number"] as? Int }.sorted()
  }

  @Test(
    "kill -9 in the middle of writes: every acknowledged ticket is there, once, and no half one")
  func killDuringWrites() throws {
    let daemon = try DaemonHarness()
    _ = try prepare(daemon)
    var acknowledged: Set<Int> = []
    for round in 0..<8 {
      let client = try daemon.connect()
      for _ in 0..<200 { try client.request("bank.take", ["service": "loan"]) }
      // Some replies are taken, then the daemon is killed while it works on the rest.
      for _ in 0..<(round * 12 + 1) {
        let result = try #require(try client.receive()["result"] as? [String: Any])
        let ticket = try #require(result["ticket"] as? [String: Any])
        #expect(acknowledged.insert(try #require(ticket["number"] as? Int)).inserted)
      }
      daemon.stop(SIGKILL)
      // Replies that were on the way when it died were acknowledged as well.
      while let payload = try client.receivePayload() {
        let message = try JSONSerialization.jsonObject(with: payload) as? [String: Any]
        let result = message?["result"] as? [String: Any]
        if let number = (result?["ticket"] as? [String: Any])?["number"] as? Int {
          acknowledged.insert(number)
        }
      }
      try daemon.start()
    }
    let kept = try numbers(try daemon.connect())
    #expect(Set(kept).count == kept.count)
    #expect(acknowledged.isSubset(of: Set(kept)))
    #expect(kept == Array(1...kept.count))
  }

  @Test("a line that is served goes on after a kill, with the same tickets and numbers")
  func restartWhileServing() throws {
    let daemon = try DaemonHarness()
    let client = try daemon.connect()
    try client.result("bank.service.set", ["service": "loan", "durationSeconds": 0.2])
    try client.result("bank.open")
    try client.result("bank.add", ["count": 6, "service": "loan"])
    let before = try client.result("bank.board")
    #expect((before["serving"] as? [Any])?.count == 1)
    daemon.stop(SIGKILL)
    try daemon.start()
    let watcher = try daemon.connect()
    try watcher.request("bank.watch")
    let other = try daemon.connect()
    try other.result("bank.close")
    var finished: [Int] = []
    while finished.last != 6 {
      let params = try watcher.receive()["params"] as? [String: Any]
      let event = try #require(params?["event"] as? [String: Any])
      if event["kind"] as? String == "finished", let ticket = event["ticket"] as? Int {
        finished.append(ticket)
      }
    }
    // Number 1 may have been finished while the first board was on its way.
    #expect(finished == Array(1...6) || finished == Array(2...6))
  }

  @Test("a full disk is said, changes nothing, and is over when there is room again")
  func fullDisk() throws {
    let directory = try TemporaryDirectory()
    guard let disk = SmallDisk(folder: directory.file("state")) else { return }
    let daemon = try DaemonHarness(directory: directory)
    let client = try prepare(daemon)
    try client.result("bank.take", ["service": "loan"])
    try disk.fill()
    var failure: WireFailure?
    var taken = 1
    for _ in 0..<400 {
      let reply = try client.reply("bank.take", ["service": "loan"])
      if reply["error"] != nil {
        failure = try WireFailure(reply)
        break
      }
      taken += 1
    }
    #expect(failure?.code == -32007)
    #expect(failure?.name == "mate.storageFailed")
    let requests = try client.result("mate.status")["requests"] as? [String: Any]
    #expect(requests?["failed"] as? Int == 1)
    #expect(try numbers(client) == Array(1...taken))
    try disk.makeRoom()
    let next = try client.result("bank.take", ["service": "loan"])
    #expect((next["ticket"] as? [String: Any])?["number"] as? Int == taken + 1)
    daemon.stop(SIGKILL)
    try daemon.start()
    #expect(try numbers(try daemon.connect()) == Array(1...taken + 1))
    daemon.stop(SIGKILL)
  }

  @Test("a read that comes with a change shows nothing of it where the disk is full")
  func readBesideFailure() throws {
    let directory = try TemporaryDirectory()
    guard let disk = SmallDisk(folder: directory.file("state")) else { return }
    let daemon = try DaemonHarness(directory: directory)
    let client = try prepare(daemon)
    try disk.fill()
    var taken = 0
    for _ in 0..<400 {
      let messages = [
        WireClient.message("bank.take", ["service": "loan"], id: 1),
        WireClient.message("bank.board", id: 2),
      ]
      // In one piece, so that one turn has both.
      try client.send(
        bytes: try messages.reduce(into: Data()) {
          $0 += WireClient.frame(try JSONSerialization.data(withJSONObject: $1))
        })
      let replies = [try client.receive(), try client.receive()]
      let change = try #require(replies.first { $0["id"] as? Int == 1 })
      let board = try #require(replies.first { $0["id"] as? Int == 2 }?["result"] as? [String: Any])
      if change["error"] == nil { taken += 1 }
      #expect(board["waitingCount"] as? Int == taken)
      if change["error"] != nil { break }
    }
    #expect(try client.error("bank.take", ["service": "loan"]).name == "mate.storageFailed")
    // Nor does a refusal tell of a change that did not stay: that the branch is closing already.
    let closing = [1, 2].map { WireClient.message("bank.close", ["clearLine": true], id: $0) }
    for isBatch in [false, true] {
      var replies: [[String: Any]] = []
      if isBatch {
        try client.send(closing)
        replies = try #require(try client.receiveAny() as? [[String: Any]])
      } else {
        try client.send(
          bytes: try closing.reduce(into: Data()) {
            $0 += WireClient.frame(try JSONSerialization.data(withJSONObject: $1))
          })
        replies = [try client.receive(), try client.receive()]
      }
      for reply in replies {
        #expect(try WireFailure(reply).name == "mate.storageFailed", "\(reply)")
      }
    }
    daemon.stop(SIGKILL)
  }

  @Test("a state folder into which others may write, or that is another's, is not used")
  func foreignFolder() throws {
    let daemon = try DaemonHarness()
    daemon.stop()
    let folder = "\(daemon.stateDirectory)/bank"
    chmod(folder, 0o722)
    try daemon.spawn()
    #expect(daemon.waitForExit() == 1)
    #expect(daemon.standardError.contains("others may write to \(folder)"))
    chmod(folder, 0o700)
    if geteuid() == 0 {
      chown(folder, OtherUser.uid, OtherUser.uid)
      try daemon.spawn()
      #expect(daemon.waitForExit() == 1)
      #expect(daemon.standardError.contains("\(folder) belongs to "))
      chown(folder, 0, 0)
    }
    try daemon.start()
  }

  @Test("a damaged store is refused with what to do, and left as it is")
  func damagedStore() throws {
    let daemon = try DaemonHarness()
    _ = try prepare(daemon)
    daemon.stop()
    let path = "\(daemon.stateDirectory)/bank/bank.db"
    let garbage = Data("this is no store at all, whatever its name says".utf8)
    try garbage.write(to: URL(fileURLWithPath: path))
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    try daemon.spawn()
    #expect(daemon.waitForExit() == 1)
    #expect(daemon.standardError.contains("damaged"))
    #expect(daemon.standardError.contains("backup"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == garbage)
  }

  @Test("a second daemon on the same store is refused")
  func secondDaemon() throws {
    let daemon = try DaemonHarness()
    let second = Process()
    second.executableURL = URL(fileURLWithPath: BuiltPrograms.path("bankd"))
    second.arguments = ["--socket", daemon.directory.file("second.sock")]
    second.environment = BuiltPrograms.environment([
      "MATE_STATE_DIR": daemon.stateDirectory, "MATE_LOG": "file",
    ])
    let errors = Pipe()
    second.standardError = errors
    try second.run()
    second.waitUntilExit()
    #expect(second.terminationStatus == 1)
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text.contains("another daemon"))
    try daemon.connect().result("mate.ping")
  }
}
