internal import Values

/// How true it was what customers were told about their wait.
///
/// Where nothing is random one exact time is told, and it holds or not; else two times, of which the
/// first is right when half of the waits are over by then, and the second when nine tenths are. Told
/// in one figure, exact times would make any branch look as if all waits were told too long.
struct EstimateTally {
  /// Half a millisecond: estimates are whole microseconds of waits that timers end.
  private static let tolerance: Int64 = 500

  private(set) var exact = 0
  private var held = 0
  private var ranges = 0
  private var withinP50 = 0
  private var withinP90 = 0

  var count: Int { exact + ranges }

  /// - Parameters:
  ///   - estimate: What was told.
  ///   - waited: Microseconds until the call.
  mutating func add(_ estimate: WaitEstimate, waited: Int64) {
    guard estimate.p50 != estimate.p90 else {
      exact += 1
      if abs(waited - estimate.p50) <= Self.tolerance { held += 1 }
      return
    }
    ranges += 1
    if waited <= estimate.p50 + Self.tolerance { withinP50 += 1 }
    if waited <= estimate.p90 + Self.tolerance { withinP90 += 1 }
  }

  /// Shares of those told an exact time, and of those told two; nil where there were none.
  var shares: (exact: Double?, p50: Double?, p90: Double?) {
    func share(_ part: Int, of all: Int) -> Double? {
      all > 0 ? Double(part) / Double(all) : nil
    }
    return (share(held, of: exact), share(withinP50, of: ranges), share(withinP90, of: ranges))
  }

  /// As a line of text; nil where nobody was told anything.
  var text: LocalizedText? {
    var parts: [LocalizedText] = []
    if exact > 0 {
      parts.append(
        LocalizedText(
          en: "\(exact) told exactly, \(held) of them right",
          ko: "정확히 알린 \(exact)건 중 \(held)건 맞음"))
    }
    if ranges > 0 {
      let half = Self.percent(withinP50, of: ranges)
      let most = Self.percent(withinP90, of: ranges)
      parts.append(
        LocalizedText(
          en: "\(ranges) told as a range, \(half) called by p50 (50 % is right), "
            + "\(most) by p90 (90 % is right)",
          ko: "범위로 알린 \(ranges)건 중 p50까지 \(half)(50 %가 알맞음), p90까지 \(most)(90 %가 알맞음) 호출"))
    }
    guard !parts.isEmpty else { return nil }
    return LocalizedText(
      en: "Waits: " + parts.map(\.en).joined(separator: "; ") + ".",
      ko: "대기 시간 예상: " + parts.map { $0.text(in: .korean) }.joined(separator: ", ") + ".")
  }

  private static func percent(_ part: Int, of all: Int) -> String {
    "\(Int((100 * Double(part) / Double(all)).rounded())) %"
  }
}
