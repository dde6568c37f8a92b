/// Durations as people read them; how they are typed is ``DurationReading``'s.
package enum DurationWord {
  private static let units: [(name: String, seconds: Int64)] = [
    ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
  ]

  /// The duration exactly, as it can be typed again: `1h30m`, `0.7s`, `0s`.
  package static func word(_ seconds: Double) -> String {
    guard let whole = Int64(exactly: seconds), whole > 0 else {
      return "\(Int64(exactly: seconds).map(String.init) ?? "\(seconds)")s"
    }
    var rest = whole
    var word = ""
    for unit in units {
      let (count, remainder) = rest.quotientAndRemainder(dividingBy: unit.seconds)
      if count > 0 { word += "\(count)\(unit.name)" }
      rest = remainder
    }
    return word
  }

  /// The duration in two units at most: `1h 30m`, `2m 05s`, `7.2s`, `350ms`; `1시간 30분`, `2분 5초`.
  package static func text(_ seconds: Double, in language: Language = .english) -> String {
    let sign = seconds < 0 ? "-" : ""
    let seconds = abs(seconds)
    let isKorean = language == .korean
    if seconds == 0 { return isKorean ? "0초" : "0s" }
    // What would be rounded up to a whole unit is shown in that unit.
    if (seconds * 1000).rounded() < 1000 {
      return "\(sign)\(Int((seconds * 1000).rounded()))\(isKorean ? "밀리초" : "ms")"
    }
    if (seconds * 10).rounded() < 600 {
      let tenths = Int((seconds * 10).rounded())
      let number = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
      return "\(sign)\(number)\(isKorean ? "초" : "s")"
    }
    guard let whole = Int64(exactly: seconds.rounded()) else {
      return "\(sign)\(seconds)\(isKorean ? "초" : "s")"
    }
    let (first, second) = twoUnits(whole)
    if isKorean {
      let rest = second.count == 0 ? "" : " \(second.count)\(second.korean)"
      return "\(sign)\(first.count)\(first.korean)\(rest)"
    }
    let padding = second.count < 10 ? "0" : ""
    return "\(sign)\(first.count)\(first.name) \(padding)\(second.count)\(second.name)"
  }

  private typealias Amount = (count: Int64, name: String, korean: String)

  private static func twoUnits(_ seconds: Int64) -> (Amount, Amount) {
    if seconds < 3600 { return ((seconds / 60, "m", "분"), (seconds % 60, "s", "초")) }
    if seconds < 86_400 {
      return ((seconds / 3600, "h", "시간"), (seconds / 60 % 60, "m", "분"))
    }
    return ((seconds / 86_400, "d", "일"), (seconds / 3600 % 24, "h", "시간"))
  }
}
