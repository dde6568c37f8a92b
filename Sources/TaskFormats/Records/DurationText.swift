internal import CivilTime

/// Durations as RFC 5545, section 3.3.6, writes them: `-PT15M`, `P1W`, `P1DT12H`.
enum DurationText {
  /// No reminder is further away than this: 20 years, in seconds.
  static let limit = 20 * 366 * 86_400

  /// Signed seconds; nil where it is no duration or beyond ``limit``.
  static func seconds(_ text: some StringProtocol) -> Int? {
    var scanner = CharacterScanner(text)
    let sign = scanner.take("-") ? -1 : 1
    if sign > 0 { _ = scanner.take("+") }
    guard scanner.take("P"), !scanner.isAtEnd else { return nil }
    var seconds = 0
    var units: [(Unicode.Scalar, Int)] = [("W", 604_800), ("D", 86_400)]
    while !scanner.isAtEnd {
      if scanner.take("T") {
        guard units.last?.0 == "D" || units.isEmpty, !scanner.isAtEnd else { return nil }
        units = [("H", 3600), ("M", 60), ("S", 1)]
      }
      guard let number = scanner.number(),
        let index = units.firstIndex(where: { scanner.take($0.0) })
      else { return nil }
      seconds += number * units[index].1
      let isLarge = units[index].1 >= 86_400
      units.removeFirst(index + 1)
      guard seconds <= limit, isLarge || units.first?.0 != "D" else { return nil }
    }
    return sign * seconds
  }

  /// Days where there are whole ones, then hours, minutes and seconds; `PT0S` for nothing.
  static func text(seconds: Int) -> String {
    let size = seconds.magnitude
    var text = seconds < 0 ? "-P" : "P"
    if size >= 86_400 { text += "\(size / 86_400)D" }
    let rest: [(UInt, String)] = [
      (size % 86_400 / 3600, "H"), (size % 3600 / 60, "M"), (size % 60, "S"),
    ]
    let parts = rest.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }
    if !parts.isEmpty { text += "T" + parts.joined() }
    return size == 0 ? "PT0S" : text
  }
}
