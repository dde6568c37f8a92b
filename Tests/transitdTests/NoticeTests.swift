import Foundation
import TestSupport
import Testing

@Suite(
  "What the desktop is told", .serialized, .timeLimit(.minutes(2)),
  .enabled(if: PrivateBus.isPossible, "NO dbus-daemon, python3-dbus or python3-gi"))
struct NoticeTests {
  private let bus: PrivateBus
  private let desktop: NotificationServer

  init() throws {
    bus = try PrivateBus()
    desktop = try NotificationServer(on: bus)
  }

  private func transit(_ language: String) throws -> TransitHarness {
    let transit = try TransitHarness(environment: [
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "LANG": language, "LC_ALL": "", "LC_MESSAGES": "",
    ])
    try transit.client.result("transit.favourite.add", ["place": "강남", "line": "2"])
    return transit
  }

  /// The events of a leave-by up to one of some kinds.
  private func event(_ client: WireClient, _ kinds: String...) throws -> [String: Any] {
    while true {
      let event = try TransitHarness.event(client)
      if kinds.contains(event["kind"] as? String ?? "") { return event }
    }
  }

  @Test("a leave-by takes the place of what it said before, and goes when it is dismissed")
  func leave() throws {
    let transit = try transit("en_US.UTF-8")
    let listener = try transit.daemon.connect()
    try listener.request("transit.leave", ["favourite": "강남", "walkSeconds": 0])
    let notice = try desktop.next()
    #expect(notice.first as? String == "Notify")
    #expect(notice[4] as? String == "강남")
    #expect((notice[5] as? String)?.hasPrefix("강남: leave ") == true)
    try transit.client.result("transit.leave.dismiss", ["leave": 1])
    var next = try desktop.next()
    // What was said in between replaced the first: the mock counts from 101.
    while next.first as? String == "Notify" {
      #expect(next[2] as? Int == 101)
      next = try desktop.next()
    }
    #expect(next.first as? String == "CloseNotification")
    #expect(next[1] as? Int == 101)
  }

  @Test("before the last train there is a word, on the stream and urgently on the desktop")
  func last() throws {
    let transit = try transit("ko_KR.UTF-8")
    try transit.replay.becomeLate()
    let listener = try transit.daemon.connect()
    try listener.request("transit.leave", ["favourite": "강남", "walkSeconds": 0])
    // By the clock of the portal it may be the next one whose time is known.
    let event = try event(listener, "lastAhead", "last")
    let text = try #require(event["text"] as? [String: Any])
    #expect(
      (text["en"] as? String)?.hasPrefix("강남: the last one today is Line 2 to 성수 at ") == true)
    #expect((text["ko"] as? String)?.contains("2호선 성수행이 막차입니다. ") == true)
    #expect((event["arrival"] as? [String: Any])?["last"] as? Bool == true)
    var notice = try desktop.next()
    while (notice[5] as? String)?.contains("막차입니다") != true { notice = try desktop.next() }
    #expect((notice[7] as? [String: Any])?["urgency"] as? Int == 2)
  }

  @Test("a watch that is wanted on the desktop is there while somebody watches")
  func watch() throws {
    let transit = try transit("ko_KR.UTF-8")
    let watcher = try transit.daemon.connect()
    try watcher.request("transit.watch", ["target": "강남", "notify": true])
    let notice = try desktop.next()
    #expect(notice.first as? String == "Notify")
    #expect((notice[5] as? String)?.contains("2호선  → 성수") == true)
    #expect((notice[7] as? [String: Any])?["urgency"] as? Int == 0)
    watcher.endOutput()
    #expect(try desktop.next().first as? String == "CloseNotification")
  }

  @Test(
    "an alarm is in the language of who set it, over a kill; a watch in that of who watches",
    arguments: [("en_US.UTF-8", "ko", "2호선 "), ("ko_KR.UTF-8", "en", "Line 2 ")])
  func language(ofDaemon: String, asked: String, line: String) throws {
    let transit = try transit(ofDaemon)
    try transit.client.result("transit.alarm.set", ["favourite": "강남", "language": asked])
    transit.daemon.stop(SIGKILL)
    try transit.daemon.start()
    let client = try transit.daemon.connect()
    try client.result("transit.near", ["position": "37.49799,127.027912"])
    let alarm = try desktop.next()
    #expect(alarm[4] as? String == "강남: 0 m")
    #expect((alarm[5] as? String)?.contains(line) == true)
    for (language, line) in [("ko", "2호선 "), ("en", "Line 2 ")] {
      let watcher = try transit.daemon.connect()
      try watcher.request(
        "transit.watch", ["target": "강남", "notify": true, "language": language])
      #expect((try desktop.next()[5] as? String)?.contains(line) == true)
      watcher.endOutput()
      #expect(try desktop.next().first as? String == "CloseNotification")
    }
  }
}
