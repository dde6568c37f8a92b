internal import DaemonRuntime
internal import Values

extension Syncs {
  /// How the last exchange of each agreement went.
  var checks: [HealthCheck] {
    entries.map { entry in
      guard let problem = entry.problem?.text else { return fine(entry) }
      return HealthCheck(
        "sync:\(entry.name)", .warning,
        LocalizedText(
          en: "the last exchange with \(entry.name) failed: \(problem.en)",
          ko: "\(entry.name, .with) 마지막 동기화에 실패했습니다: \(problem.text(in: .korean))"),
        next: "matectl project sync run \(entry.name)")
    }
  }

  private func fine(_ entry: SyncEntry) -> HealthCheck {
    let text =
      entry.doneAt == nil
      ? LocalizedText(
        en: "nothing was exchanged with \(entry.name) yet",
        ko: "\(entry.name, .with) 아직 동기화하지 않았습니다")
      : LocalizedText(
        en: "the last exchange with \(entry.name) went well",
        ko: "\(entry.name, .with) 마지막 동기화가 잘 끝났습니다")
    return HealthCheck("sync:\(entry.name)", .fine, text)
  }
}
