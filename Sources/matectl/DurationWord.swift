/// Durations as people type them: `0.7s`, `250ms`, `90s`, `5m`, `1h30m`, `2d`.
enum DurationWord {
  private static let units: [(name: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400), ("w", 604_800),
  ]

  /// Seconds, or nil where the word is no duration; a number alone is seconds.
  static func seconds(_ word: String) -> Double? {
    if let number = number(word[...]) { return number }
    var rest = word[...]
    var total = 0.0
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      let letters = rest.dropFirst(digits.count).prefix { $0.isASCII && $0.isLetter }
      guard let amount = number(digits), let unit = units.first(where: { $0.name == letters })
      else { return nil }
      total += amount * unit.seconds
      rest = rest.dropFirst(digits.count + letters.count)
    }
    return word.isEmpty ? nil : total
  }

  private static func number(_ text: Substring) -> Double? {
    guard let first = text.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
      let value = Double(text), value.isFinite
    else { return nil }
    return value
  }

  /// The duration in two units at most: `1h 30m`, `2m 05s`, `7.2s`, `350ms`.
  static func text(_ seconds: Double) -> String {
    let sign = seconds < 0 ? "-" : ""
    let seconds = abs(seconds)
    if seconds == 0 { return "0s" }
    if seconds < 1 { return "\(sign)\(Int((seconds * 1000).rounded()))ms" }
    if seconds < 60 {
      let tenths = Int((seconds * 10).rounded())
      return tenths % 10 == 0 ? "\(sign)\(tenths / 10)s" : "\(sign)\(tenths / 10).\(tenths % 10)s"
    }
    let whole = Int(seconds.rounded())
    if whole < 3600 { return "\(sign)\(whole / 60)m \(twoDigits(whole % 60))s" }
    if whole < 86_400 { return "\(sign)\(whole / 3600)h \(twoDigits(whole / 60 % 60))m" }
    return "\(sign)\(whole / 86_400)d \(twoDigits(whole / 3600 % 24))h"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
