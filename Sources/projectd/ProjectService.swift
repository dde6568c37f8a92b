internal import DaemonRuntime
internal import IPCProtocol
internal import Storage
internal import TaskFormats

/// The calls of the board: typed in, typed out, one line each.
@LoopActor
final class ProjectService: DomainService {
  nonisolated static let description = ProjectDescription.domain
  nonisolated static var migrations: [Migration] { ProjectMigrations.all }

  /// A whole file of tasks comes in one request.
  nonisolated static var limits: Limits {
    var limits = Limits()
    limits.frameBytes = Exchange.frameLimit
    // A whole board comes and goes in one piece.
    limits.replyBytes = 96 << 20
    limits.bufferBytesPerUser = 128 << 20
    limits.bufferBytes = 160 << 20
    return limits
  }

  let projects: Projects
  let syncs: Syncs
  private let alarms: Alarms

  init(host: DomainHost) {
    projects = Projects(host: host)
    syncs = Syncs(projects: projects)
    alarms = Alarms(projects: projects)
    projects.remark = { [unowned syncs] in try syncs.remark() }
  }

  func load() throws {
    try projects.load()
    try syncs.load()
    try alarms.load()
  }

  func mark() {
    projects.mark()
    syncs.mark()
  }

  func revert() {
    projects.revert()
    syncs.revert()
  }

  /// The next alarm, or the midnight at which a board that somebody watches looks otherwise.
  var nextWake: Timestamp? { [alarms.nextWake, projects.nextMidnight].compactMap { $0 }.min() }

  func wakeUp(at now: Timestamp) throws {
    if let due = alarms.nextWake, due <= now { try alarms.wakeUp(at: now) }
    if let midnight = projects.nextMidnight, midnight <= now { projects.tell([], at: now) }
  }

  /// Another day may have begun, or begin again.
  func timeJumped(_ jump: TimeJump, at now: Timestamp) { projects.tell([], at: now) }

  /// The passwords of calendar accounts, while they are used.
  nonisolated static var holdsSecrets: Bool { true }

  /// It stays for what becomes due today, where there is a desktop to show it on.
  var hasWork: Bool { alarms.isSoon || syncs.isRunning }

  /// `{"notifications": false}` keeps the desktop silent.
  func configure(_ configuration: JSONObject) throws {
    var isWanted = true
    for (key, value) in configuration {
      guard key == "notifications" else {
        throw ConfigurationError.unknown(key, known: ["notifications"])
      }
      guard let flag = value.boolValue else {
        throw ConfigurationError(path: "/\(key)", expected: "true or false", "true 또는 false")
      }
      isWanted = flag
    }
    alarms.isWanted = isWanted
  }

  var statusSentence: String {
    let board = projects.board
    return "\(board.count(.todo)) todo, \(board.count(.doing)) doing, \(board.count(.done)) done"
  }

  var gauges: [Gauge] {
    ProjectState.allCases.map { state in
      Gauge(
        "project_\(state.word)", help: "projects in \(state.title)",
        Double(projects.board.count(state)))
    }
  }

  func register(in methods: inout MethodTable) {
    registerChanges(in: &methods)
    registerBulk(in: &methods)
    registerLists(in: &methods)
    registerBoard(in: &methods)
    registerHistory(in: &methods)
    registerExchange(in: &methods)
    registerSync(in: &methods)
  }

  // MARK: One project

  private func registerChanges(in methods: inout MethodTable) {
    let projects = projects
    methods.change(Method<Params.Add, Answers.Changed>(ProjectDescription.add)) {
      params, request in
      let reader = try projects.reader(params.zone, at: request.now)
      let due = try params.due.flatMap { try projects.words(reader).deadline($0) }
      let new = NewProject(
        title: params.title, due: due, body: params.body, tags: params.tags ?? [],
        group: params.group, state: params.state.flatMap { ProjectState(word: $0) } ?? .todo,
        recurrence: try params.repeats.flatMap { try RepeatWords.rule($0) })
      let edit = try projects.board.add(new, id: projects.newID(), at: request.now)
      return try projects.changed(edit, reader)
    }
    methods.change(Method<Params.Edit, Answers.Changed>(ProjectDescription.edit)) {
      params, request in
      let reader = try projects.reader(params.zone, at: request.now)
      var changes = ProjectChanges(title: params.title)
      changes.due = try params.due.map { try projects.words(reader).deadline($0) }
      changes.body = params.body.map { $0 }
      changes.group = params.group.map { $0 }
      changes.recurrence = try params.repeats.map { try RepeatWords.rule($0) }
      changes.addedTags = params.tags ?? []
      changes.removedTags = params.untag ?? []
      let edit = try projects.board.edit(ProjectReference(params.id.word), changes)
      return try projects.changed(edit, reader)
    }
  }

