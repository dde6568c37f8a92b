import DesktopNotifications
import Foundation
import Loop
import LoopSupport
import TestSupport
import Testing

@Suite(
  "DesktopNotifier",
  .enabled(
    if: PrivateBus.isPossible, "needs Debian's dbus-daemon, python3-dbus and python3-gi"))
struct DesktopNotifierTests {
  init() { RunningLoop.start() }

  /// Shows a notification and waits for its outcome.
  @LoopActor
  private func show(
    _ notifier: DesktopNotifier, _ notification: DesktopNotification, key: String
  ) async -> NotificationOutcome {
    await withCheckedContinuation { continuation in
      notifier.show(notification, key: key) { continuation.resume(returning: $0) }
    }
  }

  @LoopActor
  private func notifier(_ address: String) -> DesktopNotifier {
    DesktopNotifier(application: "Mate", address: address)
  }

  @Test("a notification arrives with its texts, urgency and actions")
  func arrives() async throws {
    let bus = try PrivateBus()
    let server = try NotificationServer(on: bus)
    let notifier = await notifier(bus.address)
    let notification = DesktopNotification(
      summary: "보고서 제출", body: "due <today> & late", urgency: .critical,
      actions: [.init(key: "default", label: "Open"), .init(key: "done", label: "끝")],
      icon: "appointment-soon")
    #expect(await show(notifier, notification, key: "a") == .shown(101))
    let call = try server.next()
    #expect(call[0] as? String == "Notify" && call[1] as? String == "Mate")
    #expect(call[2] as? Int == 0 && call[3] as? String == "appointment-soon")
    #expect(call[4] as? String == "보고서 제출")
    // This server shows text as it is.
    #expect(call[5] as? String == "due <today> & late")
    #expect(call[6] as? [String] == ["default", "Open", "done", "끝"])
    #expect(call[7] as? [String: Int] == ["urgency": 2] && call[8] as? Int == -1)
  }

  @Test("where a server reads markup, text stays text")
  func markup() async throws {
    let bus = try PrivateBus()
    let server = try NotificationServer(on: bus, capabilities: "body,body-markup")
    let notifier = await notifier(bus.address)
    let notification = DesktopNotification(summary: "<b>", body: "<b>a</b> & b")
    #expect(await show(notifier, notification, key: "a") == .shown(101))
    let call = try server.next()
    #expect(call[4] as? String == "<b>")
    #expect(call[5] as? String == "&lt;b&gt;a&lt;/b&gt; &amp; b")
  }

  @Test("the same key takes the place of what is on the screen, another key a new one")
  func replaces() async throws {
    let bus = try PrivateBus()
    let server = try NotificationServer(on: bus)
    let notifier = await notifier(bus.address)
    #expect(await show(notifier, .init(summary: "one"), key: "a") == .shown(101))
    #expect(await show(notifier, .init(summary: "two"), key: "b") == .shown(102))
    #expect(await show(notifier, .init(summary: "three"), key: "a") == .shown(101))
    let replaced = try (0..<3).map { _ in try server.next()[2] as? Int }
    #expect(replaced == [0, 0, 101])
  }

  @Test("what a person has dismissed is not replaced but shown anew")
  func dismissed() async throws {
    let bus = try PrivateBus()
    let server = try NotificationServer(on: bus)
    let notifier = await notifier(bus.address)
    _ = await show(notifier, .init(summary: "one"), key: "a")
    _ = try server.next()
    try server.tell("dismiss 101")
    // The signal was sent before this call's reply and comes before it.
    _ = await show(notifier, .init(summary: "other"), key: "b")
    _ = try server.next()
    #expect(await show(notifier, .init(summary: "two"), key: "a") == .shown(103))
    #expect(try server.next()[2] as? Int == 0)
  }

  @Test("withdrawing takes it from the screen, once")
  func withdraws() async throws {
    let bus = try PrivateBus()
    let server = try NotificationServer(on: bus)
    let notifier = await notifier(bus.address)
    _ = await show(notifier, .init(summary: "one"), key: "a")
    _ = try server.next()
    await withdrawTwice(notifier)
    #expect(try server.next()[0] as? String == "CloseNotification")
    _ = await show(notifier, .init(summary: "two"), key: "b")
    #expect(try server.next()[0] as? String == "Notify")
  }

