internal import CivilTime

/// Periods where a list asks for all their days: `next week`, `이번 달`, `next weekend`, `december`.
///
/// As a deadline each of them is one day (``DeadlineWords/deadline(_:)``).
extension DeadlineWords {
  /// The days of a period, or the one day that a phrase names.
  ///
  /// - Throws: ``ProjectError`` for what is neither.
  func days(_ text: String) throws(ProjectError) -> ClosedRange<CivilDate> {
    if let period = period(text) { return period }
    guard let day = try deadline(text)?.date else { throw invalid(text) }
    return day...day
  }

  private enum Span { case week, weekend, month, quarter, year }

  private func period(_ text: String) -> ClosedRange<CivilDate>? {
    let said = text.lowercased().split(whereSeparator: \.isWhitespace).joined()
    if let (count, span) = Self.periods[said] { return days(count, span) }
    if let first = month(text) { return first.startOfMonth...first.endOfMonth }
    // `2027-W15` is read as its Monday; with a day behind it it is that day.
    let isWeek = said.utf8.count == 8 - (said.contains("-") ? 0 : 1) && said.contains("w")
    guard isWeek, said.first?.isNumber ?? false, let monday = (try? deadline(text))?.date else {
      return nil
    }
    return Self.days(from: monday, to: monday.adding(days: 6))
  }

  private func days(_ count: Int, _ span: Span) -> ClosedRange<CivilDate>? {
    let monday = today.adding(days: 1 - today.weekday.rawValue + 7 * count)
    switch span {
    case .week: return Self.days(from: monday, to: monday?.adding(days: 6))
    case .weekend: return Self.days(from: monday?.adding(days: 5), to: monday?.adding(days: 6))
    case .month:
      let first = today.startOfMonth.adding(months: count)
      return Self.days(from: first, to: first?.endOfMonth)
    case .quarter:
      let first = today.startOfMonth.adding(months: 3 * count - (today.month - 1) % 3)
      return Self.days(from: first, to: first?.adding(months: 2)?.endOfMonth)
    case .year:
      let year = today.year + count
      return Self.days(
        from: CivilDate(year: year, month: 1, day: 1),
        to: CivilDate(year: year, month: 12, day: 31))
    }
  }

  private static func days(from: CivilDate?, to: CivilDate?) -> ClosedRange<CivilDate>? {
    guard let from, let to, from <= to else { return nil }
    return from...to
  }

  private static let periods: [String: (Int, Span)] = {
    var periods: [String: (Int, Span)] = [
      "weekend": (0, .weekend), "theweekend": (0, .weekend), "주말": (0, .weekend),
      "금주": (0, .week), "차주": (1, .week), "이달": (0, .month), "금월": (0, .month),
      "내달": (1, .month), "익월": (1, .month), "전월": (-1, .month), "올해": (0, .year),
      "금년": (0, .year), "내년": (1, .year), "후년": (2, .year), "작년": (-1, .year),
      "지난해": (-1, .year), "금주말": (0, .weekend), "차주말": (1, .weekend),
    ]
    let spans: [(en: String, ko: [String], span: Span)] = [
      ("week", ["주"], .week), ("weekend", ["주말", "주주말"], .weekend),
      ("month", ["달"], .month), ("quarter", ["분기"], .quarter), ("year", ["해"], .year),
    ]
    let heads: [(words: [String], count: Int)] = [
      (["this", "current", "thecurrent", "이번", "요번"], 0), (["next", "thenext", "다음", "담"], 1),
      (["last", "previous", "지난", "저번"], -1), (["다다음", "다담", "다음다음"], 2),
    ]
    for (en, ko, span) in spans {
      for (words, count) in heads {
        for word in words {
          let isLatin = word.utf8.first ?? 0 < 0x80
          for name in isLatin ? [en] : ko { periods[word + name] = (count, span) }
        }
      }
      for article in ["", "the"] { periods["\(article)\(en)afternext"] = (2, span) }
    }
    return periods
  }()
}
