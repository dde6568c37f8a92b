internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// The bar as a file.
extension JuiceBar {
  nonisolated static let fileCalls: [Call<JuiceBar>] = [
    .read(
      "juice.export", "Print menu, recipes and stock as a file", ko: "메뉴, 레시피, 재고 내보내기",
      words: CallWords(
        "export", flags: [.init("format", short: "f")],
        examples: ["matectl juice export > bar.json", "matectl juice export -f csv > bar.csv"]),
      takes: Params.Export.self, gives: Answers.Exported.self,
      shows: .message("{text}", ko: "{text}")
    ) { bar, params, request in
      Answers.Exported(
        format: params.format, text: bar.current(at: request.now).text(params.format))
    },

    .preparedChange(
      "juice.import", "Take over menu, recipes and stock from a file, whole or not at all",
      ko: "파일에서 가져오기", access: .admin,
      words: CallWords(
        "import <file>", flags: [.init("format", short: "f")],
        examples: [
          "matectl juice import bar.json", "matectl --dry-run juice import bar.csv",
          "matectl juice import bar.json --replace",
        ]),
      takes: Params.Import.self, gives: Answers.Imported.self,
      shows: importTable,
      // A long text is read beside the loop: a bar that is busy goes on.
      preparing: { _, params, _ in
        (file: try BarFile(params.file, format: params.format), replaces: params.replace)
      },
      by: { bar, text, request in
        try bar.take(text.file, replaces: text.replaces, request)
      }
    ).confirmed(where: "/retired").reportingProgress,
  ]

  private nonisolated static let importTable = Rendering.importPlan(
    marking: "retired",
    empty: LocalizedText(en: "Nothing differs from the file", ko: "파일과 다른 것이 없어요"),
    footer: LocalizedText(
      en: "{added} added, {changed} changed, {retired} retired",
      ko: "추가 {added}, 변경 {changed}, 내림 {retired}"))
}
