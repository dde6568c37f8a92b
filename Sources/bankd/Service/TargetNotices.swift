internal import DaemonRuntime
internal import DesktopNotifications
internal import LinuxSystem
internal import Loop
internal import Values

/// Tells in the journal and on the desktop of customers who wait longer than a service wants.
///
/// Where there is no desktop it is only in the journal.
@LoopActor
final class TargetNotices {
  /// Numbers that are read out; the rest is counted.
  private static let told = 5

  private let host: DomainHost
  private let notifier = DesktopNotifier(application: "Mate")
  var isOnDesktop = true

  init(host: DomainHost) { self.host = host }

  /// One entry for each service, and one notification, which takes the place of the one before.
  func tell(_ facts: [Fact], in branch: Branch) {
    var tickets: [Int: [Ticket]] = [:]
    for case .overTarget(let ticket) in facts {
      tickets[ticket.service, default: []].append(ticket)
    }
    for (service, tickets) in tickets.sorted(by: { $0.key < $1.key }) {
      tell(branch.services[service], tickets.map(\.number))
    }
  }

  private func tell(_ service: Service, _ numbers: [Int]) {
    guard let target = service.target else { return }
    let shown = numbers.prefix(Self.told).map(String.init).joined(separator: ", ")
    let rest = numbers.count - min(numbers.count, Self.told)
    let time = WaitTarget.duration(target.within)
    let text = LocalizedText(
      en: "ticket \(shown)" + (rest > 0 ? " and \(rest) more" : "")
        + " waited longer than \(time.en) for \(service.title.en)",
      ko: "번호표 \(shown)" + (rest > 0 ? " 외 \(rest)명" : "")
        + ": \(service.title.text(in: .korean)) 대기 \(time.text(in: .korean)) 초과")
    host.afterCommit { [self] in
      host.log(
        .warning, text.en, id: .overTarget,
        fields: [("BANK_SERVICE", service.name), ("BANK_CUSTOMERS", String(numbers.count))])
      show(service, text)
    }
  }

  private func show(_ service: Service, _ text: LocalizedText) {
    guard isOnDesktop else { return }
    let title = LocalizedText(
      en: "\(service.title.en): the target is missed",
      ko: "\(service.title.text(in: .korean)): 대기 목표 초과")
    let notification = DesktopNotification(
      summary: own(title), body: own(text), icon: "appointment-missed")
    notifier.show(notification, key: "target-\(service.name)") { [host] outcome in
      guard case .failed(let reason) = outcome else { return }
      host.log(.warning, "a notification was not shown: \(reason)")
    }
  }

  /// In the language of whoever's desktop it is.
  private func own(_ text: LocalizedText) -> String {
    let locale = Environment["LC_ALL"] ?? Environment["LC_MESSAGES"] ?? Environment["LANG"] ?? ""
    return text.text(in: locale.prefix(while: \.isLetter) == "ko" ? .korean : .english)
  }
}

extension MessageID {
  static let overTarget = MessageID("bde952feaa9d4ee6997cffbc05362611")
}
