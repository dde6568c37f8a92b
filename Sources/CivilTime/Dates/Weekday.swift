/// A day of the week; raw values count from Monday, 1, to Sunday, 7, as in ISO 8601.
package enum Weekday: Int, Sendable, CaseIterable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// The two letters of RFC 5545: `MO` to `SU`.
  package var code: String { Self.codes[rawValue - 1] }

  /// Reads the two letters of RFC 5545, in either case.
  package init?(code: some StringProtocol) {
    guard let index = Self.codes.firstIndex(of: code.uppercased()) else { return nil }
    self.init(rawValue: index + 1)
  }

  /// Days from this weekday forward to another: 0 to 6.
  package func days(until other: Weekday) -> Int { (other.rawValue - rawValue + 7) % 7 }

  /// The weekday so many days later, or earlier where it is negative.
  package func adding(days: Int) -> Weekday {
    let index = ((rawValue - 1 + days) % 7 + 7) % 7
    return Self.allCases[index]
  }

  private static let names: [(english: String, korean: String)] = [
    ("Monday", "월"), ("Tuesday", "화"), ("Wednesday", "수"), ("Thursday", "목"), ("Friday", "금"),
    ("Saturday", "토"), ("Sunday", "일"),
  ]

  /// `Monday`.
  package var english: String { Self.names[rawValue - 1].english }
  /// Without `요일`: `월`.
  package var korean: String { Self.names[rawValue - 1].korean }
}
