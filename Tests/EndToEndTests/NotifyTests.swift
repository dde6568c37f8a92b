import Foundation
import TestSupport
import Testing

@Suite("What systemd is told", .serialized)
struct NotifyTests {
  private let directory: TemporaryDirectory
  private let notify: NotifySocket

  init() throws {
    directory = try TemporaryDirectory()
    notify = try NotifySocket(in: directory)
  }

  private func start(_ environment: [String: String] = [:]) throws -> DaemonHarness {
    try DaemonHarness(
      directory: directory,
      environment: environment.merging(["NOTIFY_SOCKET": notify.path]) { $1 })
  }

  @Test("READY comes with a sentence, a new sentence after a change, STOPPING at the end")
  func life() throws {
    let daemon = try start()
    #expect(
      try notify.next() == ["READY": "1", "STATUS": "closed, 0 waiting, 0 being served"])
    let client = try daemon.connect()
    try client.result("bank.open")
    for teller in 1...3 { try client.result("bank.teller.pause", ["teller": teller]) }
    try client.result("bank.add", ["count": 12, "service": "loan"])
    // At most one sentence a second; the last one is not lost.
    var sentence = ""
    while sentence != "open, 12 waiting, 0 being served" {
      sentence = try notify.next(with: "STATUS")["STATUS"] ?? ""
    }
    daemon.signal(SIGTERM)
    #expect(try notify.next(with: "STOPPING")["STOPPING"] == "1")
    #expect(daemon.waitForExit() == 0)
  }

  @Test("a reload is announced with its time, and its end is READY")
  func reload() throws {
    let daemon = try start()
    _ = try notify.next(with: "READY")
    daemon.signal(SIGHUP)
    let message = try notify.next(with: "RELOADING")
    #expect(message["RELOADING"] == "1")
    #expect(Int(message["MONOTONIC_USEC"] ?? "") ?? 0 > 0)
    #expect(try notify.next(with: "READY")["READY"] == "1")
  }

  @Test("the watchdog is fed again and again by a daemon that has nothing to do")
  func watchdog() throws {
    let daemon = try start(["WATCHDOG_USEC": "200000"])
    let begin = ContinuousClock.now
    for _ in 1...10 { _ = try notify.next(with: "WATCHDOG") }
    // Ten times at a distance of at least a quarter of the period, and no spinning in between.
    #expect(ContinuousClock.now - begin > .milliseconds(450))
    let ticks = try daemon.processorTicks()
    for _ in 1...5 { _ = try notify.next(with: "WATCHDOG") }
    #expect(try daemon.processorTicks() - ticks <= 5)
  }
}
