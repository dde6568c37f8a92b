import Foundation
import TestSupport
import Testing

@testable import transitd

/// The search for ways beside ``PlainJourneys``, over random feeds and random questions.
@Suite("Ways beside a plain search")
struct JourneySearchTests {
  private static let horizons = [86_400, 86_400, 3 * 86_400]

  @Test(
    "over random feeds: changes, walks, rules of transfers, midnight, repeated trips, exceptions",
    arguments: 0..<12)
  func random(seed: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(seed + 1))
    let city = try RandomCity(seed, &numbers)
    let (noon, feed) = (city.noon, city.feed)
    let network = try RandomFeeds.network(feed)
    let search = JourneySearch(network)
    var terms = JourneyRounds.Terms()
    terms.millimetresPerSecond = [1250, 900, 1600][seed % 3]
    terms.isStepFree = seed % 3 == 1
    let avoided: Set<String> = seed % 4 == 2 ? ["R"] : []
    terms.isAvoided = RandomFeeds.avoided(avoided, network, terms)
    let days = city.days(-11...9)
    let plain = try PlainJourneys(
      archive: city.archive, days: days, speed: terms.millimetresPerSecond, change: 60,
      avoiding: avoided, isStepFree: terms.isStepFree)
    var answered = 0
    for _ in 0..<60 {
      let pair = RandomFeeds.Pair(
        from: numbers.one(of: plain.stops), to: numbers.one(of: plain.stops),
        at: Int(noon.timeIntervalSince1970) + numbers.below(5 * 86_400) - 2 * 86_400,
        vehicles: 1 + numbers.below(5), horizon: Self.horizons[numbers.below(3)])
      if pair.from == pair.to { continue }
      let comment: Comment = "seed \(seed), \(city.zone), \(pair)"
      let question = try RandomFeeds.question(pair, feed, network, terms, isArrival: false)
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
      let back = search.ways(try RandomFeeds.question(pair, feed, network, terms, isArrival: true))
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
