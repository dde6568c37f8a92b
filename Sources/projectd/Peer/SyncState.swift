internal import Values

/// How an agreement stands.
enum SyncState {
  case never, synced, pending, offline, failed, partial

  init(_ entry: SyncEntry, pending: Int) {
    self.init(entry.problem)
    guard entry.problem == nil else { return }
    if entry.doneAt == nil { self = .never } else if pending > 0 { self = .pending }
  }

  init(_ problem: SyncProblem?) {
    switch problem?.kind {
    case .offline: self = .offline
    case .failed: self = .failed
    case .partial: self = .partial
    case nil: self = .synced
    }
  }

  var title: LocalizedText {
    switch self {
    case .never: LocalizedText(en: "never run", ko: "아직 안 함")
    case .synced: LocalizedText(en: "in step", ko: "같음")
    case .pending: LocalizedText(en: "changes to send", ko: "보낼 변경 있음")
    case .offline: LocalizedText(en: "offline", ko: "오프라인")
    case .failed: LocalizedText(en: "failed", ko: "실패")
    case .partial: LocalizedText(en: "in step but for some", ko: "일부 제외하고 같음")
    }
  }

  /// What is said of it on the board; nil where nothing is to be said.
  func remark(_ name: String, pending: Int) -> LocalizedText? {
    switch self {
    case .synced: nil
    case .offline:
      LocalizedText(
        en: "\(name) is offline, \(pending) to send", ko: "\(name) 오프라인, 보낼 변경 \(pending)건")
    case .failed, .partial:
      LocalizedText(
        en: "\(name) has a problem, \(pending) to send: see project sync status",
        ko: "\(name) 문제 있음, 보낼 변경 \(pending)건: project sync status 참고")
    case .pending, .never:
      LocalizedText(en: "\(pending) to send to \(name)", ko: "\(name)에 보낼 변경 \(pending)건")
    }
  }
}
