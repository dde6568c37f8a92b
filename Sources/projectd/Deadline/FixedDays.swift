/// Days of a name whose date never moves.
enum FixedDays {
  static func read(_ scanner: inout WordScanner) -> DateParts? {
    scanner.take(names).map { DateParts(month: $0.0, day: .number($0.1)) }
  }

  /// The month and the day of each.
  static let names: [(String, (Int, Int))] = [
    ("newyear", (1, 1)), ("newyear'sday", (1, 1)), ("newyearsday", (1, 1)),
    ("newyearday", (1, 1)), ("새해첫날", (1, 1)), ("신정", (1, 1)),
    ("valentine", (2, 14)), ("valentines", (2, 14)), ("valentine's", (2, 14)),
    ("valentine'sday", (2, 14)), ("valentinesday", (2, 14)),
    ("발렌타인데이", (2, 14)), ("밸런타인데이", (2, 14)), ("삼일절", (3, 1)), ("화이트데이", (3, 14)),
    ("stpatrick'sday", (3, 17)), ("st.patrick'sday", (3, 17)), ("stpatricksday", (3, 17)),
    ("aprilfools", (4, 1)), ("aprilfools'day", (4, 1)), ("aprilfool'sday", (4, 1)),
    ("aprilfoolsday", (4, 1)), ("만우절", (4, 1)), ("식목일", (4, 5)), ("mayday", (5, 1)),
    ("근로자의날", (5, 1)), ("노동절", (5, 1)), ("어린이날", (5, 5)), ("어버이날", (5, 8)),
    ("스승의날", (5, 15)), ("현충일", (6, 6)), ("제헌절", (7, 17)), ("광복절", (8, 15)),
    ("국군의날", (10, 1)), ("개천절", (10, 3)), ("한글날", (10, 9)), ("independenceday", (7, 4)),
    ("veteransday", (11, 11)), ("halloween", (10, 31)),
    ("할로윈", (10, 31)), ("핼러윈", (10, 31)), ("빼빼로데이", (11, 11)),
    ("christmaseve", (12, 24)), ("xmaseve", (12, 24)), ("크리스마스이브", (12, 24)),
    ("christmas", (12, 25)), ("christmasday", (12, 25)), ("xmas", (12, 25)),
    ("xmasday", (12, 25)), ("크리스마스", (12, 25)), ("성탄절", (12, 25)), ("boxingday", (12, 26)),
    ("newyear'seve", (12, 31)), ("newyearseve", (12, 31)), ("newyeareve", (12, 31)),
    ("nye", (12, 31)),
  ]
}
