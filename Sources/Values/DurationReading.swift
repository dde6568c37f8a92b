/// Durations as people type them, in both languages: `90s`, `1h30m`, `5 min`, `3분`, `1시간 30분`.
package enum DurationReading {
  private struct Unit {
    let seconds: Double
    let names: [String]
  }

  /// From long to short, in which order they are typed.
  private static let units = [
    Unit(seconds: 604_800, names: ["w", "week", "weeks", "주", "주일"]),
    Unit(seconds: 86_400, names: ["d", "day", "days", "일"]),
    Unit(seconds: 3600, names: ["h", "hr", "hrs", "hour", "hours", "시간"]),
    Unit(seconds: 60, names: ["m", "min", "mins", "minute", "minutes", "분"]),
    Unit(seconds: 1, names: ["s", "sec", "secs", "second", "seconds", "초"]),
    Unit(seconds: 0.001, names: ["ms", "밀리초"]),
  ]

  /// Seconds, or nil where the words are no duration; a number alone is seconds.
  ///
  /// Every unit stands once, the longer before the shorter, so that a slip such as `30s1h` is not
  /// guessed at.
  package static func seconds(_ words: some StringProtocol) -> Double? {
    if let number = number(Substring(words)) { return number }
    var rest = Substring(words.lowercased())
    var units = Self.units[...]
    var total = 0.0
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(digits.count).drop { $0 == " " }
      let name = rest.prefix { $0.isLetter }
      guard let amount = number(digits),
        let unit = units.firstIndex(where: { $0.names.contains(String(name)) })
      else { return nil }
      // A division is exact where a product with 0.001 is not.
      let seconds = units[unit].seconds
      total += seconds < 1 ? amount / 1000 : amount * seconds
      units = units[(unit + 1)...]
      rest = rest.dropFirst(name.count)
      let blanks = rest.prefix { $0 == " " }
      rest = rest.dropFirst(blanks.count)
      if rest.isEmpty, !blanks.isEmpty { return nil }
    }
    return words.isEmpty || !total.isFinite ? nil : total
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
}
