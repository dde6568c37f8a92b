internal import DaemonRuntime
internal import IPCProtocol
internal import Storage
internal import Values

/// The board as the runtime sees it.
@main
extension ProjectService: DomainService {
  typealias Reason = ProjectReason

  /// In the order in which help shows them.
  static let calls =
    [
      add, log, list, search, show, edit, remove, move, start, stop, done, assign, board, watch,
      next, today,
    ]
    + noteCalls + overviewCalls + contextCalls + historyCalls + exchangeCalls + syncCalls
    + replicaCalls

  static let identity = DomainIdentity(
    "project", version: "0.1.0",
    "Keep projects on a board: todo, doing, done", ko: "프로젝트 매니저: 할 일, 하는 일, 한 일 보드")

  static var migrations: [Migration] { ProjectMigrations.all }

  /// A whole file of tasks comes in one request.
  static var limits: Limits {
    var limits = Limits()
    limits.frameBytes = Exchange.frameLimit
    // A whole board comes and goes in one piece.
    limits.replyBytes = 96 << 20
    limits.bufferBytesPerUser = 128 << 20
    limits.bufferBytes = 160 << 20
    return limits
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

  func unmark() {
    projects.unmark()
    syncs.unmark()
  }

  func revert() {
    projects.revert()
    syncs.revert()
  }

  /// The next alarm, or when a board that somebody watches looks otherwise.
  var nextWake: Timestamp? { [alarms.nextWake, projects.nextLook].compactMap { $0 }.min() }

  func wakeUp(at now: Timestamp) throws {
    if let due = alarms.nextWake, due <= now { try alarms.wakeUp(at: now) }
    if let look = projects.nextLook, look <= now { projects.tell(at: now) }
  }

  /// Another day may have begun, or begin again.
  func timeJumped(_ jump: TimeJump, at now: Timestamp) { projects.tell(at: now) }

  /// The passwords of calendar accounts, while they are used.
  static var holdsSecrets: Bool { true }

  /// It stays for what becomes due today, where there is a desktop to show it on.
  var hasWork: Bool { alarms.areAwaited || syncs.isRunning }

  /// `{"notifications": false}` keeps the desktop silent; `{"urgency": {"due": 20}}` weighs otherwise.
  func configure(_ configuration: JSONObject) throws {
    var isWanted = true
    var weights = Urgency.Weights.taskwarrior
    for (key, value) in configuration {
      switch key {
      case "notifications":
        guard let flag = value.boolValue else {
          throw ConfigurationError(path: "/\(key)", expected: "true or false", "true 또는 false")
        }
        isWanted = flag
      case "urgency": weights = try Urgency.Weights(value, at: "/\(key)")
      default: throw ConfigurationError.unknown(key, known: ["notifications", "urgency"])
      }
    }
    alarms.isWanted = isWanted
    projects.weigh(by: weights)
  }

  var statusText: LocalizedText {
    let board = projects.board
    let (todo, doing, done) = (board.count(.todo), board.count(.doing), board.count(.done))
    return LocalizedText(
      en: "\(todo) todo, \(doing) doing, \(done) done",
      ko: "할 일 \(todo)개, 하는 중 \(doing)개, 끝낸 일 \(done)개")
  }

  var checks: [HealthCheck] { syncs.checks }

  var gauges: [Gauge] {
    ProjectState.allCases.map { state in
      Gauge(
        "project_\(state.word)", help: "projects in \(state.title)",
        Double(projects.board.count(state)))
    }
  }
}
