internal import CLinux
internal import Glibc
package import Loop

/// A connection to a server, on the loop: statements one after the other, each with its answer.
@LoopActor
package final class PostgresConnection {
  package typealias Completion = @LoopActor (Result<PostgresResult, PostgresError>) -> Void

  /// What is asked of the server.
  package enum Statement: Sendable {
    /// One statement with values; its rows come in binary.
    case sql(String, [PostgresValue])
    /// One that was prepared under a name.
    case prepared(String, [PostgresValue])
    /// Several statements, of which nothing is read.
    case script(String)
    case prepare(String, sql: String)
  }

  private struct Request {
    let statement: Statement
    let completion: Completion
  }

  private let library: LibPQ
  private let handle: LibPQ.Connection
  /// The connection's socket once more: libpq closes its own when it finds that the connection is gone, and
  /// what a loop waits for must be there until the loop waits no more.
  private let descriptor: Int32
  private var source: LoopSource?
  private var waiting: [Request] = []
  private var current: Request?
  private var result: PostgresResult?
  private var failure: PostgresError?
  /// What the server has warned of while it worked on ``current``.
  private var warning: String?
  /// Why the connection is gone; nil as long as it is there.
  package private(set) var loss: PostgresError?
  /// Called once when the connection is gone, after everything under way was told so.
  package var onLoss: @LoopActor (PostgresError) -> Void = { _ in }
  /// When the server said something last (CLOCK_MONOTONIC, nanoseconds).
  package private(set) var heardAt = MonotonicClock.nanoseconds()

  init(_ opened: OpenedConnection, _ library: LibPQ) {
    self.library = library
    handle = opened.handle
    descriptor = mate_fcntl(library.socket(handle), F_DUPFD_CLOEXEC, 3)
    _ = library.setNonblocking(handle, 1)
    _ = library.setNoticeReceiver(
      handle,
      { context, notice in
        guard let context, let notice else { return }
        let connection = Unmanaged<PostgresConnection>.fromOpaque(context).takeUnretainedValue()
        // libpq calls it inside of calls that this class makes, on the loop. The notice stays libpq's.
        nonisolated(unsafe) let taken = notice
        LoopActor.assumeIsolated { connection.noticed(taken) }
      }, Unmanaged.passUnretained(self).toOpaque())
    if descriptor < 0 {
      lose("no descriptor is left")
    } else {
      source = EventLoop.shared.makeSource(descriptor) { [unowned self] in ready() }
    }
  }

  isolated deinit {
    if loss == nil { leave() }
  }

  // MARK: Asking

  /// Whether an answer is owed.
  package var isBusy: Bool { current != nil }

  /// Sends a statement, behind those that were sent before.
  package func send(_ statement: Statement, _ completion: @escaping Completion) {
    if let loss { return completion(.failure(loss)) }
    waiting.append(Request(statement: statement, completion: completion))
    if current == nil { sendNext() }
  }

  /// Sends a statement and waits for what it gives.
  @discardableResult
  package func ask(_ statement: Statement) async throws(PostgresError) -> PostgresResult {
    let outcome = await withCheckedContinuation { continuation in
      send(statement) { continuation.resume(returning: $0) }
    }
    return try outcome.get()
  }

  @discardableResult
  package func ask(
    _ sql: String, _ values: PostgresValue...
  ) async throws(PostgresError) -> PostgresResult { try await ask(.sql(sql, values)) }

  /// Ends the connection, without a word to anybody: what is under way is told that it is lost.
  package func close() { lose("the connection was closed", isTold: false) }

  // MARK: The socket

  private func sendNext() {
    guard !waiting.isEmpty else { return }
    let request = waiting.removeFirst()
    current = request
    (result, failure, warning) = (nil, nil, nil)
    guard write(request.statement) == 1 else { return lose() }
    flush()
  }

  private func write(_ statement: Statement) -> Int32 {
    switch statement {
    case .script(let sql): library.sendQuery(handle, sql)
    case .prepare(let name, let sql): library.sendPrepare(handle, name, sql, 0, nil)
    case .sql(let sql, let values):
      PostgresParameters.with(values) { types, pointers, lengths, formats in
        library.sendQueryParams(
          handle, sql, Int32(values.count), types, pointers, lengths, formats, 1)
      }
    case .prepared(let name, let values):
      PostgresParameters.with(values) { _, pointers, lengths, formats in
        library.sendQueryPrepared(
          handle, name, Int32(values.count), pointers, lengths, formats, 1)
      }
    }
  }

  private func flush() {
    let left = library.flush(handle)
    if left < 0 { return lose() }
    source?.wantsRoom = left > 0
  }

  private func ready() {
    guard loss == nil else { return }
    heardAt = MonotonicClock.nanoseconds()
    guard library.consumeInput(handle) == 1 else { return lose() }
    if source?.wantsRoom == true { flush() }
    while loss == nil, current != nil, library.isBusy(handle) == 0 {
      guard let handle = library.getResult(handle) else {
        answered()
        continue
      }
      take(PostgresResult(handle, library))
    }
    // The server has ended the session, as one that gave no sign of life.
    if loss == nil, library.status(handle) != LibPQ.isConnected { lose() }
  }

  private func take(_ result: PostgresResult) {
    failure = failure ?? result.failure
    self.result = result
  }

  private func noticed(_ notice: LibPQ.Result) {
    func field(_ name: Int32) -> String? {
      library.resultErrorField(notice, name).map { String(cString: $0) }
    }
    if field(LibPQ.severity) == "WARNING" { warning = field(LibPQ.message) ?? "a warning" }
  }

  /// Everything that the server has to say of ``current`` is there.
  private func answered() {
    guard let request = current else { return }
    // A session that ended says so as a failed statement.
    if library.status(handle) != LibPQ.isConnected { return lose() }
    let outcome: Result<PostgresResult, PostgresError>
    if let failure {
      outcome = .failure(failure)
    } else if let warning {
      outcome = .failure(PostgresError(.warned, warning))
    } else if let result {
      outcome = .success(result)
    } else {
      outcome = .failure(PostgresError(.lost, "no answer"))
    }
    current = nil
    result = nil
    request.completion(outcome)
    if current == nil, loss == nil { sendNext() }
  }

  private func leave() {
    source?.end()
    source = nil
    if descriptor >= 0 { Glibc.close(descriptor) }
    library.finish(handle)
  }

  private func lose(_ reason: String? = nil, isTold: Bool = true) {
    guard loss == nil else { return }
    let words = library.errorMessage(handle).map { String(cString: $0) } ?? ""
    let error = PostgresError(.lost, reason ?? failure?.message ?? words)
    loss = error
    leave()
    let owed = (current.map { [$0] } ?? []) + waiting
    (current, waiting, result) = (nil, [], nil)
    for request in owed { request.completion(.failure(error)) }
    if isTold { onLoss(error) }
  }
}

/// Values as libpq takes them.
enum PostgresParameters {
  static func with<T>(
    _ values: [PostgresValue],
    _ body: (
      UnsafePointer<UInt32>?, LibPQ.Words?, LibPQ.Numbers?, LibPQ.Numbers?
    ) -> T
  ) -> T {
    let types = values.map(\.type)
    let lengths = values.map { Int32($0.bytes?.count ?? 0) }
    let formats = [Int32](repeating: 1, count: values.count)
    // One block for all of them: each value lives as long as the call.
    let all = values.flatMap { $0.bytes ?? [] }
    return all.withUnsafeBytes { block in
      var place = 0
      let pointers = values.map { value -> UnsafePointer<CChar>? in
        guard let bytes = value.bytes else { return nil }
        defer { place += bytes.count }
        // An empty value is no NULL, so it needs a place as well.
        guard let start = block.baseAddress else { return Self.empty }
        return (start + place).assumingMemoryBound(to: CChar.self)
      }
      return body(types, pointers, lengths, formats)
    }
  }

  /// Where values without bytes stand.
  private nonisolated(unsafe) static let empty = UnsafePointer(strdup("") ?? nil)
}
