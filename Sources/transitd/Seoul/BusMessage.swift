/// `arrmsg1`: what a sign at the stop would show; it outranks the seconds beside it.
struct BusMessage: Equatable {
  var state: Arrival.State
  var seconds: Int?
  var stopsAway: Int?
  var isLast = false

  init(_ text: String) {
    isLast = text.contains("막차")
    stopsAway = Self.stopsAway(text)
    seconds = KoreanDuration.seconds(before: "후", in: text)
    if text.contains("운행종료") {
      state = .ended
    } else if text.contains("출발대기") || text.contains("회차대기") {
      state = .waiting
    } else if text.contains("곧 도착") || text.contains("곧도착") {
      state = .approaching
    } else {
      state = seconds == nil && stopsAway == nil ? .unknown : .running
    }
  }

  /// "[2번째 전]".
  private static func stopsAway(_ text: String) -> Int? {
    guard let end = text.firstRange(of: "번째 전") else { return nil }
    let digits = text[..<end.lowerBound].reversed().prefix { $0.isNumber }
    return Int(String(digits.reversed()))
  }
}
