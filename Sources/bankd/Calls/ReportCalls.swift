internal import CivilTime
internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// What the days came to: it reads one moment of the store, beside the loop.
extension Bank {
  nonisolated static let reportCalls: [Call<Bank>] = [
    .task(
      "bank.report", "Show what the days came to: customers, waits, tellers, estimates",
      ko: "고객 수, 대기 시간, 창구 가동률, 예상의 정확도",
      words: CallWords(
        "report",
        examples: [
          "matectl bank report", "matectl bank report --from 2026-11-01 --to 2026-11-30",
          "matectl bank report --output csv",
        ]),
      takes: Params.Report.self, gives: Report.self, shows: reportTable
    ) { bank, params, request in
      let period = try await bank.period(params, at: request.now)
      return try await bank.read {
        try ReportQuery(database: $0, now: request.now).report(over: period)
      }
    },

    .task(
      "bank.tickets", "Show a day's tickets, one in a row: waits, services, how each ended",
      ko: "하루의 번호표 목록: 대기, 업무 시간, 결과",
      words: CallWords(
        "tickets",
        examples: [
          "matectl bank tickets", "matectl bank tickets -o csv",
          "matectl bank tickets --from 2026-11-21 --to 2026-11-21 -o csv",
        ]),
      takes: Params.Report.self, gives: DayTickets.self, shows: ticketTable
    ) { bank, params, request in
      let period = try await bank.period(params, at: request.now)
      return try await bank.read {
        try DayTicketsQuery(database: $0, now: request.now).tickets(of: period)
      }
    },
  ]

  /// Days are those of the branch.
  private func period(_ params: Params.Report, at now: Timestamp) throws(BankError) -> ReportPeriod
  {
    let hours = branch.state.hours
    return try ReportPeriod(
      from: params.from, to: params.to, now: now,
      zone: hours.zone(or: TimeZoneDatabase().local()))
  }

  private nonisolated static let ticketTable = Rendering.table(
    rows: "/tickets",
    columns: DayTickets.columns,
    empty: LocalizedText(en: "Nobody took a ticket", ko: "발급된 번호표가 없습니다"))

  private nonisolated static let reportTable = Rendering.table(
    rows: "/rows",
    columns: [
      TableColumn("Of", ko: "구분", "/name"),
      TableColumn("Served", ko: "완료", "/served", format: "integer", rank: 2),
      TableColumn("Left", ko: "취소", "/left", format: "integer", rank: 7),
      TableColumn("Sent home", ko: "귀가", "/sentHome", format: "integer", rank: 13),
      TableColumn("No-shows", ko: "부재", "/noShows", format: "integer", rank: 8),
      TableColumn("Mean wait", ko: "평균 대기", "/meanWaitSeconds", format: "duration", rank: 3),
      TableColumn("p50", ko: "p50", "/p50WaitSeconds", format: "duration", rank: 9),
      TableColumn("p90", ko: "p90", "/p90WaitSeconds", format: "duration", rank: 4),
      TableColumn(
        "Within target", ko: "목표 달성", "/withinTarget", format: "percent",
        style: [StyleRule(when: "/isTargetMissed", is: true, use: .warning)], rank: 5),
      TableColumn("Target", ko: "목표", "/targetName", rank: 11),
      TableColumn("Max", ko: "최대", "/maxWaitSeconds", format: "duration", rank: 10),
      TableColumn("Mean service", ko: "평균 업무", "/meanServiceSeconds", format: "duration", rank: 6),
      TableColumn("Utilisation", ko: "가동률", "/utilisation", format: "percent", rank: 12),
      TableColumn("Within p50", ko: "p50 적중", "/withinP50", format: "percent", rank: 14),
      TableColumn("Within p90", ko: "p90 적중", "/withinP90", format: "percent", rank: 15),
      TableColumn("Told exactly", ko: "정확 적중", "/withinExact", format: "percent", rank: 16),
    ], footer: LocalizedText(en: "{remark}", ko: "{remark}"))
}
