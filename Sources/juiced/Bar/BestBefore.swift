internal import CivilTime
internal import IPCProtocol
internal import Values

/// Days until which a delivery keeps, as people type them.
enum BestBefore {
  /// `2026-12-01`, `3d` (from today on), `today`, `tomorrow`, `오늘`, `내일`.
  ///
  /// - Throws: ``BarReason/invalidDate``, also for a day that is past: what comes in is good.
  static func day(_ text: String, today: CivilDate) throws(BarError) -> CivilDate {
    guard let day = parsed(text, today), day.days(since: today) >= 0 else {
      throw BarError(.invalidDate, ["date": .string(text)])
    }
    return day
  }

  private static func parsed(_ text: String, _ today: CivilDate) -> CivilDate? {
    switch text.lowercased() {
    case "today", "오늘": return today
    case "tomorrow", "내일": return today.adding(days: 1)
    default:
      if text.hasSuffix("d"), let days = Int(text.dropLast()), (0...36_500).contains(days) {
        return today.adding(days: days)
      }
      return CivilDate(text)
    }
  }
}
