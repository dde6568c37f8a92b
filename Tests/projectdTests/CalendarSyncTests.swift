import Foundation
import TestSupport
import Testing

/// A real Radicale on loopback with one calendar of tasks.
private final class Radicale {
  private let directory: TemporaryDirectory
  private let process: RunningCommand
  let url: String
  let passwordFile: String

  static var isPossible: Bool { SystemProgram.isInstalled("radicale") }

  init() throws {
    directory = try TemporaryDirectory()
    passwordFile = directory.file("password")
    try "비밀\nnot this\n".write(toFile: passwordFile, atomically: true, encoding: .utf8)
    try "kim:비밀\n".write(toFile: directory.file("users"), atomically: true, encoding: .utf8)
    let settings = """
      [auth]
      type = htpasswd
      htpasswd_filename = \(directory.file("users"))
      htpasswd_encryption = plain
      delay = 0
      [storage]
      filesystem_folder = \(directory.file("store"))
      """
    try settings.write(toFile: directory.file("config"), atomically: true, encoding: .utf8)
    process = try SystemProgram.start(
      SystemProgram.python, ["-c", Self.script, directory.file("config")], keepsInput: true)
    guard let port = process.line(), Int(port) != nil else {
      throw TestFailure("radicale did not start")
    }
    url = "http://127.0.0.1:\(port)/"
  }

  deinit { process.endInput() }

  private static let script = """
    import base64, http.client, socket, subprocess, sys, threading
    with socket.create_server(('127.0.0.1', 0)) as free:
        port = free.getsockname()[1]
    server = subprocess.Popen(
        ['/usr/bin/radicale', '--config', sys.argv[1], '--hosts', f'127.0.0.1:{port}'],
        stderr=subprocess.PIPE, text=True)
    for line in server.stderr:
        if 'server ready' in line:
            break
    threading.Thread(target=server.stderr.read, daemon=True).start()
    body = '''<?xml version="1.0"?>
    <d:mkcol xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop>
    <d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>tasks</d:displayname>
    <c:supported-calendar-component-set><c:comp name="VTODO"/></c:supported-calendar-component-set>
    </d:prop></d:set></d:mkcol>'''
    key = base64.b64encode('kim:비밀'.encode()).decode()
    connection = http.client.HTTPConnection('127.0.0.1', port)
    connection.request('MKCOL', '/kim/tasks/', body, {'Authorization': 'Basic ' + key})
    assert connection.getresponse().status == 201
    print(port, flush=True)
    sys.stdin.read()
    server.kill()
    """
}

@Suite("The board and a server of calendars", .serialized)
struct CalendarSyncTests {
  private func board(_ server: Radicale) throws -> (DaemonHarness, WireClient) {
    let daemon = try DaemonHarness("projectd", domain: "project")
    let client = try daemon.connect()
    try client.result(
      "project.sync.add",
      [
        "name": "cloud", "target": server.url, "user": "kim",
        "passwordFile": server.passwordFile,
      ])
    return (daemon, client)
  }

  private func sync(_ client: WireClient) throws -> [Int] {
    let results = try client.result("project.sync.run")["results"] as? [[String: Any]]
    let result = try #require(results?.first)
    return ["received", "sent"].compactMap { result[$0] as? Int }
  }

  private func rows(_ client: WireClient) throws -> [String] {
    let list = try client.result("project.list", ["sort": "title", "zone": "Asia/Seoul"])
    return (list["projects"] as? [[String: Any]] ?? []).map { row in
      ["title", "state", "due", "group"].compactMap { row[$0] as? String }.joined(separator: " ")
        + ((row["tags"] as? [String])?.map { " #\($0)" }.joined() ?? "")
    }
  }

  @Test("two boards meet on the server: what is added, moved, changed and removed")
  func meet() throws {
    guard Radicale.isPossible else {
      print("SKIPPED: radicale is not installed")
      return
    }
    let server = try Radicale()
    let (one, first) = try board(server)
    let (_, second) = try board(server)
    try first.result(
      "project.add",
      [
        "title": "점심먹기", "due": "2026-11-27 12:00", "zone": "Asia/Seoul", "tags": ["food"],
        "group": "home", "body": "김밥\n국수",
      ])
    try first.result("project.add", ["title": "보고서", "due": "2026-11-30"])
    #expect(try sync(first) == [0, 2])
    #expect(try sync(second) == [2, 0])
    #expect(
      try rows(second) == ["보고서 todo 2026-11-30", "점심먹기 todo 2026-11-27 12:00 home #food"])
    // Both change the same one while apart, each another part of it.
    try first.result("project.move", ["ids": [1], "to": "doing"])
    let there = try #require(
      (try second.result("project.list", ["text": "점심"])["projects"] as? [[String: Any]])?.first)
    try second.result("project.edit", ["id": try #require(there["id"]), "tags": ["noon"]])
    try second.result("project.add", ["title": "저쪽"])
    _ = try sync(first)
    _ = try sync(second)
    _ = try sync(first)
    #expect(try rows(first) == rows(second))
    #expect(try rows(first).contains("점심먹기 doing 2026-11-27 12:00 home #food #noon"))
    // What is removed here is removed there, also after a kill in between.
    try first.result("project.remove", ["id": 2])
    one.stop(SIGKILL)
    try one.start()
    let again = try one.connect()
    _ = try sync(again)
    _ = try sync(second)
    #expect(try rows(second).count == 2)
    #expect(try rows(again) == rows(second))
    #expect(try sync(again) == [0, 0])
    let status = try #require(
      (try again.result("project.sync.status")["syncs"] as? [[String: Any]])?.first)
    #expect(status["pending"] as? Int == 0)
    #expect(status["kind"] as? String == "caldav")
  }

  @Test("a wrong password and a server that is off are said, and change nothing")
  func failures() throws {
    guard Radicale.isPossible else {
      print("SKIPPED: radicale is not installed")
      return
    }
    let server = try Radicale()
    let daemon = try DaemonHarness("projectd", domain: "project")
    let client = try daemon.connect()
    try client.result("project.add", ["title": "one"])
    try client.result(
      "project.sync.add",
      ["name": "cloud", "target": server.url, "user": "kim", "passwordCommand": "echo wrong"])
    let wrong = try client.error("project.sync.run")
    #expect(wrong.name == "project.syncFailed")
    #expect(wrong.message.contains("does not accept the user name and password"))
    try client.result(
      "project.sync.add", ["name": "nobody", "target": "http://127.0.0.1:9/"])
    let off = try client.error("project.sync.run", ["name": "nobody"])
    #expect(off.name == "project.syncFailed")
    #expect(try client.result("project.list")["total"] as? Int == 1)
    for params in [
      ["name": "a", "target": "https://h/", "user": "kim"],
      ["name": "a", "target": "https://h/", "user": "kim", "passwordFile": "relative"],
      ["name": "a", "target": "host", "user": "kim", "passwordFile": "/p"],
    ] {
      #expect(try client.error("project.sync.add", params).name == "project.invalidSync")
    }
  }
}
