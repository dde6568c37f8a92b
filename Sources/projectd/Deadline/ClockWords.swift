internal import CivilTime

/// Times of day: `9:30pm`, `at 5`, `half past 3`, `noon`, `세 시 반`, `15시 30분`.
struct ClockWords {
  private var hour: Int
  private var minute = 0
  private var second = 0
  /// `am` or `pm`, where it is said.
  private var half: DeadlineVocabulary.Half?
  /// Nothing is guessed of `5:00`, nor of noon.
  private var isFull = false
  private var isMoment = false

  /// A time, and whether it belongs to the night of a day and to the next date, as `밤 1시`.
  typealias Resolved = (time: TimeOfDay, isNextNight: Bool)

  /// A time on the clock, to the minute.
  init(at time: TimeOfDay) {
    (hour, minute, isFull) = (time.hour, time.minute, true)
  }

  private init(hour: Int, minute: Int = 0, isFull: Bool = false, isMoment: Bool = false) {
    (self.hour, self.minute, self.isFull, self.isMoment) = (hour, minute, isFull, isMoment)
  }

  /// Reads a time; takes nothing where none stands here.
  static func read(_ scanner: inout WordScanner) -> ClockWords? {
    scanner.attempt { scanner in
      _ = scanner.take("에")
      let isAt = scanner.take("at", "@")
      // Who says `around 5pm` or `5시쯤` wants to be asked at five.
      let isMarked = scanner.take(DeadlineVocabulary.about) != nil || isAt
      let found = scanner.attempt { said(&$0, isMarked: isMarked) }
      if found != nil { _ = scanner.take("쯤", "쯤에", "경", "경에", "즈음", "즈음에") }
      return found
    }
  }

  private static func said(_ scanner: inout WordScanner, isMarked: Bool) -> ClockWords? {
    if let moment = scanner.take(DeadlineVocabulary.moments) {
      return ClockWords(hour: moment.hour, minute: moment.minute, isMoment: true)
    }
    return scanner.attempt(beside) ?? scanner.attempt(korean)
      ?? (isMarked ? scanner.attempt(hourAndMinute) : nil)
      ?? scanner.attempt { digits(&$0, isMarked: isMarked) }
  }

  /// `18h30` behind a day or `at`: alone it may be as well how long something takes.
  private static func hourAndMinute(_ scanner: inout WordScanner) -> ClockWords? {
    guard let hour = scanner.number(limit: 2), scanner.take("h"), scanner.digitCount == 2,
      scanner.isJoined, let minute = scanner.number()
    else { return nil }
    return ClockWords(hour: hour, minute: minute, isFull: true)
  }

  private static func hour(_ scanner: inout WordScanner) -> Int? {
    scanner.number(limit: 2) ?? scanner.take(NumberWords.english.filter { $0.1 <= 12 })
  }

  private static let minutes: [(String, Int)] = [
    ("five", 5), ("ten", 10), ("quarter", 15), ("aquarter", 15), ("twenty", 20),
    ("twentyfive", 25), ("5", 5), ("10", 10), ("20", 20), ("25", 25), ("15", 15),
    ("5minutes", 5), ("10minutes", 10), ("20minutes", 20), ("fiveminutes", 5),
    ("tenminutes", 10), ("twentyminutes", 20),
  ]

  private static let shifts: [(String, Int)] = {
    var shifts: [(String, Int)] = [("halfpast", 30)]
    for (word, count) in minutes {
      shifts.append((word + "past", count))
      shifts.append((word + "after", count))
      for to in ["to", "til", "till"] { shifts.append((word + to, -count)) }
    }
    // As Americans say it; `ten of five` may be a part of them.
    return shifts + [("quarterof", -15), ("aquarterof", -15)]
  }()

  /// `half past 3`, `quarter to five`, `ten to 5`.
  private static func beside(_ scanner: inout WordScanner) -> ClockWords? {
    guard let shift = scanner.take(shifts), let hour = hour(&scanner), hour <= 12 else {
      return nil
    }
    var clock = ClockWords(hour: hour, minute: shift)
    clock.half = scanner.takeJoined(DeadlineVocabulary.meridiem)
    return clock
  }

