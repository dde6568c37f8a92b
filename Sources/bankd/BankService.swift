internal import DaemonRuntime
internal import IPCProtocol
internal import Storage

/// The calls of the bank: typed in, typed out, one line each.
@LoopActor
final class BankService: DomainService {
  nonisolated static let description = BankDescription.domain
  nonisolated static var migrations: [Migration] { BankMigrations.all }

  private let bank: Bank

  init(host: DomainHost) { bank = Bank(host: host) }

  func load() throws { try bank.load() }
  func wakeUp(at now: Timestamp) throws { try bank.wakeUp(at: now) }
  var nextWake: Timestamp? { bank.nextWake }

  /// A bank with people in it does not exit; tickets kept for tomorrow can wait on disk.
  var hasWork: Bool {
    bank.branch.phase != .closed
      && (bank.branch.servingCount > 0 || bank.branch.waitingCount > 0)
  }

  var statusSentence: String {
    let branch = bank.branch
    return "\(branch.phase.word), \(branch.waitingCount) waiting, "
      + "\(branch.servingCount) served at once"
  }

  var gauges: [Gauge] {
    let branch = bank.branch
    return [
      Gauge("bank_open", help: "1 while the branch takes customers", branch.isOpen ? 1 : 0),
      Gauge("bank_waiting", help: "customers who wait", Double(branch.waitingCount)),
      Gauge("bank_serving", help: "customers being served", Double(branch.servingCount)),
      Gauge("bank_served_today", help: "customers served today", Double(branch.state.day.served)),
      Gauge(
        "bank_business_seconds", help: "business time today",
        seconds(branch.business(at: bank.now))),
    ]
  }

  func register(in methods: inout MethodTable) {
    registerDay(in: &methods)
    registerLine(in: &methods)
    registerTellers(in: &methods)
    registerServices(in: &methods)
    registerReport(in: &methods)
  }

  // MARK: The day

