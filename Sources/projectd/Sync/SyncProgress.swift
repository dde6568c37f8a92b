internal import DaemonRuntime
internal import IPCProtocol
internal import Values

/// How far an exchange is, for the client that waits for it.
struct SyncProgress: Sendable {
  private let report = ProgressReport.current
  let name: String

  private static let unit = LocalizedText(en: "changes", ko: "변경")

  func received(_ count: Int) {
    report?.tell(
      ProgressNotice(
        done: count, unit: Self.unit,
        text: LocalizedText(en: "\(name): receiving", ko: "\(name): 받는 중")))
  }

  func sent(_ count: Int) {
    report?.tell(
      ProgressNotice(
        done: count, unit: Self.unit,
        text: LocalizedText(en: "\(name): sending", ko: "\(name): 보내는 중")))
  }

  /// Tasks of a server that were looked at, either way.
  func looked(at done: Int, of total: Int) {
    report?.tell(
      ProgressNotice(
        done: done, of: total, unit: LocalizedText(en: "tasks", ko: "할 일"),
        text: LocalizedText(en: "\(name): synchronising", ko: "\(name): 동기화하는 중")))
  }
}
