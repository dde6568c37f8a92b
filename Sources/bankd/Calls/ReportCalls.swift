internal import DaemonRuntime
internal import IPCProtocol

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
      let period = try ReportPeriod(from: params.from, to: params.to)
      return try await bank.read {
        try ReportQuery(database: $0, now: request.now).report(over: period)
      }
    }
  ]

  private nonisolated static let reportTable = Rendering.table(
    rows: "/rows",
    columns: [
      TableColumn("Of", ko: "구분", "/name"),
      TableColumn("Served", ko: "완료", "/served", format: "integer"),
      TableColumn("Left", ko: "취소", "/left", format: "integer"),
      TableColumn("Sent home", ko: "귀가", "/sentHome", format: "integer"),
      TableColumn("No-shows", ko: "부재", "/noShows", format: "integer"),
      TableColumn("Mean wait", ko: "평균 대기", "/meanWaitSeconds", format: "duration"),
      TableColumn("p50", ko: "p50", "/p50WaitSeconds", format: "duration"),
      TableColumn("p90", ko: "p90", "/p90WaitSeconds", format: "duration"),
      TableColumn("Max", ko: "최대", "/maxWaitSeconds", format: "duration"),
      TableColumn("Mean service", ko: "평균 업무", "/meanServiceSeconds", format: "duration"),
      TableColumn("Utilisation", ko: "가동률", "/utilisation", format: "percent"),
      TableColumn("Within p50", ko: "p50 적중", "/withinP50", format: "percent"),
      TableColumn("Within p90", ko: "p90 적중", "/withinP90", format: "percent"),
    ])
}
