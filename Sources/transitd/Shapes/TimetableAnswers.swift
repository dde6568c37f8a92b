internal import CivilTime
internal import IPCProtocol
internal import Values

/// How far an import is.
struct ImportEvent: Shape, Hashable {
  let kind: String
  let feed: String
  let file: String
  let rows: Int
  let share: Double
  let text: LocalizedText

  static let shape = ShapeOf<ImportEvent>([
    Member("kind", \.kind), Member("feed", \.feed), Member("file", \.file),
    Member("rows", \.rows), Member("share", \.share), Member("text", \.text),
  ])

  init(_ progress: FeedImport.Progress, name: String) {
    kind = progress.step
    feed = name
    file = progress.file
    rows = progress.rows
    share = progress.share
    text =
      switch progress.step {
      case "download":
        LocalizedText(en: "downloading: \(rows >> 20) MiB", ko: "내려받는 중: \(rows >> 20) MiB")
      case "sort": LocalizedText(en: "sorting \(rows) stop times", ko: "정차 시각 \(rows)개 정렬 중")
      case "write": LocalizedText(en: "writing", ko: "저장 중")
      default: LocalizedText(en: "\(file): \(rows) rows", ko: "\(file): \(rows)행")
      }
  }
}

extension ProgressNotice {
  /// A download is counted in bytes, and the import itself in thousandths of all that it reads and
  /// writes.
  init(_ progress: FeedImport.Progress, feed: String) {
    guard progress.step != "download" else {
      let text = LocalizedText(en: "Downloading", ko: "내려받는 중")
      self.init(done: progress.rows, format: .bytes, text: text)
      return
    }
    self.init(
      done: Int(progress.share * 1000), of: 1000, text: ImportEvent(progress, name: feed).text)
  }
}

extension Answers {
  /// One feed as a whole.
  struct Feed: Shape, Hashable {
    let feed: String
    let agency: String
    let source: String
    let realtime: Bool
    let zone: String
    let importedAt: Timestamp
    let validFrom: String?
    let validTo: String?
    let expired: Bool
    /// Empty, or that the timetable is over, and what of it was left out.
    let remark: LocalizedText
    let stops: Int
    let routes: Int
    let trips: Int
    let stopTimes: Int
    let skipped: [SkippedRows]
    /// What each address of its real time said last; none before anybody asked.
    let realtimeParts: [RealtimeSource]

    static let shape = ShapeOf<Feed>(
      named: "Feed",
      [
        Member("feed", \.feed), Member("agency", \.agency), Member("source", \.source),
        Member("realtime", \.realtime), Member("zone", \.zone),
        Member("importedAt", \.importedAt), Member("validFrom", \.validFrom),
        Member("validTo", \.validTo), Member("expired", \.expired),
        Member("remark", \.remark), Member("stops", \.stops, .from(0)),
        Member("routes", \.routes, .from(0)), Member("trips", \.trips, .from(0)),
        Member("stopTimes", \.stopTimes, .from(0)), Member("skipped", \.skipped),
        Member("realtimeParts", \.realtimeParts),
      ])

    init(
      _ facts: FeedFacts, today: Int32, _ parts: [RealtimePart] = [],
      at now: Timestamp = Timestamp(microseconds: 0)
    ) {
      realtimeParts = parts.map { RealtimeSource($0, at: now) }
      let sources = parts.map { $0.sentence(at: now) }
      feed = facts.name
      agency = facts.agency
      source = facts.source
      realtime = facts.realtime != nil
      zone = facts.zone
      importedAt = facts.importedAt
      validFrom = facts.firstDay.map(DayText.text)
      validTo = facts.lastDay.map(DayText.text)
      expired = facts.lastDay.map { $0 < today } ?? true
      skipped = facts.skipped
      let sentence = SkippedRows.sentence(skipped)
      let over = expired ? ("expired on \(validTo ?? "?")", "\(validTo ?? "?")에 끝난 시간표") : ("", "")
      remark = LocalizedText(
        en: ([over.0, sentence.en] + sources.map(\.en)).filter { !$0.isEmpty }
          .joined(separator: "; "),
        ko: ([over.1, sentence.ko ?? ""] + sources.map { $0.text(in: .korean) })
          .filter { !$0.isEmpty }.joined(separator: ". "))
      stops = facts.stops
      routes = facts.routes
      trips = facts.trips
      stopTimes = facts.stopTimes
    }
  }

  /// One address of a feed's real time.
  struct RealtimeSource: Shape, Hashable {
    let address: String
    /// Nil where it never said anything.
    let ageSeconds: Double?
    let used: Bool
    let problem: LocalizedText?

    static let shape = ShapeOf<RealtimeSource>(
      named: "RealtimeSource",
      [
        Member("address", \.address), Member("ageSeconds", \.ageSeconds, .seconds),
        Member("used", \.used), Member("problem", \.problem),
      ])

    init(_ part: RealtimePart, at now: Timestamp) {
      address = part.title
      ageSeconds = part.madeAt.map { max(0, now.seconds(since: $0)) }
      used = part.isFresh(at: now)
      problem = part.trouble?.problem
    }
  }

  struct Feeds: Shape {
    let feeds: [Feed]

    static let shape = ShapeOf<Feeds>([Member("feeds", \.feeds)])
  }

  struct Departures: Shape {
    let feed: String
    let stop: String
    let name: String
    let zone: String
    let at: Timestamp
    /// `timetable`, or `realtime` where trip updates were laid on it.
    let source: String
    let departures: [Departure]
    let notes: [Note]
    let alerts: [Alert]
    let remark: LocalizedText

