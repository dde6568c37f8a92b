internal import Values

/// One route at a stop: its next two buses, and when its last one leaves.
struct BusRouteAtStop: Equatable {
  var route: BusRoute
  var direction: String?
  var arrivals: [Arrival]
  var lastBus: BusHour?
}

/// When a route's last bus leaves: a moment, or only the hour of every day.
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
      let today = KoreaTime.midnight(before: now).adding(seconds: Double(minutes % 1440) * 60)
      return today > now ? today : today.adding(seconds: 86_400)
    }
  }
}
