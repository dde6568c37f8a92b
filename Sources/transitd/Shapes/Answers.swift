internal import IPCProtocol
internal import Values

/// What the calls answer, apart from arrivals and timetables.
enum Answers {
  struct Place: Shape {
    let kind: PlaceSearch.Kind
    let name: String
    /// The name of a station in English.
    let english: String?
    /// What other calls take: the name of a station, the number of a stop.
    let id: String?
    let lines: [String]
    let lineNames: LocalizedText
    let lat: Double
    let lon: Double
    let metres: Int?

    static let shape = ShapeOf<Place>(
      named: "FoundPlace",
      [
        Member("kind", \.kind), Member("name", \.name), Member("english", \.english),
        Member("id", \.id),
        Member("lines", \.lines), Member("lineNames", \.lineNames),
        Member("lat", \.lat, .within(-90...90)), Member("lon", \.lon, .within(-180...180)),
        Member("metres", \.metres, .from(0)),
      ])

    init(_ found: FoundPlace) {
      name = found.name
      lat = found.point.latitude
      lon = found.point.longitude
      metres = found.metres.map { Int($0.rounded()) }
      switch found.place {
      case .station(let station):
        kind = .subway
        english = EnglishNames.station(station.name)
        id = station.name
        lines = station.lines.map { String($0.id) }
        lineNames = SubwayLine.names(station.lines)
      case .stop(let stop):
        kind = .bus
        english = nil
        id = stop.number
        lines = []
        lineNames = LocalizedText(en: stop.number ?? "virtual", ko: stop.number ?? "가상 정류장")
      }
    }
  }

  struct Places: Shape {
    let places: [Place]
    /// Names that may have been meant where nothing was found.
    let similar: [String]
    let remark: LocalizedText

    static let shape = ShapeOf<Places>([
      Member("places", \.places), Member("similar", \.similar), Member("remark", \.remark),
    ])

    init(_ found: [FoundPlace], similar: [String] = []) {
      places = found.map(Place.init)
      self.similar = similar
      let list = similar.joined(separator: ", ")
      remark = LocalizedText(
        en: similar.isEmpty ? "" : "Perhaps: \(list)",
        ko: similar.isEmpty ? "" : "비슷한 이름: \(list)")
    }
  }

  struct Train: Shape {
    let train: String
    let station: String
    let destination: String?
    let direction: Arrival.Direction?
    let directionName: LocalizedText?
    let motion: TrainPosition.Motion
    let motionName: LocalizedText
    let express: Bool
    let last: Bool
    let ageSeconds: Int?

    static let shape = ShapeOf<Train>(
      named: "Train",
      [
        Member("train", \.train), Member("station", \.station),
        Member("destination", \.destination), Member("direction", \.direction),
        Member("directionName", \.directionName), Member("motion", \.motion),
        Member("motionName", \.motionName), Member("express", \.express),
        Member("last", \.last), Member("ageSeconds", \.ageSeconds, .from(0)),
      ])

    init(_ position: TrainPosition, at now: Timestamp) {
      train = position.train
      station = position.station
      destination = position.destination
      direction = position.direction
      directionName = position.direction?.title
      motion = position.motion
      motionName = position.motion.title
      express = position.isExpress
      last = position.isLast
      ageSeconds = position.measuredAt.map { max(0, Int(now.seconds(since: $0))) }
    }
  }

  struct Trains: Shape {
    let line: String
    let lineName: LocalizedText
    let trains: [Train]

    static let shape = ShapeOf<Trains>([
      Member("line", \.line), Member("lineName", \.lineName), Member("trains", \.trains),
    ])
  }

  struct Route: Shape {
    let route: String
    let kind: BusRoute.Kind?
    let from: String?
    let to: String?
    let everyMinutes: Int?

    static let shape = ShapeOf<Route>(
      named: "Route",
      [
        Member("route", \.route), Member("kind", \.kind), Member("from", \.from),
        Member("to", \.to), Member("everyMinutes", \.everyMinutes, .from(1)),
      ])

    init(_ value: PortalRoute) {
      route = value.route.name
      kind = value.route.kind
      from = value.from
      to = value.to
      everyMinutes = value.everyMinutes
    }
  }

  struct Routes: Shape {
    let routes: [Route]

    static let shape = ShapeOf<Routes>([Member("routes", \.routes)])
  }

  // MARK: Settings

  struct Account: Shape {
    let portal: Portal
    let portalName: LocalizedText
    let used: Int
    let daily: Int
    let left: Int
    let reserve: Int
    let share: Double
    let exhausted: Bool
    let resetsAt: Timestamp
    /// Where the key comes from; never the key itself.
    let key: KeyRing.Origin
    let keyName: LocalizedText

    static let shape = ShapeOf<Account>(
      named: "Account",
      [
        Member("portal", \.portal), Member("portalName", \.portalName),
        Member("used", \.used, .from(0)), Member("daily", \.daily, .from(1)),
        Member("left", \.left, .from(0)), Member("reserve", \.reserve, .from(0)),
        Member("share", \.share, .within(0...1)), Member("exhausted", \.exhausted),
        Member("resetsAt", \.resetsAt), Member("key", \.key), Member("keyName", \.keyName),
      ])
  }

  struct Quota: Shape {
    let portals: [Account]

    static let shape = ShapeOf<Quota>([Member("portals", \.portals)])
  }

  struct Configured: Shape {
    let subwayKey: KeyRing.Origin
    let busKey: KeyRing.Origin
    /// The same in words.
    let subwayKeyName: LocalizedText
    let busKeyName: LocalizedText
    let subwayURL: String
    let busURL: String
    /// The transitd whose arrivals are taken, where there is one.
    let upstream: String?
    let source: LocalizedText

    static let shape = ShapeOf<Configured>([
      Member("subwayKey", \.subwayKey), Member("busKey", \.busKey),
      Member("subwayKeyName", \.subwayKeyName), Member("busKeyName", \.busKeyName),
      Member("subwayURL", \.subwayURL), Member("busURL", \.busURL),
      Member("upstream", \.upstream), Member("source", \.source),
    ])
  }
}

extension TrainPosition.Motion {
  fileprivate var title: LocalizedText {
    switch self {
    case .approaching: LocalizedText(en: "approaching", ko: "진입")
    case .arrived: LocalizedText(en: "at", ko: "도착")
    case .departed: LocalizedText(en: "left", ko: "출발")
    case .departedPrevious: LocalizedText(en: "left the one before", ko: "전역 출발")
    case .unknown: LocalizedText(en: "unknown", ko: "알 수 없음")
    }
  }
}
