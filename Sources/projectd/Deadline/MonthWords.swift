internal import CivilTime

/// A month that is named alone, where a month is asked: `dec`, `december 2027`, `12월`, `내년 1월`.
extension DeadlineWords {
  /// A day in that month, this year's or the next one's that is not past; nil of anything else.
  func month(_ text: String) -> CivilDate? {
    var scanner = WordScanner(text)
    if scanner.isWhole(["thismonth", "이번달", "이달", "금월"]) { return today }
    guard let found = DateParts.monthAlone(&scanner, today), scanner.isAtEnd,
      let month = found.month
    else { return nil }
    let year = found.year ?? (month < today.month ? today.year + 1 : today.year)
    return CivilDate(year: year, month: month, day: 1)
  }
}
