internal import DaemonRuntime
internal import IPCProtocol
internal import Storage
internal import Values

/// The bank as the runtime sees it.
@main
extension Bank: DomainService {
  typealias Reason = BankReason

  static let calls =
    dayCalls + hoursCalls + lineCalls + tellerCalls + deskCalls + serviceCalls + reportCalls
    + fileCalls + planCalls + whatIfCalls + branchesCalls

  static let identity = DomainIdentity(
    "bank", version: "0.1.0",
    "Run a bank branch: its waiting line, its tellers, its day", ko: "은행 창구 매니저: 대기줄, 창구, 하루 업무")

  static var migrations: [Migration] { BankMigrations.all }

  static var sharesBranch: Bool { true }

  static var branchViews: [BranchView] { BankViews.all }

  /// A whole branch comes in one request, as large as it was exported, and a year's tickets go out
  /// in one answer.
  static var limits: Limits {
    var limits = Limits()
    limits.frameBytes = BranchFile.requestBytes
    limits.replyBytes = 96 << 20
    limits.bufferBytesPerUser = 128 << 20
    limits.bufferBytes = 160 << 20
    return limits
  }

  /// A bank with people in it, or one that opens by the clock, does not exit; tickets kept for
  /// tomorrow can wait on disk.
  var hasWork: Bool {
    branch.state.turn != nil
      || branch.phase != .closed
        && (branch.servingCount > 0 || branch.waitingCount > 0)
  }

  var statusText: LocalizedText {
    let (waiting, serving) = (branch.waitingCount, branch.servingCount)
    return LocalizedText(
      en: "\(branch.phase.word), \(waiting) waiting, \(serving) being served",
      ko: "\(branch.phase.title.text(in: .korean)), 대기 \(waiting)명, 업무 중 \(serving)명")
  }

  /// `{"notifications": false}` keeps the desktop silent.
  func configure(_ configuration: JSONObject) throws {
    var isWanted = true
    for (key, value) in configuration {
      guard key == "notifications" else {
        throw ConfigurationError.unknown(key, known: ["notifications"])
      }
      guard let flag = value.boolValue else {
        throw ConfigurationError(path: "/\(key)", expected: "true or false", "true 또는 false")
      }
      isWanted = flag
    }
    notices.isOnDesktop = isWanted
  }

  var gauges: [Gauge] {
    [
      Gauge("bank_open", help: "1 while the branch takes customers", branch.isOpen ? 1 : 0),
      Gauge("bank_waiting", help: "customers who wait", Double(branch.waitingCount)),
      Gauge("bank_serving", help: "customers being served", Double(branch.servingCount)),
      Gauge("bank_served_today", help: "customers served today", Double(branch.state.day.served)),
      Gauge(
        "bank_business_seconds", help: "business time today",
        seconds(branch.business(at: now))),
    ]
  }
}
