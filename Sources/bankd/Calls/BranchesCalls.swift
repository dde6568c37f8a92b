internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// What a head office asks: all branches that share one database server.
extension Bank {
  nonisolated static let branchesCalls: [Call<Bank>] = [
    .task(
      "bank.branches", "Show all branches", ko: "모든 지점의 대기 현황",
      words: CallWords("branches", examples: ["matectl bank@gangnam branches"]),
      takes: NoParams.self, gives: Branches.self, shows: branchesTable
    ) { bank, _, _ in
      guard let rows = try await bank.headOffice("branches") else { throw BankError(.oneMachine) }
      return Branches(rows)
    }.openWorld
  ]

  private nonisolated static let branchesTable = Rendering.table(
    rows: "/branches",
    columns: [
      TableColumn("Branch", ko: "지점", "/branch"),
      TableColumn("Waiting", ko: "대기", "/waiting", format: "integer"),
      TableColumn("Longest wait", ko: "최장 대기", "/longestWaitSeconds", format: "duration", rank: 2),
      TableColumn("Being served", ko: "업무 중", "/serving", format: "integer", rank: 3),
      TableColumn("Served", ko: "완료", "/served", format: "integer", rank: 4),
      TableColumn("State", ko: "상태", "/phase", rank: 5),
      TableColumn("Day", ko: "영업일", "/day", format: "integer", rank: 7),
      TableColumn("Machine", ko: "컴퓨터", "/machine", rank: 6),
    ],
    empty: LocalizedText(en: "The server has no branches", ko: "서버에 지점이 없습니다"),
    footer: LocalizedText(en: "{waiting} are waiting in all", ko: "모두 {waiting}명 대기"))
}
