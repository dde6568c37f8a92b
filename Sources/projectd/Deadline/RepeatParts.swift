internal import CivilTime
internal import TaskFormats

/// Rules that are said in fewer words than their parts: `every weekday`, `every Mon and Thu`, `every
/// May 8`.
enum RepeatShort {
  static func words(_ rule: RecurrenceRule) -> RepeatSentence.Words? {
    guard rule.interval == 1, rule.setPositions.isEmpty else { return nil }
    switch rule.frequency {
    case .weekly where rule.monthDays.isEmpty && rule.months.isEmpty: return weekly(rule)
    case .yearly where rule.days.isEmpty && rule.months.count == 1 && rule.monthDays.count == 1:
      guard let month = rule.months.first, let day = rule.monthDays.first, day > 0 else {
        return nil
      }
      return ("every \(RepeatParts.months[month - 1]) \(day)", "매년 \(month)월 \(day)일")
    default: return nil
    }
  }

  private static func weekly(_ rule: RecurrenceRule) -> RepeatSentence.Words? {
    guard rule.days.allSatisfy({ $0.ordinal == nil }) else { return nil }
    let days = rule.days.map(\.weekday)
    if days == RepeatParts.workdays { return ("every weekday", "평일마다") }
    let ko = days.map(\.korean).joined(separator: ", ")
    return ("every \(RepeatParts.names(days))", "매주 \(ko)")
  }
}

/// The days of a rule in words, each part of it: `the 2nd and 4th Sat of May`, `5월 둘째, 넷째 토요일`.
struct RepeatParts {
  private let rule: RecurrenceRule

  init(_ rule: RecurrenceRule) { self.rule = rule }

  /// Nil of a rule that names days which words do not say.
  var words: RepeatSentence.Words? {
    guard isSayable, let found = positioned else { return nil }
    guard !rule.months.isEmpty else { return ("on \(found.en)", found.ko) }
    let en = Self.joined(rule.months.map { Self.months[$0 - 1] })
    let ko = rule.months.map { "\($0)월" }.joined(separator: ", ")
    return found.en.isEmpty ? ("in \(en)", ko) : ("on \(found.en) of \(en)", "\(ko) \(found.ko)")
  }

  /// `every year on the 15th` and `every year on Mon` are other days to who reads them than to RFC
  /// 5545, where they are those of every month and week.
  private var isSayable: Bool {
    switch rule.frequency {
    case .daily, .weekly: rule.interval == 1 || rule.frequency == .weekly && rule.monthDays.isEmpty
    case .monthly: true
    case .yearly:
      !rule.months.isEmpty
        || rule.monthDays.isEmpty && rule.days.allSatisfy { $0.ordinal != nil }
    }
  }

  /// The days, or those of them that BYSETPOS chooses.
  private var positioned: RepeatSentence.Words? {
    guard !rule.setPositions.isEmpty else { return days }
    // `the first weekday`, `첫 평일`.
    if rule.monthDays.isEmpty, rule.days.allSatisfy({ $0.ordinal == nil }),
      rule.days.map(\.weekday) == Self.workdays
    {
      return positions.map { ("the \($0.en) weekday", "\($0.ko) 평일") }
    }
    guard let days, let positions, !days.en.isEmpty else { return nil }
    return ("the \(positions.en) of \(days.en)", "\(days.ko) 가운데 \(positions.ko)")
  }

  private var positions: RepeatSentence.Words? {
    var (en, ko): ([String], [String]) = ([], [])
    for position in rule.setPositions {
      guard let word = Self.count(position) else { return nil }
      en.append(word.en)
      ko.append(word.ko)
    }
    return (Self.joined(en), ko.joined(separator: ", "))
  }

  private var days: RepeatSentence.Words? {
    switch (rule.days.isEmpty, rule.monthDays.isEmpty) {
    case (true, true): return ("", "")
    case (true, false): return monthDays
    case (false, true): return weekdays
    case (false, false):
      // `Friday the 13th`: both must hold.
      guard let weekdays, let monthDays, rule.days.allSatisfy({ $0.ordinal == nil }) else {
        return nil
      }
      return ("\(weekdays.en) where it is \(monthDays.en)", "\(monthDays.ko)인 \(weekdays.ko)")
    }
  }

  /// `the 1st and 15th`, `the last day`, `the 2nd last day`.
  private var monthDays: RepeatSentence.Words? {
    let ahead = rule.monthDays.filter { $0 > 0 }
    let back = rule.monthDays.filter { $0 < 0 }
    var (en, ko): ([String], [String]) = ([], [])
    if !ahead.isEmpty {
      en.append("the " + Self.joined(ahead.map(Self.ordinal)))
      ko += ahead.map { "\($0)일" }
    }
    for day in back {
      en.append(day == -1 ? "the last day" : "the \(Self.ordinal(-day)) last day")
      ko.append(day == -1 ? "말일" : "끝에서 \(-day)번째 날")
    }
    return (Self.joined(en), ko.joined(separator: ", "))
  }

  /// `Mon and Thu`; `the 2nd and 4th Sat`, where all are of one weekday; `the 1st Mon and the last Fri`.
  private var weekdays: RepeatSentence.Words? {
    let names = rule.days.map(\.weekday)
    let counts = rule.days.compactMap(\.ordinal)
    if counts.isEmpty {
      let ko = names.map(\.korean).joined(separator: ", ")
      let isEach = rule.frequency == .monthly || rule.frequency == .yearly
      guard isEach, rule.setPositions.isEmpty, rule.monthDays.isEmpty else {
        return (Self.names(names), ko)
      }
      return ("each \(Self.names(names))", "모든 \(ko)")
    }
    guard counts.count == rule.days.count else { return nil }
    let words = counts.compactMap(Self.count)
    guard words.count == counts.count, let first = names.first else { return nil }
    if Set(names).count == 1 {
      let name = String(first.english.prefix(3))
      return (
        "the \(Self.joined(words.map(\.en))) \(name)",
        "\(words.map(\.ko).joined(separator: ", ")) \(first.korean)요일"
      )
    }
    let en = zip(words, names).map { "the \($0.en) \($1.english.prefix(3))" }
    let ko = zip(words, names).map { "\($0.ko) \($1.korean)요일" }
    return (Self.joined(en), ko.joined(separator: ", "))
  }

  // MARK: Words

  static let workdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]

  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// `Mon and Thu`.
  static func names(_ days: [Weekday]) -> String {
    joined(days.map { String($0.english.prefix(3)) })
  }

  /// `2nd`, `last`, `2nd last`.
  private static func count(_ number: Int) -> RepeatSentence.Words? {
    let korean = ["첫째", "둘째", "셋째", "넷째", "다섯째"]
    switch number {
    case 1...5: return (ordinal(number), korean[number - 1])
    case 6...: return (ordinal(number), "\(number)번째")
    case -1: return ("last", "마지막")
    case ..<(-1): return ("\(ordinal(-number)) last", "끝에서 \(-number)번째")
    default: return nil
    }
  }

  static func ordinal(_ number: Int) -> String {
    let isTeen = (11...13).contains(number % 100)
    let ending = isTeen ? "th" : [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
    return "\(number)\(ending)"
  }

  static func joined(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension RecurrenceRule {
  /// Whether it names no days of its own.
  var isPlain: Bool { days.isEmpty && monthDays.isEmpty && months.isEmpty && setPositions.isEmpty }
}
