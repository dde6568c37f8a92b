internal import CivilTime
internal import IPCProtocol
internal import Values

/// Writes ways as people read them.
struct WayText {
  let network: JourneyNetwork
  let from: String
  let to: String
  let zone: TimeZoneRules
  let now: Timestamp
  /// What was asked about; its day goes without saying.
  let at: Timestamp
  /// An open feed by its name.
  let feed: (String) -> FeedFile?

  static func moment(_ seconds: Int) -> Timestamp {
    Timestamp(microseconds: Int64(seconds) * 1_000_000)
  }

  // MARK: A way as a whole

  func answer(_ way: Way, number: Int) -> Answers.Way {
    let seconds = way.arrives - way.leaves
    let whole = Self.duration(seconds)
    let walk = Self.duration(way.walking)
    let (leaves, arrives) = (clock(way.leaves), clock(way.arrives))
    var en = "\(number): \(day)\(leaves.en) to \(arrives.en), \(whole.en)"
    var ko = "\(number): \(day)\(leaves.text(in: .korean))–\(arrives.text(in: .korean)), "
    ko += whole.text(in: .korean)
    if way.rides.isEmpty {
      en += ", on foot"
      ko += ", 걸어서"
    } else {
      let changes = way.transfers
      en += changes == 0 ? ", no change" : changes == 1 ? ", 1 change" : ", \(changes) changes"
      ko += changes == 0 ? ", 환승 없음" : ", 환승 \(changes)번"
      if way.walking > 0 {
        en += ", \(walk.en) on foot"
        ko += ", 걷기 \(walk.text(in: .korean))"
      }
    }
    return Answers.Way(
      way: number, leavesAt: Self.moment(way.leaves), arrivesAt: Self.moment(way.arrives),
      seconds: seconds, transfers: way.transfers, walkSeconds: way.walking,
      text: LocalizedText(en: en, ko: ko))
  }

  /// The time on the clocks there; days behind the one that was asked about are counted, as in
  /// `00:10 +1`.
  func clock(_ seconds: Int) -> LocalizedText {
    let text = zone.clock(Self.moment(seconds), on: zone.date(at: at))
    return LocalizedText(en: text, ko: text)
  }

  /// The day that was asked about, where it is not today.
  var day: String {
    let date = zone.date(at: at)
    return date == zone.date(at: now) ? "" : "\(date) "
  }

  /// Hours from the first on, seconds only below an hour.
  private static func duration(_ seconds: Int) -> LocalizedText {
    guard seconds >= 3600 else { return ArrivalText.duration(seconds) }
    let minutes = (seconds + 30) / 60
    let (hours, rest) = (minutes / 60, minutes % 60)
    if rest == 0 { return LocalizedText(en: "\(hours)h", ko: "\(hours)시간") }
    return LocalizedText(en: "\(hours)h \(rest)m", ko: "\(hours)시간 \(rest)분")
  }

  // MARK: Its parts

  /// Walks and rides in order; a walk of no time is none.
  func legs(_ way: Way, number: Int) throws -> [Answers.Leg] {
    guard let first = way.rides.first, let last = way.rides.last else {
      return [walk(number, way.leaves, way.arrives, from, to)]
    }
    var legs: [Answers.Leg] = []
    var ready = way.leaves + way.firstWalk
    if way.firstWalk > 0 {
      legs.append(walk(number, way.leaves, ready, from, try name(first, first.board)))
    }
    var before: Way.Ride?
    for ride in way.rides {
      if let before, stop(before, before.alight) != stop(ride, ride.board) {
        let (one, other) = (try name(before, before.alight), try name(ride, ride.board))
        if one != other || ride.walk >= 60 {
          legs.append(walk(number, ready, ready + ride.walk, one, other))
        }
        ready += ride.walk
      }
      legs.append(try leg(ride, number, waiting: ride.departs - ready))
      ready = ride.arrives
      before = ride
    }
    if way.lastWalk > 0 {
      legs.append(walk(number, ready, way.arrives, try name(last, last.alight), to))
    }
    return legs
  }

  private func walk(
    _ way: Int, _ leaves: Int, _ arrives: Int, _ from: String, _ to: String
  ) -> Answers.Leg {
    Answers.Leg(
      way: way, kind: .walk, leavesAt: Self.moment(leaves), arrivesAt: Self.moment(arrives),
      leaves: clock(leaves), arrives: clock(arrives), seconds: arrives - leaves, waitSeconds: 0,
      from: from, to: to, title: LocalizedText(en: "on foot", ko: "걷기"),
      remark: Self.duration(arrives - leaves))
  }

