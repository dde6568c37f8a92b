internal import DaemonRuntime
internal import Values

extension Upstream {
  /// Whether a portal can be asked today.
  func check(_ portal: Portal, at now: Timestamp) -> HealthCheck {
    let name = portal.title
    let korean = name.text(in: .korean)
    guard keys[portal] != nil else {
      return HealthCheck(
        portal.rawValue, .warning,
        LocalizedText(
          en: "no key for the \(name.en) portal; only timetables are shown without it",
          ko: "\(korean) 포털 인증키가 없습니다. 없으면 시간표만 볼 수 있습니다"),
        next: "matectl transit configure --\(portal.option) FILE")
    }
    let used = book.account(portal, at: now).used
    let left = book.left(portal, for: .request, at: now)
    guard left > 0 else {
      return HealthCheck(
        portal.rawValue, .broken,
        LocalizedText(
          en:
            "all calls of today to the \(name.en) portal are used; the next are from midnight in Korea",
          ko: "오늘의 \(korean) 포털 호출을 모두 썼습니다. 한국 시각 자정부터 다시 쓸 수 있습니다"),
        next: "matectl transit quota")
    }
    let isScarce = left <= book.limits.reserve
    return HealthCheck(
      portal.rawValue, isScarce ? .warning : .fine,
      LocalizedText(
        en: "\(used) calls to the \(name.en) portal today, \(left) left",
        ko: "오늘 \(korean) 포털을 \(used)번 호출했고 \(left)번 남았습니다"),
      next: isScarce ? "matectl transit quota" : nil)
  }
}
