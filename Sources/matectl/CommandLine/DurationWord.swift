internal import Values

/// Durations as people type them: `0.7s`, `250ms`, `90s`, `5m`, `1h30m`, `2d`.
enum DurationWord {
  /// From long to short, in which order they are typed; milliseconds are a thousandth each.
  private static let units: [(name: String, seconds: Double)] = [
    ("w", 604_800), ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1), ("ms", 0),
  ]

  /// Seconds, or nil where the word is no duration; a number alone is seconds.
  static func seconds(_ word: String) -> Double? {
    if let number = number(word[...]) { return number }
    var rest = word[...]
    var units = Self.units[...]
    var total = 0.0
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      let letters = rest.dropFirst(digits.count).prefix { $0.isASCII && $0.isLetter }
      guard let amount = number(digits), let unit = units.firstIndex(where: { $0.name == letters })
      else { return nil }
      // A division is exact where a product with 0.001 is not.
      total += letters == "ms" ? amount / 1000 : amount * units[unit].seconds
      units = units[(unit + 1)...]
      rest = rest.dropFirst(digits.count + letters.count)
    }
    return word.isEmpty || !total.isFinite ? nil : total
  }

  private static func number(_ text: Substring) -> Double? {
    let isDecimal = text.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
    }
    guard isDecimal, text.utf8.first != UInt8(ascii: "."), let value = Double(text),
      value.isFinite
    else { return nil }
    return value
  }

  /// The duration exactly, as it can be typed again: `1h30m`, `0.7s`, `0s`.
  static func word(_ seconds: Double) -> String {
    guard let whole = Int64(exactly: seconds), whole > 0 else {
      return "\(Int64(exactly: seconds).map(String.init) ?? "\(seconds)")s"
    }
    var rest = whole
    var word = ""
    for unit in units.dropFirst().prefix(4) {
      let (count, remainder) = rest.quotientAndRemainder(dividingBy: Int64(unit.seconds))
      if count > 0 { word += "\(count)\(unit.name)" }
      rest = remainder
    }
    return word
  }

  /// The duration in two units at most: `1h 30m`, `2m 05s`, `7.2s`, `350ms`; `1시간 30분`, `2분 5초`.
  static func text(_ seconds: Double, in language: Language = .english) -> String {
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
