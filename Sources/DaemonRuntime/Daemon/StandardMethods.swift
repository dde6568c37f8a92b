internal import Glibc
internal import IPCProtocol
internal import Loop
internal import Storage
internal import Values

/// What every daemon answers: `rpc.discover`, `mate.ping`, `mate.status`, `mate.metrics`.
@LoopActor
final class StandardMethods {
  private let identity: DomainIdentity
  private let describe: @Sendable () -> JSONValue
  private let activation: SocketActivation.Kind
  private let clock: SteadyClock
  private let store: DomainStore
  private let member: BranchMember?
  private let limits: Limits
  private let startedAt: Timestamp
  private let startedMonotonic = MonotonicClock.nanoseconds()
  private var dispatcher: Dispatcher?
  private var server: Server?
  private var service: (any DomainService)?
  /// The document as it is sent, made when it is asked for first.
  private var discovered: LongResult?
  private var backups: BackupDesk?
  private var branch: BranchDesk?
  private let sharesBranch: Bool

  init<Service: DomainService>(
    of type: Service.Type, activation: SocketActivation.Kind, clock: SteadyClock,
    store: DomainStore, member: BranchMember?, limits: Limits
  ) {
    identity = Service.identity
    sharesBranch = Service.sharesBranch
    describe = { Service.document }
    self.activation = activation
    self.clock = clock
    self.store = store
    self.member = member
    self.limits = limits
    startedAt = clock.now
  }

  /// Ends the daemon, as SIGTERM does.
  var endDaemon: @LoopActor () -> Void = {}

  func attach(dispatcher: Dispatcher, server: Server, service: any DomainService) {
    self.dispatcher = dispatcher
    self.server = server
    self.service = service
  }

  func register(in methods: inout MethodTable) {
    let backups = BackupDesk(store: store, domain: identity.domain) { [unowned self] in
      dispatcher?.commit.settle() ?? false
    }
    methods.add(Self.calls, of: self)
    methods.add(BackupDesk.calls, of: backups)
    self.backups = backups
    guard sharesBranch else { return }
    let desk = BranchDesk(path: store.path, member: member) { [unowned self] in endDaemon() }
    methods.add(BranchDesk.calls(of: identity.domain), of: desk)
    branch = desk
  }

  nonisolated static let calls: [Call<StandardMethods>] = [
    .readLong(
      "rpc.discover", "describe the domain", ko: "도메인 설명", takes: NoParams.self,
      gives: NoResult.self
    ) { methods, _, _ in methods.discover() },

    // How long a text may be is this daemon's own limit, and no promise of the protocol.
    .read(
      "mate.ping", "answer at once", ko: "바로 답하기", takes: Ping.self, gives: Pong.self
    ) { _, params, _ in Pong(text: params.text) }
    .with { method, _ in method.parameters[0].schema = .string },

    // What is in it grows with the daemons, and clients show what there is.
    .read(
      "mate.status", "tell how the daemon is", ko: "데몬 상태", takes: NoParams.self,
      gives: Status.self
    ) { methods, _, _ in try methods.status() }
    .with { method, _ in method.result = .object([]) },

    .read(
      "mate.metrics", "tell metrics as OpenMetrics text", ko: "지표 (OpenMetrics)",
      takes: NoParams.self, gives: Metrics.self
    ) { methods, _, _ in Metrics(openMetrics: methods.metrics()) },
  ]

  private func discover() -> LongResult {
    if let discovered { return discovered }
    var writer = JSONWriter()
    writer.value(describe())
    let result = LongResult(
      start: [], text: writer.bytes, parts: [.init(offset: 0, count: writer.bytes.count)], end: [])
    discovered = result
    return result
  }

  // MARK: Status

