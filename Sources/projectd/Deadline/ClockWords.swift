internal import CivilTime

/// Times of day: `9:30pm`, `at 5`, `half past 3`, `noon`, `오후 세 시 반`, `새벽 2시`, `밤 1시`.
struct ClockWords {
  let time: TimeOfDay
  /// `밤 1시`: it belongs to the night of a day, and to the next date.
  var isNextNight = false

  /// Reads a time; takes nothing where none stands here.
  static func read(_ scanner: inout WordScanner) -> ClockWords? {
    scanner.attempt { scanner in
      _ = scanner.take("에")
      let isMarked = scanner.take("at", "@")
      guard let found = clock(&scanner, isMarked: isMarked) else { return nil }
      _ = scanner.take("까지", "에")
      return found
    }
  }

  private static func clock(_ scanner: inout WordScanner, isMarked: Bool) -> ClockWords? {
    if let moment = scanner.take(DeadlineVocabulary.moments) { return ClockWords(time: moment) }
    if let past = scanner.attempt(beside) { return past }
    let half = scanner.take(DeadlineVocabulary.halves)
    // `tonight at 8`.
    let isMarked = scanner.take("at", "@") || isMarked
    // Native numbers are followed by `시`; `두 시간` is a distance.
    if let spoken = scanner.attempt({ scanner -> Int? in
      guard let hour = scanner.take(DeadlineVocabulary.koreanCounts) else { return nil }
      return scanner.take("시") ? hour : nil
    }) {
      return korean(spoken, half, &scanner)
    }
    guard let hour = scanner.number(limit: 2) ?? english(&scanner, isMarked) else { return nil }
    if scanner.take("시") { return korean(hour, half, &scanner) }
    if scanner.take(":") { return digits(hour, half, &scanner) }
    if let minute = scanner.attempt({ scanner -> Int? in
      guard scanner.take("."), let minute = scanner.number(limit: 2) else { return nil }
      var ahead = scanner
      return ahead.take(DeadlineVocabulary.meridiem) == nil ? nil : minute
    }) {
      return scanner.take(DeadlineVocabulary.meridiem).flatMap { time(hour, minute, $0) }
    }
    if let meridiem = scanner.take(DeadlineVocabulary.meridiem) {
      // `tonight 8pm` says it twice; `오후 9am` contradicts itself.
      guard half == nil || half == .night && meridiem == .pm else { return nil }
      return time(hour, 0, meridiem)
    }
    let isHour = scanner.take("o'clock", "oclock", "o’clock")
    return isHour || isMarked ? time(hour, 0, half) : nil
  }

  private static func english(_ scanner: inout WordScanner, _ isMarked: Bool) -> Int? {
    scanner.take(DeadlineVocabulary.counts.filter { $0.0.count > 2 })
  }

  /// `half past 3`, `quarter to five`, `ten to 5`.
  private static func beside(_ scanner: inout WordScanner) -> ClockWords? {
    guard
      let shift = scanner.take([
        ("halfpast", 30), ("quarterpast", 15), ("aquarterpast", 15), ("quarterto", -15),
        ("aquarterto", -15), ("tento", -10), ("10to", -10), ("tenpast", 10), ("10past", 10),
        ("fiveto", -5), ("5to", -5), ("fivepast", 5), ("5past", 5), ("twentyto", -20),
        ("20to", -20), ("twentypast", 20), ("20past", 20),
      ]),
      let hour = scanner.number(limit: 2) ?? english(&scanner, true)
    else { return nil }
    let meridiem = scanner.take(DeadlineVocabulary.meridiem)
    guard let full = time(hour, 0, meridiem)?.time else { return nil }
    let minutes = full.hour * 60 + shift
    guard minutes >= 0 else { return nil }
    return TimeOfDay(hour: minutes / 60, minute: minutes % 60).map { ClockWords(time: $0) }
  }

  private static func korean(
    _ hour: Int, _ half: DeadlineVocabulary.Half?, _ scanner: inout WordScanner
  ) -> ClockWords? {
    if scanner.take("반") { return time(hour, 30, half) }
    let minute = scanner.attempt { scanner -> Int? in
      guard let number = scanner.number(limit: 2) else { return nil }
      return scanner.take("분") ? number : nil
    }
    return time(hour, minute ?? 0, half)
  }

  /// The minutes, seconds and half of the day behind `9:`; without a half it is of 24 hours.
  private static func digits(
    _ hour: Int, _ half: DeadlineVocabulary.Half?, _ scanner: inout WordScanner
  ) -> ClockWords? {
    guard let minute = scanner.number(limit: 2) else { return nil }
    var second = 0
    if scanner.take(":") {
      guard let number = scanner.number(limit: 2) else { return nil }
      second = number
    }
    let meridiem = scanner.take(DeadlineVocabulary.meridiem)
    guard half == nil || meridiem == nil else { return nil }
    if let half = meridiem ?? half {
      return time(hour, minute, half, second: second)
    }
    return TimeOfDay(hour: hour, minute: minute, second: second).map { ClockWords(time: $0) }
  }

  /// Hours of each half; without one from 1 to 6 the afternoon is meant, as people say it.
  private static func time(
    _ hour: Int, _ minute: Int, _ half: DeadlineVocabulary.Half?, second: Int = 0
  ) -> ClockWords? {
    func at(_ hour: Int, nextNight: Bool = false) -> ClockWords? {
      TimeOfDay(hour: hour, minute: minute, second: second)
        .map { ClockWords(time: $0, isNextNight: nextNight) }
    }
    guard let half else { return at((1...6).contains(hour) ? hour + 12 : hour) }
    switch (half, hour) {
    case (.am, 0...12), (.dawn, 1...6), (.dawn, 12): return at(hour % 12)
    case (.morning, 5...11), (.noonish, 11...12): return at(hour)
    case (.pm, 1...12): return at(hour % 12 + 12)
    case (.pm, 13...23), (.night, 18...23), (.evening, 17...23), (.noonish, 12...17):
      return at(hour)
    case (.noonish, 1...5), (.evening, 5...11), (.night, 6...11): return at(hour + 12)
    case (.night, 12), (.night, 1...4): return at(hour % 12, nextNight: true)
    default: return nil
    }
  }
}