  private func registerDay(in methods: inout MethodTable) {
    let bank = bank
    methods.stream(Method<Params.Run, Answers.ClosingLine>(BankDescription.run)) {
      try bank.run($0, at: $1.now, stream: $2)
    }
    methods.change(Method<NoParams, Answers.Opened>(BankDescription.open)) { _, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        try branch.open(at: request.now)
        return Answers.Opened(day: branch.state.day.number, waiting: branch.waitingCount)
      }
    }
    methods.change(Method<Params.Close, Answers.Closed>(BankDescription.close)) {
      params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        try branch.close(
          clearsLine: params.clearLine ?? false, keepsLine: params.keepLine ?? false,
          at: request.now)
        return branch.closed(at: request.now)
      }
    }
    methods.change(Method<NoParams, Answers.Reset>(BankDescription.reset)) { _, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        branch.reset(at: request.now)
        return Answers.Reset(open: branch.isOpen)
      }
    }
    methods.read(Method<NoParams, Board>(BankDescription.board)) { _, request in
      Board(of: bank.branch, at: request.now)
    }
    methods.stream(Method<NoParams, NoResult>(BankDescription.watch)) { _, _, stream in
      bank.watch(stream)
    }
  }

  // MARK: The line

  private func registerLine(in methods: inout MethodTable) {
    let bank = bank
    methods.change(Method<Params.Add, Answers.Added>(BankDescription.add)) { params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let count = params.count ?? 10
        let numbers = try branch.add(
          count, service: params.service, grade: params.grade ?? .normal, at: request.now)
        return Answers.Added(
          count: count, first: numbers.first, last: numbers.last, waiting: branch.waitingCount)
      }
    }
    methods.change(Method<Params.Take, Answers.Taken>(BankDescription.take)) { params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let taken = try branch.take(
          service: params.service, grade: params.grade ?? .normal, at: request.now)
        return branch.answer(taken)
      }
    }
    methods.change(Method<Params.Ticket, Answers.Left>(BankDescription.leave)) {
      params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let visit = try branch.leave(ticket: params.ticket, at: request.now)
        return Answers.Left(
          ticket: branch.answer(visit.ticket), waitedSeconds: seconds(visit.waited))
      }
    }
  }

  // MARK: Tellers

  private func registerTellers(in methods: inout MethodTable) {
    let bank = bank
    methods.read(Method<NoParams, Answers.Tellers>(BankDescription.tellerList)) { _, request in
      Answers.Tellers(
        tellers: bank.branch.tellers.map { bank.branch.answer($0, at: request.now) })
    }
    methods.change(Method<Params.NewTeller, Answers.Teller>(BankDescription.tellerAdd)) {
      params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let mode = params.mode.flatMap(Teller.Mode.init(rawValue:)) ?? .automatic
        // `deposit,loan` is one word on a command line, and no service has a comma in its name.
        let names = params.services.flatMap { $0.split(separator: ",").map(String.init) }
        let teller = try branch.addTeller(services: names, mode: mode, at: request.now)
        return branch.answer(teller, at: request.now)
      }
    }
    add(BankDescription.tellerRemove, to: &methods) { branch, number, now throws(BankError) in
      try branch.removeTeller(number, at: now)
    }
    add(BankDescription.tellerPause, to: &methods) { branch, number, now throws(BankError) in
      try branch.pauseTeller(number, at: now)
    }
    add(BankDescription.tellerResume, to: &methods) { branch, number, now throws(BankError) in
      try branch.resumeTeller(number, at: now)
    }
    add(BankDescription.next, to: &methods) { branch, number, now throws(BankError) in
      try branch.next(teller: number, at: now)
    }
    add(BankDescription.done, to: &methods) { branch, number, now throws(BankError) in
      try branch.done(teller: number, at: now)
    }
    add(BankDescription.noShow, to: &methods) { branch, number, now throws(BankError) in
      try branch.noShow(teller: number, at: now)
    }
    registerMoves(in: &methods)
  }

  /// A call that names a teller and answers with it.
  private func add(
    _ description: MethodDescription, to methods: inout MethodTable,
    _ rule: @escaping @Sendable (inout Branch, Int, Timestamp) throws(BankError) -> Teller
  ) {
    let bank = bank
    methods.change(Method<Params.Teller, Answers.Teller>(description)) { params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let teller = try rule(&branch, params.teller, request.now)
        return branch.answer(teller, at: request.now)
      }
    }
  }

  /// A call of a manual teller, which answers with the ticket in hand.
  private func add(
    _ description: MethodDescription, to methods: inout MethodTable,
    _ rule: @escaping @Sendable (inout Branch, Int, Timestamp) throws(BankError) -> InHand
  ) {
    let bank = bank
    methods.change(Method<Params.Teller, Answers.Handled>(description)) { params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let inHand = try rule(&branch, params.teller, request.now)
        return branch.handled(inHand, by: params.teller, at: request.now)
      }
    }
  }

  private func registerMoves(in methods: inout MethodTable) {
    let bank = bank
    methods.change(Method<Params.Ticket, Answers.Recalled>(BankDescription.recall)) {
      params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let recalled = try branch.recall(ticket: params.ticket, at: request.now)
        return Answers.Recalled(
          kind: recalled.teller == nil ? "waiting" : "called",
          ticket: branch.answer(recalled.ticket), teller: recalled.teller)
      }
    }
    methods.change(Method<Params.Transfer, Answers.Transferred>(BankDescription.transfer)) {
      params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let ticket = try branch.transfer(
          teller: params.teller, to: params.service, at: request.now)
        return Answers.Transferred(
          ticket: branch.answer(ticket), teller: params.teller,
          position: branch.position(of: ticket))
      }
    }
  }

  // MARK: Services and the report

  private func registerServices(in methods: inout MethodTable) {
    let bank = bank
    methods.read(Method<NoParams, Answers.Services>(BankDescription.serviceList)) { _, _ in
      Answers.Services(services: bank.branch.services.map { bank.branch.answer($0) })
    }
    methods.change(Method<Params.SetService, Answers.Service>(BankDescription.serviceSet)) {
      params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let service = try branch.setService(
          params.service, time: params.time, title: params.name, koreanTitle: params.nameKo)
        return branch.answer(service)
      }
    }
  }

  private func registerReport(in methods: inout MethodTable) {
    let bank = bank
    methods.task(Method<Params.Report, Report>(BankDescription.report)) { params, request in
      let period = try ReportPeriod(from: params.from, to: params.to)
      return try await bank.read {
        try ReportQuery(database: $0, now: request.now).report(over: period)
      }
    }
  }
}
