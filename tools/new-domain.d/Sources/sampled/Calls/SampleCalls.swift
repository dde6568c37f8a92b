internal import DaemonRuntime
internal import IPCProtocol

/// All that the domain can do.
extension SampleService {
  nonisolated static let calls: [Call<SampleService>] = [
    .change(
      "sample.add", "Add to what there is", ko: "더하기", words: "add <name> <count>",
      takes: Step.self, gives: Entry.self, shows: message
    ) { service, step, _ in try service.change(step.name, by: step.count) },

    .change(
      "sample.take", "Take from what there is", ko: "꺼내기", words: "take <name> <count>",
      takes: Step.self, gives: Entry.self, shows: message
    ) { service, step, _ in try service.change(step.name, by: -step.count) },

    .read(
      "sample.list", "Show what there is", ko: "목록 보기", words: "list",
      takes: NoParams.self, gives: Entries.self, shows: table
    ) { service, _, _ in
      let names = service.counts.sorted { $0.key < $1.key }
      return Entries(items: names.map { Entry(name: $0.key, count: $0.value) })
    }.forToday,
  ]

  private nonisolated static let message = Rendering.message(
    "{name}: {count:integer}", ko: "{name}: {count:integer}개")

  private nonisolated static let table = Rendering.table(
    TableTemplate(
      rows: "/items",
      columns: [
        TableColumn("Name", ko: "이름", "/name"),
        TableColumn("Count", ko: "개수", "/count", format: "integer"),
      ]))
}
