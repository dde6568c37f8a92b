internal import DaemonRuntime
internal import IPCProtocol

/// Services: what there is, and how long each takes; and what the days came to.
extension Bank {
  nonisolated static let serviceCalls: [Call<Bank>] = [
    .read(
      "bank.service.list", "Show the services", ko: "업무 목록", words: "service list",
      takes: NoParams.self, gives: Answers.Services.self, shows: serviceTable
    ) { bank, _, _ in
      let branch = bank.branch
      return Answers.Services(services: branch.services.map { branch.answer($0) })
    },

    .change(
      "bank.service.set", "Make a service, or change its time or its name", ko: "업무 추가 또는 변경",
      access: .admin,
      words: CallWords(
        "service set <service>",
        flags: [
          .init("durationSeconds", long: "duration", short: "d"),
          .init("minimumSeconds", long: "minimum"), .init("maximumSeconds", long: "maximum"),
          .init("samplesSeconds", long: "sample"),
        ],
        examples: [
          "matectl bank service set deposit --duration 0.7s",
          "matectl bank service set loan --distribution uniform --minimum 30s --maximum 5m",
          "matectl bank service set fx --duration 2m --name 'foreign exchange' --name-ko 환전",
        ]),
      takes: Params.SetService.self, gives: Answers.Service.self,
      shows: .message(
        "{name}: {meanSeconds:duration} on average, {distributionName}",
        ko: "{name}: 평균 {meanSeconds:duration}, {distributionName}")
    ) { bank, params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let changed = try branch.setService(
          params.service, time: params.time, title: params.name, koreanTitle: params.nameKo)
        return branch.answer(changed)
      }
    },
  ]

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

  private nonisolated static let serviceTable = Rendering.table(
    TableTemplate(
      rows: "/services",
      columns: [
        TableColumn("Service", ko: "업무", "/service"),
        TableColumn("Name", ko: "이름", "/name"),
        TableColumn("Time", ko: "분포", "/distributionName"),
        TableColumn("Mean", ko: "평균", "/meanSeconds", format: "duration"),
        TableColumn("Shortest", ko: "최소", "/minimumSeconds", format: "duration"),
        TableColumn("Longest", ko: "최대", "/maximumSeconds", format: "duration"),
        TableColumn("Waiting", ko: "대기", "/waiting", format: "integer"),
      ]))

  private nonisolated static let reportTable = Rendering.table(
    TableTemplate(
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
      ]))
}
