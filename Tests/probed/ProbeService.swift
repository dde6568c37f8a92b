internal import DaemonRuntime
internal import Glibc
internal import IPCProtocol
import Loop
internal import Storage
import Values

/// A domain that no real one is: it does what tests of the runtime need.
@main
final class ProbeService: DomainService, CopiedState {
  static let identity = DomainIdentity(
    "probe", version: "1.0.0", "Do what tests of the runtime need")

  static let migrations = [
    Migration(version: 1, sql: "CREATE TABLE row (id INTEGER PRIMARY KEY)")
  ]

  enum Reason: Int, RefusalReason {
    case refused = 1001

    static var domain: String { "probe" }

    var text: LocalizedText { LocalizedText(en: "refused", ko: "거절됨") }
  }

  let host: DomainHost
  let gate = Gate()
  let counts = Topic<Probe.Count, NoResult>()
  /// How many rows there are.
  var state = 0
  var marked: Int?

  init(host: DomainHost) { self.host = host }

  func load() throws {
    state = Int(try host.database.first("SELECT count(*) FROM row") { $0.integer(0) } ?? 0)
  }

  var statusText: LocalizedText { LocalizedText(en: "\(state) rows") }

  func insert(_ count: Int) throws {
    for _ in 0..<count { try host.database.run("INSERT INTO row DEFAULT VALUES") }
    state += count
    host.publish(Probe.Count(count: state), to: counts)
  }

  func addLater(_ count: Int) async throws -> Probe.Count {
    try await host.change {
      try insert(count)
      if count > 99 { throw Defect() }
    }
    return Probe.Count(count: state)
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
      throw Refusal(Reason.refused, ["problem": .string("\(problem)")])
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
