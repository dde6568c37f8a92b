internal import CivilTime
internal import IPCProtocol
internal import Storage

extension FeedFile {
  /// `08:30`, `2026-11-21T08:30` or `2026-11-21 08:30` of the clocks in the feed's zone.
  func localTime(_ text: String, now: Timestamp) -> Timestamp? {
    let parts = text.split(whereSeparator: { $0 == "T" || $0 == " " })
    guard let last = parts.last, parts.count <= 2 else { return nil }
    let date = parts.count == 2 ? CivilDate(String(parts[0])) : zone.date(at: now)
    let numbers = last.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard let date, (2...3).contains(numbers.count), let hour = numbers[0], let minute = numbers[1],
      let time = TimeOfDay(hour: hour, minute: minute)
    else { return nil }
    return zone.instant(of: CivilDateTime(date, time))
  }

  /// The clock of a moment in the feed's zone, with its day where that is not another moment's.
  func clock(_ time: Timestamp, at now: Timestamp) -> LocalizedText {
    let local = zone.local(at: time)
    let hour = String(local.time.description.prefix(5))
    switch local.date.dayNumber - day(at: now) {
    case 0: return LocalizedText(en: hour, ko: hour)
    case 1: return LocalizedText(en: "tomorrow \(hour)", ko: "내일 \(hour)")
    default: return LocalizedText(en: "\(local.date) \(hour)", ko: "\(local.date) \(hour)")
    }
  }
}

extension Answers.Departure {
  init(
    _ departure: Departure, of feed: FeedFile, _ stop: FeedStop?, at now: Timestamp
  ) throws {
    let trip = try feed.trip(departure.trip)
    route = trip?.route ?? "?"
    headsign =
      departure.headsign == 0
      ? trip?.headsign : try feed.headsign(departure.headsign) ?? trip?.headsign
    self.stop = stop?.id ?? ""
    platform = stop?.platform
    scheduledAt = departure.scheduledAt
    departsAt = departure.departsAt
    seconds = max(0, Int(departure.departsAt.seconds(since: now).rounded(.down)))
    clock = feed.clock(departure.departsAt, at: now)
    delaySeconds = departure.delaySeconds
    realtime = departure.realtime
    cancelled = departure.realtime == .cancelled || departure.realtime == .skipped
    remark = Self.remark(departure)
    headwaySeconds = departure.headwaySeconds
    self.trip = trip?.id ?? ""
    serviceDate = DayText.text(departure.serviceDay)
  }

  private static func remark(_ departure: Departure) -> LocalizedText {
    switch departure.realtime {
    case .cancelled: return LocalizedText(en: "cancelled", ko: "운행 취소")
    case .skipped: return LocalizedText(en: "does not stop here", ko: "무정차 통과")
    case .added: return LocalizedText(en: "extra", ko: "임시 편")
    case .tracked:
      let minutes = ((departure.delaySeconds ?? 0) + 30) / 60
      if minutes > 0 { return LocalizedText(en: "\(minutes) min late", ko: "\(minutes)분 늦음") }
      let early = (30 - (departure.delaySeconds ?? 0)) / 60
      return early > 0
        ? LocalizedText(en: "\(early) min early", ko: "\(early)분 이름")
        : LocalizedText(en: "on time", ko: "정시")
    case .none:
      guard let headway = departure.headwaySeconds else { return LocalizedText(en: "", ko: "") }
      return LocalizedText(en: "about every \(headway / 60) min", ko: "약 \(headway / 60)분 간격")
    }
  }
}

extension Arrival {
  /// A departure of a timetable as something that comes.
  init(_ departure: Departure, of feed: FeedFile) throws {
    let trip = try feed.trip(departure.trip)
    self.init(.scheduled(trip?.route ?? "?"), state: .running, claim: .unknown)
    source = .timetable
    destination = trip?.headsign
    scheduledAt = departure.scheduledAt
    delaySeconds = departure.delaySeconds
  }
}
