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

  /// The duration in two units at most: `1h 30m`, `2m 05s`, `7.2s`, `350ms`.
  static func text(_ seconds: Double) -> String {
    let sign = seconds < 0 ? "-" : ""
    let seconds = abs(seconds)
    if seconds == 0 { return "0s" }
    // What would be rounded up to a whole unit is shown in that unit.
    if (seconds * 1000).rounded() < 1000 {
      return "\(sign)\(Int((seconds * 1000).rounded()))ms"
    }
    if (seconds * 10).rounded() < 600 {
      let tenths = Int((seconds * 10).rounded())
      return tenths % 10 == 0 ? "\(sign)\(tenths / 10)s" : "\(sign)\(tenths / 10).\(tenths % 10)s"
    }
    guard let whole = Int64(exactly: seconds.rounded()) else { return "\(sign)\(seconds)s" }
    if whole < 3600 { return "\(sign)\(whole / 60)m \(twoDigits(whole % 60))s" }
    if whole < 86_400 { return "\(sign)\(whole / 3600)h \(twoDigits(whole / 60 % 60))m" }
    return "\(sign)\(whole / 86_400)d \(twoDigits(whole / 3600 % 24))h"
  }

  private static func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
