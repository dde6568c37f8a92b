import Foundation
import TestSupport
import Testing

@Suite("Signals", .serialized)
struct SignalTests {
  private let daemon: DaemonHarness

  init() throws { daemon = try DaemonHarness() }

  @Test("SIGTERM: what was read is answered, streams end with a word, the daemon ends with 0")
  func terminate() throws {
    let client = try daemon.connect()
    try client.result("bank.open")
    let watcher = try daemon.connect()
    try watcher.request("bank.watch")
    _ = try watcher.receive()
    // One write, so that all of them are read by the turn that reads the first.
    var frames = Data()
    for id in 1...500 {
      let message = WireClient.message("bank.take", ["service": "loan"], id: id)
      frames.append(WireClient.frame(try JSONSerialization.data(withJSONObject: message)))
    }
    try client.send(bytes: frames)
    _ = try client.receive()
    daemon.signal(SIGTERM)
    var answered = 1
    var refused = 0
    while let message = try client.receiveAny() as? [String: Any] {
      if message["result"] != nil {
        answered += 1
      } else {
        #expect(try WireFailure(message).name == "mate.shuttingDown")
        refused += 1
      }
    }
    #expect(answered + refused == 500)
    var last: [String: Any] = [:]
    while let message = try watcher.receiveAny() as? [String: Any] { last = message }
    #expect(try WireFailure(last).name == "mate.shuttingDown")
    #expect(daemon.waitForExit() == 0)
    try daemon.start()
    let board = try daemon.connect().result("bank.board")
    let waiting = board["waitingCount"] as? Int ?? 0
    let serving = (board["serving"] as? [Any])?.count ?? 0
    let served = board["served"] as? Int ?? 0
    #expect(waiting + serving + served == answered)
  }

  @Test(
    "SIGTERM: who has just connected is told to come again, and one that says nothing is not waited for"
  )
  func terminateWithNewcomer() throws {
    let watcher = try daemon.connect()
    try watcher.request("bank.watch")
    _ = try watcher.receive()
    let newcomer = try daemon.connect()
    let silent = try daemon.connect()
    // All three are accepted before the signal.
    while try watcher.result("mate.status")["connections"] as? Int != 3 {}
    daemon.signal(SIGTERM)
    #expect(try WireFailure(try watcher.receive()).name == "mate.shuttingDown")
    #expect(try newcomer.error("mate.ping").name == "mate.shuttingDown")
    #expect(try newcomer.isClosed)
    #expect(try silent.isClosed)
    #expect(daemon.waitForExit() == 0)
  }

  @Test("SIGHUP reads the configuration again; a wrong one leaves the old one in force")
  func reload() throws {
    let folder = try TemporaryDirectory()
    let daemon = try DaemonHarness(environment: ["CONFIGURATION_DIRECTORY": folder.path])
    let file = URL(fileURLWithPath: folder.file("bankd.json"))
    let client = try daemon.connect()
    func reload(_ text: String, until entry: String) throws {
      try Data(text.utf8).write(to: file)
      daemon.signal(SIGHUP)
      // The signal is handled between requests; a few of them pass before its entry is there.
      for _ in 0..<1000 {
        try client.result("mate.ping")
        let log = try String(contentsOfFile: daemon.logFile, encoding: .utf8)
        if log.contains(entry) { return }
      }
      Issue.record("\(entry) was not logged")
    }
    try reload(#"{"idleExitSeconds": 100}"#, until: "configuration read again")
    try reload(#"{"idleExitSecond": 100}"#, until: "idleExitSecond")
    try client.result("mate.ping")
  }

  @Test("a wrong configuration at start is refused with the file and the place")
  func wrongConfiguration() throws {
    let folder = try TemporaryDirectory()
    try Data(#"{"limits":{"connections":0}}"#.utf8)
      .write(to: URL(fileURLWithPath: folder.file("bankd.json")))
    daemon.stop()
    let other = try DaemonHarness(environment: [:])
    other.stop()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltPrograms.path("bankd"))
    process.arguments = ["--socket", folder.file("s")]
    process.environment = BuiltPrograms.environment([
      "CONFIGURATION_DIRECTORY": folder.path, "MATE_STATE_DIR": folder.path, "MATE_LOG": "file",
    ])
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(text.contains("bankd.json"))
    #expect(text.contains("/limits/connections"))
  }

  @Test("an idle daemon ends by itself; one with people in the line does not")
  func idleExit() throws {
    let folder = try TemporaryDirectory()
    try Data(#"{"idleExitSeconds":0.2}"#.utf8)
      .write(to: URL(fileURLWithPath: folder.file("bankd.json")))
    let idle = try DaemonHarness(environment: ["CONFIGURATION_DIRECTORY": folder.path])
    #expect(idle.waitForExit() == 0)
  }
}
