internal import CivilTime
internal import DaemonRuntime
internal import Glibc
internal import IPCProtocol
internal import Queueing
internal import Values

/// What a manager asks: the branch's own rules in virtual time, beside the loop.
extension Bank {
  nonisolated static let planCalls: [Call<Bank>] = [
    .task(
      "bank.simulate", "Play the branch in virtual time, and say how sure the waits are",
      ko: "가상 시간으로 지점을 돌려 대기 시간을 예측",
      words: CallWords(
        "simulate",
        flags: [
          .init("times", long: "service"), .init("withinSeconds", long: "within"),
        ],
        examples: [
          "matectl bank simulate --arrivals loan=60/h --service 'loan=exponential 4m' --tellers loan=5",
          "matectl bank simulate --arrivals loan=20,35,60,20/h --hours 4 --within 5m",
          "matectl bank simulate --from report --by hour --schedule '09:00=2,12:00=3,17:00=0'",
        ]),
      takes: Params.Simulate.self, gives: PlanAnswers.Simulation.self, shows: simulationTable
    ) { bank, params, request in
      let record = try await bank.record(params.record, from: params.from, now: request.now)
      // A copy of the branch: a record of 100,000 is looked at beside the loop.
      let branch = await bank.branch
      let services = branch.services
      let plan = try Plan(branch, params, record)
      guard plan.isPlayed else { return plan.growing(of: services, params) }
      var simulation = Simulation(
        plan.scenario.without(plan.growing),
        try plan.length(params),
        seed: UInt64(bitPattern: params.seed), target: Int64(params.withinSeconds * 1e6),
        byHour: params.by == .hour)
      while simulation.step() {
        let done = Int(simulation.progress * 1000)
        ProgressReport.current?.tell(ProgressNotice(done: done, of: 1000))
        try await Bank.rest()
      }
      return plan.answer(simulation, of: services, params)
    }.reportingProgress,

    .task(
      "bank.staff", "Say how many tellers a target takes, confirmed by simulation",
      ko: "목표를 이루는 창구 수를 시뮬레이션으로 확인",
      words: CallWords(
        "staff", flags: [.init("times", long: "service")],
        examples: [
          "matectl bank staff --target '90% within 5m' --arrivals loan=60/h --service 'loan=fixed 4m'",
          "matectl bank staff --target '90% within 5m' --from report",
        ]),
      takes: Params.Staff.self, gives: PlanAnswers.Staff.self, shows: staffTable
    ) { bank, params, request in
      let record = try await bank.record(nil, from: params.from, now: request.now)
      let branch = await bank.branch
      let plan = try StaffPlan(branch, params, record)
      var found: [PlanAnswers.StaffedService] = []
      var hours: [PlanAnswers.StaffedHour]?
      for (index, search) in plan.searches {
        let service = branch.services[index]
        switch search {
        case .steady(let staffing):
          let answer = try await staffing.search { try await Bank.rest(after: $0, for: service) }
          found.append(.init(service, answer, limit: params.maximum))
        case .hourly(let staffing):
          let answer = try await staffing.search { try await Bank.rest(after: $0, for: service) }
          let told = plan.answer(answer, of: service, limit: params.maximum)
          found.append(told.0)
          hours = (hours ?? []) + told.1
        }
      }
      return PlanAnswers.Staff(
        services: found, hours: hours, share: plan.target.share,
        withinSeconds: seconds(plan.target.within), seed: params.seed,
        note: hours == nil
          ? LocalizedText(en: "", ko: "")
          : StaffPlan.note(found, hours ?? [], limit: params.maximum))
    }.reportingProgress,
  ]

  /// Says how far the search for tellers is: how long it takes nobody knows before.
  private nonisolated static func rest(
    after played: StaffingProgress, for service: Service
  ) async throws {
    let (en, ko) = (service.title.en, service.title.text(in: .korean))
    ProgressReport.current?.tell(
      ProgressNotice(
        done: played.customers, unit: LocalizedText(en: "customers played", ko: "명 시뮬레이션"),
        text: LocalizedText(
          en: "\(en), \(played.tellers) \(played.tellers == 1 ? "teller" : "tellers")",
          ko: "\(ko), 창구 \(played.tellers)개")))
    try await rest()
  }

  /// Others get their turn, and who has gone is not played for.
  nonisolated static func rest() async throws {
    try Task.checkCancellation()
    // The loop may have woken up behind this very thread, where there is no core to spare.
    sched_yield()
    await Task.yield()
  }

  /// The last day as the branch recorded it: all of it, or who came and when.
  private enum RecordedDay: String { case report, arrivals }

  /// A day as it was recorded: in a file, or by the branch itself where `from` is a word for that.
  nonisolated func record(
    _ record: String?, from: String?, now: Timestamp
  ) async throws -> PlanRecord? {
    guard let text = from ?? record else { return nil }
    let hours = await branch.state.hours
    let zone = hours.zone(or: TimeZoneDatabase().local())
    guard let recorded = from.flatMap(RecordedDay.init) else {
      if let from, !from.isEmpty, from.allSatisfy(\.isLetter) {
        throw BankError(.planDayWord, ["word": .string(from)])
      }
      return try PlanRecord(text, zone: zone)
    }
    let day = try await read {
      try DayTicketsQuery(database: $0, now: now).tickets(of: .current)
    }
    return try PlanRecord(day, zone: zone, hasTimes: recorded == .report)
  }

