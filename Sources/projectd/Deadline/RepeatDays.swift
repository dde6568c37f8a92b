internal import CivilTime

/// Rules of weekdays: `every mon and fri`, `mon-fri`, `월수금`, `격주 월요일`, `every day except sunday`.
enum RepeatDays {
  /// Of several days nothing else has to be said: `월수금`, `mon-fri`, `mondays`.
  static func weekdays(_ scanner: inout WordScanner) -> String? {
    // January to who reads it, and no Sunday and Monday.
    if scanner.isWhole(["일월", "일월마다"]) { return nil }
    let isOther = scanner.take("everyother", "everyalternate", "격주", "격주로")
    let isMarked = isOther || scanner.take("every", "each", "매주", "weekly")
    _ = scanner.take("on")
    guard let found = days(&scanner) else { return nil }
    // `월요일부터 금요일까지 매일`
    let isRepeated = scanner.take("마다", "에", "매일") || found.isPlural
    // `매주 금요일까지` is due on each of them, and is no end.
    if isMarked { _ = scanner.take("까지") }
    guard isMarked || isRepeated || found.days.count > 1 else { return nil }
    return "FREQ=WEEKLY\(isOther ? ";INTERVAL=2" : "");BYDAY=\(text(found.days))"
  }

  /// Days to leave some out of.
  private static let wholes: [(String, [Weekday])] =
    ["everyday", "daily", "eachday", "매일", "날마다"].map { ($0, Weekday.allCases) }
    + ["everyweekday", "weekdays", "eachweekday", "평일", "평일마다", "평일매일"].map { ($0, workdays) }

  private static let workdays = Array(Weekday.allCases.prefix { $0 != .saturday })

  /// Days to be left out, besides single ones.
  private static let parts: [(String, [Weekday])] =
    ["weekends", "theweekend", "weekend", "주말"].map { ($0, [.saturday, .sunday]) }
    + ["weekdays", "평일"].map { ($0, workdays) }

  /// `every day except sunday`, `일요일 빼고 매일`, `every weekday except friday`, `주말 빼고 매일`.
  static func except(_ scanner: inout WordScanner) -> String? {
    let ahead = scanner.take(wholes)
    let isExcept =
      ahead != nil && scanner.take("except", "exceptfor", "excepton", "but", "butnoton")
    guard let without = scanner.take(parts) ?? days(&scanner)?.days else { return nil }
    guard
      isExcept || scanner.take("빼고", "제외하고", "제외", "말고", "을빼고", "을제외하고", "은빼고", "만빼고")
    else { return nil }
    guard let all = ahead ?? scanner.take(wholes) else { return nil }
    let left = all.filter { !without.contains($0) }
    return left.isEmpty || left.count == all.count ? nil : "FREQ=WEEKLY;BYDAY=\(text(left))"
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
      if separator(&scanner) { _ = scanner.take("every", "each", "on") }
    }
    return days.isEmpty || Set(days).count < days.count ? nil : (days, isPlural)
  }

  /// What may stand between two days, or two dates; false where nothing does.
  @discardableResult
  static func separator(_ scanner: inout WordScanner) -> Bool {
    scanner.take(",", "and", ",and", "&", ",&", "/", "와", "과", "·", "하고", "이랑", "랑", "및")
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
