internal import Glibc
internal import IPCProtocol
internal import Storage

/// What every daemon answers: `rpc.discover`, `mate.ping`, `mate.status`, `mate.metrics`.
@LoopActor
final class StandardMethods {
  struct Ping: JSONReadable, JSONWritable, Sendable {
    let text: String?

    init(reading cursor: JSONCursor) { text = cursor.member("text")?.string }

    func write(to writer: inout JSONWriter) {
      writer.beginObject()
      if let text {
        writer.key("text")
        writer.string(text)
      }
      writer.endObject()
    }
  }

  private let activation: SocketActivation.Kind
  private let clock: SteadyClock
  private let store: DomainStore
  private let limits: Limits
  private let startedAt: Timestamp
  private let startedMonotonic = MonotonicClock.nanoseconds()
  private var dispatcher: Dispatcher?
  private var server: Server?
  private var service: (any DomainService)?
  private var description: DomainDescription?
  /// The document as it is sent, made when it is asked for first.
  private var discovered: LongResult?
  private var backups: BackupDesk?

  init(
    activation: SocketActivation.Kind, clock: SteadyClock, store: DomainStore, limits: Limits
  ) {
    self.activation = activation
    self.clock = clock
    self.store = store
    self.limits = limits
    startedAt = clock.now
  }

  func attach(dispatcher: Dispatcher, server: Server, service: any DomainService) {
    self.dispatcher = dispatcher
    self.server = server
    self.service = service
  }

  static let pingDescription = MethodDescription(
    "mate.ping", summary: LocalizedText(en: "Answer at once"),
    parameters: [
      ParameterDescription("text", .string(maxLength: 65536), LocalizedText(en: "echoed"))
    ])

  func register(in methods: inout MethodTable, description: DomainDescription) {
    self.description = description
    let backups = BackupDesk(store: store, domain: description.domain) { [unowned self] in
      dispatcher?.changes.settle() ?? false
    }
    backups.register(in: &methods)
    self.backups = backups
    methods.read(Method<Ping, Ping>(Self.pingDescription)) { params, _ in params }
    methods.readLong(
      Method<NoParams, LongResult>(Self.plain("rpc.discover", "The domain's OpenRPC document"))
    ) { [unowned self] _, _ in discover() }
    methods.read(Self.method("mate.status", "How the daemon is")) {
      [unowned self] (_: NoParams, _) in status()
    }
    methods.read(Self.method("mate.metrics", "OpenMetrics text exposition")) {
      [unowned self] (_: NoParams, _) in ["openMetrics": .string(metrics())] as JSONValue
    }
  }

  private static func method(
    _ name: String, _ summary: String
  ) -> Method<NoParams, JSONValue> {
    Method(plain(name, summary))
  }

  private static func plain(_ name: String, _ summary: String) -> MethodDescription {
    MethodDescription(name, summary: LocalizedText(en: summary))
  }

  private func discover() -> LongResult {
    if let discovered { return discovered }
    var writer = JSONWriter()
    writer.value(description?.openRPC ?? .null)
    let result = LongResult(
      start: [], text: writer.bytes, parts: [.init(offset: 0, count: writer.bytes.count)], end: [])
    discovered = result
    return result
  }

  // MARK: Status

  private func status() -> JSONValue {
    guard let description, let dispatcher, let server else { return .null }
    var latency = JSONObject()
    for (name, entry) in used(dispatcher) {
      latency[name] = [
        "p50": .double(entry.latency.quantile(0.5) ?? 0),
        "p99": .double(entry.latency.quantile(0.99) ?? 0),
      ]
    }
    let uptime = Double(MonotonicClock.nanoseconds() - startedMonotonic) / 1e9
    return [
      "protocol": "1.1",
      "domain": .string(description.domain), "version": .string(description.version),
      "pid": .integer(Int(getpid())), "startedAt": .string(startedAt.description),
      "uptimeSeconds": .double((uptime * 1000).rounded() / 1000),
      "activation": .string(activation.rawValue),
      "status": .string(service?.statusSentence ?? ""),
      "connections": .integer(server.connectionCount),
      "requests": [
        "total": .integer(Int64(dispatcher.totals.requests)),
        "failed": .integer(Int64(dispatcher.failedRequests)),
        "inFlight": .integer(dispatcher.turn.requestsInFlight),
      ],
      "tasks": [
        "working": .integer(dispatcher.turn.tasks.working),
        "overdue": .integer(dispatcher.turn.tasks.overdue),
      ],
      "bufferedBytes": .integer(dispatcher.ledger.bytes),
      "latencySeconds": .object(latency),
      "limits": .object(limits.json),
      "store": [
        "path": .string(store.path), "bytes": .integer(store.database.sizeInBytes),
        "schemaVersion": .integer(store.schemaVersion),
      ],
    ]
  }

  private func used(_ dispatcher: Dispatcher) -> [(String, MethodEntry)] {
    dispatcher.methods.filter { $0.value.latency.total > 0 || $0.value.failures > 0 }
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  // MARK: Metrics

  private func metrics() -> String {
    guard let description, let dispatcher, let server else { return "# EOF\n" }
    var text = OpenMetricsText(domain: description.domain)
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
    for gauge in service?.gauges ?? [] {
      text.gauge(gauge.name, gauge.help, gauge.value, labels: gauge.labels)
    }
    return text.finished()
  }
}

/// OpenMetrics text exposition, version 1.0.0.
struct OpenMetricsText {
  private let domain: String
  private var text = ""
  /// A family has one head and all its samples together.
  private var lastGauge = ""

  init(domain: String) { self.domain = domain }

  mutating func gauge(
    _ name: String, _ help: String, _ value: Double, labels: [(name: String, value: String)] = []
  ) {
    if name != lastGauge { head(name, "gauge", help) }
    lastGauge = name
    let all = [("domain", domain)] + labels
    let set = all.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
    text += "\(name){\(set)} \(value)\n"
  }

  /// A label's value: backslash, quote and newline are written with a backslash.
  private static func escaped(_ value: String) -> String {
    var text = ""
    for character in value {
      switch character {
      case "\\", "\"": text += "\\\(character)"
      case "\n": text += "\\n"
      default: text.append(character)
      }
    }
    return text
  }

  mutating func counter(_ name: String, _ help: String, _ value: Double) {
    head(name, "counter", help)
    text += "\(name)_total{domain=\"\(domain)\"} \(value)\n"
  }

  @LoopActor
  mutating func summaries(_ entries: [(String, MethodEntry)]) {
    let name = "mate_request_seconds"
    head(name, "summary", "Time from reading a request to its reply")
    for (method, entry) in entries where entry.latency.total > 0 {
      let labels = "domain=\"\(domain)\",method=\"\(method)\""
      for quantile in [0.5, 0.99] {
        let value = entry.latency.quantile(quantile) ?? 0
        text += "\(name){\(labels),quantile=\"\(quantile)\"} \(value)\n"
      }
      text += "\(name)_sum{\(labels)} \(Double(entry.latency.sumNanoseconds) / 1e9)\n"
      text += "\(name)_count{\(labels)} \(entry.latency.total)\n"
    }
  }

  private mutating func head(_ name: String, _ type: String, _ help: String) {
    text += "# TYPE \(name) \(type)\n# HELP \(name) \(help)\n"
  }

  func finished() -> String { text + "# EOF\n" }
}
