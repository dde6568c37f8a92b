import Foundation
import TestSupport
import Testing

@Suite("CalendarAccount", .serialized)
struct CalendarAccountTests {
  private func board() throws -> (DaemonHarness, WireClient) {
    let daemon = try DaemonHarness("projectd", domain: "project")
    return (daemon, try daemon.connect())
  }

  /// What a run says with an account at a server that nobody listens at.
  private func failure(_ account: [String: String]) throws -> String {
    let (daemon, client) = try board()
    defer { daemon.stop(SIGKILL) }
    try client.result(
      "project.sync.add",
      ["name": "cloud", "target": "http://127.0.0.1:9/", "user": "kim"]
        .merging(account) { $1 })
    let error = try client.error("project.sync.run")
    #expect(error.name == "project.syncFailed")
    return error.message
  }

  @Test("a wrong password is said to be one, and is in no answer, log or file")
  func wrongPassword() throws {
    guard CalendarServer.isPossible else {
      print("SKIPPED: radicale is not installed")
      return
    }
    let server = try CalendarServer()
    let (daemon, client) = try board()
    let file = daemon.directory.file("password")
    try "geheim-4711\n".write(toFile: file, atomically: true, encoding: .utf8)
    try client.result("project.add", ["title": "one"])
    try client.result(
      "project.sync.add",
      ["name": "cloud", "target": server.url, "user": "kim", "passwordFile": file])
    let wrong = try client.error("project.sync.run")
    #expect(wrong.name == "project.syncFailed")
    #expect(wrong.message.contains("does not accept the user name and password"))
    let status = try client.result("project.sync.status")
    let row = try #require((status["syncs"] as? [[String: Any]])?.first)
    #expect(row["offline"] as? Bool == false)
    #expect((row["state"] as? [String: String])?["en"] == "failed")
    #expect(!"\(status) \(wrong.message) \(wrong.data)".contains("geheim"))
    #expect(try client.result("project.list")["total"] as? Int == 1)
    daemon.stop()
    #expect(!daemon.standardError.contains("geheim"))
    let secret = Data("geheim".utf8)
    for name in FileManager.default.enumerator(atPath: daemon.stateDirectory) ?? .init() {
      let data = FileManager.default.contents(atPath: "\(daemon.stateDirectory)/\(name)")
      #expect(data?.range(of: secret) == nil, "\(name)")
    }
  }

  @Test("a server that is off marks the account offline")
  func off() throws {
    #expect(try failure(["passwordCommand": "echo x"]).contains("does not take connections"))
  }

  @Test("a password that cannot be had is named with its file, never with its command")
  func noPassword() throws {
    #expect(
      try failure(["passwordFile": "/nowhere/password"]).contains(
        "no password: /nowhere/password: No such file or directory"))
    #expect(try failure(["passwordFile": "/dev/zero"]).contains("/dev/zero is no ordinary file"))
    #expect(try failure(["passwordCommand": "true"]).contains("its first line is empty"))
    let failed = try failure(["passwordCommand": "echo geheim; exit 3"])
    #expect(failed.contains("the command failed: status 3"))
    #expect(!failed.contains("geheim"))
    #expect(
      try failure(["passwordCommand": "echo locked >&2; false"]).contains(
        "the command failed: locked"))
  }

  @Test("a pipe in place of a file, and a command that asks, keep nobody waiting")
  func nothingWaits() throws {
    let directory = try TemporaryDirectory()
    let pipe = directory.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(try failure(["passwordFile": pipe]).contains("is no ordinary file"))
    #expect(try failure(["passwordCommand": "read answer"]).contains("the command failed"))
  }

  @Test(
    "an account that could never work is refused when it is added",
    arguments: [
      (["target": "https://h/", "user": "kim"], "--password-file"),
      (["target": "https://h/", "passwordFile": "/p"], "--user"),
      (
        ["target": "https://h/", "user": "kim", "passwordFile": "/p", "passwordCommand": "c"],
        "one of"
      ),
      (["target": "https://h/", "user": "kim", "passwordFile": "relative"], "absolute"),
      (["target": "https://h/", "user": "k:m", "passwordFile": "/p"], "colon"),
      (["target": "host", "user": "kim", "passwordFile": "/p"], "https://"),
      (["target": "https://"], "is not the address of a server"),
      (["target": "https://kim:geheim@h/"], "no user or password in it"),
      (["target": "http://example.org/", "user": "kim", "passwordFile": "/p"], "without https"),
    ])
  func refused(params: [String: String], expected: String) throws {
    let (daemon, client) = try board()
    defer { daemon.stop(SIGKILL) }
    let error = try client.error("project.sync.add", params.merging(["name": "a"]) { $1 })
    #expect(error.name == "project.invalidSync")
    #expect(error.message.contains(expected))
    #expect(!error.message.contains("geheim"))
    #expect((try client.result("project.sync.status")["syncs"] as? [Any])?.isEmpty == true)
  }
}
