import Foundation
import TestSupport
import Testing

/// Another program beside the daemon that writes into its store, as a person with `sqlite3` does.
@Suite(
  "A store that another program has locked",
  .enabled(if: SystemProgram.isInstalled("python3"), "needs Debian's python3"))
struct LockedStoreTests {
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    daemon = try DaemonHarness("juiced", domain: "juice")
    client = try daemon.connect()
  }

  /// Holds the store's lock until its input ends.
  private static let script = """
    import sqlite3, sys
    store = sqlite3.connect(sys.argv[1], isolation_level=None)
    store.execute("BEGIN IMMEDIATE")
    print("locked", flush=True)
    sys.stdin.read()
    store.execute("ROLLBACK")
    """

  private func withLock(of path: String, _ body: () throws -> Void) throws {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-I", "-c", Self.script, path]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    defer {
      try? input.fileHandleForWriting.close()
      process.waitUntilExit()
    }
    #expect(output.fileHandleForReading.availableData == Data("locked\n".utf8))
    try body()
  }

  private func order() throws -> [String: Any] {
    try client.reply("juice.order", ["juice": "banana"])
  }

  @Test("changes of the store are refused, orders are kept, and the daemon goes on")
  func locked() throws {
    // The first order after a start marks the store.
    #expect(try order()["result"] != nil)
    let pid = try client.result("mate.status")["pid"] as? Int
    let path = "\(daemon.stateDirectory)/juice/juice.db"
    try withLock(of: path) {
      #expect(try order()["result"] != nil)
      let refused = try client.error("juice.stock.set", ["fruit": "kiwi", "count": 7])
      #expect(refused.name == "mate.storageFailed" && refused.message.contains("another program"))
      #expect(try order()["result"] != nil)
    }
    try client.result("juice.stock.set", ["fruit": "kiwi", "count": 8])
    #expect(try client.result("mate.status")["pid"] as? Int == pid)
    daemon.stop(SIGKILL)
    try daemon.start()
    let audit = try daemon.connect().result("juice.audit")
    #expect(audit["verdict"] as? String == "balanced" && audit["orders"] as? Int == 3)
  }
}
