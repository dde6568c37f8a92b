internal import DaemonRuntime
internal import IPCProtocol
internal import TaskFormats
internal import Values

/// Filters under a name, which lists keep to while one of them is in use.
extension ProjectService {
  nonisolated static let contextCalls: [Call<ProjectService>] = [
    .change(
      "project.context.set", "Keep a filter under a name", ko: "조건을 이름으로 저장",
      words: CallWords(
        "context set <name> <words>",
        examples: ["matectl project context set work '+work and not @home'"]),
      takes: Params.NewContext.self, gives: Answers.Context.self,
      shows: .message(
        "{name}: {filter}; `matectl project context use {name}` keeps lists to it",
        ko: "{name}: {filter}; 목록을 여기에 맞추려면 `matectl project context use {name}`")
    ) { service, params, request in
      let projects = service.projects
      let filter = params.words.joined(separator: " ")
      let name = try TextRules.tag(params.name)
      guard !DeadlineVocabulary.none.contains(name.lowercased()) else {
        throw ProjectError(.invalidContextName, ["context": .string(name)])
      }
      let reader = try projects.reader(params.zone, at: request.now)
      _ = try FilterWords.condition(
        filter, projects.words(reader), of: request.peer.uid)
      guard try projects.contexts.entries().count < Params.contextLimit else {
        throw ProjectError(.tooManyContexts, ["maximum": .integer(Params.contextLimit)])
      }
      try projects.contexts.set(name, to: filter)
      return Answers.Context(name: name, filter: filter, used: false)
    }.idempotent,

    .change(
      "project.context.use", "Keep lists and next to a filter; none: to all again",
      ko: "목록과 next를 조건에 맞추기 (없음: 모두)",
      words: CallWords(
        "context use <name>",
        examples: ["matectl project context use work", "matectl project context use none"]),
      takes: Params.NamedContext.self, gives: Answers.Context.self,
      shows: .message("context: {name} {filter}", ko: "조건: {name} {filter}")
    ) { service, params, _ in
      let contexts = service.projects.contexts
      let name = params.name.trimmed
      let isNone = DeadlineVocabulary.none.contains(name.lowercased())
      guard try contexts.use(isNone ? nil : name) else {
        throw ProjectError(.unknownContext, ["context": .string(name)])
      }
      let used = try contexts.used()
      return Answers.Context(
        name: used?.name ?? name, filter: used?.filter ?? "", used: used != nil)
    }.idempotent,

    .change(
      "project.context.remove", "Forget a filter", ko: "저장한 조건 지우기",
      words: CallWords("context remove <name>", examples: ["matectl project context remove work"]),
      takes: Params.NamedContext.self, gives: Answers.Context.self,
      shows: .message("{name} forgotten", ko: "{name} 지움")
    ) { service, params, _ in
      let name = params.name.trimmed
      guard try service.projects.contexts.remove(name) else {
        throw ProjectError(.unknownContext, ["context": .string(name)])
      }
      return Answers.Context(name: name, filter: "", used: false)
    }.idempotent,

    .read(
      "project.context.list", "Show the filters that have a name", ko: "저장한 조건 보기",
      words: "context list", takes: NoParams.self, gives: Answers.Contexts.self,
      shows: .table(
        rows: "/contexts",
        columns: [
          TableColumn("Name", ko: "이름", "/name"), TableColumn("Filter", ko: "조건", "/filter"),
          TableColumn("In use", ko: "사용 중", "/used"),
        ],
        empty: LocalizedText(
          en: "No filter has a name. Keep one: matectl project context set work '+work'",
          ko: "저장한 조건이 없습니다. 저장: matectl project context set 일 '+일'"))
    ) { service, _, _ in
      Answers.Contexts(
        contexts: try service.projects.contexts.entries().map {
          Answers.Context(name: $0.name, filter: $0.filter, used: $0.isUsed)
        })
    },
  ]
}

extension Projects {
  var contexts: ContextStore { ContextStore(database: host.database) }

  /// What the filter in use asks for.
  func contextCondition(_ reader: ReaderDay, of uid: UInt32) throws -> Condition? {
    guard let used = try contexts.used() else { return nil }
    return try FilterWords.condition(used.filter, words(reader), of: uid)
  }
}

extension Params {
  static let contextLimit = 100

  struct NewContext: Shape {
    let name: String
    let words: [String]
    let zone: String?

    static let shape = ShapeOf<NewContext>([
      Member("name", \.name, .text(length: 1...64), "one word", ko: "한 단어 이름"),
      Member(
        "words", \.words, .count(1...200), "the filter: '+work and not (@home or p:L)'",
        ko: "조건: '+일 and not (@집 or p:L)'"),
      Params.zone(\.zone),
    ])
  }

  struct NamedContext: Shape {
    let name: String

    static let shape = ShapeOf<NamedContext>([
      Member(
        "name", \.name, .text(length: 1...64), "its name", ko: "이름",
        completes: CompletionSource(method: "project.context.list", values: "/contexts/*/name"))
    ])
  }
}

extension Answers {
  struct Context: Shape {
    let name: String
    let filter: String
    let used: Bool

    static let shape = ShapeOf<Context>([
      Member("name", \.name), Member("filter", \.filter), Member("used", \.used),
    ])
  }

  struct Contexts: Shape {
    let contexts: [Context]

    static let shape = ShapeOf<Contexts>([Member("contexts", \.contexts)])
  }
}
