internal import CivilTime
internal import Values

/// When a vehicle comes, in the words of a sign.
enum ArrivalText {
  /// "2m 9s", "now", "5 stops away", "gone"; with the age where it is old.
  static func when(_ arrival: Arrival, _ time: HonestTime, at now: Timestamp) -> LocalizedText {
    let text = plain(arrival, time, at: now)
    guard time.isStale, !time.isPast, let age = time.ageSeconds, arrival.state != .departed else {
      return text
    }
    return LocalizedText(
      en: "\(text.en) (\(age / 60) min old)", ko: "\(text.text(in: .korean)) (\(age / 60)분 전 정보)")
  }

  private static func plain(
    _ arrival: Arrival, _ time: HonestTime, at now: Timestamp
  ) -> LocalizedText {
    switch arrival.state {
    case .departed: return LocalizedText(en: "gone", ko: "출발함")
    case .ended: return ended(arrival, at: now)
    case .waiting: return LocalizedText(en: "not yet departed", ko: "출발 대기")
    case _ where time.isPast:
      let minutes = (time.ageSeconds ?? 0) / 60
      return LocalizedText(en: "was here \(minutes)m ago", ko: "\(minutes)분 전 도착")
    case .arrived where time.seconds == 0: return LocalizedText(en: "here", ko: "도착")
    case .approaching where time.seconds == 0: return LocalizedText(en: "arriving", ko: "진입 중")
    case .running, .approaching, .arrived, .unknown: break
    }
    if arrival.source == .timetable, let scheduled = arrival.scheduledAt,
      let seconds = time.seconds, seconds >= 3600
    {
      return KoreaTime.zone.clock(
        scheduled.adding(seconds: Double(arrival.delaySeconds ?? 0)), at: now)
    }
    if let seconds = time.seconds { return duration(seconds) }
    guard let away = arrival.stopsAway, away > 0 else {
      return LocalizedText(en: "time unknown", ko: "시간 알 수 없음")
    }
    let place = LocalizedText(
      en: away == 1 ? "1 stop away" : "\(away) stops away", ko: "\(away)정거장 전")
    guard let estimate = time.estimate else { return place }
    let minutes = (estimate.lowerBound / 60, (estimate.upperBound + 59) / 60)
    return LocalizedText(
      en: "\(place.en), about \(minutes.0)–\(minutes.1)m",
      ko: "\(place.text(in: .korean)), 약 \(minutes.0)~\(minutes.1)분")
  }

  /// A route that has ended begins again: a night bus at noon runs tonight.
  private static func ended(_ arrival: Arrival, at now: Timestamp) -> LocalizedText {
    let next = BusHour.restart(first: arrival.firstBus, last: arrival.lastBus, at: now)
    guard let next else {
      return LocalizedText(en: "no more today", ko: "운행 종료")
    }
    let clock = KoreaTime.zone.clock(next, at: now)
    return LocalizedText(en: "from \(clock.en)", ko: "\(clock.text(in: .korean))부터")
  }

  /// How far a vehicle is behind its timetable, in seconds.
  static func punctuality(_ delay: Int) -> LocalizedText {
    let (late, early) = ((delay + 30) / 60, (30 - delay) / 60)
    if late > 0 { return LocalizedText(en: "\(late) min late", ko: "\(late)분 늦음") }
    return early > 0
      ? LocalizedText(en: "\(early) min early", ko: "\(early)분 빠름")
      : LocalizedText(en: "on time", ko: "정시")
  }

  static func duration(_ seconds: Int) -> LocalizedText {
    if seconds == 0 { return LocalizedText(en: "now", ko: "곧 도착") }
    let (minutes, rest) = (seconds / 60, seconds % 60)
    if minutes == 0 { return LocalizedText(en: "\(rest)s", ko: "\(rest)초") }
    if rest == 0 { return LocalizedText(en: "\(minutes)m", ko: "\(minutes)분") }
    return LocalizedText(en: "\(minutes)m \(rest)s", ko: "\(minutes)분 \(rest)초")
  }
}

extension TimeZoneRules {
  /// The clock at a moment; `00:10 +1` is a day behind the one that is asked about.
  func clock(_ time: Timestamp, on day: CivilDate) -> String {
    let local = local(at: time)
    let days = local.date.days(since: day)
    let hour = local.time.hourAndMinute
    return days == 0 ? hour : "\(hour) \(days > 0 ? "+" : "")\(days)"
  }

  /// The clock at a moment, with the day where it is not another moment's.
  func clock(_ time: Timestamp, at now: Timestamp) -> LocalizedText {
    let local = local(at: time)
    let hour = local.time.hourAndMinute
    switch local.date.days(since: date(at: now)) {
    case 0: return LocalizedText(en: hour, ko: hour)
    case 1: return LocalizedText(en: "tomorrow \(hour)", ko: "내일 \(hour)")
    default: return LocalizedText(en: "\(local.date) \(hour)", ko: "\(local.date) \(hour)")
    }
  }
}

extension Arrival.Direction {
  var title: LocalizedText {
    switch self {
    case .up: LocalizedText(en: "up", ko: "상행")
    case .down: LocalizedText(en: "down", ko: "하행")
    case .inner: LocalizedText(en: "inner", ko: "내선")
    case .outer: LocalizedText(en: "outer", ko: "외선")
    }
  }
}

extension Arrival.State {
  var title: LocalizedText {
    switch self {
    case .running: LocalizedText(en: "running", ko: "운행 중")
    case .approaching: LocalizedText(en: "approaching", ko: "진입")
    case .arrived: LocalizedText(en: "arrived", ko: "도착")
    case .departed: LocalizedText(en: "departed", ko: "출발")
    case .waiting: LocalizedText(en: "waiting", ko: "출발 대기")
    case .ended: LocalizedText(en: "ended", ko: "운행 종료")
    case .unknown: LocalizedText(en: "unknown", ko: "알 수 없음")
    }
  }
}

extension BusRoute.Kind {
  var title: LocalizedText {
    switch self {
    case .shared: LocalizedText(en: "shared", ko: "공용")
    case .airport: LocalizedText(en: "airport", ko: "공항")
    case .village: LocalizedText(en: "village", ko: "마을")
    case .trunk: LocalizedText(en: "trunk", ko: "간선")
    case .branch: LocalizedText(en: "branch", ko: "지선")
    case .loop: LocalizedText(en: "loop", ko: "순환")
    case .metropolitan: LocalizedText(en: "metropolitan", ko: "광역")
    case .incheon: LocalizedText(en: "Incheon", ko: "인천")
    case .gyeonggi: LocalizedText(en: "Gyeonggi", ko: "경기")
    case .closed: LocalizedText(en: "closed", ko: "폐지")
    }
  }
}

extension Crowding {
  var title: LocalizedText {
    switch self {
    case .light: LocalizedText(en: "light", ko: "여유")
    case .normal: LocalizedText(en: "normal", ko: "보통")
    case .full: LocalizedText(en: "full", ko: "혼잡")
    case .veryFull: LocalizedText(en: "very full", ko: "매우 혼잡")
    }
  }
}
