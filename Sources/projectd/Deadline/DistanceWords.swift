/// Distances from now: `+3d`, `in 2 weeks`, `an hour and a half`, `3일 후`, `석 달 뒤`, `3 days ago`.
struct DistanceWords {
  let count: Int
  let unit: DeadlineVocabulary.Unit
  /// Of hours and minutes the whole distance; nil for days and longer.
  let seconds: Int?
  /// `5m` is five minutes to some and five months to others.
  let isAmbiguous: Bool
  /// Whether `in`, `뒤` or a sign says that it is a distance from now.
  private(set) var isMarked = false
  /// Whether `뒤` or `later` says so, which may count from what stands before: `추석 사흘 뒤`.
  private(set) var isBehind = false

  /// Reads a distance; takes nothing where none stands here.
  static func read(_ scanner: inout WordScanner) -> DistanceWords? {
    scanner.attempt { scanner in
      let isBack = scanner.take("-")
      let isWithin = scanner.take("inthenext", "withinthenext")
      let isAhead =
        isBack || isWithin
        || scanner.take("+", "in", "after", "within", "지금부터", "앞으로", "오늘부터")
      let isOfWorkdays = scanner.take("영업일", "영업일기준", "영업일기준으로", "평일기준", "평일기준으로")
      let isAbout = scanner.take(DeadlineVocabulary.about) != nil
      let isClock = !isAhead && scanner.digitCount == 4
      let one = isWithin ? scanner.takeWord(DeadlineVocabulary.singular).map { whole(1, $0) } : nil
      let hour = isAhead ? scanner.take([("thehour", 1)]).map { whole($0, .hour) } : nil
      guard let (found, isKorean) = (one ?? hour).map({ ($0, false) }) ?? amount(&scanner) else {
        return nil
      }
      // Of days nobody knows how many are about three.
      guard !(isAbout || isKorean && scanner.take("쯤", "정도")) || found.seconds != nil else {
        return nil
      }
      guard !isOfWorkdays || found.unit == .day else { return nil }
      let minutes = isAhead ? scanner.attempt { minutesBehind(found, &$0) } : nil
      var amount = isOfWorkdays ? whole(found.count, .workday) : minutes ?? found
      if scanner.take("전") { return isBack ? nil : amount.back }
      let isBehind = scanner.take(behind)
      if scanner.take("ago") {
        amount.isMarked = true
        return isBack || isBehind != nil ? nil : amount.back
      }
      // `1600 hours` is four in the afternoon.
      if isClock, isBehind == nil, amount.unit == .hour { return nil }
      // `21일` is the 21st and `21일 후` a distance.
      if isKorean, isBehind == nil, !isAhead, !isOfWorkdays { return nil }
      _ = scanner.take("까지", "에")
      amount.isMarked = isAhead || isOfWorkdays || isBehind != nil
      amount.isBehind = !isAhead && isBehind == true
      return isBack ? amount.back : amount
    }
  }

  /// The minutes of `in 1h30`.
  private static func minutesBehind(_ hours: DistanceWords, _ scanner: inout WordScanner)
    -> DistanceWords?
  {
    guard hours.unit == .hour, scanner.isJoined, scanner.digitCount == 2,
      let minutes = scanner.number(), minutes < 60
    else { return nil }
    return whole(hours.count * 60 + minutes, .minute)
  }

  /// Said behind a distance, and whether it leads to a point that far away, and not up to it.
  private static let behind: [(String, Bool)] =
    ["후", "뒤", "후에", "뒤에", "지나서", "later"].map { ($0, true) }
    + [
      "있다가", "이따가", "이따", "안에", "안으로", "이내", "이내에", "이내로", "내로", "내에", "내", "fromnow",
      "fromtoday", "hence", "time", "'stime", "'time", "stime", "s'time",
    ].map { ($0, false) }

  /// A length alone, of days and more: `8 weeks`, `두 달간`; nil where anything else is said.
  static func length(_ text: String) -> DistanceWords? {
    var scanner = WordScanner(text)
    guard let (found, _) = amount(&scanner), found.seconds == nil, !found.isAmbiguous else {
      return nil
    }
    _ = scanner.take("동안", "간", "동안만")
    return scanner.isAtEnd ? found : nil
  }