  private func registerBulk(in methods: inout MethodTable) {
    let projects = projects
    methods.change(Method<Params.Move, JSONValue>(ProjectDescription.move)) { params, request in
      let state = ProjectState(word: params.to) ?? .todo
      let edits = try projects.board.move(
        params.ids.references(), to: state, at: request.now, zones: projects.zones)
      try projects.perform(edits, at: request.now)
      return Answers.several(edits.map(\.note.sentence))
    }
    methods.change(Method<Params.Remove, JSONValue>(ProjectDescription.remove)) {
      params, request in
      let ids = (params.id.map { [$0] } ?? []) + (params.ids ?? [])
      let edits = try projects.board.remove(ids.references())
      try projects.perform(edits, at: request.now)
      return Answers.several(edits.map(\.note.sentence))
    }
  }

  // MARK: Looking

  private func registerLists(in methods: inout MethodTable) {
    let projects = projects
    methods.readLong(Method<Params.List, LongResult>(ProjectDescription.list)) {
      params, request in
      let reader = try projects.reader(params.zone, at: request.now)
      return projects.list(try projects.query(params, reader), reader)
    }
    methods.read(Method<Params.Next, NextView>(ProjectDescription.next)) { params, request in
      NextView(
        board: projects.board, reader: try projects.reader(params.zone, at: request.now),
        limit: params.limit ?? NextView.usualLimit)
    }
    methods.read(Method<Params.Show, ProjectDetails>(ProjectDescription.show)) {
      params, request in
      let project = try projects.board.find(ProjectReference(params.id.word))
      return ProjectDetails(
        project: project, reader: try projects.reader(params.zone, at: request.now),
        zones: projects.zones, extras: try projects.extras(of: project))
    }
  }

  private func registerBoard(in methods: inout MethodTable) {
    let (projects, syncs) = (projects, syncs)
    methods.read(Method<Params.Board, BoardView>(ProjectDescription.board)) { params, request in
      BoardView(
        board: projects.board, reader: try projects.reader(params.zone, at: request.now),
        limit: params.limit ?? BoardView.usualLimit, remark: try syncs.remark())
    }
    methods.stream(Method<Params.Board, NoResult>(ProjectDescription.watch)) {
      params, _, stream in
      try projects.watch(stream, zone: params.zone, limit: params.limit ?? BoardView.usualLimit)
    }
  }

  // MARK: History

  private func registerHistory(in methods: inout MethodTable) {
    let projects = projects
    methods.read(Method<Params.History, JSONValue>(ProjectDescription.history)) { params, _ in
      let entries = try projects.log.history(limit: params.limit ?? HistoryEntry.usualLimit)
      return ["entries": .array(entries.map(\.json))]
    }
    methods.change(Method<Params.Steps, JSONValue>(ProjectDescription.undo)) { params, request in
      Answers.reversed(try projects.undo(params.steps ?? 1, at: request.now))
    }
    methods.change(Method<Params.Steps, JSONValue>(ProjectDescription.redo)) { params, request in
      Answers.reversed(try projects.redo(params.steps ?? 1, at: request.now))
    }
  }
}

extension ProjectService {
  // MARK: Files

  private func registerExchange(in methods: inout MethodTable) {
    let (projects, path, zones) = (projects, projects.host.database.path, projects.zones)
    methods.change(
      Method<Params.Import, ImportAnswer>(ProjectDescription.import),
      preparing: { params in try Exchange.read(params, zones) },
      { text, request in try projects.take(text, at: request.now) })
    methods.task(Method<Params.Export, JSONValue>(ProjectDescription.export)) { params, _ in
      let format = params.format.flatMap { TaskFormat(rawValue: $0) } ?? .json
      let context = Exchange.context(try zones.rules(params.zone), zones)
      let (text, count) = try Exchange.export(
        format, state: params.state.flatMap { ProjectState(word: $0) }, from: path, context, zones)
      return ["format": .string(format.rawValue), "count": .integer(count), "text": .string(text)]
    }
  }
}

extension Projects {
  /// Carries out one edit and answers with the project as it is then.
  fileprivate func changed(_ edit: Edit, _ reader: ReaderDay) throws -> Answers.Changed {
    let projects = try perform([edit], at: reader.now)
    return Answers.Changed(
      project: projects[0], reader: reader, sentence: edit.note.sentence)
  }

  fileprivate func query(_ params: Params.List, _ reader: ReaderDay) throws -> BoardQuery {
    var query = BoardQuery()
    query.filter.state = params.state.flatMap { ProjectState(word: $0) }
    let tags = params.tag?.split(separator: ",").map(String.init) ?? []
    query.filter.tags = try TextRules.tags(tags)
    query.filter.group = params.group
    query.filter.text = params.text.map { TextMatch($0) }
    query.filter.isOverdue = params.overdue ?? false
    query.filter.due = try params.due.map { try DueRange($0, words(reader)) }
    query.sort = params.sort.flatMap { SortKey(rawValue: $0) } ?? .due
    query.isReversed = params.reverse ?? false
    query.limit = params.limit
    return query
  }

  fileprivate func extras(of project: Project) throws -> [(name: String, value: String)] {
    guard project.hasExtras else { return [] }
    let registers = try store.registers(of: project.number, replicas) ?? Registers()
    return registers.entries.compactMap { field, register in
      guard case .extra(let name) = field, let value = register.value else { return nil }
      return (name, value)
    }.sorted { $0.name < $1.name }
  }
}
