internal import IPCProtocol
internal import Values

/// One arrival on the wire: what is known at this moment, and how well.
struct ArrivalAnswer: Shape, Hashable {
  let kind: String
  let line: String
  let lineName: LocalizedText
  let direction: Arrival.Direction?
  let directionName: LocalizedText?
  let stop: String?
  let destination: String?
  let via: String?
  let vehicle: String?
  let state: Arrival.State
  let stateName: LocalizedText
  /// Absent where nobody knows.
  let seconds: Int?
  let arrivesAt: Timestamp?
  let when: LocalizedText
  let stopsAway: Int?
  let place: String?
  let message: String?
  let ageSeconds: Int?
  let stale: Bool
  let express: Bool
  let expressKind: String?
  let last: Bool
  /// "급행", "막차" and the like, for people.
  let remark: LocalizedText?
  let crowding: Crowding?
  let crowdingName: LocalizedText?
  let vehicleKind: BusKind?
  let source: Arrival.Source
  let scheduledAt: Timestamp?
  let delaySeconds: Int?
  /// Whether it will still come here.
  let coming: Bool
  /// Where there are no seconds: from and until how many it may be, by stations away.
  let estimateFrom: Int?
  let estimateUntil: Int?
  let routeKind: BusRoute.Kind?
  let routeKindName: LocalizedText?
  /// Of a bus's route, as `04:10–23:40, every 12m`.
  let hours: LocalizedText?
  let firstBus: String?
  let lastBus: String?
  let everyMinutes: Int?

  static let shape = ShapeOf<ArrivalAnswer>(
    named: "Arrival",
    [
      Member("kind", \.kind), Member("line", \.line), Member("lineName", \.lineName),
      Member("direction", \.direction), Member("directionName", \.directionName),
      Member("stop", \.stop), Member("destination", \.destination), Member("via", \.via),
      Member("vehicle", \.vehicle), Member("state", \.state), Member("stateName", \.stateName),
      Member("seconds", \.seconds, .from(0)), Member("arrivesAt", \.arrivesAt),
      Member("when", \.when), Member("stopsAway", \.stopsAway, .from(0)),
      Member("place", \.place), Member("message", \.message),
      Member("ageSeconds", \.ageSeconds, .from(0)), Member("stale", \.stale),
      Member("express", \.express), Member("expressKind", \.expressKind), Member("last", \.last),
      Member("remark", \.remark), Member("crowding", \.crowding),
      Member("crowdingName", \.crowdingName), Member("vehicleKind", \.vehicleKind),
      Member("source", \.source), Member("scheduledAt", \.scheduledAt),
      Member("delaySeconds", \.delaySeconds), Member("coming", \.coming),
      Member("estimateFrom", \.estimateFrom, .from(0)),
      Member("estimateUntil", \.estimateUntil, .from(0)),
      Member("routeKind", \.routeKind), Member("routeKindName", \.routeKindName),
      Member("hours", \.hours), Member("firstBus", \.firstBus), Member("lastBus", \.lastBus),
      Member("everyMinutes", \.everyMinutes, .from(1)),
    ])

  init(_ arrival: Arrival, at now: Timestamp) {
    let time = HonestTime(arrival, at: now)
    (kind, line, lineName) = Self.service(arrival.service)
    direction = arrival.direction
    directionName = arrival.direction?.title
    stop = arrival.stop
    destination = arrival.destination
    via = arrival.via
    vehicle = arrival.vehicle
    state = arrival.state
    stateName = arrival.state.title
    seconds = time.seconds
    arrivesAt = time.seconds.map { now.adding(seconds: Double($0)) }
    when = ArrivalText.when(arrival, time, at: now)
    stopsAway = arrival.stopsAway
    place = arrival.place
    message = arrival.message
    ageSeconds = time.ageSeconds
    stale = time.isStale
    express = arrival.isExpress
    expressKind = arrival.expressKind
    last = arrival.isLast
    remark = Self.remark(arrival)
    crowding = arrival.crowding
    crowdingName = arrival.crowding?.title
    vehicleKind = arrival.bus
    source = arrival.source
    scheduledAt = arrival.scheduledAt
    delaySeconds = arrival.delaySeconds
    coming = arrival.isComing(at: now)
    estimateFrom = time.estimate?.lowerBound
    estimateUntil = time.estimate?.upperBound
    if case .bus(let route) = arrival.service { routeKind = route.kind } else { routeKind = nil }
    routeKindName = routeKind?.title
    firstBus = arrival.firstBus?.clock
    lastBus = arrival.lastBus?.clock
    everyMinutes = arrival.everyMinutes
    hours = Self.hours(firstBus, lastBus, everyMinutes)
  }

