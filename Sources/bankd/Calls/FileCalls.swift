internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// The branch as a file.
extension Bank {
  nonisolated static let fileCalls: [Call<Bank>] = [
    .task(
      "bank.export", "Print tellers, services, settings and all days that are over as a file",
      ko: "창구, 업무, 설정, 지난 영업일 내보내기",
      words: CallWords(
        "export",
        examples: [
          "matectl bank export > bank.json", "matectl bank export --no-history > bank.json",
        ]),
      takes: Params.Export.self, gives: Answers.Exported.self, shows: .raw("/text")
    ) { bank, params, _ in
      try await bank.read { database in
        var file = try BranchStore(database: database).file()
        if !params.history { file.history = nil }
        return try Answers.Exported(file)
      }
    },

    .preparedChange(
      "bank.import", "Make the branch what a file says, whole or not at all", ko: "파일에서 가져오기",
      access: .admin,
      words: CallWords(
        "import <file>",
        examples: ["matectl --dry-run bank import bank.json", "matectl bank import bank.json"]),
      takes: Params.Import.self, gives: Answers.Imported.self, shows: importTable,
      preparing: { _, params, _ in try BranchFile(params.file) },
      by: { bank, file, request in Answers.Imported(try bank.take(file, at: request.now)) }
    ).confirmed(where: "/removed"),
  ]

  private nonisolated static let importTable = Rendering.importPlan(
    marking: "removed",
    empty: LocalizedText(en: "Nothing differs from the file", ko: "파일과 다른 것이 없습니다"),
    footer: LocalizedText(
      en: "{added} added, {changed} changed, {removed} removed",
      ko: "추가 {added}, 변경 {changed}, 삭제 {removed}"))
}