  /// One part of a distance in several units; nil of what may be either of two.
  static func part(_ scanner: inout WordScanner) -> (distance: DistanceWords, isKorean: Bool)? {
    guard let found = amount(&scanner), !found.0.isAmbiguous, found.0.unit != .workday else {
      return nil
    }
    return found
  }

  private init(_ count: Int, _ unit: DeadlineVocabulary.Unit, seconds: Int?, isAmbiguous: Bool) {
    (self.count, self.unit, self.seconds) = (count, unit, seconds)
    self.isAmbiguous = isAmbiguous
  }

  /// The same into the past.
  var back: DistanceWords {
    var back = DistanceWords(
      -count, unit, seconds: seconds.map { -$0 }, isAmbiguous: isAmbiguous)
    back.isMarked = isMarked
    return back
  }

  private static func amount(_ scanner: inout WordScanner) -> (DistanceWords, isKorean: Bool)? {
    if let (count, unit) = scanner.take(DeadlineVocabulary.distances) {
      return (whole(count, unit), true)
    }
    if let (count, unit) = scanner.take(DeadlineVocabulary.englishDistances) {
      return (whole(count, unit), false)
    }
    if let english = scanner.attempt(english) { return (english, false) }
    return scanner.attempt(korean).map { ($0, true) }
  }

  private static func whole(_ count: Int, _ unit: DeadlineVocabulary.Unit) -> DistanceWords {
    let size: Int? = unit == .hour ? 3600 : unit == .minute ? 60 : nil
    return DistanceWords(count, unit, seconds: size.map { $0 * count }, isAmbiguous: false)
  }

  private static func english(_ scanner: inout WordScanner) -> DistanceWords? {
    // `year from now`
    let one = scanner.attempt { scanner -> DeadlineVocabulary.Unit? in
      guard let unit = scanner.take(DeadlineVocabulary.singular) else { return nil }
      return scanner.takes("fromnow", "fromtoday") ? unit : nil
    }
    if let one { return whole(1, one) }
    guard let count = scanner.number() ?? scanner.take(NumberWords.counts) else {
      return nil
    }
    // `3 dec` and `3 may` are dates, though `3d` and `3m` are distances.
    var ahead = scanner
    guard ahead.takeJoined(DeadlineVocabulary.months) == nil else { return nil }
    if scanner.take("andahalfhours", ".5hours", ".5hour", ".5h") {
      return whole(count * 60 + 30, .minute)
    }
    if scanner.take(DeadlineVocabulary.workdayUnits) != nil { return whole(count, .workday) }
    guard let unit = scanner.takeWord(DeadlineVocabulary.units) else {
      // Nobody says 30 months; up to a year both are said.
      guard scanner.takeWord([("m", true)]) != nil else { return nil }
      let minutes = whole(count, .minute)
      return count > 12
        ? minutes
        : DistanceWords(count, .minute, seconds: minutes.seconds, isAmbiguous: true)
    }
    guard unit == .hour else { return whole(count, unit) }
    if scanner.take("andahalf") { return whole(count * 60 + 30, .minute) }
    let minutes = scanner.attempt { scanner -> Int? in
      _ = scanner.take("and", ",")
      guard let number = scanner.number(limit: 2) ?? scanner.take(NumberWords.english) else {
        return nil
      }
      return scanner.take("minutes", "minute", "mins", "min", "m") ? number : nil
    }
    return minutes.map { whole(count * 60 + $0, .minute) } ?? whole(count, .hour)
  }

  private static func korean(_ scanner: inout WordScanner) -> DistanceWords? {
    NumberWords.korean(&scanner) { scanner, count in
      guard let unit = scanner.take(DeadlineVocabulary.koreanUnits) else { return nil }
      // Half of a year is six months, and of a month nobody counts the days.
      if unit == .year, scanner.take("반") { return whole(count * 12 + 6, .month) }
      guard unit == .hour else { return whole(count, unit) }
      if scanner.take("반") { return whole(count * 60 + 30, .minute) }
      let minutes = NumberWords.korean(&scanner, limit: 2) { scanner, number in
        scanner.take("분") ? number : nil
      }
      return minutes.map { whole(count * 60 + $0, .minute) } ?? whole(count, .hour)
    }
  }
}
