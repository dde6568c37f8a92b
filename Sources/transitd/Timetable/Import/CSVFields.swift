/// Fields as values, and what is wrong with them.
extension CSVReader {
  func number(_ column: Int?, _ name: String) throws(FeedProblem) -> Double? {
    let text = text(column)
    if text.isEmpty { return nil }
    guard let value = Double(text), value.isFinite else { throw wrong(column, name) }
    return value
  }

  func wrong(_ column: Int?, _ name: String) -> FeedProblem {
    let value = String(text(column).prefix(40))
    return .invalid(file, line, "\(name) is \(value)", "\(name) 값이 \(value)")
  }

  func problem(_ en: String, _ ko: String) -> FeedProblem { .invalid(file, line, en, ko) }
}
