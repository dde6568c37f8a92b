import Foundation
import TestSupport
import Testing

@testable import transitd

/// Feeds at random with all that makes ways hard, and questions about them.
enum RandomFeeds {
  static let zones = ["Asia/Seoul", "America/New_York", "Europe/London", "Asia/Kolkata"]

  /// A noon beside a change to or from summer time where the zone has one.
  static func noon(_ seed: Int) throws -> (noon: Date, calendar: Calendar) {
    var calendar = Calendar(identifier: .gregorian)
    guard let zone = TimeZone(identifier: zones[seed % zones.count]) else {
      throw TestFailure("no zone")
    }
    calendar.timeZone = zone
    let parts = DateComponents(year: 2026, month: [2, 9, 6][seed % 3], day: 20, hour: 12)
    guard let start = calendar.date(from: parts) else { throw TestFailure("no date") }
    let change = calendar.timeZone.nextDaylightSavingTimeTransition(after: start)
    let noon = change.flatMap { calendar.date(bySettingHour: 12, minute: 0, second: 0, of: $0) }
    return (noon ?? start, calendar)
  }

  private static func clock(_ seconds: Int) -> String {
    String(format: "%02d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
  }

  static func day(_ noon: Date, _ offset: Int, _ calendar: Calendar) -> String {
    let date = calendar.date(byAdding: .day, value: offset, to: noon) ?? noon
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    return String(format: "%04d%02d%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
  }

  /// Stops in a few quarters: some within a walk of each other, some nowhere, one station.
  private static func stops(_ numbers: inout SeededNumbers) -> String {
    var text =
      "stop_id,stop_name,stop_lat,stop_lon,parent_station,location_type,wheelchair_boarding\n"
      + "ST,Central,37.5,127.0,,1,\(numbers.below(2))\n"
      + "n0,,,,ST,3,\n"
    for door in 0..<2 {
      let latitude = 37.5 + Double(numbers.below(300)) / 100_000
      text += "e\(door),Door \(door),\(latitude),127.001,ST,2,\(numbers.below(3))\n"
    }
    for stop in 0..<12 {
      let quarter = Double(stop % 4) * 0.02
      let latitude = 37.5 + quarter + Double(numbers.below(900)) / 100_000
      let longitude = 127 + Double(numbers.below(900)) / 100_000
      let isNowhere = stop == 11
      text +=
        isNowhere ? "s\(stop),Stop \(stop),,," : "s\(stop),Stop \(stop),\(latitude),\(longitude),"
      text += (stop < 2 || stop == 11) ? "ST" : ""
      text += ",,\(numbers.chance(15) ? 2 : numbers.below(2))\n"
    }
    return text
  }

  /// Ways within the station, some with stairs, some in one direction, some of which nothing is said.
  private static func pathways(_ numbers: inout SeededNumbers) -> String {
    var text =
      "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,length,traversal_time\n"
    let nodes = numbers.chance(50) ? ["s0", "s1", "n0", "e0", "e1"] : ["s0", "s11", "n0", "e0"]
    for row in 0..<(numbers.chance(20) ? 0 : 7) {
      let length = numbers.chance(40) ? "\(5 + numbers.below(200))" : ""
      let time = numbers.chance(60) ? "\(5 + numbers.below(300))" : ""
      text +=
        "p\(row),\(numbers.one(of: nodes)),\(numbers.one(of: nodes)),"
        + "\(1 + numbers.below(7)),\(numbers.chance(70) ? 1 : 0),\(length),\(time)\n"
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

  static func files(
    _ numbers: inout SeededNumbers, zone: String, noon: Date, _ calendar: Calendar
  ) -> [String: String] {
    var trips = "route_id,service_id,trip_id,trip_headsign,wheelchair_accessible\n"
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
        trips +=
          "\(line % 2 == 0 ? "R" : "N"),S\(numbers.below(4)),\(trip),,"
          + "\(numbers.chance(20) ? 2 : numbers.below(2))\n"
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
      "pathways.txt": pathways(&numbers),
    ]
  }

  // MARK: Questions

  struct Pair {
    let from: String
    let to: String
    let at: Int
    let vehicles: Int
    let horizon: Int
  }

  static func network(_ feed: FeedFile) throws -> JourneyNetwork {
    var draft = JourneyDraft()
    try draft.add(feed)
    return JourneyNetwork(draft)
  }

  /// What of the feed's two lines, `R` and `N`, is not taken.
  static func avoided(
    _ routes: Set<String>, _ network: JourneyNetwork, _ terms: JourneyRounds.Terms
  ) -> [Bool]? {
    let names = Set(routes.map { $0 == "R" ? "7" : "Night" })
    return network.avoided(isStepFree: terms.isStepFree) { feed, route in
      names.contains(network.feeds[feed].routeNames[route])
    }
  }

  static func question(
    _ pair: Pair, _ feed: FeedFile, _ network: JourneyNetwork, _ terms: JourneyRounds.Terms,
    isArrival: Bool, slack: Int = 0
  ) throws -> JourneySearch.Question {
    let from = JourneyNetwork.Place(
      stops: [try #require(try feed.stopNumber(pair.from))], in: network)
    let to = JourneyNetwork.Place(stops: [try #require(try feed.stopNumber(pair.to))], in: network)
    return JourneySearch.Question(
      from: network.ends(from, isLeaving: true, terms),
      to: network.ends(to, isLeaving: false, terms),
      walk: network.walk(from, to, terms), at: pair.at, isArrival: isArrival,
      maxTransfers: pair.vehicles - 1, terms: terms, horizon: pair.horizon, slack: slack,
      leastSpared: 1)
  }
}