  private nonisolated static let simulationTable = Rendering.table(
    rows: "/services",
    columns: [
      TableColumn("Service", ko: "업무", "/name"),
      TableColumn("Mean wait", ko: "평균 대기", "/meanWaitSeconds/mean", format: "duration"),
      TableColumn("From", ko: "하한", "/meanWaitSeconds/low", format: "duration", rank: 5),
      TableColumn("To", ko: "상한", "/meanWaitSeconds/high", format: "duration", rank: 6),
      TableColumn("9 of 10", ko: "90%", "/p90Seconds/mean", format: "duration", rank: 3),
      TableColumn("99 of 100", ko: "99%", "/p99Seconds/mean", format: "duration", rank: 8),
      TableColumn("In time", ko: "목표 내", "/within/mean", format: "percent", rank: 4),
      TableColumn("Left", ko: "떠남", "/left/mean", format: "percent", rank: 9),
      TableColumn("Turned away", ko: "돌아감", "/turnedAway/mean", format: "percent", rank: 10),
      TableColumn("Formula", ko: "공식", "/theory/meanWaitSeconds", format: "duration", rank: 7),
    ],
    footer: LocalizedText(en: "{note}", ko: "{note}"), chart: waitChart(at: "/name"),
    instead: [hourTable, gradeTable])

  /// Waits with the interval that each lies in, a bar for each place.
  private nonisolated static func waitChart(at place: String, by: String? = nil) -> ChartTemplate {
    ChartTemplate(
      LocalizedText(en: "Mean wait", ko: "평균 대기"), at: place, value: "/meanWaitSeconds/mean",
      low: "/meanWaitSeconds/low", high: "/meanWaitSeconds/high", by: by, format: "duration")
  }

  private nonisolated static let hourTable = TableTemplate(
    rows: "/hours",
    columns: [
      TableColumn("From", ko: "시각", "/label"),
      TableColumn("Service", ko: "업무", "/name", rank: 2),
      TableColumn("Tellers", ko: "창구", "/tellers", format: "number", rank: 3),
      TableColumn("Come", ko: "도착", "/came/mean", format: "number", rank: 4),
      TableColumn("Mean wait", ko: "평균 대기", "/meanWaitSeconds/mean", format: "duration", rank: 5),
      TableColumn("9 of 10", ko: "90%", "/p90Seconds/mean", format: "duration", rank: 8),
      TableColumn("In time", ko: "목표 내", "/within/mean", format: "percent", rank: 6),
      TableColumn("Line", ko: "줄", "/meanLine/mean", format: "bar", rank: 7),
      TableColumn("In line", ko: "대기 인원", "/meanLine/mean", format: "number", rank: 9),
      TableColumn("Left", ko: "떠남", "/left/mean", format: "percent", rank: 10),
      TableColumn("Turned away", ko: "돌아감", "/turnedAway/mean", format: "percent", rank: 11),
    ],
    footer: LocalizedText(en: "{note}", ko: "{note}"), chart: waitChart(at: "/label", by: "/name"))

  private nonisolated static let gradeTable = TableTemplate(
    rows: "/grades",
    columns: [
      TableColumn("Service", ko: "업무", "/name"),
      TableColumn("Grade", ko: "등급", "/gradeName"),
      TableColumn("Mean wait", ko: "평균 대기", "/meanWaitSeconds/mean", format: "duration"),
      TableColumn("From", ko: "하한", "/meanWaitSeconds/low", format: "duration", rank: 5),
      TableColumn("To", ko: "상한", "/meanWaitSeconds/high", format: "duration", rank: 6),
      TableColumn("9 of 10", ko: "90%", "/p90Seconds/mean", format: "duration", rank: 3),
      TableColumn("In time", ko: "목표 내", "/within/mean", format: "percent", rank: 4),
      TableColumn("Left", ko: "떠남", "/left/mean", format: "percent", rank: 8),
      TableColumn("Turned away", ko: "돌아감", "/turnedAway/mean", format: "percent", rank: 9),
      TableColumn("Formula", ko: "공식", "/theorySeconds", format: "duration", rank: 7),
    ],
    footer: LocalizedText(en: "{note}", ko: "{note}"),
    chart: waitChart(at: "/gradeName", by: "/name"))

  private nonisolated static let staffTable = Rendering.table(
    rows: "/services",
    columns: [
      TableColumn("Service", ko: "업무", "/name"),
      TableColumn("Tellers", ko: "창구", "/confirmed", format: "integer"),
      TableColumn("By formula", ko: "공식", "/theory", format: "integer", rank: 4),
      TableColumn("In time", ko: "목표 내", "/within/mean", format: "percent", rank: 3),
      TableColumn("", ko: "", "/note", rank: 5),
    ], instead: [staffHourTable])

  private nonisolated static let staffHourTable = TableTemplate(
    rows: "/hours",
    columns: [
      TableColumn("From", ko: "시각", "/label"),
      TableColumn("Service", ko: "업무", "/name", rank: 2),
      TableColumn("Come", ko: "도착", "/came", format: "number", rank: 4),
      TableColumn("Tellers", ko: "창구", "/tellers", format: "integer", rank: 3),
      TableColumn("", ko: "", "/tellers", format: "bar", rank: 7),
      TableColumn("By formula", ko: "공식", "/theory", format: "integer", rank: 6),
      TableColumn("In time", ko: "목표 내", "/within/mean", format: "percent", rank: 5),
    ],
    footer: LocalizedText(en: "{note}", ko: "{note}"),
    chart: ChartTemplate(
      LocalizedText(en: "Tellers", ko: "창구"), at: "/label", value: "/tellers", by: "/name",
      format: "integer"))
}