    static let shape = ShapeOf<Departures>(
      named: "Departures",
      [
        Member("feed", \.feed), Member("stop", \.stop), Member("name", \.name),
        Member("zone", \.zone), Member("at", \.at),
        Member("source", \.source, .words(["timetable", "realtime"])),
        Member("departures", \.departures), Member("notes", \.notes),
        Member("alerts", \.alerts), Member("remark", \.remark),
      ])

    init(_ found: StopDepartures) throws {
      feed = found.feed.facts.name
      stop = found.stops.first?.id ?? ""
      name = found.stops.first?.name ?? ""
      zone = found.stops.lazy.compactMap(\.zone).first ?? found.feed.facts.zone
      at = found.from
      source = found.isRealtime ? "realtime" : "timetable"
      departures = try found.departures.map { departure in
        let stop = found.stops.first { $0.number == departure.stop }
        return try Departure(
          departure, of: found.feed, stop, at: found.from, isAsked: found.isAsked)
      }
      notes = found.notes
      alerts = found.alerts.map(Alert.init)
      remark = Alert.joined(Note.joined(found.notes), alerts)
    }
  }

  struct Departure: Shape, Hashable {
    let route: String
    let headsign: String?
    let stop: String
    let platform: String?
    let scheduledAt: Timestamp
    let departsAt: Timestamp
    let seconds: Int
    /// The clock in the feed's zone, with the day where it is not today.
    let clock: LocalizedText
    let delaySeconds: Int?
    let realtime: transitd.Departure.Realtime
    let remark: LocalizedText
    let cancelled: Bool
    let headwaySeconds: Int?
    let boarding: transitd.Departure.Boarding
    /// Where the vehicle is, where that is all that is known: how many stops before this one, and at
    /// which, or which it comes to next.
    let stopsAway: Int?
    let place: String?
    let trip: String
    let serviceDate: String

    static let shape = ShapeOf<Departure>([
      Member("route", \.route), Member("headsign", \.headsign), Member("stop", \.stop),
      Member("platform", \.platform), Member("scheduledAt", \.scheduledAt),
      Member("departsAt", \.departsAt), Member("seconds", \.seconds, .from(0)),
      Member("clock", \.clock), Member("delaySeconds", \.delaySeconds),
      Member("realtime", \.realtime), Member("remark", \.remark),
      Member("cancelled", \.cancelled), Member("headwaySeconds", \.headwaySeconds, .from(1)),
      Member("boarding", \.boarding), Member("stopsAway", \.stopsAway, .from(0)),
      Member("place", \.place),
      Member("trip", \.trip), Member("serviceDate", \.serviceDate),
    ])
  }
}

extension Answers.Departure {
  init(
    _ departure: Departure, of feed: FeedFile, _ stop: FeedStop?, at now: Timestamp,
    isAsked: Bool = false
  ) throws {
    let extra = departure.extra
    let trip = try extra == nil ? feed.trip(departure.trip) : nil
    route = extra?.route ?? trip?.route ?? "?"
    let title = extra?.headsign ?? trip?.headsign
    headsign = departure.headsign == 0 ? title : try feed.headsign(departure.headsign) ?? title
    self.stop = stop?.id ?? ""
    platform = stop?.platform
    scheduledAt = departure.scheduledAt
    departsAt = departure.departsAt
    seconds = max(0, Int(departure.departsAt.seconds(since: now).rounded(.down)))
    let zone = feed.zone(of: stop.map { [$0] } ?? [])
    let dated = zone.clock(departure.departsAt, on: zone.date(at: now))
    // "Tomorrow" is the reader's, and not that of the moment that was asked about.
    clock =
      isAsked
      ? LocalizedText(en: dated, ko: dated) : zone.clock(departure.departsAt, at: now)
    delaySeconds = departure.delaySeconds
    realtime = departure.realtime
    cancelled = departure.realtime == .cancelled || departure.realtime == .skipped
    stopsAway = departure.vehicle?.stopsAway
    place = try departure.vehicle.flatMap { try feed.stop($0.stop)?.name }
    remark = Self.remark(departure, at: place, boarding: departure.boarding)
    headwaySeconds = departure.headwaySeconds
    boarding = departure.boarding
    self.trip = extra?.trip ?? trip?.id ?? ""
    serviceDate = DayText.text(departure.serviceDay)
  }

  private static func remark(
    _ departure: Departure, at place: String?, boarding: Departure.Boarding
  ) -> LocalizedText {
    let (plain, way) = (
      departure.vehicle?.text(at: place ?? "") ?? remark(departure), boarding.title
    )
    guard let way else { return plain }
    if plain.en.isEmpty { return way }
    return LocalizedText(
      en: "\(plain.en), \(way.en)", ko: "\(plain.text(in: .korean)), \(way.text(in: .korean))")
  }

  private static func remark(_ departure: Departure) -> LocalizedText {
    switch departure.realtime {
    case .cancelled: return LocalizedText(en: "cancelled", ko: "운행 취소")
    case .skipped: return LocalizedText(en: "does not stop here", ko: "무정차 통과")
    case .added, .unplanned: return departure.realtime.title ?? LocalizedText(en: "", ko: "")
    case .tracked: return ArrivalText.punctuality(departure.delaySeconds ?? 0)
    case .none, .located:
      guard let headway = departure.headwaySeconds else { return LocalizedText(en: "", ko: "") }
      return LocalizedText(en: "about every \(headway / 60) min", ko: "약 \(headway / 60)분 간격")
    }
  }
}
