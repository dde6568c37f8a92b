internal import IPCProtocol
internal import Queueing
internal import Values

/// Reads what a manager types of times, arrivals and targets; in English and Korean units.
enum PlanWords {
  /// What is wrong with words, and how such words look.
  private static func refusal(_ words: String, _ what: LocalizedText, _ example: String)
    -> BankError
  {
    BankError(
      .planWords,
      ["words": .string(words), "what": what.jsonValue, "example": .string(example)])
  }

  // MARK: Times

  /// `exponential 4m`, `fixed 0.7s`, `uniform 1m 6m`, `samples 30s,60s`, or a fixed time alone.
  static func time(_ words: String) throws(BankError) -> ServiceTime {
    if let time = readTime(words) { return time }
    throw refusal(
      words,
      LocalizedText(
        en: "time of a service, which is a millisecond to a day, the shorter of two first",
        ko: "업무 시간(1밀리초~하루, 둘이면 짧은 것 먼저)"), "exponential 4m` or `uniform 1m 6m")
  }

  /// The same of how long somebody waits before he leaves.
  static func patience(_ words: String) throws(BankError) -> ServiceTime {
    if let time = readTime(words) { return time }
    throw refusal(
      words, LocalizedText(en: "patience, which is a millisecond to a day", ko: "기다리는 시간(1밀리초~하루)"),
      "exponential 10m")
  }

  private static func readTime(_ words: String) -> ServiceTime? {
    let parts = words.lowercased().split { $0 == " " || $0 == "," }.map(String.init)
    guard let kind = parts.first else { return nil }
    let times = parts.dropFirst().map { microseconds($0) }
    guard times.allSatisfy({ $0 != nil }) else { return nil }
    let durations = times.compactMap { $0 }
    switch (kind, durations.count) {
    case ("fixed", 1), ("고정", 1): return .fixed(durations[0])
    case ("exponential", 1), ("지수", 1): return .exponential(durations[0])
    case ("uniform", 2) where durations[0] <= durations[1],
      ("균등", 2) where durations[0] <= durations[1]:
      return .uniform(durations[0], durations[1])
    case ("samples", 1...ServiceTime.maximumSamples), ("empirical", 1...ServiceTime.maximumSamples),
      ("실측", 1...ServiceTime.maximumSamples), ("표본", 1...ServiceTime.maximumSamples):
      return .empirical(ServiceTime.Samples(durations))
    case (_, 0): return microseconds(kind).map { .fixed($0) }
    default: return nil
    }
  }

  /// A duration within the bounds of a service.
  static func microseconds(_ word: String) -> Int64? {
    guard let seconds = DurationReading.seconds(word) else { return nil }
    let duration = (seconds * 1e6).rounded()
    guard duration >= Double(ServiceTime.shortest), duration <= Double(ServiceTime.longest) else {
      return nil
    }
    return Int64(duration)
  }

  /// Customers who are not counted: a number of them; nil is for `auto`.
  static func warmUp(_ words: String) throws(BankError) -> Int? {
    if ["auto", "자동"].contains(words.lowercased()) { return nil }
    guard let customers = Int(words), (0...1_000_000_000).contains(customers) else {
      throw refusal(words, LocalizedText(en: "warm-up", ko: "준비 고객 수"), "20000")
    }
    return customers
  }

  // MARK: Arrivals

  /// `60/h`, `1.5/m`, `every 25s`, or one rate an hour: `20,35,60/h`.
  static func arrivals(_ words: String) throws(BankError) -> Arrivals {
    if let arrivals = readArrivals(words) { return arrivals }
    // Another service in the same words is another option.
    let next = words.split(separator: ",").dropFirst().first { $0.contains("=") }
    let example =
      next.map { "--arrivals loan=60/h --arrivals \($0.drop { $0 == " " })" } ?? "60/h"
    throw refusal(
      words,
      LocalizedText(
        en: "rate of arrivals, above 0.001 an hour and up to 1000 a second",
        ko: "도착률(한 시간에 0.001명 초과, 1초에 1000명까지)"), example)
  }

  private static func readArrivals(_ words: String) -> Arrivals? {
    let text = words.lowercased().trimming
    for word in ["마다"] where text.hasSuffix(word) {
      return microseconds(String(text.dropLast(word.count))).map { .even(every: $0) }
    }
    for word in ["every ", "매 "] where text.hasPrefix(word) {
      return microseconds(String(text.dropFirst(word.count))).map { .even(every: $0) }
    }
    guard let slash = text.lastIndex(of: "/") else { return nil }
    let unit = text[text.index(after: slash)...].trimming
    guard unit.contains(where: \.isLetter), unit.allSatisfy(\.isLetter),
      let scale = DurationReading.seconds("1" + unit)
    else { return nil }
    let numbers = text[..<slash].split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0.trimming) }
    guard numbers.allSatisfy({ $0.map { $0.isFinite && $0 >= 0 && $0 / scale <= 1000 } ?? false })
    else { return nil }
    let hourly = numbers.compactMap { $0.map { $0 * 3600 / scale } }
    if hourly.count > 1 {
      guard scale == 3600, hourly.count <= 24, hourly.contains(where: { $0 > 0 }) else {
        return nil
      }
      return .hourly(hourly)
    }
    guard let rate = hourly.first, rate > 0.001 else { return nil }
    return .chance(every: 3.6e9 / rate)
  }

  // MARK: Targets

  /// `90% within 5m`, `90% 5분`: the share, and microseconds; a time alone is for nine of ten.
  static func target(_ words: String) throws(BankError) -> (share: Double, within: Int64) {
    if let target = readTarget(words) { return target }
    if let within = microseconds(words.trimming) { return (WaitTarget.usualShare, within) }
    throw refusal(
      words,
      LocalizedText(
        en: "target, which is a share above 0% and below 100% and a time",
        ko: "목표(0% 초과 100% 미만의 비율과 시간)"), "90% within 5m")
  }

  /// The same; nil for `none`.
  static func waitTarget(_ words: String) throws(BankError) -> WaitTarget? {
    if ["none", "없음"].contains(words.lowercased().trimming) { return nil }
    let target = try target(words)
    return WaitTarget(within: target.within, share: target.share)
  }

  /// `5% 30s`: the share that does not come, and how long a teller waits for them.
  static func noShows(_ words: String) throws(BankError) -> Scenario.NoShows {
    guard let read = readTarget(words) else {
      throw refusal(words, LocalizedText(en: "share of no-shows", ko: "부재 비율"), "5% 30s")
    }
    return Scenario.NoShows(share: read.share, time: read.within)
  }

  private static func readTarget(_ words: String) -> (share: Double, within: Int64)? {
    let parts = words.lowercased().split(separator: " ").map(String.init)
      .filter { !["within", "in", "안에", "이내", "이내에"].contains($0) }
    // `5분 이내 90%` as well.
    if let last = parts.last, last.hasSuffix("%"), !parts[0].hasSuffix("%") {
      return readTarget(([last] + parts.dropLast()).joined(separator: " "))
    }
    guard parts.count > 1, parts[0].hasSuffix("%"),
      let percent = Double(parts[0].dropLast()), percent > 0, percent < 100,
      let within = microseconds(parts.dropFirst().joined(separator: " "))
    else { return nil }
    return (percent / 100, within)
  }
}

extension StringProtocol {
  /// Without blanks at both ends.
  fileprivate var trimming: String {
    var text = self[...]
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
