internal import Values

/// Why customers left the line, counted while visits go by.
struct LeaveTally {
  /// Reasons that are read out; the rest is counted.
  private static let told = 5

  private var counts: [String?: Int] = [:]

  mutating func add(_ reason: String?) { counts[reason, default: 0] += 1 }

  /// The most frequent first, and of equals by the word.
  var reasons: [Report.Reason] {
    counts.sorted { ($1.value, $0.key ?? "") < ($0.value, $1.key ?? "") }.map { reason, count in
      Report.Reason(
        reason: reason,
        name: reason.map(LeaveReason.title)
          ?? LocalizedText(en: "without a reason", ko: "사유 없음"),
        customers: count)
    }
  }

  /// As a line of text; nil where nobody gave a reason.
  var text: LocalizedText? {
    let reasons = reasons
    guard reasons.contains(where: { $0.reason != nil }) else { return nil }
    let shown = reasons.prefix(Self.told)
    let rest = reasons.dropFirst(Self.told).reduce(0) { $0 + $1.customers }
    let english =
      shown.map { "\($0.customers) \($0.name.en)" } + (rest > 0 ? ["\(rest) other"] : [])
    let korean =
      shown.map { "\($0.name.text(in: .korean)) \($0.customers)명" }
      + (rest > 0 ? ["그 밖 \(rest)명"] : [])
    return LocalizedText(
      en: "Left the line: " + english.joined(separator: ", "),
      ko: "대기 취소 사유: " + korean.joined(separator: ", "))
  }
}
