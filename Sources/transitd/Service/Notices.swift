internal import DaemonRuntime
internal import DesktopNotifications
internal import LinuxSystem
internal import Loop
internal import Values

/// What the user's desktop shows; where there is no desktop it is only in the journal.
@LoopActor
final class Notices {
  private let host: DomainHost
  private let notifier = DesktopNotifier(application: "Mate")
  var isWanted = true
  /// Of who asked for what is told; nil is that of the daemon's environment.
  var language: Language?

  init(host: DomainHost) { self.host = host }

  /// A leave-by; each word takes the place of the one before.
  func tell(_ event: LeaveEvent) {
    show(
      DesktopNotification(
        summary: event.name, body: text(event.text),
        urgency: event.urgent ? .critical : .normal, icon: "appointment-soon"),
      key: "leave-\(event.leave)")
  }

  /// A way that somebody follows; each word takes the place of the one before.
  func tell(_ event: WayEvent, to place: String, number: Int, in language: Language?) {
    guard event.kind.isUrgent else { return }
    show(
      DesktopNotification(
        summary: "→ \(place)", body: text(event.text, language), urgency: .critical,
        icon: "appointment-soon"), key: "way-\(number)")
  }

  /// A service alert about a place that somebody waits for.
  func tell(_ alert: ServiceAlert, at place: String, in language: Language? = nil) {
    show(
      DesktopNotification(
        summary: place, body: text(alert.text, language), icon: "dialog-warning"),
      key: "alert-\(place)-\(alert.id)")
  }

  func endWay(_ number: Int) { notifier.withdraw(key: "way-\(number)") }

  func endLeave(_ leave: Int) { notifier.withdraw(key: "leave-\(leave)") }

  /// The user has come to a favourite: with what comes there.
  func arrived(_ name: String, metres: Int, _ lines: [LocalizedText], favourite: Int) {
    show(
      DesktopNotification(
        summary: "\(name): \(metres) m", body: lines.map { text($0) }.joined(separator: "\n"),
        icon: "mark-location"), key: "alarm-\(favourite)")
  }

  /// A watch that somebody wants on the desktop as well.
  func show(_ board: WatchBoard, key: String, in language: Language?) {
    show(
      DesktopNotification(
        summary: text(board.title, language), body: text(board.bar.tooltip, language),
        urgency: .low,
        icon: "appointment-soon"), key: key)
  }

  func withdraw(_ key: String) { notifier.withdraw(key: key) }

  private func show(_ notification: DesktopNotification, key: String) {
    guard isWanted else { return }
    notifier.show(notification, key: key) { [host] outcome in
      guard case .failed(let reason) = outcome else { return }
      host.log(.warning, "a notification was not shown: \(reason)")
    }
  }

  private func text(_ title: LocalizedText, _ asked: Language? = nil) -> String {
    if let known = asked ?? language { return title.text(in: known) }
    let locale = Environment["LC_ALL"] ?? Environment["LC_MESSAGES"] ?? Environment["LANG"] ?? ""
    return title.text(in: locale.prefix(while: \.isLetter) == "ko" ? .korean : .english)
  }
}