  private func leg(_ ride: Way.Ride, _ number: Int, waiting: Int) throws -> Answers.Leg {
    let pattern = network.patterns[ride.pattern]
    let feed = network.feeds[Int(pattern.feed)]
    let file = self.feed(feed.name)
    let trip = try network.row(ofTrip: ride.trip).flatMap { try file?.trip($0) }
    let unplanned = network.live(ride.trip)?.unplanned
    let headsign = unplanned?.headsign ?? trip?.headsign
    let route = feed.routeNames[Int(pattern.route)]
    let rule = network.rules[Int(pattern.firstStop) + ride.board]
    let boarding: Departure.Boarding =
      rule & JourneyNetwork.Rule.phone != 0
      ? .phone : rule & JourneyNetwork.Rule.driver != 0 ? .driver : .regular
    let headway = pattern.headway > 0 && !pattern.isExact ? Int(pattern.headway) : nil
    let platform = try file?.stop(stop(ride, ride.board) - feed.firstStop)?.platform
    let title = headsign.map { "\(route) → \($0)" } ?? route
    let stops = ride.alight - ride.board
    return Answers.Leg(
      way: number, kind: .ride, leavesAt: Self.moment(ride.departs),
      arrivesAt: Self.moment(ride.arrives), leaves: clock(ride.departs),
      arrives: clock(ride.arrives), seconds: ride.arrives - ride.departs,
      waitSeconds: max(0, waiting), from: try name(ride, ride.board),
      to: try name(ride, ride.alight), platform: platform, route: route,
      headsign: headsign, stops: stops, feed: feed.name, trip: unplanned?.trip ?? trip?.id,
      serviceDate: DayText.text(ride.serviceDay), headwaySeconds: headway, boarding: boarding,
      realtime: ride.isLive, extra: ride.extra != nil,
      delaySeconds: ride.isLive && unplanned == nil ? ride.departs - ride.plannedDeparts : nil,
      title: LocalizedText(en: title, ko: title),
      remark: remark(ride, stops, platform, waiting, headway, boarding))
  }

  private func remark(
    _ ride: Way.Ride, _ stops: Int, _ platform: String?, _ waiting: Int, _ headway: Int?,
    _ boarding: Departure.Boarding
  ) -> LocalizedText {
    var en = [stops == 1 ? "1 stop" : "\(stops) stops"]
    var ko = ["\(stops)정거장"]
    if waiting >= 60 {
      let wait = Self.duration(waiting / 60 * 60)
      en.append("wait \(wait.en)")
      ko.append("대기 \(wait.text(in: .korean))")
    }
    if let state = state(ride) {
      en.append(state.en)
      ko.append(state.text(in: .korean))
    }
    if let platform {
      en.append("pl. \(platform)")
      ko.append("승강장 \(platform)")
    }
    if let headway {
      en.append("about every \(headway / 60) min")
      ko.append("약 \(headway / 60)분 간격")
    }
    if let title = boarding.title {
      en.append(title.en)
      ko.append(title.text(in: .korean))
    }
    return LocalizedText(en: en.joined(separator: ", "), ko: ko.joined(separator: ", "))
  }

  /// How late it is, and whether the timetable has it; nil where real time does not speak of it.
  func state(_ ride: Way.Ride) -> LocalizedText? {
    let late = ride.isLive ? ArrivalText.punctuality(ride.departs - ride.plannedDeparts) : nil
    guard let extra = ride.extra?.title else { return late }
    // Who has no plan is neither late nor on time.
    guard network.live(ride.trip)?.unplanned == nil, let late else { return extra }
    return extra.joined(late, en: ", ", ko: ", ")
  }

  private func stop(_ ride: Way.Ride, _ position: Int) -> Int {
    network.stop(of: network.patterns[ride.pattern], at: position)
  }

  func name(_ ride: Way.Ride, _ position: Int) throws -> String {
    let feed = network.feeds[Int(network.patterns[ride.pattern].feed)]
    let stop = stop(ride, position) - feed.firstStop
    return try self.feed(feed.name)?.stop(stop)?.name ?? ""
  }
}
