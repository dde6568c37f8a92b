internal import IPCProtocol
internal import Values

/// What the standard methods take and give.
extension StandardMethods {
  struct Ping: Shape {
    let text: String?

    static let shape = ShapeOf<Ping>([
      Member("text", \.text, .text(length: 0...65536), "comes back", ko: "그대로 돌아오는 말")
    ])
  }

  struct Pong: Shape {
    let text: String?

    static let shape = ShapeOf<Pong>([Member("text", \.text)])
  }

  struct Metrics: Shape {
    let openMetrics: String

    static let shape = ShapeOf<Metrics>([Member("openMetrics", \.openMetrics)])
  }

  struct Status: Shape {
    struct Requests: Shape {
      let total: Int64
      let failed: Int64
      let inFlight: Int

      static let shape = ShapeOf<Requests>([
        Member("total", \.total), Member("failed", \.failed), Member("inFlight", \.inFlight),
      ])
    }

    struct Tasks: Shape {
      let working: Int
      let overdue: Int

      static let shape = ShapeOf<Tasks>([
        Member("working", \.working), Member("overdue", \.overdue),
      ])
    }

    struct Store: Shape {
      let path: String
      let bytes: Int64
      let schemaVersion: Int

      static let shape = ShapeOf<Store>([
        Member("path", \.path), Member("bytes", \.bytes),
        Member("schemaVersion", \.schemaVersion),
      ])
    }

    let `protocol`: String
    let domain: String
    /// Which of several of the domain; absent for the one without a name.
    let instance: String?
    let version: String
    let pid: Int
    let startedAt: Timestamp
    let uptimeSeconds: Double
    let activation: String
    let status: String
    let statusText: LocalizedText
    let connections: Int
    let requests: Requests
    let tasks: Tasks
    let bufferedBytes: Int
    /// By the names of the methods that were called.
    let latencySeconds: JSONValue
    /// By their names.
    let limits: JSONValue
    let store: Store
    /// Where several machines share the branch; absent on one machine.
    let branch: BranchStatus?
    let checks: [HealthCheck]

    static let shape = ShapeOf<Status>([
      Member("protocol", \.protocol), Member("domain", \.domain),
      Member("instance", \.instance), Member("version", \.version),
      Member("pid", \.pid), Member("startedAt", \.startedAt),
      Member("uptimeSeconds", \.uptimeSeconds), Member("activation", \.activation),
      Member("status", \.status), Member("statusText", \.statusText),
      Member("connections", \.connections),
      Member("requests", \.requests), Member("tasks", \.tasks),
      Member("bufferedBytes", \.bufferedBytes), Member("latencySeconds", \.latencySeconds),
      Member("limits", \.limits), Member("store", \.store), Member("branch", \.branch),
      Member("checks", \.checks),
    ])
  }
}
