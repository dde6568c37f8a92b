internal import IPCProtocol

/// What the calls answer, apart from arrivals.
enum Answers {
  struct Place: Encodable, Sendable {
    let kind: String
    let name: String
    /// What other calls take: the name of a station, the number of a stop.
    let id: String?
    let lines: [String]
    let lineNames: Title
    let lat: Double
    let lon: Double
    let metres: Int?

    init(_ found: FoundPlace) {
      name = found.name
      lat = found.point.latitude
      lon = found.point.longitude
      metres = found.metres.map { Int($0.rounded()) }
      switch found.place {
      case .station(let station):
        kind = "subway"
        id = station.name
        lines = station.lines.map { String($0.id) }
        lineNames = Title(
          station.lines.map(\.name.en).joined(separator: ", "),
          station.lines.map { $0.name.ko ?? $0.name.en }.joined(separator: ", "))
      case .stop(let stop):
        kind = "bus"
        id = stop.number
        lines = []
        lineNames = Title(stop.number ?? "virtual", stop.number ?? "가상 정류장")
      }
    }
  }

  struct Places: Encodable, Sendable {
    let places: [Place]
  }

  struct Favourite: Encodable, Sendable {
    let favourite: Int
    let position: Int
    let kind: String
    let name: String
    let stop: String?
    let line: String?
    let direction: String?
    let routes: [String]
    let alarm: Bool
    /// Line, direction or routes for people; empty where all are meant.
    let wishes: Title

    init(_ value: transitd.Favourite, position: Int, hasAlarm: Bool) {
      favourite = value.id
      self.position = position
      kind = value.isBus ? "bus" : "subway"
      name = value.name
      if case .stop(let number, _) = value.place { stop = number } else { stop = nil }
      line = value.line.map { String($0.id) }
      direction = value.direction?.rawValue
      routes = value.routes
      alarm = hasAlarm
      let english = [value.line?.name.en, value.direction?.title.en] + value.routes
      let korean =
        [value.line.map { $0.name.ko ?? $0.name.en }, value.direction?.title.ko] + value.routes
      wishes = Title(
        english.compactMap { $0 }.joined(separator: ", "),
        korean.compactMap { $0 }.joined(separator: ", "))
    }
  }

  struct Favourites: Encodable, Sendable {
    let favourites: [Favourite]
  }

  struct Leave: Encodable, Sendable {
    let leave: Int
    let favourite: Int
    let name: String
    let walkSeconds: Double
    let between: String?
    let routes: [String]
    let createdAt: Timestamp
    let state: String
    let text: Title

    init(_ leave: transitd.Leave, name: String, latest: LeaveEvent?) {
      self.leave = leave.id
      favourite = leave.favourite
      self.name = name
      walkSeconds = leave.walkSeconds
      between = leave.window?.text
      routes = leave.routes
      createdAt = leave.createdAt
      state = latest?.kind ?? "starting"
      text = latest?.text ?? Title("asking", "조회 중")
    }
  }

  struct Leaves: Encodable, Sendable {
    let leaves: [Leave]
  }

  struct Account: Encodable, Sendable {
    let portal: String
    let portalName: Title
    let used: Int
    let daily: Int
    let left: Int
    let reserve: Int
    let share: Double
    let exhausted: Bool
    let resetsAt: Timestamp
    /// `none`, `stored` or `given`; never the key itself.
    let key: String
    let keyName: Title
  }

  struct Quota: Encodable, Sendable {
    let portals: [Account]
  }

  struct Configured: Encodable, Sendable {
    let subwayKey: String
    let busKey: String
    let subwayURL: String
    let busURL: String
  }

  struct Train: Encodable, Sendable {
    let train: String
    let station: String
    let destination: String?
    let direction: String?
    let directionName: Title?
    let motion: String
    let motionName: Title
    let express: Bool
    let last: Bool
    let ageSeconds: Int?

    init(_ position: TrainPosition, at now: Timestamp) {
      train = position.train
      station = position.station
      destination = position.destination
      direction = position.direction?.rawValue
      directionName = position.direction.map { Title($0.title) }
      motion = position.motion.rawValue
      motionName = Title(position.motion.title)
      express = position.isExpress
      last = position.isLast
      ageSeconds = position.measuredAt.map { max(0, Int(now.seconds(since: $0))) }
    }
  }

  struct Trains: Encodable, Sendable {
    let line: String
    let lineName: Title
    let trains: [Train]
  }

  struct Route: Encodable, Sendable {
    let route: String
    let kind: String?
    let from: String?
    let to: String?
    let everyMinutes: Int?

    init(_ value: PortalRoute) {
      route = value.route.name
      kind = value.route.kind?.rawValue
      from = value.from
      to = value.to
      everyMinutes = value.everyMinutes
    }
  }

  struct Routes: Encodable, Sendable {
    let routes: [Route]
  }
}

extension TrainPosition.Motion {
  var title: LocalizedText {
    switch self {
    case .approaching: LocalizedText(en: "approaching", ko: "진입")
    case .arrived: LocalizedText(en: "at", ko: "도착")
    case .departed: LocalizedText(en: "left", ko: "출발")
    case .departedPrevious: LocalizedText(en: "left the one before", ko: "전역 출발")
    case .unknown: LocalizedText(en: "unknown", ko: "알 수 없음")
    }
  }
}
