import Foundation
import TestSupport
import Testing

@Suite(
  "Alarms", .serialized,
  .enabled(if: PrivateBus.isPossible, "NO dbus-daemon, python3-dbus or python3-gi"))
struct AlarmsTests {
  private func daemon(
    on address: String, language: String = "en_US.UTF-8", configuredIn folder: String = ""
  ) throws -> DaemonHarness {
    try DaemonHarness(
      "projectd", domain: "project",
      environment: [
        "DBUS_SESSION_BUS_ADDRESS": address, "LANG": language, "LC_ALL": "", "TZ": "Asia/Seoul",
        "CONFIGURATION_DIRECTORY": folder,
      ])
  }

  /// A deadline a moment from now, in UTC.
  private var soon: String {
    let formatter = ISO8601DateFormatter()
    return formatter.string(from: Date().addingTimeInterval(2))
  }

  @Test("what becomes due is shown on the desktop, in its language, once also over a restart")
  func shown() throws {
    let bus = try PrivateBus()
    let desktop = try NotificationServer(on: bus)
    let daemon = try daemon(on: bus.address, language: "ko_KR.UTF-8")
    var client = try daemon.connect()
    try client.result("project.add", ["title": "점심먹기", "due": soon])
    let first = try desktop.next()
    #expect(first[0] as? String == "Notify")
    #expect(first[1] as? String == "Mate")
    #expect(first[4] as? String == "점심먹기")
    let body = try #require(first[5] as? String)
    #expect(body.hasPrefix("마감 ") && body.hasSuffix(", 번호 1"))
    daemon.stop(SIGKILL)
    try daemon.start()
    client = try daemon.connect()
    // Had the first one been told again, it would come before this one.
    try client.result("project.add", ["title": "저녁먹기", "due": soon])
    #expect(try desktop.next()[4] as? String == "저녁먹기")
  }

  @Test(
    "where nobody shows notifications nothing fails, and who comes later is told what comes then")
  func nobody() throws {
    let bus = try PrivateBus()
    let daemon = try daemon(on: bus.address)
    let client = try daemon.connect()
    try client.result("project.add", ["title": "unseen", "due": soon])
    let past = Date().addingTimeInterval(3)
    while Date() < past { try client.result("mate.ping") }
    let desktop = try NotificationServer(on: bus)
    try client.result("project.add", ["title": "seen", "due": soon])
    #expect(try desktop.next()[4] as? String == "seen")
    let log = try String(contentsOfFile: daemon.logFile, encoding: .utf8)
    #expect(!log.contains("not shown"))
  }

  @Test("a reminder is shown when it comes, before the deadline")
  func reminder() throws {
    let bus = try PrivateBus()
    let desktop = try NotificationServer(on: bus)
    let daemon = try daemon(on: bus.address)
    let client = try daemon.connect()
    try client.result("project.add", ["title": "later", "due": "2099-01-01"])
    try client.result("project.remind", ["id": 1, "when": [soon]])
    let shown = try desktop.next()
    #expect(shown[4] as? String == "later")
    #expect(shown[5] as? String == "Due 2099-01-01, number 1")
  }

  @Test("a deadline that was set behind the present rings no bell")
  func past() throws {
    let bus = try PrivateBus()
    let desktop = try NotificationServer(on: bus)
    let daemon = try daemon(on: bus.address)
    let client = try daemon.connect()
    try client.result("project.add", ["title": "behind", "due": "yesterday 23:59"])
    try client.result("project.add", ["title": "ahead", "due": soon])
    #expect(try desktop.next()[4] as? String == "ahead")
  }

  @Test("it stays for what becomes due days from now, and ends when nothing does any more")
  func stays() throws {
    let bus = try PrivateBus()
    let folder = try TemporaryDirectory()
    try #"{"idleExitSeconds": 1}"#.write(
      toFile: folder.file("projectd.json"), atomically: true, encoding: .utf8)
    let daemon = try daemon(on: bus.address, configuredIn: folder.path)
    var client = try daemon.connect()
    try client.result("project.add", ["title": "in a week", "due": "+7d"])
    client.endOutput()
    // One with nothing to wait for, which begins to be idle later, has ended.
    let other = try self.daemon(on: bus.address, configuredIn: folder.path)
    #expect(other.waitForExit() == 0)
    client = try daemon.connect()
    try client.result("project.done", ["ids": [1]])
    client.endOutput()
    #expect(daemon.waitForExit() == 0)
  }
}
