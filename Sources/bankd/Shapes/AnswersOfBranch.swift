internal import IPCProtocol
internal import Queueing
internal import Values

/// The branch in the words of the wire.
extension Branch {
  func answer(_ ticket: Ticket) -> Answers.Ticket {
    let service = services[ticket.service]
    return Answers.Ticket(
      number: ticket.number, service: service.name, serviceName: service.title,
      grade: ticket.grade, takenAt: ticket.takenAt)
  }

  func answer(_ taken: Taken, note: LocalizedText? = nil) -> Answers.Taken {
    let estimate = taken.ticket.estimate.map(Answers.Estimate.init)
    let kind: Answers.Taken.Kind =
      if taken.teller != nil {
        .called
      } else if estimate != nil {
        .waiting
      } else {
        isServed(taken.ticket.service) ? .unlearned : .unknown
      }
    return Answers.Taken(
      kind: kind, ticket: answer(taken.ticket), position: taken.position, estimate: estimate,
      teller: taken.teller, note: note)
  }

  /// What is said behind an answer outside of the opening hours; nil within them.
  func outsideNote(at now: Timestamp) -> LocalizedText? {
    let hours = state.hours
    guard hours.isSet, !hours.state(at: now).isOpen else { return nil }
    let next = hours.state(at: now).until.map { hours.text(of: $0, at: now) }
    return LocalizedText(
      en: "; outside of the opening hours" + (next.map { ", which begin \($0.en)" } ?? ""),
      ko: " (영업시간 아님" + (next.map { ", 개점 \($0.text(in: .korean))" } ?? "") + ")")
  }

  /// What keeps customers away from an open branch, or when a closed one opens.
  func hoursRemark(at now: Timestamp) -> LocalizedText? {
    let hours = state.hours
    guard hours.isSet, !hours.state(at: now).isOpen else { return nil }
    return hours.stateSentence(reader: nil, at: now)
  }

  /// What `close` has come to.
  func closed(at now: Timestamp, sentHome: Int = 0) -> Answers.Closed {
    let kind: Answers.Closed.Kind =
      switch phase {
      case .closed where line.isEmpty: .closed
      case .closed: .closedWithLine
      case .open, .closing(keepsLine: false): stuck.services.isEmpty ? .closing : .closingStuck
      case .closing(keepsLine: true): .closingWithLine
      }
    let stuck = kind == .closingStuck ? stuck : (services: [], tellers: [])
    return Answers.Closed(
      kind: kind, served: state.day.served, businessSeconds: seconds(business(at: now)),
      waiting: waitingCount, serving: servingCount,
      stuckServices: stuck.services.isEmpty ? nil : titles(of: stuck.services),
      stuckTeller: stuck.tellers.first,
      stuckRemedy: stuck.tellers.isEmpty ? nil : Self.remedy(stuck.tellers),
      sentHome: sentHome > 0 ? sentHome : nil,
      sentHomeText: sentHome > 0
        ? LocalizedText(
          en: " Sent home: \(sentHome).", ko: " 대기하던 고객 \(sentHome)명은 돌려보냈습니다.") : nil)
  }

  /// What is typed to resume these tellers.
  private static func remedy(_ tellers: [Int]) -> String {
    joined(tellers.map { "`matectl bank teller resume \($0)`" })
  }

  private func titles(of some: [Int]) -> LocalizedText {
    LocalizedText(
      en: Self.joined(some.map { services[$0].title.en }),
      ko: Self.joined(some.map { services[$0].title.text(in: .korean) }))
  }

  /// What keeps people waiting for nobody; nil in a line that moves.
  var stuckRemark: LocalizedText? {
    let stuck = stuck
    guard phase != .closed, !stuck.tellers.isEmpty else { return nil }
    let remedy = Self.remedy(stuck.tellers)
    let names = titles(of: stuck.services)
    return LocalizedText(
      en: "Nobody serves \(names.en) now: \(remedy)",
      ko: "지금 \(names.text(in: .korean)) 업무를 보는 창구가 없습니다: \(remedy)")
  }

  func handled(_ inHand: InHand, by teller: Int, at now: Timestamp) -> Answers.Handled {
    Answers.Handled(
      ticket: answer(inHand.ticket), teller: teller, waitedSeconds: seconds(inHand.waited),
      elapsedSeconds: max(0, now.seconds(since: inHand.calledAt)))
  }

  /// A ticket's place in its line, counted from 1; 0 where it does not wait.
  func position(of ticket: Ticket) -> Int {
    guard case .waiting(let place) = tickets[ticket.number] else { return 0 }
    return line.position(of: place)
  }

  func answer(_ teller: Teller, at now: Timestamp) -> Answers.Teller {
    let known = teller.services.map { services[$0] }
    let state: Answers.Teller.State =
      switch (teller.isPaused, teller.inHand != nil) {
      case (false, false): .idle
      case (false, true): .serving
      case (true, false): .paused
      case (true, true): .pausing
      }
    return Answers.Teller(
      teller: teller.number, name: teller.name, services: known.map(\.name),
      serviceNames: LocalizedText(
        en: Self.joined(known.map(\.title.en)),
        ko: Self.joined(known.map { $0.title.text(in: .korean) })),
      mode: teller.mode, modeName: teller.mode.title, state: state,
      stateName: Self.title(state), ticket: teller.inHand?.ticket.number,
      serving: teller.inHand?.ticket.number ?? 0,
      elapsedSeconds: teller.inHand.map { max(0, now.seconds(since: $0.calledAt)) })
  }

  private static func title(_ state: Answers.Teller.State) -> LocalizedText {
    let korean =
      switch state {
      case .idle: "대기"
      case .serving: "업무중"
      case .paused: "휴식"
      case .pausing: "휴식 예정"
      }
    return LocalizedText(en: state.word, ko: korean)
  }

  private static func joined(_ words: [String]) -> String {
    words.reduce("") { $0.isEmpty ? $1 : "\($0), \($1)" }
  }

  func answer(_ service: Service) -> Answers.Service {
    let index = services.firstIndex { $0.name == service.name } ?? 0
    var bounds: (Int64, Int64)?
    var samples: Int?
    if case .uniform(let shortest, let longest) = service.time { bounds = (shortest, longest) }
    if case .empirical(let list) = service.time { samples = list.sorted.count }
    return Answers.Service(
      service: service.name, name: service.title,
      distribution: service.time.kind,
      distributionName: ServiceTime.title(ofKind: service.time.kind),
      meanSeconds: service.time.moments.mean / 1e6,
      minimumSeconds: bounds.map { seconds($0.0) }, maximumSeconds: bounds.map { seconds($0.1) },
      samples: samples, hasTarget: service.target != nil,
      targetSeconds: service.target.map { seconds($0.within) },
      targetShare: service.target?.share, targetName: service.target?.title,
      waiting: line.count(service: index),
      tellers: tellers.filter { $0.services.contains(index) }.map(\.number))
  }
}

extension Teller.Mode {
  /// What people read.
  var title: LocalizedText {
    switch self {
    case .automatic: LocalizedText(en: "automatic", ko: "자동")
    case .manual: LocalizedText(en: "manual", ko: "수동")
    }
  }
}

extension ServiceTime {
  /// What people read of one of the ``kinds``.
  static func title(ofKind kind: String) -> LocalizedText {
    let korean = ["fixed": "고정", "exponential": "지수", "uniform": "균등", "empirical": "실측"]
    return LocalizedText(en: kind, ko: korean[kind])
  }
}
