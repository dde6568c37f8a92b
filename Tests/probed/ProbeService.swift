internal import DaemonRuntime
internal import Glibc
internal import IPCProtocol
import Loop
internal import Storage
import Values

/// A domain that no real one is: it does what tests of the runtime need.
@LoopActor
final class ProbeService: DomainService {
  nonisolated static let identity = DomainIdentity(
    domain: "probe", version: "1.0.0", exec: "probed",
    summary: LocalizedText(en: "Do what tests of the runtime need"))

  nonisolated static let errors = [
    ErrorDescription(refused, message: LocalizedText(en: "refused", ko: "거절됨"))
  ]

  nonisolated static let migrations = [
    Migration(version: 1, sql: "CREATE TABLE row (id INTEGER PRIMARY KEY)")
  ]

  let host: DomainHost
  let gate = Gate()
  let counts = Topic<Probe.Count, NoResult>()
  private(set) var rows = 0
  private var marked = 0

  init(host: DomainHost) { self.host = host }

  func load() throws {
    rows = Int(try host.database.first("SELECT count(*) FROM row") { $0.integer(0) } ?? 0)
  }

  func mark() { marked = rows }
  func revert() { rows = marked }
  func unmark() {}

  var statusSentence: String { "\(rows) rows" }

  func insert(_ count: Int) throws {
    for _ in 0..<count { try host.database.run("INSERT INTO row DEFAULT VALUES") }
    rows += count
    host.publish(Probe.Count(count: rows), to: counts)
  }

  func addLater(_ count: Int) async throws -> Probe.Count {
    try await host.change {
      try insert(count)
      if count > 99 { throw Defect() }
    }
    return Probe.Count(count: rows)
  }

  /// The bytes of a passed file, which is copied.
  func copy(_ file: PassedFile) async throws -> Int {
    var name = Array("\(host.database.path).copy-XXXXXX".utf8CString)
    let target = mkstemp(&name)
    unlink(name)
    defer { close(target) }
    do {
      try await file.copy(to: target, limit: Self.fileLimit)
    } catch let problem as PassedFileProblem {
      throw WireError(Self.refused, "refused", data: ["problem": .string("\(problem)")])
    }
    return Int(lseek(target, 0, SEEK_END))
  }

  /// What a passed file may have.
  private static let fileLimit = 1 << 20
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
