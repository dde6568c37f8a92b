import Foundation
import TestSupport
import Testing

@Suite(
  "A board whose wall clock is set while somebody is connected", .serialized,
  .enabled(if: MovedClock.isPossible, "nothing can be preloaded under a sanitizer"),
  .timeLimit(.minutes(1)))
struct WallClockTests {
  private let directory: TemporaryDirectory
  private let clock: MovedClock
  private let daemon: DaemonHarness
  private let client: WireClient

  init() throws {
    directory = try TemporaryDirectory()
    clock = try MovedClock(in: directory)
    daemon = try DaemonHarness(
      "projectd", domain: "project", directory: directory,
      environment: clock.environment.merging(["TZ": "Asia/Seoul"]) { $1 })
    client = try daemon.connect()
  }

  private func overdue() throws -> Int {
    let board = try client.result("project.board")
    let todo = board["todo"] as? [String: Any]
    return todo?["overdue"] as? Int ?? -1
  }

  @Test("what is due today is overdue two days later, and not when the clock is set back")
  func step() throws {
    try client.result("project.add", ["title": "점심먹기", "due": "today"])
    for (seconds, count) in [(0, 0), (172_800, 1), (-172_800, 0), (315_576_000, 1), (0, 0)] {
      try clock.set(Int64(seconds))
      #expect(try overdue() == count, "\(seconds)")
    }
    let log = try String(contentsOfFile: daemon.logFile, encoding: .utf8)
    #expect(log.contains("the clock was set forward by 172800.0"))
    #expect(log.contains("the clock was set back by "))
  }

  @Test("a watched board is sent again when the day has changed, by a step as by midnight itself")
  func watched() throws {
    try client.result("project.add", ["title": "점심먹기", "due": "today"])
    let watcher = try daemon.connect()
    try watcher.request("project.watch")
    func count() throws -> Int {
      let params = try watcher.receive()["params"] as? [String: Any]
      let event = params?["event"] as? [String: Any]
      return (event?["todo"] as? [String: Any])?["overdue"] as? Int ?? -1
    }
    #expect(try count() == 0)
    // One second before midnight in Seoul, of a day that begins 54,000 s after UTC's.
    let now = Int64(Date().timeIntervalSince1970)
    let untilMidnight = (now + 32_400) / 86_400 * 86_400 + 86_400 - 32_400 - now
    try clock.set(untilMidnight - 1)
    try client.result("mate.ping")
    #expect(try count() == 0)
    // Nobody asks for anything now.
    #expect(try count() == 1)
  }

  @Test("a watched board is sent again when the time of a deadline comes")
  func passing() throws {
    let due = Int64(Date().timeIntervalSince1970) + 7200
    let text = ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: TimeInterval(due)))
    try client.result("project.add", ["title": "점심먹기", "due": text])
    let watcher = try daemon.connect()
    try watcher.request("project.watch")
    func count() throws -> Int {
      let params = try watcher.receive()["params"] as? [String: Any]
      let event = params?["event"] as? [String: Any]
      return (event?["todo"] as? [String: Any])?["overdue"] as? Int ?? -1
    }
    #expect(try count() == 0)
    // Two seconds before it, whatever the time is now.
    try clock.set(due - 2 - Int64(Date().timeIntervalSince1970))
    try client.result("mate.ping")
    #expect(try count() == 0)
    // Nobody asks for anything now. A midnight may come in between.
    while try count() == 0 {}
    #expect(try overdue() == 1)
  }

  @Test("a clock that nobody sets is set by nobody: the loop is woken by the kernel where it is")
  func woken() throws {
    let folder = "/proc/\(daemon.process)/fdinfo"
    let watches = try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
      // A descriptor may be gone since it was listed. timerfd_create(2): CLOCK_REALTIME is 0,
      // TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET is 3.
      let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
      return text.contains("clockid: 0\n") && text.contains("settime flags: 03\n")
    }
    #expect(watches.count == 1)
    let log = try String(contentsOfFile: daemon.logFile, encoding: .utf8)
    #expect(!log.contains("the clock was set"))
  }

  @Test(
    "no year is too far: daemons start, answer and end",
    arguments: [
      -1_700_000_000, 340_000_000, 6_490_000_000, 250_000_000_000, 9_000_000_000_000,
    ] as [Int64],
    Domains.all)
  func years(_ seconds: Int64, _ domain: String) throws {
    let directory = try TemporaryDirectory()
    let clock = try MovedClock(in: directory, seconds: seconds)
    let daemon = try DaemonHarness(
      "\(domain)d", domain: domain, directory: directory, environment: clock.environment)
    let client = try daemon.connect()
    let calls: [(String, [String: Any]?)] =
      switch domain {
      case "bank":
        [
          ("bank.open", nil), ("bank.take", ["service": "loan"]), ("bank.board", nil),
          ("bank.report", [:]), ("bank.close", ["keepLine": true]),
        ]
      case "juice":
        [("juice.order", ["juice": "strawberry"]), ("juice.sales", nil), ("juice.forecast", nil)]
      case "project":
        [
          ("project.add", ["title": "x", "due": "tomorrow"]), ("project.list", [:]),
          ("project.board", [:]), ("project.history", [:]), ("project.undo", [:]),
        ]
      case "transit": [("transit.quota", nil), ("transit.favourite.list", nil)]
      default: [("mate.ping", nil)]
      }
    for step in [0, 3600, -3600, 86_400 * 366] as [Int64] {
      try clock.set(seconds + step)
      for (method, params) in calls {
        // What is refused is refused in words; a daemon that died says none.
        let reply = try client.reply(method, params)
        let code = (reply["error"] as? [String: Any])?["code"] as? Int ?? 1
        #expect(code > 0 || code == -32601, "\(method) \(reply)")
      }
      try client.result("mate.status")
    }
    #expect(daemon.stop() == 0)
  }
}
