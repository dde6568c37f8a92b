internal import DaemonRuntime
internal import DesktopNotifications
internal import Glibc
internal import LinuxSystem
internal import Loop
internal import Storage
internal import Values

/// Tells the user on the desktop what has become due, and what they asked to be reminded of, once.
///
/// Where there is no desktop (a server, a service of the system) nothing is told and nothing wakes
/// the daemon. What became due while it did not run is told when it runs again, of the last day.
@LoopActor
final class Alarms {
  private let projects: Projects
  private let notifier = DesktopNotifier(application: "Mate")
  private let alarm: DueAlarm
  /// Up to when everything was told.
  private var told: Timestamp?
  var isWanted = true

  /// What is told at once at most; more is told as a number.
  private static let shown = 5
  /// A deadline that was missed for longer is in the lists and needs no bell.
  private static let memory: Double = 86_400

  init(projects: Projects) {
    self.projects = projects
    alarm = DueAlarm(zone: projects.zones.own)
  }

  /// Whether this user has a bus on which somebody could show something.
  private let hasBus: Bool =
    Environment["DBUS_SESSION_BUS_ADDRESS"] != nil
    || Environment["XDG_RUNTIME_DIR"].map { access("\($0)/bus", F_OK) == 0 } ?? false

  private var isOn: Bool { isWanted && hasBus }

  func load() throws {
    told = try projects.host.database.first("SELECT told FROM alarm") { row in
      Timestamp(microseconds: row.integer(0))
    }
  }

  private var start: Timestamp {
    let now = projects.host.now
    // A clock that was days ahead has not told of what comes until then.
    guard let told, told <= now.adding(seconds: Self.memory) else { return now }
    return max(told, now.adding(seconds: -Self.memory))
  }

  /// The first deadline that nobody was told of; in the past where it came while nobody looked.
  var nextWake: Timestamp? {
    guard isOn else { return nil }
    let now = projects.host.now
    let next = [
      alarm.next(projects.board, after: start), alarm.nextReminder(projects.board, after: start),
    ].compactMap(\.self).min()
    // Nothing was missed until now: a deadline that is set behind it later rings no bell.
    // Nor is it told again where the clock was set back by less than a day.
    if next.map({ $0 > now }) ?? true { told = max(start, now) }
    return next
  }

  /// Whether the daemon is to stay: of what becomes due, however late, nobody else would tell.
  var areAwaited: Bool { nextWake != nil }

  /// Tells what has become due; the time is kept with it, so that nothing is told twice.
  func wakeUp(at now: Timestamp) throws {
    guard isOn else { return }
    let start = start
    let due = alarm.due(projects.board, after: start, through: now)
    // What is due now is not told a second time for its reminder.
    let places =
      due
      + alarm.reminded(projects.board, after: start, through: now).filter { !due.contains($0) }
    try projects.host.database.run(
      "INSERT OR REPLACE INTO alarm (id, told) VALUES (1, ?)", .integer(now.microseconds))
    told = now
    for place in places.prefix(Self.shown) { show(projects.board.projects[place]) }
    if places.count > Self.shown { show(more: places.count - Self.shown) }
  }

  private func show(_ project: Project) {
    let reader = ReaderDay(now: projects.host.now, zone: projects.zones.own)
    let number = text("number \(project.number)", "번호 \(project.number)")
    let due = project.due.map { reader.text($0.key) }
    show(
      DesktopNotification(
        summary: project.title,
        body: due.map { text("Due \($0), \(number)", "마감 \($0), \(number)") } ?? number,
        icon: "appointment-soon"), key: project.id.description)
  }

  private func show(more count: Int) {
    show(
      DesktopNotification(
        summary: text(
          "\(count) more projects are due or to be remembered",
          "마감이나 알림이 \(count)개 더 있습니다"),
        icon: "appointment-soon"), key: "more")
  }

  private func show(_ notification: DesktopNotification, key: String) {
    notifier.show(notification, key: key) { [projects] outcome in
      guard case .failed(let reason) = outcome else { return }
      projects.host.log(.warning, "a notification was not shown: \(reason)")
    }
  }

  private func text(_ en: String, _ ko: String) -> String {
    let locale = Environment["LC_ALL"] ?? Environment["LC_MESSAGES"] ?? Environment["LANG"] ?? ""
    return locale.hasPrefix("ko") ? ko : en
  }
}
