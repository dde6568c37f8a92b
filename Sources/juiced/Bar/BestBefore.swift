internal import CivilTime
internal import IPCProtocol
internal import Values

/// Days until which a delivery keeps, as people type them.
enum BestBefore {
  /// `2026-12-01`, `3d` or `3일` (from today on), `tomorrow`, `내일`, `friday`.
  ///
  /// - Throws: ``BarReason/invalidDate``, also for a day that is past: what comes in is good.
  static func day(_ text: String, today: CivilDate) throws(BarError) -> CivilDate {
    guard let day = DayWords.day(text, today: today, looking: .future), day.days(since: today) >= 0
    else { throw BarError(.invalidDate, ["date": .string(text)]) }
    return day
  }
}
