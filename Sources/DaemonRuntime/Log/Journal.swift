internal import CLinux
internal import CSystemd
internal import Glibc
internal import IPCProtocol
internal import LinuxSystem
internal import Storage

/// The daemon's log: the journal where there is one, else a file of JSON lines.
///
/// One entry per thing that matters. Libraries do not log; the runtime does, once.
@LoopActor
package final class Journal {
  package static let shared = Journal()

  /// syslog's priorities, as journald uses them.
  package enum Priority: Int, Sendable, CaseIterable {
    case emergency, alert, critical, error, warning, notice, info, debug

    /// systemd's names, as `journalctl -p` takes them.
    static let words = ["emerg", "alert", "crit", "err", "warning", "notice", "info", "debug"]
    static var names: String { words.joined(separator: ", ") }

    init?(name: String) {
      guard let index = Self.words.firstIndex(of: name) else { return nil }
      self.init(rawValue: index)
    }
  }

  private enum Sink {
    case standardError
    case journal
    case file(LogFile)
  }

  private var sink = Sink.standardError
  private var identifier = "mate"
  private var domain = ""
  package var threshold = Priority.info

  private init() {}

  /// Chooses where entries go, once, before anything is served.
  func open(daemon: String, domain: String, clock: SteadyClock) {
    identifier = daemon
    self.domain = domain
    if Environment["MATE_LOG"] != "file", access("/run/systemd/journal/socket", W_OK) == 0 {
      sink = .journal
    } else if let file = LogFile(path: StateDirectory.logFile(daemon: daemon), clock: clock) {
      sink = .file(file)
    }
  }

  // MARK: Entries

  package func log(
    _ priority: Priority, _ message: String, id: MessageID? = nil,
    fields: [(String, String)] = [], function: String = #function, file: String = #fileID,
    line: Int = #line
  ) {
    guard priority.rawValue <= threshold.rawValue else { return }
    var entry = [
      ("MESSAGE", message), ("PRIORITY", String(priority.rawValue)),
      ("SYSLOG_IDENTIFIER", identifier), ("MATE_DOMAIN", domain), ("CODE_FILE", file),
      ("CODE_LINE", String(line)), ("CODE_FUNC", function),
    ]
    if let id { entry.append(("MESSAGE_ID", id.text)) }
    entry += fields
    write(entry, message)
  }

  private func write(_ entry: [(String, String)], _ message: String) {
    switch sink {
    case .journal: Self.sendToJournal(entry)
    case .file(let file): file.append(entry)
    case .standardError:
      let line = Array("\(identifier): \(message)\n".utf8)
      _ = Glibc.write(2, line, line.count)
    }
  }

  private static func sendToJournal(_ entry: [(String, String)]) {
    let texts = entry.map { Array("\($0.0)=\($0.1)".utf8) }
    let storage = texts.map { text in
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
      copy.copyBytes(from: text)
      return copy
    }
    defer { for copy in storage { copy.deallocate() } }
    let vector = storage.map { iovec(iov_base: $0.baseAddress, iov_len: $0.count) }
    sd_journal_sendv(vector, Int32(vector.count))
  }

  // MARK: What the runtime logs

  private func requestFields(_ context: RequestContext) -> [(String, String)] {
    let elapsed = MonotonicClock.microseconds()
    return [
      ("MATE_METHOD", context.method), ("MATE_TRACE_ID", context.traceID),
      ("MATE_PEER_UID", String(context.peer.uid)), ("MATE_PEER_PID", String(context.peer.pid)),
      ("MATE_DURATION_US", String(elapsed &- min(elapsed, context.startedAt / 1000))),
    ]
  }

  /// A request that was answered with an error which is the client's to mend.
  func refusal(_ error: WireError, _ context: RequestContext) {
    guard Priority.info.rawValue <= threshold.rawValue else { return }
    let method = context.method.isEmpty ? "request" : context.method
    log(
      .info, "\(method) refused: \(error.kind.name): \(error.message)", id: .refused,
      fields: requestFields(context) + [("MATE_ERROR", error.kind.name)])
  }

  /// A defect: the client is told an id, this entry tells the rest.
  func fault(_ error: any Error, _ context: RequestContext) {
    log(
      .error, "\(context.method) failed: \(error)", id: .fault, fields: requestFields(context))
  }

  func storeFailure(_ what: String, _ error: any Error) {
    log(.critical, "store: \(what) failed: \(error)", id: .storeFailed)
  }

  func critical(_ message: String) { log(.critical, message, id: .fault) }
}
