internal import DaemonRuntime
internal import IPCProtocol
internal import Queueing
internal import Values

/// The present line played forward, as it is and as it would be.
extension Bank {
  nonisolated static let whatIfCalls: [Call<Bank>] = [
    .task(
      "bank.whatIf", "Play the present line forward: what if a teller goes, or one more comes",
      ko: "지금의 줄을 이어 돌려 창구가 늘거나 줄면 어떻게 되는지 예측",
      words: CallWords(
        "what-if", flags: [.init("forSeconds", long: "for")],
        examples: [
          "matectl bank what-if --teller-away 3",
          "matectl bank what-if --teller-more deposit --for 1h",
        ]),
      takes: Params.WhatIf.self, gives: PlanAnswers.WhatIf.self, shows: whatIfTable
    ) { bank, params, request in
      let today = try await bank.read {
        try DayTicketsQuery(database: $0, now: request.now).tickets(of: .current)
      }
      // The branch as it stands, looked at beside the loop: a line of 100,000 takes its time.
      let branch = await bank.branch
      let rates =
        branch.isOpen
        ? ArrivalRates(today, openedAt: branch.state.day.openedAt, now: request.now)
        : ArrivalRates()
      var whatIf = try WhatIf(branch, params, rates, at: request.now)
      let services = branch.services
      repeat { try await rest() } while whatIf.step()
      return whatIf.answer(of: services, params)
    }
  ]

  private nonisolated static let whatIfTable = Rendering.table(
    rows: "/services", key: "/service",
    columns: [
      TableColumn("Service", ko: "업무", "/name"),
      TableColumn("Waiting", ko: "대기", "/waiting", format: "integer", rank: 5),
      TableColumn(
        "Mean wait", ko: "평균 대기", "/asIs/meanWaitSeconds/mean", format: "duration", rank: 2),
      TableColumn("Then", ko: "변경 후", "/changed/meanWaitSeconds/mean", format: "duration"),
      TableColumn(
        "9 of 10", ko: "90%", "/asIs/p90Seconds/mean", format: "duration", rank: 4),
      TableColumn(
        "9 of 10 then", ko: "변경 후 90%", "/changed/p90Seconds/mean", format: "duration", rank: 3),
      TableColumn("Left in line", ko: "남은 줄", "/asIs/inLine/mean", format: "number", rank: 7),
      TableColumn(
        "Left then", ko: "변경 후 줄", "/changed/inLine/mean", format: "number", rank: 6),
      TableColumn("An hour", ko: "시간당", "/arrivalsPerHour", format: "number", rank: 8),
    ],
    footer: LocalizedText(en: "{note}", ko: "{note}"))
}
