internal import CivilTime

/// Rules of weekdays: `every mon and fri`, `mon-fri`, `월수금`, `격주 월요일`, `every day except sunday`.
enum RepeatDays {
  /// Of several days nothing else has to be said: `월수금`, `mon-fri`, `mondays`.
  static func weekdays(_ scanner: inout WordScanner) -> String? {
    // January to who reads it, and no Sunday and Monday.
    if scanner.isWhole(["일월", "일월마다"]) { return nil }
    let isOther = scanner.take("everyother", "격주", "격주로")
    let isMarked = isOther || scanner.take("every", "each", "매주", "weekly")
    _ = scanner.take("on")
    guard let found = days(&scanner) else { return nil }
    let isRepeated = scanner.take("마다") || found.isPlural
    guard isMarked || isRepeated || found.days.count > 1 else { return nil }
    return "FREQ=WEEKLY\(isOther ? ";INTERVAL=2" : "");BYDAY=\(text(found.days))"
  }

  /// `every day except sunday`, `일요일 빼고 매일`.
  static func except(_ scanner: inout WordScanner) -> String? {
    let isAhead = scanner.take("everyday", "daily", "eachday", "매일")
    let isExcept = isAhead && scanner.take("except", "exceptfor", "excepton", "but", "butnoton")
    guard let found = days(&scanner) else { return nil }
    guard isExcept || scanner.take("빼고", "제외하고", "제외", "말고", "을빼고", "을제외하고") else {
      return nil
    }
    let isDaily = isAhead || scanner.take("매일", "날마다")
    let left = Weekday.allCases.filter { !found.days.contains($0) }
    return isDaily && !left.isEmpty ? "FREQ=WEEKLY;BYDAY=\(text(left))" : nil
  }

  /// Days as BYDAY has them; nil where none stand here.
  static func list(_ scanner: inout WordScanner) -> String? { days(&scanner).map { text($0.days) } }

  private static func text(_ days: [Weekday]) -> String {
    days.map(\.code).joined(separator: ",")
  }

  /// Each day once, and whether one was said in the plural.
  private static func days(_ scanner: inout WordScanner) -> (days: [Weekday], isPlural: Bool)? {
    var days: [Weekday] = []
    var isPlural = false
    while let (day, isMany) = weekday(&scanner) {
      days += scanner.attempt { range(from: day, &$0) } ?? [day]
      isPlural = isPlural || isMany
      separator(&scanner)
    }
    return days.isEmpty || Set(days).count < days.count ? nil : (days, isPlural)
  }

  /// What may stand between two days, or two dates.
  static func separator(_ scanner: inout WordScanner) {
    _ = scanner.take(
      ",", "and", ",and", "&", ",&", "/", "와", "과", "·", "하고", "이랑", "랑", "및")
  }

  static func weekday(_ scanner: inout WordScanner) -> (Weekday, isPlural: Bool)? {
    // In one list, so that the longest is taken: `tues` is also the head of `tuesday`.
    if let found = scanner.take(names) { return found }
    return scanner.take(DeadlineVocabulary.shortWeekdays).map { ($0, false) }
  }

  private static let names: [(String, (Weekday, isPlural: Bool))] =
    DeadlineVocabulary.weekdays.flatMap { name, day in
      // `tues` is short for one of them.
      let isShort = DeadlineVocabulary.weekdays.contains { $0.0 == name + "s" }
      return [(name, (day, false))] + (isShort ? [] : [(name + "s", (day, true))])
    }

  /// `-fri`, `부터 금요일까지` behind the first day: all days up to the last one, over a weekend too.
  private static func range(from first: Weekday, _ scanner: inout WordScanner) -> [Weekday]? {
    guard scanner.take("-", "–", "~", "to", "through", "thru", "부터", "에서"),
      let (last, _) = weekday(&scanner)
    else { return nil }
    _ = scanner.take("까지")
    let all = Weekday.allCases
    guard let start = all.firstIndex(of: first), let end = all.firstIndex(of: last), start != end
    else { return nil }
    let count = (end - start + all.count) % all.count
    return (0...count).map { all[(start + $0) % all.count] }
  }
}
