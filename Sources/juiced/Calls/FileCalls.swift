internal import DaemonRuntime
internal import IPCProtocol

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

    .change(
      "juice.import", "Take over menu, recipes and stock from a file, whole or not at all",
      ko: "파일에서 가져오기", access: .admin,
      words: CallWords(
        "import <file>", flags: [.init("format", short: "f")],
        examples: ["matectl juice import bar.json", "matectl --dry-run juice import bar.csv"]),
      takes: Params.Import.self, gives: Answers.Imported.self,
      shows: .message(
        "{added} added, {changed} changed, {retired} retired",
        ko: "추가 {added}, 변경 {changed}, 내림 {retired}")
    ) { bar, params, request in
      let file = try BarFile(params.file, format: params.format)
      let count = try bar.change(request) { bar, deed throws(BarError) in
        try bar.take(file, replaces: params.replace, by: deed)
      }
      return Answers.Imported(
        added: count.added, changed: count.changed, retired: count.retired)
    },
  ]
}
