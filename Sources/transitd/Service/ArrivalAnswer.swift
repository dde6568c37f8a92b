internal import IPCProtocol

/// A text in the languages it has, which clients show in the user's.
struct Title: Encodable, Hashable, Sendable {
  let en: String
  let ko: String?

  init(_ text: LocalizedText) {
    en = text.en
    ko = text.ko
  }

  init(_ en: String, _ ko: String) {
    self.en = en
    self.ko = ko
  }
}

/// One arrival on the wire: what is known at this moment, and how well.
struct ArrivalAnswer: Encodable, Hashable, Sendable {
  let kind: String
  let line: String
  let lineName: Title
  let direction: String?
  let directionName: Title?
  let stop: String?
  let destination: String?
  let via: String?
  let vehicle: String?
  let state: String
  let stateName: Title
  /// Absent where nobody knows.
  let seconds: Int?
  let arrivesAt: Timestamp?
  let when: Title
  let stopsAway: Int?
  let place: String?
  let message: String?
  let ageSeconds: Int?
  let stale: Bool
  let express: Bool
  let expressKind: String?
  let last: Bool
  /// "급행", "막차" and the like, for people.
  let remark: Title?
  let crowding: String?
  let crowdingName: Title?
  let vehicleKind: String?
  let source: String
  let scheduledAt: Timestamp?
  let delaySeconds: Int?

  init(_ arrival: Arrival, at now: Timestamp) {
    let time = HonestTime(arrival, at: now)
    (kind, line, lineName) = Self.service(arrival.service)
    direction = arrival.direction?.rawValue
    directionName = arrival.direction.map { Title($0.title) }
    stop = arrival.stop
    destination = arrival.destination
    via = arrival.via
    vehicle = arrival.vehicle
    state = arrival.state.rawValue
    stateName = Title(arrival.state.title)
    seconds = time.seconds
    arrivesAt = time.seconds.map { now.adding(seconds: Double($0)) }
    when = Title(ArrivalText.when(arrival, time, at: now))
    stopsAway = arrival.stopsAway
    place = arrival.place
    message = arrival.message
    ageSeconds = time.ageSeconds
    stale = time.isStale
    express = arrival.isExpress
    expressKind = arrival.expressKind
    last = arrival.isLast
    remark = Self.remark(arrival)
    crowding = arrival.crowding?.rawValue
    crowdingName = arrival.crowding.map { Title($0.title) }
    vehicleKind = arrival.bus?.rawValue
    source = arrival.source.rawValue
    scheduledAt = arrival.scheduledAt
    delaySeconds = arrival.delaySeconds
  }

  private static func service(_ service: Arrival.Service) -> (String, String, Title) {
    switch service {
    case .subway(let line): ("subway", String(line.id), Title(line.name))
    case .bus(let route): ("bus", route.name, Title(route.name, route.name))
    case .scheduled(let name): ("scheduled", name, Title(name, name))
    }
  }

  private static func remark(_ arrival: Arrival) -> Title? {
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
    if arrival.source == .timetable {
      english.append("timetable")
      korean.append("시간표")
    }
    if english.isEmpty { return nil }
    return Title(english.joined(separator: ", "), korean.joined(separator: ", "))
  }
}

/// Something that a reader of arrivals should know about them.
struct Note: Encodable, Hashable, Sendable {
  /// A lasting word for programs.
  let note: String
  let text: Title

  init(_ note: String, _ en: String, _ ko: String) {
    self.note = note
    text = Title(en, ko)
  }
}

/// Everything that is known about one place.
struct PlaceAnswer: Encodable, Hashable, Sendable {
  let name: String
  let kind: String
  let number: String?
  let lines: [String]?
  let lineNames: Title?
  let at: Timestamp
  /// When the portal was last heard; absent where it was not.
  let heardAt: Timestamp?
  let source: String
  let arrivals: [ArrivalAnswer]
  let notes: [Note]
  /// The notes as one sentence; empty where there is none.
  let remark: Title
}
