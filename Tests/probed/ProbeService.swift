internal import DaemonRuntime
internal import Glibc
internal import IPCProtocol
internal import Storage

/// The calls of the probe.
@LoopActor
final class ProbeService: DomainService {
  nonisolated static let description = ProbeDescription.domain
  nonisolated static let migrations = [
    Migration(version: 1, sql: "CREATE TABLE row (id INTEGER PRIMARY KEY)")
  ]

  private let host: DomainHost
  private let gate = Gate()
  private let counts = Topic<Params.Count>()
  private var rows = 0
  private var marked = 0

  init(host: DomainHost) { self.host = host }

  func load() throws {
    rows = Int(try host.database.first("SELECT count(*) FROM row") { $0.integer(0) } ?? 0)
  }

  func mark() { marked = rows }
  func revert() { rows = marked }

  var statusSentence: String { "\(rows) rows" }

  enum Params {
    struct Name: Codable, Sendable { var name: String }
    struct Add: Codable, Sendable {
      var count: Int
      var fails: Bool?
    }
    struct Count: Codable, Sendable { var count: Int }
    struct Later: Codable, Sendable {
      var count: Int
      var name: String?
    }
    struct Prepared: Codable, Sendable {
      var count: Int
      var name, text: String?
    }
    struct File: Codable, Sendable { var file: String }
    struct KeptFile: Codable, Sendable { var name, file: String }
    struct Seen: Codable, Sendable { var waiting, cancelled: Int }
  }

  /// An error that nobody expects, with words that must not reach a client.
  struct Defect: Error, CustomStringConvertible {
    var description: String { "the secret of the defect" }
  }

  private func insert(_ count: Int) throws {
    for _ in 0..<count { try host.database.run("INSERT INTO row DEFAULT VALUES") }
    rows += count
    host.publish(Params.Count(count: rows), to: counts)
  }

  func register(in methods: inout MethodTable) {
    registerWaiting(in: &methods)
    registerRows(in: &methods)
    registerFiles(in: &methods)
    methods.read(Method<NoParams, NoResult>(ProbeDescription.fault)) { _, _ in throw Defect() }
    methods.read(Method<Params.Name, NoResult>(ProbeDescription.log)) { [host] params, _ in
      host.log(.notice, params.name, fields: [("PROBE_NUMBER", String(host.randomNumber() & 1))])
      return NoResult()
    }
  }

  private func registerWaiting(in methods: inout MethodTable) {
    let gate = gate
    methods.task(Method<Params.Name, Params.Name>(ProbeDescription.wait)) { params, _ in
      try await gate.wait(for: params.name)
      return params
    }
    methods.task(Method<Params.Name, Params.Name>(ProbeDescription.toil)) { params, _ in
      await gate.toil(for: params.name)
      return params
    }
    methods.task(Method<Params.Name, NoResult>(ProbeDescription.refuse)) { params, _ in
      try await gate.wait(for: params.name)
      throw WireError(ProbeDescription.refused, "refused \(params.name)")
    }
    methods.read(Method<Params.Name, NoResult>(ProbeDescription.release)) { params, _ in
      gate.open(params.name)
      return NoResult()
    }
    methods.read(Method<NoParams, Params.Seen>(ProbeDescription.seen)) { _, _ in
      Params.Seen(waiting: gate.waiting.count + gate.toiling.count, cancelled: gate.cancelled)
    }
  }

  private func registerFiles(in methods: inout MethodTable) {
    let (gate, path) = (gate, "\(host.database.path).copy")
    methods.task(Method<Params.File, Params.Count>(ProbeDescription.file)) { params, request in
      guard let file = try request.passedFile(for: "file", named: params.file) else {
        return Params.Count(count: -1)
      }
      var name = Array("\(path)-XXXXXX".utf8CString)
      let target = mkstemp(&name)
      unlink(name)
      defer { close(target) }
      do {
        try await file.copy(to: target, limit: Self.fileLimit)
      } catch let problem as PassedFileProblem {
        throw WireError(
          ProbeDescription.refused, "refused", data: ["problem": .string("\(problem)")])
      }
      return Params.Count(count: Int(lseek(target, 0, SEEK_END)))
    }
    methods.task(Method<Params.KeptFile, NoResult>(ProbeDescription.keepFile)) {
      params, request in
      let file = try request.passedFile(for: "file", named: params.file)
      try await gate.wait(for: params.name)
      return withExtendedLifetime(file) { NoResult() }
    }
  }

  /// What a passed file may have.
  private nonisolated static let fileLimit = 1 << 20

  private func registerRows(in methods: inout MethodTable) {
    methods.change(Method<Params.Add, Params.Count>(ProbeDescription.add)) {
      [unowned self] params, _ in
      try insert(params.count)
      if params.fails == true { throw Defect() }
      return Params.Count(count: rows)
    }
    methods.change(Method<Params.Name, Params.Name>(ProbeDescription.tell)) {
      [unowned self] params, _ in
      try insert(1)
      return params
    }
    methods.task(Method<Params.Later, Params.Count>(ProbeDescription.addLater)) {
      [unowned self] params, request in
      if let name = params.name { await gate.toil(for: name) }
      guard !request.isDryRun else { return Params.Count(count: await rows + params.count) }
      return try await addLater(params.count)
    }
    methods.change(
      Method<Params.Prepared, Params.Count>(ProbeDescription.addPrepared),
      preparing: { [gate] params in
        if let name = params.name { try await gate.wait(for: name) }
        return params
      },
      { [unowned self] params, _ in
        try insert(params.count)
        if params.count > 99 { throw Defect() }
        return Params.Count(count: rows)
      })
    methods.read(Method<NoParams, Params.Count>(ProbeDescription.count)) { [unowned self] _, _ in
      Params.Count(count: rows)
    }
    methods.stream(Method<NoParams, NoResult>(ProbeDescription.follow)) {
      [unowned self] _, _, stream in
      stream.follow(counts) { [unowned self] in Params.Count(count: rows) }
    }
  }

  private func addLater(_ count: Int) async throws -> Params.Count {
    try await host.change {
      try insert(count)
      if count > 99 { throw Defect() }
    }
    return Params.Count(count: rows)
  }
}

/// Work that waits until a test lets it go on.
@LoopActor
final class Gate {
  private(set) var waiting: [String: CheckedContinuation<Void, any Error>] = [:]
  private(set) var cancelled = 0
  private(set) var toiling: [String: CheckedContinuation<Void, Never>] = [:]

  func wait(for name: String) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled {
          cancelled += 1
          continuation.resume(throwing: CancellationError())
        } else {
          waiting[name] = continuation
        }
      }
    } onCancel: {
      Task { @LoopActor in self.cancel(name) }
    }
  }

  /// Waits whether or not anybody still wants it to.
  func toil(for name: String) async {
    await withCheckedContinuation { toiling[name] = $0 }
  }

  func open(_ name: String) {
    toiling.removeValue(forKey: name)?.resume()
    waiting.removeValue(forKey: name)?.resume()
  }

  private func cancel(_ name: String) {
    guard let continuation = waiting.removeValue(forKey: name) else { return }
    cancelled += 1
    continuation.resume(throwing: CancellationError())
  }
}
