internal import CLinux
internal import CSystemd
internal import Glibc
internal import LinuxSystem
package import Loop
internal import Storage

/// The daemon's log: the journal where there is one, else a file of JSON lines.
///
/// One entry per thing that matters. Libraries do not log; the runtime does, once. How many entries of
/// a kind a user can cause is bounded (``LogLimiter``), and so is what a text of theirs may be
/// (``LogText``).
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
    /// What clients cause stands in a file of its own, so that it pushes nothing else out.
    case files(own: LogFile, ofClients: LogFile)
  }

  private var sink = Sink.standardError
  private var identifier = "mate"
  private var domain = ""
  package var threshold = Priority.info
  private var limiter = LogLimiter()
  private var reportTimer: LoopTimer?
  /// Seconds until it is told what was left out; nil while nothing is.
  private var reportPause: Int64?

  private static let firstPause: Int64 = 10
  private static let longestPause: Int64 = 640
  private static let clientsFileBytes = 4 << 20

  private init() {}

  /// Chooses where entries go, once, before anything is served.
  package func open(daemon: String, domain: String, clock: SteadyClock) {
    identifier = daemon
    self.domain = domain
    if Environment["MATE_LOG"] != "file", access("/run/systemd/journal/socket", W_OK) == 0 {
      sink = .journal
    } else if let own = LogFile(path: LogFile.path(daemon: daemon), clock: clock),
      let ofClients = LogFile(
        path: LogFile.pathOfClients(daemon: daemon), clock: clock,
        limit: Self.clientsFileBytes)
    {
      sink = .files(own: own, ofClients: ofClients)
    }
  }

  // MARK: Entries

  package func log(
    _ priority: Priority, _ message: String, id: MessageID? = nil,
    fields: [(String, String)] = [], function: String = #function, file: String = #fileID,
    line: Int = #line
  ) {
    guard priority.rawValue <= threshold.rawValue else { return }
    let user = fields.first { $0.0 == "MATE_PEER_UID" }?.1
    guard admits(id?.text ?? "\(file):\(line)", user: user) else { return }
    write(
      Entry(
        priority: priority, message: message, id: id, fields: fields,
        place: Place(function: function, file: file, line: line)))
  }

  struct Place {
    let function: String
    let file: String
    let line: Int

    init(function: String = #function, file: String = #fileID, line: Int = #line) {
      (self.function, self.file, self.line) = (function, file, line)
    }
  }

  struct Entry {
    let priority: Priority
    let message: String
    let id: MessageID?
    let fields: [(String, String)]
    let place: Place
  }

  func write(_ entry: Entry) {
    let message = LogText.written(entry.message, atMost: LogText.longestMessage)
    var all = [
      ("MESSAGE", message), ("PRIORITY", String(entry.priority.rawValue)),
      ("SYSLOG_IDENTIFIER", identifier), ("MATE_DOMAIN", domain),
      ("CODE_FILE", entry.place.file), ("CODE_LINE", String(entry.place.line)),
      ("CODE_FUNC", entry.place.function),
    ]
    if let id = entry.id { all.append(("MESSAGE_ID", id.text)) }
    all += entry.fields.map { ($0.0, LogText.written($0.1)) }
    switch sink {
    case .journal: Self.sendToJournal(all)
    case .files(let own, let ofClients): (Self.isOfClient(entry) ? ofClients : own).append(all)
    case .standardError:
      let line = Array("\(identifier): \(message)\n".utf8)
      _ = Glibc.write(2, line, line.count)
    }
  }

  /// Whether a client has caused it and the daemon is as well as before.
  private static func isOfClient(_ entry: Entry) -> Bool {
    entry.priority.rawValue > Priority.error.rawValue
      && entry.fields.contains { $0.0 == "MATE_PEER_UID" }
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

  // MARK: What is left out

  func admits(_ kind: String, user: String?) -> Bool {
    let source = LogLimiter.Source(kind: kind, user: user)
    if limiter.admits(source, at: MonotonicClock.microseconds()) { return true }
    // The first is told at once, so that who looks for an entry learns why there is none.
    if reportPause == nil { reportSuppressed() }
    return false
  }

  /// Tells what was left out; while more is, again later, less and less often.
  private func reportSuppressed() {
    guard tellSuppressed() else { return reportPause = nil }
    let pause = min(reportPause.map { $0 * 2 } ?? Self.firstPause, Self.longestPause)
    reportPause = pause
    let timer = reportTimer ?? EventLoop.shared.makeTimer { [unowned self] in reportSuppressed() }
    reportTimer = timer
    timer.arm(afterMicroseconds: pause * 1_000_000)
  }

  /// Writes how many entries were left out since the last time, and why.
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  package func tellSuppressed() -> Bool {
    let omissions = limiter.takeOmissions()
    for omission in omissions {
      let count = omission.count
      let who = omission.source.user.map { "user \($0)" } ?? "the daemon"
      var fields = [
        ("MATE_SUPPRESSED", String(count)), ("MATE_SUPPRESSED_KIND", omission.source.kind),
      ]
      if let user = omission.source.user { fields.append(("MATE_PEER_UID", user)) }
      write(
        Entry(
          priority: .notice,
          message: "\(count) more of one kind left out: \(who) caused more than are kept, which is "
            + "\(Int(LogLimiter.burst)) at once and then \(Int(LogLimiter.perSecond)) a second",
          id: .suppressed, fields: fields, place: Place()))
    }
    return !omissions.isEmpty
  }

  // MARK: What the runtime logs

  /// Whoever reads entries beside each other is told that their times do not follow.
  func timeJumped(_ jump: TimeJump) {
    var parts: [String] = []
    if jump.asleep != 0 { parts.append("the machine has slept for \(Self.seconds(jump.asleep)) s") }
    if jump.step != 0 {
      let direction = jump.step < 0 ? "back" : "forward"
      parts.append("the clock was set \(direction) by \(Self.seconds(abs(jump.step))) s")
    }
    log(
      .notice, parts.joined(separator: ", "), id: .timeJumped,
      fields: [("MATE_STEP_US", String(jump.step)), ("MATE_ASLEEP_US", String(jump.asleep))])
  }

  private static func seconds(_ microseconds: Int64) -> String {
    let milliseconds = (microseconds + 500) / 1000
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  func storeFailure(_ what: String, _ error: any Error) {
    log(.critical, "store: \(what) failed: \(error)", id: .storeFailed)
  }

  func critical(_ message: String) { log(.critical, message, id: .fault) }
}
