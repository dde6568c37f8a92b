internal import DaemonRuntime
internal import IPCProtocol

/// Services: what there is, and how long each takes.
extension Bank {
  nonisolated static let serviceCalls: [Call<Bank>] = [
    .read(
      "bank.service.list", "Show the services", ko: "업무 목록", words: "service list",
      takes: NoParams.self, gives: Answers.Services.self, shows: serviceTable
    ) { bank, _, _ in
      let branch = bank.branch
      return Answers.Services(
        services: branch.activeServices.map { branch.answer(branch.services[$0]) })
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
          "matectl bank service set loan --target '90% within 10m'",
          "matectl bank service set fx --duration 2m --name 'foreign exchange' --name-ko 환전",
        ]),
      takes: Params.SetService.self, gives: Answers.Service.self,
      shows: .cases(
        by: "/hasTarget",
        [
          MessageCase(
            "false", "{name}: {meanSeconds:duration} on average, {distributionName}",
            ko: "{name}: 평균 {meanSeconds:duration}, {distributionName}"),
          MessageCase(
            "true",
            "{name}: {meanSeconds:duration} on average, {distributionName}; target {targetName}",
            ko: "{name}: 평균 {meanSeconds:duration}, {distributionName}, 목표 {targetName}"),
        ])
    ) { bank, params, request in
      let target = try params.target.map(PlanWords.waitTarget)
      return try bank.change(at: request.now) { branch throws(BankError) in
        let changed = try branch.setService(
          params.service, time: params.time, title: params.name, koreanTitle: params.nameKo,
          target: target)
        return branch.answer(changed)
      }
    }.idempotent,

    .change(
      "bank.service.remove", "Take a service out that nobody waits for", ko: "업무 삭제",
      access: .admin,
      words: CallWords("service remove <service>", examples: ["matectl bank service remove loan"]),
      takes: Params.OneService.self, gives: Answers.ServiceRemoved.self,
      shows: .message("Service {name} is gone", ko: "{name} 업무 삭제")
    ) { bank, params, request in
      try bank.change(at: request.now) { branch throws(BankError) in
        let gone = try branch.removeService(params.service, at: request.now)
        return Answers.ServiceRemoved(service: gone.name, name: gone.title)
      }
    }.idempotent,
  ]

  private nonisolated static let serviceTable = Rendering.table(
    rows: "/services", key: "/service",
    columns: [
      TableColumn("Service", ko: "업무", "/service"),
      TableColumn("Name", ko: "이름", "/name"),
      TableColumn("Time", ko: "분포", "/distributionName"),
      TableColumn("Mean", ko: "평균", "/meanSeconds", format: "duration"),
      TableColumn("Shortest", ko: "최소", "/minimumSeconds", format: "duration"),
      TableColumn("Longest", ko: "최대", "/maximumSeconds", format: "duration"),
      TableColumn("Target", ko: "목표", "/targetName"),
      TableColumn("Waiting", ko: "대기", "/waiting", format: "integer"),
    ])
}
