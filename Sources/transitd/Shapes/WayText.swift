internal import CivilTime
internal import IPCProtocol
internal import Values

/// Writes ways as people read them.
struct WayText {
  let network: JourneyNetwork
  let from: JourneyPlace
  let to: JourneyPlace
  let millimetresPerSecond: Int
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

  func journey(_ way: Way, cancelled: Int? = nil) throws -> Answers.Journey {
    journey(way, try parts(way, cancelled: cancelled))
  }

  func journey(_ way: Way, _ parts: [Part]) -> Answers.Journey {
    let (leaves, arrives) = (clock(way.leaves), clock(way.arrives))
    let summary = summary(way)
    return Answers.Journey(
      departure: Self.moment(way.leaves), arrival: Self.moment(way.arrives),
      seconds: way.arrives - way.leaves, transfers: way.transfers, walkSeconds: way.walking,
      walkMeters: way.walking * millimetresPerSecond / 1000,
      text: LocalizedText(
        en: "\(day)\(leaves.en) to \(arrives.en), \(summary.en)",
        ko: "\(day)\(leaves.text(in: .korean))–\(arrives.text(in: .korean)), "
          + summary.text(in: .korean)),
      legs: parts.map(\.leg))
  }

  /// `18m, 1 change, 3m on foot`.
  private func summary(_ way: Way) -> LocalizedText {
    let (whole, walk) = (Self.duration(way.arrives - way.leaves), Self.duration(way.walking))
    var (en, ko) = (whole.en, whole.text(in: .korean))
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
    return LocalizedText(en: en, ko: ko)
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

  /// The day that was asked about as a sentence; nil where it is today.
  var heading: LocalizedText? {
    day.isEmpty
      ? nil
      : LocalizedText(
        en: "\(from.name) to \(to.name) on \(zone.date(at: at))",
        ko: "\(zone.date(at: at)) \(from.name)에서 \(to.name)까지")
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

  /// A walk or a ride, and how people read it.
  struct Part {
    var leg: Answers.Leg
    let leaves: Int
    let arrives: Int
    let title: LocalizedText
    let remark: LocalizedText
  }

  /// Walks and rides in order; a walk of no time is none.
  ///
  /// `cancelled` is the ride that does not run.
  func parts(_ way: Way, cancelled: Int? = nil) throws -> [Part] {
    guard let first = way.rides.first, let last = way.rides.last else {
      return [walk(way.leaves, way.arrives, try end(from), try end(to))]
    }
    var parts: [Part] = []
    var ready = way.leaves + way.firstWalk
    if way.firstWalk > 0 {
      parts.append(walk(way.leaves, ready, try end(from), try end(first, first.board)))
    }
    var before: Way.Ride?
    for (number, ride) in way.rides.enumerated() {
      if let before, stop(before, before.alight) != stop(ride, ride.board) {
        let (one, other) = (try end(before, before.alight), try end(ride, ride.board))
        if one.name != other.name || ride.walk >= 60 {
          parts.append(walk(ready, ready + ride.walk, one, other))
        }
        ready += ride.walk
      }
      var part = try self.part(ride, waiting: ride.departs - ready)
      if number == cancelled { part.leg.cancelled = true }
      parts.append(part)
      ready = ride.arrives
      before = ride
    }
    if way.lastWalk > 0 {
      parts.append(walk(ready, way.arrives, try end(last, last.alight), try end(to)))
    }
    return parts
  }

  /// A way as lines of a table: what it is as a whole, and its parts.
  func rows(_ way: Way, number: Int, _ parts: [Part]) -> [Answers.WayRow] {
    let isOne = parts.count == 1
    let lines = parts.map { part in
      // What is one vehicle takes as long as the whole.
      let whole = isOne && part.leg.kind == .ride ? Self.duration(way.arrives - way.leaves) : nil
      return Answers.WayRow(
        way: number, number: isOne ? number : nil, kind: part.leg.kind == .ride ? .ride : .walk,
        leaves: clock(part.leaves), title: part.title, to: part.leg.to.name,
        arrives: clock(part.arrives),
        remark: whole?.joined(part.remark, en: ", ", ko: ", ") ?? part.remark)
    }
    if isOne { return lines }
    let whole = Answers.WayRow(
      way: number, number: number, kind: .way, leaves: clock(way.leaves),
      title: LocalizedText(en: "", ko: ""), to: to.name, arrives: clock(way.arrives),
      remark: summary(way))
    return [whole] + lines
  }

  private func walk(
    _ leaves: Int, _ arrives: Int, _ from: Answers.Leg.End, _ to: Answers.Leg.End
  ) -> Part {
    Part(
      leg: Answers.Leg(
        kind: .walk, from: from, to: to, departure: Self.moment(leaves),
        arrival: Self.moment(arrives), seconds: arrives - leaves),
      leaves: leaves, arrives: arrives, title: LocalizedText(en: "on foot", ko: "걷기"),
      remark: Self.duration(arrives - leaves))
  }

  private func part(_ ride: Way.Ride, waiting: Int) throws -> Part {
    let pattern = network.patterns[ride.pattern]
    let feed = network.feeds[Int(pattern.feed)]
    let file = self.feed(feed.name)
    let trip = try network.row(ofTrip: ride.trip).flatMap { try file?.trip($0) }
    let unplanned = network.live(ride.trip)?.unplanned
    let headsign = unplanned?.headsign ?? trip?.headsign
    let name = route(ride)
    let rule = network.rules[Int(pattern.firstStop) + ride.board]
    let boarding: Departure.Boarding =
      rule & JourneyNetwork.Rule.phone != 0
      ? .phone : rule & JourneyNetwork.Rule.driver != 0 ? .driver : .regular
    let headway = pattern.headway > 0 && !pattern.isExact ? Int(pattern.headway) : nil
    let platform = try feedStop(ride, ride.board)?.platform
    let title = headsign.map { "\(name) → \($0)" } ?? name
    let stops = ride.alight - ride.board
    let leg = Answers.Leg(
      kind: .ride, from: try end(ride, ride.board), to: try end(ride, ride.alight),
      departure: Self.moment(ride.departs), arrival: Self.moment(ride.arrives),
      seconds: ride.arrives - ride.departs, waitSeconds: max(0, waiting), platform: platform,
      route: unplanned == nil ? trip?.routeID ?? name : name, routeName: name,
      headsign: headsign, stops: stops, feed: feed.name, trip: unplanned?.trip ?? trip?.id,
      serviceDate: DayText.text(ride.serviceDay), headwaySeconds: headway, boarding: boarding,
      realtime: ride.isLive, extra: ride.extra != nil,
      delaySeconds: ride.isLive && unplanned == nil ? ride.departs - ride.plannedDeparts : nil)
    return Part(
      leg: leg, leaves: ride.departs, arrives: ride.arrives,
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

  private func feedStop(_ ride: Way.Ride, _ position: Int) throws -> FeedStop? {
    let feed = network.feeds[Int(network.patterns[ride.pattern].feed)]
    return try self.feed(feed.name)?.stop(stop(ride, position) - feed.firstStop)
  }

  func name(_ ride: Way.Ride, _ position: Int) throws -> String {
    try feedStop(ride, position)?.name ?? ""
  }

  // MARK: The ends of parts

  private func end(_ ride: Way.Ride, _ position: Int) throws -> Answers.Leg.End {
    let feed = network.feeds[Int(network.patterns[ride.pattern].feed)]
    let stop = try feedStop(ride, position)
    return Answers.Leg.End(id: stop.map { "\(feed.name):\($0.id)" }, name: stop?.name ?? "")
  }

  /// An end of the way; a place with several poles is known by the first.
  private func end(_ place: JourneyPlace) throws -> Answers.Leg.End {
    let stop = try place.stops.first.flatMap { stop in
      try feed(stop.feed)?.stop(stop.number).map { "\(stop.feed):\($0.id)" }
    }
    return Answers.Leg.End(id: stop, name: place.name)
  }
}
