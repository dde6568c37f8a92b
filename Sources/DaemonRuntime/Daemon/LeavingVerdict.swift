internal import Values

/// What a person is told whose branch is on one machine again: what its store holds, what the server was not
/// told, and what is left to do.
struct LeavingVerdict {
  private let outcome: BranchLeaving.Outcome
  private let rows: Int
  private let settings: BranchSettings

  init(_ outcome: BranchLeaving.Outcome, rows: Int, of settings: BranchSettings) {
    (self.outcome, self.rows, self.settings) = (outcome, rows, settings)
  }

  var text: LocalizedText {
    let parts = [held, server, others, next].compactMap { $0 }
    return LocalizedText(
      en: parts.map(\.en).joined(separator: ". "),
      ko: parts.map { $0.ko ?? $0.en }.joined(separator: ". "))
  }

  private var held: LocalizedText {
    if outcome.untold == nil {
      return LocalizedText(
        en: "the store stands alone again, with \(rows) rows that the server held as well",
        ko: "저장소가 다시 독립했고 서버와 같은 \(rows)행이 있습니다")
    }
    if outcome.isOwn {
      return LocalizedText(
        en:
          "the store stands alone again, with \(rows) rows: all that this machine has acknowledged",
        ko: "저장소가 다시 독립했고, 이 컴퓨터에서 확인한 모든 기록 \(rows)행이 있습니다")
    }
    return LocalizedText(
      en:
        "the store stands alone again, with \(rows) rows: what this machine had of the branch, up to "
        + "turn \(outcome.turn)",
      ko: "저장소가 다시 독립했고, 이 컴퓨터에 있던 지점의 기록 \(rows)행이 있습니다(\(outcome.turn)번째 변경까지)")
  }

  private var server: LocalizedText? {
    guard let trouble = outcome.untold else { return nil }
    if trouble.isOfOtherBranch {
      return LocalizedText(
        en: "The database server has nothing of it, so nothing was compared there",
        ko: "데이터베이스 서버에는 이 저장소의 기록이 없어 비교하지 못했습니다")
    }
    let sql =
      "DELETE FROM mate_owner WHERE domain = '\(settings.domain)' AND branch = '\(settings.branch)'"
    return LocalizedText(
      en: "The database server was not told, and keeps what it has of the branch "
        + "(\(trouble.sentence.en)). Where it comes back, remove that there, or machines that stand by may "
        + "take it over: `\(sql)`",
      ko: "데이터베이스 서버에는 알리지 못했고 지점의 기록이 서버에 그대로 남습니다"
        + "(\(trouble.sentence.ko ?? trouble.sentence.en)). 서버가 돌아오면 대기하던 컴퓨터가 넘겨받지 "
        + "않도록 서버에서 지우십시오: `\(sql)`")
  }

  /// Without the server nobody knows which copy is the newest.
  private var others: LocalizedText? {
    guard outcome.untold != nil, !outcome.isOwn else { return nil }
    let command = "matectl status \(settings.domain)@\(settings.branch) --json"
    return LocalizedText(
      en:
        "Another machine may have later turns: compare with `\(command)` there (`branch`, `turn`), go on "
        + "with the store that has the newest, and move the others away",
      ko: "다른 컴퓨터에 더 새로운 변경이 있을 수 있습니다. 그곳에서 `\(command)`의 branch, turn을 비교하여 "
        + "가장 새로운 저장소로 이어 가고 나머지는 옮겨 두십시오")
  }

  private var next: LocalizedText {
    LocalizedText(
      en:
        "The daemon has ended; take \"postgresql\" out of its configuration before it starts again",
      ko: "데몬은 끝났습니다. 다시 시작하기 전에 설정에서 \"postgresql\" 줄을 지우십시오")
  }
}