  private static func hours(_ first: String?, _ last: String?, _ every: Int?) -> LocalizedText? {
    let span = first == nil && last == nil ? "" : "\(first ?? "")–\(last ?? "")"
    let pause = every.map { ("every \($0)m", "\($0)분 간격") }
    let english = [span, pause?.0 ?? ""].filter { !$0.isEmpty }
    let korean = [span, pause?.1 ?? ""].filter { !$0.isEmpty }
    if english.isEmpty { return nil }
    return LocalizedText(en: english.joined(separator: ", "), ko: korean.joined(separator: ", "))
  }

  private static func service(_ service: Arrival.Service) -> (String, String, LocalizedText) {
    switch service {
    case .subway(let line): ("subway", String(line.id), line.name)
    case .bus(let route): ("bus", route.name, LocalizedText(en: route.name, ko: route.name))
    case .scheduled(let name): ("scheduled", name, LocalizedText(en: name, ko: name))
    }
  }

  private static func remark(_ arrival: Arrival) -> LocalizedText? {
    var english: [String] = []
    var korean: [String] = []
    if let kind = arrival.expressKind {
      english.append(kind == "급행" ? "express" : kind == "특급" ? "limited express" : kind)
      korean.append(kind)
    }
    if arrival.isLast {
      english.append("LAST")
      korean.append("막차")
    }
    if arrival.isDetour {
      english.append("detour")
      korean.append("우회 운행")
    }
    if let notice = arrival.notice {
      english.append(notice)
      korean.append(notice)
    }
    if arrival.source == .timetable {
      english.append("timetable")
      korean.append("시간표")
    }
    if english.isEmpty { return nil }
    return LocalizedText(
      en: english.joined(separator: ", "), ko: korean.joined(separator: ", "))
  }
}

extension Note: Shape {
  static let shape = ShapeOf<Note>(
    named: "Note", [Member("note", \.note), Member("text", \.text)])
}

/// Everything that is known about one place.
struct PlaceAnswer: Shape, Hashable {
  let name: String
  let kind: PlaceSearch.Kind
  let number: String?
  let lines: [String]?
  let lineNames: LocalizedText?
  let at: Timestamp
  /// When the portal was last heard; absent where it was not.
  let heardAt: Timestamp?
  let source: Arrival.Source
  let arrivals: [ArrivalAnswer]
  let notes: [Note]
  /// Service alerts about it and what departs there.
  let alerts: [Answers.Alert]
  /// The notes and alerts as one sentence; empty where there is none.
  let remark: LocalizedText

  static let shape = ShapeOf<PlaceAnswer>(
    named: "Place",
    [
      Member("name", \.name), Member("kind", \.kind), Member("number", \.number),
      Member("lines", \.lines), Member("lineNames", \.lineNames), Member("at", \.at),
      Member("heardAt", \.heardAt), Member("source", \.source),
      Member("arrivals", \.arrivals), Member("notes", \.notes), Member("alerts", \.alerts),
      Member("remark", \.remark),
    ])

  init(_ view: PlaceView, _ report: PlaceReport, alerts: [ServiceAlert], at now: Timestamp) {
    name = view.name
    switch view.place {
    case .station:
      kind = .subway
      number = nil
      lines = view.lines.map { String($0.id) }
      lineNames = SubwayLine.names(view.lines)
    case .stop(let stop):
      kind = .bus
      number = stop
      lines = nil
      lineNames = nil
    }
    at = now
    heardAt = report.heardAt
    source = report.source
    arrivals = report.arrivals.map { ArrivalAnswer($0, at: now) }
    notes = report.notes
    self.alerts = alerts.map(Answers.Alert.init)
    remark = Answers.Alert.joined(Note.joined(report.notes), self.alerts)
  }

  /// The first few arrivals, and what is to be said about them.
  var headlines: [LocalizedText] {
    let coming = arrivals.filter(\.coming).prefix(3).map { arrival in
      let destination = arrival.destination ?? ""
      return LocalizedText(
        en: "\(arrival.when.en)  \(arrival.lineName.en) → \(destination)",
        ko: "\(arrival.when.text(in: .korean))  \(arrival.lineName.ko ?? "") → \(destination)")
    }
    return coming + notes.map(\.text) + alerts.map(\.text)
  }
}
