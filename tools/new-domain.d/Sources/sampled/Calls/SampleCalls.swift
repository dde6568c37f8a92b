internal import DaemonRuntime
internal import IPCProtocol

/// All that the domain can do.
extension SampleService {
  nonisolated static let calls: [Call<SampleService>] = [
    .change(
      "sample.adjust", "Add to what there is, or take from it", ko: "더하거나 빼기",
      words: CallWords(
        "adjust <name> <by>",
        examples: [
          "matectl sample adjust bread +3", "matectl sample adjust bread -1",
        ]),
      takes: Adjustment.self, gives: Entry.self,
      shows: .message("{name}: {count:integer}", ko: "{name}: {count:integer}개")
    ) { service, params, _ in try service.adjust(params.name, by: params.by) },

    .read(
      "sample.list", "Show what there is", ko: "목록 보기", words: "list",
      takes: NoParams.self, gives: Entries.self,
      shows: .table(
        rows: "/items",
        columns: [
          TableColumn("Name", ko: "이름", "/name"),
          TableColumn("Count", ko: "개수", "/count", format: "integer"),
        ])
    ) { service, _, _ in
      Entries(items: service.state.sorted { $0.key < $1.key }.map(Entry.init))
    }.forToday,
  ]
}