  @LoopActor private func withdrawTwice(_ notifier: DesktopNotifier) {
    notifier.withdraw(key: "a")
    notifier.withdraw(key: "a")
    notifier.withdraw(key: "never shown")
  }

  @Test("a pressed button comes back with the key of its notification")
  func action() async throws {
    let bus = try PrivateBus()
    let server = try NotificationServer(on: bus)
    let notifier = await notifier(bus.address)
    _ = await show(notifier, .init(summary: "one"), key: "task 7")
    let (presses, continuation) = AsyncStream.makeStream(of: [String].self)
    await listen(notifier) { continuation.yield([$0, $1]) }
    _ = try server.next()
    try server.tell("press 999 done")
    try server.tell("press 101 done")
    var iterator = presses.makeAsyncIterator()
    #expect(await iterator.next() == ["task 7", "done"])
  }

  @LoopActor private func listen(
    _ notifier: DesktopNotifier, _ handler: @escaping @Sendable (String, String) -> Void
  ) {
    notifier.onAction = { handler($0, $1) }
  }

  @Test("no bus is an outcome, not an error")
  func noBus() async throws {
    let directory = try TemporaryDirectory()
    let notifier = await DesktopNotifier(
      application: "Mate", address: "unix:path=\(directory.file("none"))")
    #expect(await show(notifier, .init(summary: "one"), key: "a") == .noBus)
  }

  @Test("a bus without a server is an outcome, and the server that comes later is found")
  func noServer() async throws {
    let bus = try PrivateBus()
    let notifier = await notifier(bus.address)
    #expect(await show(notifier, .init(summary: "one"), key: "a") == .noServer)
    let server = try NotificationServer(on: bus)
    #expect(await show(notifier, .init(summary: "two"), key: "a") == .shown(101))
    #expect(try server.next()[4] as? String == "two")
  }

  @Test("a server that refuses or dies in the middle is named, and nothing waits for ever")
  func failing() async throws {
    let bus = try PrivateBus()
    let notifier = await notifier(bus.address)
    let refusing = try NotificationServer(on: bus, mode: .refuse)
    #expect(
      await show(notifier, .init(summary: "one"), key: "a") == .failed("org.example.Refused"))
    try refusing.stopAndWait()
    let dying = try NotificationServer(on: bus, mode: .die)
    #expect(
      await show(notifier, .init(summary: "two"), key: "a")
        == .failed("org.freedesktop.DBus.Error.NoReply"))
    _ = dying
  }

  @Test("numbers of a server that is gone are not used with the next one")
  func newServer() async throws {
    let bus = try PrivateBus()
    let notifier = await notifier(bus.address)
    let first = try NotificationServer(on: bus)
    #expect(await show(notifier, .init(summary: "one"), key: "a") == .shown(101))
    try first.stopAndWait()
    let second = try NotificationServer(on: bus)
    #expect(await show(notifier, .init(summary: "two"), key: "a") == .shown(101))
    #expect(try second.next()[2] as? Int == 0)
  }

  @Test("after the bus is gone the next notification says so and does not hang")
  func busGone() async throws {
    let bus = try PrivateBus()
    let server = try NotificationServer(on: bus)
    let notifier = await notifier(bus.address)
    #expect(await show(notifier, .init(summary: "one"), key: "a") == .shown(101))
    _ = try server.next()
    try bus.stopAndWait()
    let outcome = await show(notifier, .init(summary: "two"), key: "a")
    #expect(outcome == .noBus || outcome == .failed("no answer"))
  }

  @Test("more than a hundred at once are refused beyond the limit, the others arrive")
  func flood() async throws {
    let bus = try PrivateBus()
    let server = try NotificationServer(on: bus)
    let notifier = await notifier(bus.address)
    let outcomes = await showMany(notifier, 105)
    #expect(outcomes.filter { $0 == .tooMany }.count == 5)
    #expect(outcomes.filter { if case .shown = $0 { true } else { false } }.count == 100)
    #expect(try server.next()[0] as? String == "Notify")
  }

  @LoopActor
  private func showMany(_ notifier: DesktopNotifier, _ count: Int) async -> [NotificationOutcome] {
    await withCheckedContinuation { continuation in
      var outcomes: [NotificationOutcome] = []
      for number in 0..<count {
        notifier.show(.init(summary: "\(number)"), key: "\(number)") { outcome in
          outcomes.append(outcome)
          if outcomes.count == count { continuation.resume(returning: outcomes) }
        }
      }
    }
  }
}