  /// `세 시`, `15시 30분`, `3시 반`, `세 시 정각`.
  private static func korean(_ scanner: inout WordScanner) -> ClockWords? {
    NumberWords.korean(&scanner, limit: 2) { scanner, hour in
      // `두 시간` is a distance.
      guard !scanner.takes("시간"), scanner.take("시") else { return nil }
      if scanner.take("반") { return ClockWords(hour: hour, minute: 30) }
      let minute = NumberWords.korean(&scanner, limit: 2) { scanner, number in
        scanner.take("분") ? number : nil
      }
      guard let minute else {
        _ = scanner.take("정각")
        // `5시 전까지` is by five, `전날` a word of its own.
        if !scanner.takes("전날") { _ = scanner.take("전까지", "이전까지", "전에", "이전에", "이전", "전") }
        return ClockWords(hour: hour)
      }
      // `3시 10분 전` is ten to three; `3시 10분 전까지` may be by ten past as well.
      let isBack = !scanner.takes("전까지", "전에", "전날") && scanner.take("전")
      return ClockWords(hour: hour, minute: isBack ? -minute : minute)
    }
  }

  /// `9`, `9:30`, `9.30pm`, `nine thirty`, `9 o'clock`; a bare number only where it must be a time.
  private static func digits(_ scanner: inout WordScanner, isMarked: Bool) -> ClockWords? {
    if scanner.digitCount == 4 {
      guard let number = scanner.number(), scanner.take("hours", "hrs", "h") || isMarked else {
        return nil
      }
      return ClockWords(hour: number / 100, minute: number % 100, isFull: true)
    }
    let isWord = scanner.digitCount == 0
    guard let hour = hour(&scanner) else { return nil }
    var clock = ClockWords(hour: hour)
    if scanner.take(":") {
      guard let minute = scanner.number(limit: 2) else { return nil }
      (clock.minute, clock.isFull) = (minute, true)
      if scanner.take(":") {
        guard let second = scanner.number(limit: 2) else { return nil }
        clock.second = second
      }
      clock.half = scanner.takeJoined(DeadlineVocabulary.meridiem)
      return clock.half == nil || (1...12).contains(hour) ? clock : nil
    }
    if let minute = scanner.attempt({ minuteBehindPoint(&$0, of: hour) }) {
      (clock.minute, clock.isFull) = (minute, true)
      return clock
    }
    if let minute = scanner.attempt(minuteBeforeHalf) { clock.minute = minute }
    // `5p` and `5 a` are not the same.
    let isShort = scanner.isJoined
    clock.half =
      scanner.takeJoined(DeadlineVocabulary.meridiem)
      ?? (isShort ? scanner.takeWord([("a", .am), ("p", .pm)]) : nil)
    // `13pm` is a slip of somebody's, and nobody knows of which.
    if clock.half != nil { return (1...12).contains(hour) ? clock : nil }
    if scanner.take("o'clock", "oclock") { return clock }
    // `six thirty` is a time, `6 30` may be anything.
    if let minute = scanner.attempt(wordMinute) {
      clock.minute = minute
      return isMarked || isWord ? clock : nil
    }
    return isMarked || isBeforePart(scanner) ? clock : nil
  }

  /// Whether a part of the day follows, with its day or without: `6 tomorrow morning`.
  private static func isBeforePart(_ scanner: WordScanner) -> Bool {
    var ahead = scanner
    if ahead.take(DeadlineVocabulary.halvesOfToday) != nil { return true }
    let isDay =
      ahead.take(DeadlineVocabulary.days) ?? ahead.takeJoined(DeadlineVocabulary.weekdays)?.rawValue
    return ahead.takes("inthemorning", "intheafternoon", "intheevening", "atnight")
      || isDay != nil && ahead.takes("morning", "afternoon", "evening", "night")
  }

  /// The minutes of `16.30` and `9.00`: no month is the thirtieth, no day of the sixteenth, and none
  /// the zeroth.
  private static func minuteBehindPoint(_ scanner: inout WordScanner, of hour: Int) -> Int? {
    guard hour < 24, scanner.take("."), scanner.digitCount == 2,
      let minute = scanner.number(limit: 2), !scanner.takes(".")
    else { return nil }
    var ahead = scanner
    // `9.00pm` is for who reads the half.
    guard
      minute == 0
        ? ahead.takeJoined(DeadlineVocabulary.meridiem) == nil
        : hour > 12 && (13..<60).contains(minute)
    else { return nil }
    return minute
  }

