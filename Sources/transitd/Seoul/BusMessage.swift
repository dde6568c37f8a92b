internal import IPCProtocol

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
    guard let end = text.range(of: "번째 전") else { return nil }
    let digits = text[..<end.lowerBound].reversed().prefix { $0.isNumber }
    return Int(String(digits.reversed()))
  }
}

/// When a route's first or last bus leaves: a moment, or only the hour of every day.
enum BusHour: Equatable {
  case at(Timestamp)
  /// Minutes after the midnight in which the service day begins; may be over 1,440.
  case daily(minutes: Int)

  /// Fourteen digits, or "2340  "; nil for anything else, as the portal's "2026090800".
  init?(_ text: String) {
    if let time = KoreaTime.timestamp(digits: text) {
      self = .at(time)
      return
    }
    let digits = text.trimmed
    guard digits.count == 4, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)), hours < 30,
      minutes < 60
    else { return nil }
    self = .daily(minutes: hours * 60 + minutes)
  }

  /// The moment that is meant, where it is still ahead: of an hour of every day it is the next one.
  func next(after now: Timestamp) -> Timestamp? {
    switch self {
    case .at(let time): return time > now ? time : nil
    case .daily(let minutes):
      let midnight = KoreaTime.midnight(startingDay: KoreaTime.day(of: now))
      let today = midnight.adding(seconds: Double(minutes % 1440) * 60)
      return today > now ? today : today.adding(seconds: 86_400)
    }
  }
}
