internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// Boards on several machines that are one: the calls of people.
extension ProjectService {
  nonisolated static let syncCalls: [Call<ProjectService>] = [
    .task(
      "project.sync", "Synchronise with other machines", ko: "다른 컴퓨터와 동기화", access: .admin,
      rehearsal: noRehearsal,
      words: CallWords(
        "sync <target>", examples: ["matectl project sync me@laptop", "matectl project sync"]),
      takes: Params.Sync.self, gives: Answers.Exchanges.self, shows: resultTable
    ) { service, params, _ in
      let syncs = service.syncs
      guard let target = params.target else { return Answers.Exchanges(try await syncs.run(nil)) }
      return Answers.Exchanges(try await syncs.run(with: target))
    }.openWorld.failed("/failed").reportingProgress,

    .change(
      "project.sync.add", "Add a machine, a folder or a CalDAV server to synchronise with",
      ko: "동기화할 컴퓨터, 폴더, CalDAV 서버 등록", access: .admin,
      words: CallWords(
        "sync add <name> <target>",
        examples: [
          "matectl project sync add laptop me@laptop",
          "matectl project sync add usb /media/usb/mate",
          "matectl project sync add cloud https://cloud.example/dav/ --user me "
            + "--password-command 'pass show cloud'",
        ]),
      takes: Params.NewSync.self, gives: Answers.NewSync.self,
      shows: .message("{text}", ko: "{text}")
    ) { service, params, _ in
      let target = try params.syncTarget
      let entry = try service.syncs.add(params.name, target)
      return Answers.NewSync(name: entry.name, target)
    },

    .task(
      "project.sync.run", "Synchronise with what was added", ko: "등록한 곳과 동기화", access: .write,
      rehearsal: noRehearsal,
      words: CallWords("sync run <name>", examples: ["matectl project sync run"]),
      takes: Params.RunSync.self, gives: Answers.Exchanges.self, shows: resultTable
    ) { service, params, _ in
      Answers.Exchanges(
        try await service.syncs.run(params.name, acceptsLoss: params.acceptLoss))
    }.openWorld.failed("/failed").reportingProgress,

    .read(
      "project.sync.status", "Show who is offline and what is still to be sent",
      ko: "오프라인 여부와 보낼 변경 보기", words: "sync status", takes: NoParams.self,
      gives: Answers.SyncStatus.self, shows: statusTable
    ) { service, _, _ in
      let syncs = service.syncs
      return Answers.SyncStatus(
        replica: service.projects.own,
        syncs: try syncs.entries.map { Answers.SyncStanding($0, pending: try syncs.pending($0)) })
    },

    .change(
      "project.sync.remove", "Stop synchronising with one; the projects stay on both sides",
      ko: "동기화 등록 해제 (프로젝트는 그대로)", access: .admin,
      words: CallWords("sync remove <name>", examples: ["matectl project sync remove laptop"]),
      takes: Params.NamedSync.self, gives: Answers.NamedSync.self,
      shows: .message("{name} removed", ko: "{name} 해제")
    ) { service, params, _ in
      try service.syncs.remove(params.name)
      return Answers.NamedSync(name: params.name)
    }.idempotent,
  ]

  /// What reaches another machine cannot be taken back here.
  private nonisolated static let noRehearsal = TaskRehearsal.refused { _ in
    SyncTarget.invalid("a synchronisation cannot be rehearsed", "동기화는 예행할 수 없습니다")
  }

  private nonisolated static let problemStyle = [StyleRule(when: "/ok", is: false, use: .warning)]

  private nonisolated static let statusTable = Rendering.table(
    rows: "/syncs",
    columns: [
      TableColumn("Name", ko: "이름", "/name"), TableColumn("With", ko: "대상", "/target"),
      TableColumn("State", ko: "상태", "/state", style: problemStyle),
      TableColumn("To send", ko: "보낼 변경", "/pending", format: "integer"),
      TableColumn("Last done", ko: "마지막 동기화", "/doneAt", format: "relative"),
      TableColumn("Problem", ko: "문제", "/problem"),
    ],
    empty: LocalizedText(
      en: "This board is on one machine only. Add another: matectl project sync user@host",
      ko: "이 보드는 한 컴퓨터에만 있습니다. 추가: matectl project sync user@host"))

  private nonisolated static let resultTable = Rendering.table(
    rows: "/results",
    columns: [
      TableColumn("With", ko: "대상", "/name"),
      TableColumn("State", ko: "상태", "/state", style: problemStyle),
      TableColumn("Received", ko: "받음", "/received", format: "integer"),
      TableColumn("Sent", ko: "보냄", "/sent", format: "integer"),
      TableColumn("Problem", ko: "문제", "/problem"),
    ],
    empty: LocalizedText(
      en: "Nobody to synchronise with. Add somebody: matectl project sync user@host",
      ko: "동기화할 곳이 없습니다. 추가: matectl project sync user@host"))
}

extension Params.NewSync {
  fileprivate var syncTarget: SyncTarget {
    get throws(ProjectError) {
      if let command, target == nil { return try SyncTarget(.command, command) }
      guard let word = target, command == nil else {
        throw SyncTarget.invalid(
          "say with whom: one of user@host, /a/shared/folder, https://server/ and --command",
          "누구와 할지 쓰십시오. 사용자@호스트, /공유/폴더, https://서버/, --command 가운데 하나입니다")
      }
      var target = try SyncTarget(word: word)
      target.account.user = user
      target.account.passwordFile = passwordFile
      target.account.passwordCommand = passwordCommand
      target.account.collection = collection
      try target.checkAccount()
      return target
    }
  }
}
