internal import Values

/// From the bus portal's rows to the domain's values, once and in one place.
enum BusMapping {
  /// The routes of an answer that came at `receivedAt`, which is how old a service without `mkTm` is.
  static func routes(_ answer: UpstreamAnswer, receivedAt: Timestamp) -> [BusRouteAtStop] {
    answer.rows.compactMap { route($0, receivedAt: receivedAt) }
  }

  static func route(_ row: UpstreamNode, receivedAt: Timestamp) -> BusRouteAtStop? {
    guard let name = row.field("rtNm") ?? row.field("busRouteAbrv") else { return nil }
    let route = BusRoute(
      name: name, id: row.field("busRouteId"), kind: kind(row.field("routeType")))
    let made = row.field("mkTm").flatMap { KoreaTime.timestamp($0) } ?? receivedAt
    return BusRouteAtStop(
      route: route, direction: row.field("adirection") ?? row.field("dir"),
      arrivals: ["1", "2"].compactMap { suffix in
        arrival(row, suffix, route, made).map { timed($0, row) }
      }, firstBus: row.field("firstTm").flatMap { BusHour($0) },
      lastBus: row.field("lastTm").flatMap { BusHour($0) })
  }

  /// With the hours of its route.
  private static func timed(_ arrival: Arrival, _ row: UpstreamNode) -> Arrival {
    var arrival = arrival
    arrival.firstBus = row.field("firstTm").flatMap { BusHour($0) }
    arrival.lastBus = row.field("lastTm").flatMap { BusHour($0) }
    arrival.everyMinutes = row.field("term").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    return arrival
  }

  private static func arrival(
    _ row: UpstreamNode, _ suffix: String, _ route: BusRoute, _ made: Timestamp
  ) -> Arrival? {
    guard let words = row.field("arrmsg" + suffix) else { return nil }
    let message = BusMessage(words)
    let isHere = row.field("isArrive" + suffix) == "1" && message.state != .ended
    var arrival = Arrival(
      .bus(route), state: isHere ? .arrived : message.state,
      claim: isHere ? .now : claim(row.field("traTime" + suffix), message))
    arrival.stop = row.field("stNm")
    arrival.destination = row.field("adirection") ?? row.field("dir")
    arrival.via = row.field("nxtStn")
    arrival.vehicle = row.field("plainNo" + suffix)
    arrival.stopsAway = isHere ? 0 : message.stopsAway
    arrival.place = row.field("stationNm" + suffix)
    arrival.message = words
    arrival.measuredAt = measured(row.field("repTm" + suffix), made: made)
    arrival.isLast = row.field("isLast" + suffix) == "1" || message.isLast
    // Some services send one for the first bus, without a digit.
    arrival.crowding = crowding(
      row.field("congestion" + suffix) ?? (suffix == "1" ? row.field("congestion") : nil))
    // "00" is as usual; others than "11" come with routes that have ended.
    arrival.isDetour = row.field("deTourAt") == "11"
    arrival.bus = bus(row.field("busType" + suffix))
    return arrival
  }

  /// When the bus was last heard of (`repTm1`), which may be minutes before the answer was made.
  ///
  /// A moment of another day, or behind the answer, is a mistake, and the answer's own counts.
  private static func measured(_ text: String?, made: Timestamp) -> Timestamp {
    guard let reported = text.flatMap({ KoreaTime.timestamp($0) }),
      (0...3600).contains(made.seconds(since: reported))
    else { return made }
    return reported
  }

  /// The message outranks the seconds: 회차대기 came with `traTime1` 5.
  private static func claim(_ text: String?, _ message: BusMessage) -> Arrival.Claim {
    switch message.state {
    case .running, .approaching:
      if let seconds = text.flatMap({ Int($0) }), seconds > 0 { return .seconds(seconds) }
      if let seconds = message.seconds { return .seconds(seconds) }
      return message.state == .approaching ? .now : .unknown
    case .arrived: return .now
    case .departed, .waiting, .ended, .unknown: return .unknown
    }
  }

  private static func kind(_ code: String?) -> BusRoute.Kind? {
    guard let number = code.flatMap({ Int($0) }), BusRoute.Kind.allCases.indices.contains(number)
    else { return nil }
    return BusRoute.Kind.allCases[number]
  }

  private static func crowding(_ code: String?) -> Crowding? {
    switch code {
    case "3": .light
    case "4": .normal
    case "5": .full
    case "6": .veryFull
    default: nil
    }
  }

  private static func bus(_ code: String?) -> BusKind? {
    switch code {
    case "0": .normal
    case "1": .lowFloor
    case "2": .articulated
    default: nil
    }
  }

  static func busRoutes(_ answer: UpstreamAnswer) -> [PortalRoute] {
    answer.rows.compactMap { row in
      guard let name = row.field("busRouteNm") else { return nil }
      return PortalRoute(
        route: BusRoute(
          name: name, id: row.field("busRouteId"), kind: kind(row.field("routeType"))),
        from: row.field("stStationNm"), to: row.field("edStationNm"),
        everyMinutes: row.field("term").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil })
    }
  }
}

/// A route as the bus portal describes it.
struct PortalRoute: Equatable {
  let route: BusRoute
  let from: String?
  let to: String?
  /// Minutes between two buses; nil where the portal does not say.
  let everyMinutes: Int?
}
