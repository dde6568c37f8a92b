internal import CivilTime
internal import Values

/// One route at a stop: its next two buses, and when its last one leaves.
struct BusRouteAtStop: Equatable {
  var route: BusRoute
  var direction: String?
  var arrivals: [Arrival]
  var firstBus: BusHour?
  var lastBus: BusHour?
}

/// When a route's last bus leaves: a moment, or only the hour of every day.
enum BusHour: Hashable {
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

  /// `HH:MM` of the clock in Korea.
  var clock: String {
    switch self {
    case .at(let time): KoreaTime.clock(time)
    case .daily(let minutes): "\((minutes / 60 % 24).padded(2)):\((minutes % 60).padded(2))"
    }
  }

  /// The hour of every day, where only a day's is known: routes begin and end at the same hours.
  var daily: BusHour {
    guard case .at(let time) = self else { return self }
    let local = KoreaTime.zone.local(at: time).time
    return .daily(minutes: local.hour * 60 + local.minute)
  }

  /// Minutes of the day on Korea's clocks.
  private var minuteOfDay: Int {
    guard case .daily(let minutes) = daily else { return 0 }
    return minutes % 1440
  }

  /// When a route that has ended begins again; nil within its hours, where it does not run for a
  /// reason that nobody has said, or not on this day.
  static func restart(first: BusHour?, last: BusHour?, at now: Timestamp) -> Timestamp? {
    guard let first else { return nil }
    let minute = BusHour.at(now).minuteOfDay
    let (from, until) = (first.minuteOfDay, last?.minuteOfDay ?? 1439)
    let isWithin =
      from <= until ? (from...until).contains(minute) : minute >= from || minute <= until
    return isWithin ? nil : first.daily.next(after: now)
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
