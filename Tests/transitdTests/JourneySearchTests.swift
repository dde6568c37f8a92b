import Foundation
import TestSupport
import Testing

@testable import transitd

/// The search for ways beside ``PlainJourneys``, over random feeds and random questions.
@Suite("Ways beside a plain search")
struct JourneySearchTests {
  private static let zones = ["Asia/Seoul", "America/New_York", "Europe/London", "Asia/Kolkata"]
  private static let horizons = [86_400, 86_400, 3 * 86_400]

  private static func clock(_ seconds: Int) -> String {
    String(format: "%02d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
  }

  private static func day(_ noon: Date, _ offset: Int, _ calendar: Calendar) -> String {
    let date = calendar.date(byAdding: .day, value: offset, to: noon) ?? noon
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    return String(format: "%04d%02d%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }

  // MARK: Random feeds

  /// Stops in a few quarters: some within a walk of each other, some nowhere, one station.
  private static func stops(_ numbers: inout SeededNumbers) -> String {
    var text = "stop_id,stop_name,stop_lat,stop_lon,parent_station\nST,Central,37.5,127.0,\n"
    for stop in 0..<12 {
      let quarter = Double(stop % 4) * 0.02
      let latitude = 37.5 + quarter + Double(numbers.below(900)) / 100_000
      let longitude = 127 + Double(numbers.below(900)) / 100_000
      let isNowhere = stop == 11
      text +=
        isNowhere ? "s\(stop),Stop \(stop),,," : "s\(stop),Stop \(stop),\(latitude),\(longitude),"
      text += (stop < 2 || stop == 11) ? "ST\n" : "\n"
    }
    return text
  }

  private static func transfers(_ numbers: inout SeededNumbers) -> String {
    var rows: [String: String] = [:]
    for _ in 0..<8 {
      let names = (0..<12).map { "s\($0)" } + ["ST"]
      let key = "\(numbers.one(of: names)),\(numbers.one(of: names))"
      rows[key] = "\(key),\(numbers.below(4)),\(numbers.below(900))\n"
    }
    return "from_stop_id,to_stop_id,transfer_type,min_transfer_time\n"
      + rows.sorted { $0.key < $1.key }.map(\.value).joined()
  }

  private static func calendars(
    _ numbers: inout SeededNumbers, _ noon: Date, _ calendar: Calendar
  ) -> (weeks: String, dates: String) {
    var weeks = FeedFixture.calendar.prefix { $0 != "\n" } + "\n"
    var dates = "service_id,date,exception_type\n"
    for service in 0..<4 {
      let flags = (0..<7).map { _ in numbers.chance(70) ? "1" : "0" }
      let first = day(noon, -numbers.below(12), calendar)
      let last = day(noon, numbers.below(9), calendar)
      weeks += "S\(service),\(flags.joined(separator: ",")),\(first),\(last)\n"
      for _ in 0..<3 {
        dates +=
          "S\(service),\(day(noon, numbers.below(17) - 8, calendar)),\(numbers.below(2) + 1)\n"
      }
    }
    return (String(weeks), dates)
  }

  private static func files(
    _ numbers: inout SeededNumbers, zone: String, noon: Date, _ calendar: Calendar
  ) -> [String: String] {
    var trips = "route_id,service_id,trip_id,trip_headsign\n"
    var times =
      "trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign,pickup_type,"
      + "drop_off_type\n"
    var runs = "trip_id,start_time,end_time,headway_secs,exact_times\n"
    var count = 0
    for line in 0..<9 {
      // Some lines pass a stop twice.
      let path = (0..<3 + numbers.below(4)).map { _ in "s\(numbers.below(12))" }
      let hops = path.map { _ in 60 + numbers.below(1500) }
      let rules = path.map { _ in (numbers.chance(8) ? 1 : 0, numbers.chance(8) ? 1 : 0) }
      for _ in 0..<3 + numbers.below(5) {
        let trip = "t\(count)"
        trips += "\(line % 2 == 0 ? "R" : "N"),S\(numbers.below(4)),\(trip),\n"
        var time = [numbers.below(108_000), 72_000 + numbers.below(25_000), 250_000][
          numbers.chance(4) ? 2 : count % 2]
        if line == 8 {
          runs += "\(trip),\(clock(time)),\(clock(time + 7200)),\(300 + numbers.below(2700)),1\n"
          time = 21_600
        }
        // Some trips are faster than those before them, and overtake.
        let percent = numbers.chance(25) ? 40 : 100
        for (index, stop) in path.enumerated() {
          let wait = numbers.chance(20) ? 120 : 0
          let isBlank = index > 0 && index < path.count - 1 && numbers.chance(10)
          let text = isBlank ? "," : "\(clock(time)),\(clock(time + wait))"
          times += "\(trip),\(text),\(stop),\(index * 2),,\(rules[index].0),\(rules[index].1)\n"
          time += wait + hops[index] * percent / 100
        }
        count += 1
      }
    }
    let (weeks, dates) = calendars(&numbers, noon, calendar)
    return [
      "agency.txt": "agency_name,agency_timezone\nCity,\(zone)\n", "stops.txt": stops(&numbers),
      "calendar.txt": weeks, "calendar_dates.txt": dates, "trips.txt": trips,
      "stop_times.txt": times, "frequencies.txt": runs, "transfers.txt": transfers(&numbers),
    ]
  }

  // MARK: Questions

  private struct Pair {
    let from: String
    let to: String
    let at: Int
    let vehicles: Int
    let horizon: Int
  }

  private static func network(_ feed: FeedFile) throws -> JourneyNetwork {
    var draft = JourneyDraft()
    try draft.add(feed)
    return JourneyNetwork(draft)
  }

  private static func question(
    _ pair: Pair, _ feed: FeedFile, _ network: JourneyNetwork, _ terms: JourneyRounds.Terms,
    isArrival: Bool
  ) throws -> JourneySearch.Question {
    let from = JourneyNetwork.Place(
      stops: [try #require(try feed.stopNumber(pair.from))], in: network)
    let to = JourneyNetwork.Place(stops: [try #require(try feed.stopNumber(pair.to))], in: network)
    return JourneySearch.Question(
      from: network.ends(from, terms), to: network.ends(to, terms),
      walk: network.walk(from, to, terms), at: pair.at, isArrival: isArrival,
      maxTransfers: pair.vehicles - 1, terms: terms, horizon: pair.horizon)
  }

  @Test(
    "over random feeds: changes, walks, rules of transfers, midnight, repeated trips, exceptions",
    arguments: 0..<12)
  func random(seed: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(seed + 1))
    let zone = Self.zones[seed % Self.zones.count]
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    let start = try #require(
      calendar.date(
        from: DateComponents(year: 2026, month: [2, 9, 6][seed % 3], day: 20, hour: 12)))
    let noon =
      calendar.timeZone.nextDaylightSavingTimeTransition(after: start).flatMap {
        calendar.date(bySettingHour: 12, minute: 0, second: 0, of: $0)
      } ?? start
    let fixture = try FeedFixture()
    let archive = try fixture.archive(
      Self.files(&numbers, zone: zone, noon: noon, calendar),
      adding: ["transfers.txt"])
    let feed = try fixture.feed(archive)
    let network = try Self.network(feed)
    let search = JourneySearch(network)
    var terms = JourneyRounds.Terms()
    terms.millimetresPerSecond = [1250, 900, 1600][seed % 3]
    let days = (-11...9).compactMap { calendar.date(byAdding: .day, value: $0, to: noon) }
    let plain = try PlainJourneys(
      archive: archive, days: days, speed: terms.millimetresPerSecond, change: 60)
    var answered = 0
    for _ in 0..<60 {
      let pair = Pair(
        from: numbers.one(of: plain.stops), to: numbers.one(of: plain.stops),
        at: Int(noon.timeIntervalSince1970) + numbers.below(5 * 86_400) - 2 * 86_400,
        vehicles: 1 + numbers.below(5), horizon: Self.horizons[numbers.below(3)])
      if pair.from == pair.to { continue }
      let comment: Comment = "seed \(seed), \(zone), \(pair)"
      let question = try Self.question(pair, feed, network, terms, isArrival: false)
      let ways = search.ways(question)
      let arrivals = plain.arrivals(
        from: pair.from, to: pair.to, at: pair.at, vehicles: pair.vehicles, horizon: pair.horizon)
      #expect(
        ways.map { PlainJourneys.Outcome(time: $0.arrives, vehicles: $0.rides.count) } == arrivals,
        comment)
      // Days farther off are looked at where there is nothing else, and only there.
      var far = question
      far.farHorizon = 5 * 86_400
      let farther = plain.arrivals(
        from: pair.from, to: pair.to, at: pair.at, vehicles: pair.vehicles, horizon: 5 * 86_400)
      #expect(
        search.ways(far).map { PlainJourneys.Outcome(time: $0.arrives, vehicles: $0.rides.count) }
          == (arrivals.isEmpty ? farther : arrivals), comment)
      answered += ways.count
      // Nobody who arrives as soon may leave later.
      for way in ways where !way.rides.isEmpty {
        let latest = plain.departures(
          from: pair.from, to: pair.to, by: way.arrives, vehicles: way.rides.count,
          horizon: way.arrives - pair.at)
        #expect(latest.contains { $0.time == way.leaves }, comment)
      }
      let back = search.ways(try Self.question(pair, feed, network, terms, isArrival: true))
      let departures = plain.departures(
        from: pair.from, to: pair.to, by: pair.at, vehicles: pair.vehicles, horizon: pair.horizon)
      #expect(
        back.map { PlainJourneys.Outcome(time: $0.leaves, vehicles: $0.rides.count) } == departures,
        comment)
      for way in ways + back { check(way, search, terms, comment) }
    }
    #expect(answered > 20)
  }

  /// Each vehicle is there when the one before and the walk are over, and what is told adds up.
  private func check(
    _ way: Way, _ search: JourneySearch, _ terms: JourneyRounds.Terms, _ comment: Comment
  ) {
    var time = way.leaves + way.firstWalk
    for (index, ride) in way.rides.enumerated() {
      #expect(time + ride.walk <= ride.departs, comment)
      #expect(ride.departs <= ride.arrives, comment)
      #expect(ride.board < ride.alight, comment)
      if index == 0 { #expect(ride.departs == time, comment) }
      time = ride.arrives
    }
    #expect(time + way.lastWalk == way.arrives || way.rides.isEmpty, comment)
  }
}
