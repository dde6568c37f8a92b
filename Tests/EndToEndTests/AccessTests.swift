import Foundation
import TestSupport
import Testing

@Suite(
  "Access by who connects", .serialized,
  .enabled(if: OtherUser.isPossible, "only root can be another user"))
struct AccessTests {
  private let daemon: DaemonHarness
  private let configuration: URL

  init() throws {
    let directory = try TemporaryDirectory()
    configuration = URL(fileURLWithPath: directory.file("probed.json"))
    daemon = try DaemonHarness(
      "probed", domain: "probe", directory: directory,
      environment: ["CONFIGURATION_DIRECTORY": directory.path])
    // The file's mode lets everybody in, so that what follows is the daemon's own doing.
    chmod(directory.path, 0o755)
    chmod(daemon.socketPath, 0o666)
  }

  /// Writes the configuration and waits until it is in force.
  private func reload(_ text: String) throws {
    let before = try entries
    try Data(text.utf8).write(to: configuration)
    daemon.signal(SIGHUP)
    let client = try daemon.connect()
    for _ in 0..<10_000 {
      try client.result("mate.ping")
      if try entries > before { return }
    }
    throw TestFailure("the configuration was not read")
  }

  private var entries: Int {
    get throws {
      guard FileManager.default.fileExists(atPath: daemon.logFile) else { return 0 }
      return try String(contentsOfFile: daemon.logFile, encoding: .utf8)
        .components(separatedBy: "987679a57571f10ca5ba7726035f8580").count
    }
  }

  private func other(
    _ method: String, _ params: [String: Any]? = nil, groups: [UInt32] = []
  ) throws -> [String: Any] {
    try OtherUser.reply(at: daemon.socketPath, method, params, groups: groups)
  }

  /// The name of the error and the right that is missing; nil where it was answered.
  private func refusal(
    _ method: String, _ params: [String: Any]? = nil, groups: [UInt32] = []
  ) throws -> [String]? {
    let reply = try other(method, params, groups: groups)
    if reply["result"] != nil { return nil }
    let failure = try WireFailure(reply)
    return [failure.name, failure.data["needs"] as? String ?? ""]
  }

  private let add = ["count": 1]

  @Test("by default whoever can open the socket may read and write, and not administer")
  func defaults() throws {
    #expect(try refusal("probe.count") == nil)
    #expect(try refusal("probe.add", add) == nil)
    #expect(try refusal("probe.addLater", add) == ["mate.permissionDenied", "admin"])
    // Nothing was changed by what was refused, and root may do it.
    let client = try daemon.connect()
    #expect(try client.result("probe.count")["count"] as? Int == 1)
    #expect(try client.result("probe.addLater", add)["count"] as? Int == 2)
  }

  @Test("SIGHUP puts a new policy in force; root keeps all rights")
  func reload() throws {
    try reload(#"{"access":{"others":"none"}}"#)
    #expect(try refusal("mate.ping") == ["mate.permissionDenied", "read"])
    #expect(try refusal("probe.add", add) == ["mate.permissionDenied", "write"])
    try daemon.connect().result("probe.addLater", add)
    try reload(#"{"access":{"others":"read"}}"#)
    #expect(try refusal("mate.ping") == nil)
    #expect(try refusal("probe.add", add) == ["mate.permissionDenied", "write"])
    try reload(#"{"access":{"others":"none","users":{"65534":"admin"}}}"#)
    #expect(try refusal("probe.addLater", add) == nil)
  }

  @Test("rights that are taken away end with the next request of a connection that is open")
  func revoked() throws {
    let client = try OtherUserClient(at: daemon.socketPath)
    defer { client.close() }
    #expect(try client.call("probe.add", add)["result"] != nil)
    try client.send("probe.follow", id: 7)
    // The state at once, then nothing until somebody changes it.
    #expect(try client.receive()["method"] as? String == "$/event")
    try reload(#"{"access":{"others":"read"}}"#)
    #expect(try WireFailure(client.call("probe.add", add)).data["needs"] as? String == "write")
    // Who may still read follows on.
    try daemon.connect().result("probe.add", add)
    #expect(try client.receive()["method"] as? String == "$/event")
    try reload(#"{"access":{"others":"none"}}"#)
    let end = try client.receive()
    #expect(end["id"] as? Int == 7)
    #expect(try WireFailure(end).name == "mate.permissionDenied")
    #expect(try WireFailure(client.call("mate.ping")).name == "mate.permissionDenied")
    // And they are there again with the next request once they are given back.
    try reload(#"{"access":{"others":"write"}}"#)
    #expect(try client.call("probe.add", add)["result"] != nil)
  }

  @Test("a configuration that cannot be read leaves the rights as they were, and the log says so")
  func unreadable() throws {
    try reload(#"{"access":{"others":"none"}}"#)
    try FileManager.default.removeItem(at: configuration)
    try FileManager.default.createSymbolicLink(
      at: configuration, withDestinationURL: URL(fileURLWithPath: "/nowhere/probed.json"))
    daemon.signal(SIGHUP)
    let client = try daemon.connect()
    for _ in 0..<10_000 {
      try client.result("mate.ping")
      let log = try String(contentsOfFile: daemon.logFile, encoding: .utf8)
      if log.contains("configuration not taken") { break }
    }
    let log = try String(contentsOfFile: daemon.logFile, encoding: .utf8)
    let entry = log.split(separator: "\n").first { $0.contains("configuration not taken") } ?? ""
    #expect(entry.contains("the old one stays") && entry.contains(configuration.path), "\(log)")
    #expect(try refusal("mate.ping") == ["mate.permissionDenied", "read"])
  }

  @Test("the group of somebody in more groups than fit is known all the same")
  func manyGroups() throws {
    try reload(#"{"access":{"others":"write","groups":{"31337":"none"}}}"#)
    let groups = (40_000..<40_200).map(UInt32.init) + [31337]
    #expect(try refusal("mate.ping", groups: groups) == ["mate.permissionDenied", "read"])
  }

  @Test("a group counts whether it is the first or a supplementary one, and no message changes it")
  func groups() throws {
    try reload(#"{"access":{"others":"none","groups":{"31337":"write"}}}"#)
    #expect(try refusal("probe.add", add) == ["mate.permissionDenied", "write"])
    #expect(try refusal("probe.add", add, groups: [7, 31337]) == nil)
    let claim: [String: Any] = ["count": 1, "_meta": ["uid": 0]]
    #expect(try refusal("probe.add", claim) != nil)
    try reload(#"{"access":{"others":"none","groups":{"65534":"read"}}}"#)
    #expect(try refusal("probe.count") == nil)
  }

  @Test("the log says who was refused, as the kernel knows it")
  func log() throws {
    try reload(#"{"access":{"others":"none"}}"#)
    _ = try refusal("probe.add", add)
    let line = try #require(
      daemon.log.split(separator: "\n").last { $0.contains("permissionDenied") })
    let entry = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(entry["MATE_PEER_UID"] as? String == "65534")
    #expect(entry["MATE_ERROR"] as? String == "mate.permissionDenied")
    #expect(Int(entry["MATE_PEER_PID"] as? String ?? "") ?? 0 > 1)
  }
}
