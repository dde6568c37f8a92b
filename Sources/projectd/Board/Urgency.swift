internal import Values

/// How much a project wants to be next, and why.
///
/// The sum of terms with the coefficients of Taskwarrior 2.6 (`taskrc(5)`, "urgency.*"): deadline 12,
/// in progress 4, age 2, tags 1, group 1, the tag `next` 15.
struct Urgency: Sendable {
  enum Reason: Sendable {
    /// Days of the reader's calendar until that of the deadline; negative behind it.
    case due(inDays: Int, isPast: Bool)
    case doing
    case next
    case tags(Int)
    case group
    case waiting(days: Int)
  }

  let score: Double

  init(_ key: BoardKey, _ clock: DayClock) {
    var score = 0.0
    Self.weigh(key, clock, inDays: { 0 }, { value, _ in score += value })
    self.score = score
  }

  /// The reasons, the heaviest first.
  static func reasons(_ key: BoardKey, _ reader: ReaderDay) -> [Reason] {
    var terms: [(value: Double, reason: Reason)] = []
    let inDays = { Int(reader.day(of: key.due) - reader.clock.today) }
    weigh(key, reader.clock, inDays: inDays) { terms.append(($0, $1)) }
    return terms.sorted { $0.value > $1.value }.map(\.reason)
  }

  /// Calls `term` for each part of the sum; makes nothing, as every project is weighed.
  @inline(__always)
  private static func weigh(
    _ key: BoardKey, _ clock: DayClock, inDays: () -> Int, _ term: (Double, Reason) -> Void
  ) {
    guard key.state != .done else { return }
    if key.due.kind != .none {
      let days = clock.daysUntil(key.due)
      term(12 * dueShare(days: days), .due(inDays: inDays(), isPast: clock.isPast(key.due)))
    }
    if key.state == .doing { term(4, .doing) }
    let age = (clock.now - Double(key.createdAt.microseconds) / 1e6) / 86_400
    if age >= 1 { term(2 * min(age / 365, 1), .waiting(days: Int(age))) }
    if key.tagCount > 0 { term(tagShare(Int(key.tagCount)), .tags(Int(key.tagCount))) }
    if key.isNext { term(15, .next) }
    if key.hasGroup { term(1, .group) }
  }

  private static func tagShare(_ count: Int) -> Double {
    count == 1 ? 0.8 : count == 2 ? 0.9 : 1
  }

  /// From 0.2 two weeks or more ahead to 1 a week or more behind, in a straight line between.
  static func dueShare(days: Double) -> Double {
    let overdue = -days
    if overdue >= 7 { return 1 }
    if overdue < -14 { return 0.2 }
    return (overdue + 14) * 0.8 / 21 + 0.2
  }
}

extension Urgency.Reason {
  /// `overdue by 3 days`, `due in 2 days`, `in progress`.
  var text: LocalizedText {
    switch self {
    case .due(let days, let isPast): Self.due(days, isPast)
    case .doing: LocalizedText(en: "in progress", ko: "진행 중")
    case .next: LocalizedText(en: "tagged next", ko: "next 태그")
    case .tags(let count):
      LocalizedText(en: count == 1 ? "1 tag" : "\(count) tags", ko: "태그 \(count)개")
    case .group: LocalizedText(en: "in a group", ko: "그룹에 속함")
    case .waiting(let days):
      LocalizedText(en: days == 1 ? "waiting 1 day" : "waiting \(days) days", ko: "\(days)일째 대기")
    }
  }

  /// Whole days, as a calendar counts them: what was due yesterday evening is a day late this morning.
  private static func due(_ days: Int, _ isPast: Bool) -> LocalizedText {
    switch days {
    case ..<0:
      LocalizedText(
        en: days == -1 ? "overdue by 1 day" : "overdue by \(-days) days", ko: "마감 \(-days)일 지남")
    case 0 where isPast: LocalizedText(en: "overdue since today", ko: "오늘 마감 지남")
    case 0: LocalizedText(en: "due within a day", ko: "하루 안에 마감")
    default:
      LocalizedText(en: days == 1 ? "due in 1 day" : "due in \(days) days", ko: "\(days)일 뒤 마감")
    }
  }
}
