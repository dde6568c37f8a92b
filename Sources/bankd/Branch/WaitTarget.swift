internal import Queueing
internal import Values

/// How long customers of a service may wait: so many of them at most so long.
struct WaitTarget: Hashable, Sendable {
  /// What is meant where somebody names a time alone.
  static let usualShare = 0.9

  /// Microseconds.
  let within: Int64
  /// Millionths, above 0 and below a million.
  let millionths: Int64

  var share: Double { Double(millionths) / 1e6 }

  /// Nil for a time that no service takes, and for nobody or everybody.
  init?(within: Int64, millionths: Int64) {
    guard (ServiceTime.shortest...ServiceTime.longest).contains(within),
      (1..<1_000_000).contains(millionths)
    else { return nil }
    (self.within, self.millionths) = (within, millionths)
  }

  init?(within: Int64, share: Double) {
    guard (0...1).contains(share) else { return nil }
    self.init(within: within, millionths: Int64((share * 1e6).rounded()))
  }

  /// `90% within 10m`.
  var title: LocalizedText {
    let percent = Self.number(share * 100)
    let time = Self.duration(within)
    return LocalizedText(
      en: "\(percent)% within \(time.en)", ko: "\(percent)% \(time.text(in: .korean)) 이내")
  }

  /// `1h 30m`, `45s`, `0.7s`; `1시간 30분`.
  static func duration(_ microseconds: Int64) -> LocalizedText {
    let minutes = microseconds / 60_000_000
    let rest = Double(microseconds % 60_000_000) / 1e6
    let parts: [(String, String, String)] = [
      ("\(minutes / 60)", "h", "시간"), ("\(minutes % 60)", "m", "분"), (number(rest), "s", "초"),
    ].filter { $0.0 != "0" }
    return LocalizedText(
      en: parts.map { $0.0 + $0.1 }.joined(separator: " "),
      ko: parts.map { $0.0 + $0.2 }.joined(separator: " "))
  }

  /// Without a point where nothing is behind it.
  private static func number(_ value: Double) -> String {
    let whole = value.rounded()
    // A share of 0.29 times a hundred is not quite twenty-nine.
    return abs(value - whole) < 1e-9 ? "\(Int64(whole))" : "\((value * 1e6).rounded() / 1e6)"
  }
}
