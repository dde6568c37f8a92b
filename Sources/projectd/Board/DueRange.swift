internal import CivilTime
internal import IPCProtocol
internal import TaskFormats

/// `fri`, `next week`, `2026-11-01..2026-11-30`, `today..`, `..eom`, `before friday`, `none`: both ends belong to
/// it, and a period is all of its days.
enum DueRange: Hashable, Sendable {
  case none
  case days(from: CivilDate?, to: CivilDate?)

  init(_ text: String, _ words: DeadlineWords) throws(ProjectError) {
    if DeadlineVocabulary.isNone(text) {
      self = .none
      return
    }
    guard let dots = text.firstRange(of: "..") else {
      if let open = Self.open(text, words) {
        self = open
        return
      }
      let days = try words.days(text)
      self = .days(from: days.lowerBound, to: days.upperBound)
      return
    }
    let parts = [text[..<dots.lowerBound], text[dots.upperBound...]].map {
      String($0).trimmed
    }
    let from = parts[0].isEmpty ? nil : try words.days(parts[0]).lowerBound
    let to = parts[1].isEmpty ? nil : try words.days(parts[1]).upperBound
    if let from, let to, from > to {
      throw ProjectError(.invalidRange, ["due": .string(text)])
    }
    self = .days(from: from, to: to)
  }

  /// Of which side of some days something is due; `by` and `since` are with those days.
  enum Side { case before, by, since, after }

  init(_ side: Side, _ days: ClosedRange<CivilDate>) {
    switch side {
    case .before: self = .days(from: nil, to: days.lowerBound.adding(days: -1) ?? .first)
    case .by: self = .days(from: nil, to: days.upperBound)
    case .since: self = .days(from: days.lowerBound, to: nil)
    case .after: self = .days(from: days.upperBound.adding(days: 1) ?? .last, to: nil)
    }
  }

  private static let heads: [(String, Side)] = [
    ("before ", .before), ("after ", .after), ("by ", .by), ("until ", .by), ("till ", .by),
    ("since ", .since), ("from ", .since),
  ]
  private static let tails: [(String, Side)] = [
    ("전까지", .before), ("이전", .by), ("까지", .by), ("이후", .since), ("부터", .since), ("전에", .before),
    ("전", .before),
  ]

  /// `before next week`, `다음 주 이후`; nil of what says no side of days, as `3일 전`, which is a day.
  private static func open(_ text: String, _ words: DeadlineWords) -> DueRange? {
    let text = text.trimmed
    let low = text.lowercased()
    for (head, side) in heads where low.hasPrefix(head) {
      return (try? words.days(String(text.dropFirst(head.count)))).map { DueRange(side, $0) }
    }
    for (tail, side) in tails where low.hasSuffix(tail) {
      let rest = String(text.dropLast(tail.count))
      if side == .before, (try? words.deadline(text)) != nil { return nil }
      return (try? words.days(rest)).map { DueRange(side, $0) }
    }
    return nil
  }

  func contains(_ due: DueKey, _ reader: ReaderDay) -> Bool {
    guard case .days(let from, let to) = self else { return due.kind == .none }
    guard due.kind != .none else { return false }
    let day = reader.day(of: due)
    return day >= (from ?? .first).dayNumber && day <= (to ?? .last).dayNumber
  }
}