  /// `before 4pm`, `by 5`, `18h30`, behind a day.
  static func bound(_ scanner: inout WordScanner) -> ClockWords? {
    if let clock = scanner.attempt(hourAndMinute) { return clock }
    guard scanner.take("by", "before", "until", "till") else { return nil }
    return read(&scanner) ?? hourAlone(&scanner)
  }

  /// `5` behind `by`, where it can be nothing else: `by 5`, `by 5 tomorrow`.
  static func hourAlone(_ scanner: inout WordScanner) -> ClockWords? {
    guard let hour = scanner.number(limit: 2), (1...12).contains(hour) else { return nil }
    let isDay = scanner.takes(
      "on", "tod", "tom", "tmr", "tonight", "mon", "tue", "wed", "thu", "fri", "sat", "sun")
    return scanner.isAtEnd || isDay ? ClockWords(hour: hour) : nil
  }

  /// The minutes of `5.30pm` and `five thirty pm`.
  private static func minuteBeforeHalf(_ scanner: inout WordScanner) -> Int? {
    let minute = scanner.take(".") ? scanner.number(limit: 2) : wordMinute(&scanner)
    var ahead = scanner
    return ahead.takeJoined(DeadlineVocabulary.meridiem) == nil ? nil : minute
  }

  private static func wordMinute(_ scanner: inout WordScanner) -> Int? {
    scanner.take(NumberWords.english.filter { $0.1 >= 10 && $0.1 < 60 })
  }

  // MARK: Which half of the day

  /// The time in a part of the day that is said beside it; nil where the two contradict.
  func time(in part: DeadlineVocabulary.Half?) -> Resolved? {
    let found: Resolved?
    if let half {
      found = Self.time(hour, half).flatMap { moved($0) }
    } else if isMoment {
      found = full
    } else if part == .night, hour == 12, minute == 0 {
      // Midnight is the end of the day whose night it is.
      found = TimeOfDay(hour: 23, minute: 59).map { ($0, false) }
    } else if let part, !isFull || (1...12).contains(hour) {
      found = Self.time(hour, part).flatMap { moved($0) }
      if isFull, found == nil { return fits(part, full) ? full : nil }
      return found
    } else if isFull {
      found = full
    } else {
      // From 1 to 6 the afternoon is meant, as people say it.
      found = moved(((1...6).contains(hour) ? hour + 12 : hour, false))
    }
    guard let part else { return found }
    return fits(part, found) ? found : nil
  }

  /// `at 8`, of which nothing tells the half of the day: from 7 to 11 people mean either.
  var isEitherHalf: Bool { half == nil && !isFull && !isMoment && (7...11).contains(hour) }

  private var full: Resolved? {
    TimeOfDay(hour: hour, minute: minute, second: second).map { ($0, false) }
  }

  /// Minutes may be negative: `quarter to five`.
  private func moved(_ at: (hour: Int, isNextNight: Bool)) -> Resolved? {
    let minutes = at.hour * 60 + minute
    guard minutes >= 0, minute < 60 else { return nil }
    return TimeOfDay(hour: minutes / 60, minute: minutes % 60, second: second)
      .map { ($0, at.isNextNight) }
  }

  private func fits(_ part: DeadlineVocabulary.Half, _ found: Resolved?) -> Bool {
    guard let hour = found?.time.hour else { return false }
    switch part {
    case .am, .forenoon: return hour < 12
    case .morning: return (5..<12).contains(hour)
    case .dawn: return hour < 7
    case .noonish, .afternoon: return (11..<19).contains(hour)
    case .pm: return hour >= 12
    case .evening: return hour >= 16
    case .night: return hour >= 17
    }
  }

  /// The hour of 24 that an hour in a part of the day is.
  private static func time(_ hour: Int, _ half: DeadlineVocabulary.Half) -> (Int, Bool)? {
    switch (half, hour) {
    case (.am, 0...12), (.dawn, 1...6), (.dawn, 12): (hour % 12, false)
    case (.morning, 5...11), (.forenoon, 1...11), (.noonish, 11...12): (hour, false)
    case (.pm, 1...12): (hour % 12 + 12, false)
    case (.pm, 13...23), (.night, 17...23), (.evening, 16...23), (.noonish, 12...17): (hour, false)
    case (.afternoon, 12...18): (hour, false)
    case (.noonish, 1...5), (.afternoon, 1...6), (.evening, 4...11), (.night, 6...11):
      (hour + 12, false)
    case (.night, 12), (.night, 1...4): (hour % 12, true)
    default: nil
    }
  }
}