  private func status() throws -> Status {
    guard let dispatcher, let server, let service else {
      throw WireError(.internal, "the daemon has not started")
    }
    var latency = JSONObject()
    for (name, entry) in used(dispatcher) {
      latency[name] = [
        "p50": .double(entry.latency.quantile(0.5) ?? 0),
        "p99": .double(entry.latency.quantile(0.99) ?? 0),
      ]
    }
    let uptime = Double(MonotonicClock.nanoseconds() - startedMonotonic) / 1e9
    let turn = dispatcher.turn
    let sentence = statusText(service)
    return Status(
      protocol: "\(ProtocolVersion.current)", domain: identity.domain,
      instance: OwnInstance.name.map { "\($0)" }, version: identity.version, pid: Int(getpid()),
      startedAt: startedAt,
      uptimeSeconds: (uptime * 1000).rounded() / 1000, activation: activation.rawValue,
      status: sentence.en, statusText: sentence,
      connections: server.connectionCount,
      requests: .init(
        total: Int64(dispatcher.totals.requests), failed: Int64(dispatcher.failedRequests),
        inFlight: turn.requestsInFlight),
      tasks: .init(working: turn.tasks.working, overdue: turn.tasks.overdue),
      bufferedBytes: dispatcher.ledger.bytes, latencySeconds: .object(latency),
      limits: .object(limits.json),
      store: .init(
        path: store.path, bytes: store.database.sizeInBytes, schemaVersion: store.schemaVersion),
      branch: member?.status,
      checks: StoreHealth.checks(of: store.path) + (member?.checks ?? [])
        + (isReadable && !turn.hasChanges ? service.checks : []))
  }

  /// Whether the domain has anything in memory that could be told.
  private var isReadable: Bool { member?.isLoaded ?? true }

  private func statusText(_ service: any DomainService) -> LocalizedText {
    guard let member else { return service.statusText }
    // What is not acknowledged yet is told to nobody.
    let isSettled = dispatcher?.turn.hasChanges == false
    let isUsual = member.role == .owner && member.hindrance == nil && isSettled
    return member.withMore(isUsual ? service.statusText : member.statusText)
  }

  private func used(_ dispatcher: Dispatcher) -> [(String, MethodEntry)] {
    dispatcher.methods.filter { $0.value.latency.total > 0 || $0.value.failures > 0 }
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  // MARK: Metrics

  private func metrics() -> String {
    guard let dispatcher, let server else { return "# EOF\n" }
    var text = OpenMetricsText(domain: OwnInstance.label(identity.domain))
    text.gauge("mate_connections", "Open connections", Double(server.connectionCount))
    text.counter("mate_requests", "Requests taken", Double(dispatcher.totals.requests))
    text.counter(
      "mate_requests_failed", "Requests answered with an error", Double(dispatcher.failedRequests))
    text.gauge(
      "mate_requests_in_flight", "Streams and slow requests",
      Double(dispatcher.turn.requestsInFlight))
    text.gauge(
      "mate_tasks", "Pieces of work beside the loop", Double(dispatcher.turn.tasks.working))
    text.gauge(
      "mate_buffered_bytes", "Bytes held for clients", Double(dispatcher.ledger.bytes))
    text.gauge("mate_store_bytes", "Size of the store", Double(store.database.sizeInBytes))
    text.gauge(
      "mate_start_time_seconds", "Unix time of the start", Double(startedAt.microseconds) / 1e6)
    text.summaries(used(dispatcher))
    for gauge in isReadable ? service?.gauges ?? [] : [] {
      text.gauge(gauge.name, gauge.help, gauge.value, labels: gauge.labels)
    }
    return text.finished()
  }
}

extension DomainService {
  /// The domain's OpenRPC document, which begins with what every daemon answers.
  nonisolated static var document: JSONValue {
    var names = SchemaNames()
    var description = description
    description.methods.insert(
      contentsOf: StandardMethods.calls.map { $0.describe(&names) }, at: 0)
    if sharesBranch {
      description.methods += BranchDesk.calls(of: identity.domain).map { $0.describe(&names) }
    }
    return description.openRPC
  }
}
