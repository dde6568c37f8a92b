internal import Values

/// How often a stream that broke is asked for again, which whoever watches is told each time.
///
/// At once, as after an upgrade, and then less and less often, until nobody is to be expected any
/// more.
struct StreamRetries {
  /// In milliseconds.
  private static let pauses: [Int64] = [0, 250, 500, 1000, 2000, 4000, 4000]

  private var count = 0

  /// How long to wait before the next time; nil where it was asked often enough.
  mutating func next() -> Int64? {
    guard count < Self.pauses.count else { return nil }
    count += 1
    return Self.pauses[count - 1]
  }

  /// What happens now, for a person.
  func sentence(_ program: String, _ language: Language) -> String {
    let pause = DurationWord.text(Double(Self.pauses[max(0, count - 1)]) / 1000, in: language)
    let place = "\(count)/\(Self.pauses.count)"
    return language == .korean
      ? "\(program) 연결이 끊어져 \(pause) 뒤에 다시 요청합니다 (\(place))"
      : "\(program) went away; asking again in \(pause) (\(place))"
  }
}
