internal import CivilTime

/// Days by their place in a month, and working days: from Monday to Friday. Which of those are
/// holidays somewhere is not known here.
extension CivilDate {
  private var isWorkingDay: Bool { weekday.rawValue <= Weekday.friday.rawValue }

  /// The working day so many behind this one, below zero before it; this day for zero.
  func adding(workingDays count: Int) -> CivilDate? {
    var (day, left) = (Optional(self), count.magnitude)
    while left > 0, let next = day?.adding(days: count.signum()) {
      day = next
      if next.isWorkingDay { left -= 1 }
    }
    return left > 0 ? nil : day
  }

  var firstWorkingDayOfMonth: CivilDate? {
    startOfMonth.isWorkingDay ? startOfMonth : startOfMonth.adding(workingDays: 1)
  }

  var lastWorkingDayOfMonth: CivilDate? {
    endOfMonth.isWorkingDay ? endOfMonth : endOfMonth.adding(workingDays: -1)
  }

  /// The n-th of a weekday in this day's month; below zero the last one, nil where there is none.
  func nthOfMonth(_ count: Int, _ weekday: Weekday) -> CivilDate? {
    if count < 0 { return endOfMonth.adding(days: -6)?.onOrAfter(weekday) }
    let found = startOfMonth.onOrAfter(weekday)?.adding(days: (count - 1) * 7)
    return found?.month == month ? found : nil
  }
}
