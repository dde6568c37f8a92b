import Foundation
import TestSupport
import Testing

@testable import transitd

/// Ways that leave later, beside ``PlainJourneys``.
@Suite("So many ways beside a plain search")
struct JourneyLaterTests {
  @Test(
    "over random feeds: whenever one asks until the last one leaves, what is best is among them",
    arguments: 0..<6)
  func random(seed: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(seed + 301))
    let city = try RandomCity(seed, &numbers)
    let (noon, feed) = (city.noon, city.feed)
    let network = try RandomFeeds.network(feed)
    let search = JourneySearch(network)
    let terms = JourneyRounds.Terms()
    let days = city.days(-5...4)
    let plain = try PlainJourneys(
      archive: city.archive, days: days, speed: terms.millimetresPerSecond, change: 60)
    var later = 0
    for round in 0..<30 {
      let pair = RandomFeeds.Pair(
        from: numbers.one(of: plain.stops), to: numbers.one(of: plain.stops),
        at: Int(noon.timeIntervalSince1970) + numbers.below(86_400) - 43_200,
        vehicles: 1 + numbers.below(4), horizon: 43_200)
      if pair.from == pair.to { continue }
      let isBack = round % 3 == 2
      let question = try RandomFeeds.question(
        pair, feed, network, terms, isArrival: isBack, slack: round % 2 == 0 ? 1800 : 0)
      let comment: Comment = "seed \(seed), \(city.zone), \(pair), back \(isBack)"
      let all = try search.ways(question, limit: 500)
      let now = search.ways(question)
      later += all.count - now.count
      #expect(now.allSatisfy(all.contains), comment)
      #expect(Set(all.map { "\($0)" }).count == all.count, comment)
      for way in all { #expect(!all.contains { $0.isBetter(than: way) }, comment) }
      let (leaves, arrives) = (all.map(\.leaves), all.map(\.arrives))
      #expect(isBack ? arrives.allSatisfy { $0 <= pair.at } : leaves.allSatisfy { $0 >= pair.at })
      // Between the moment that was asked about and the last way that was found.
      let rides = all.filter { !$0.rides.isEmpty }
      let last = isBack ? rides.map(\.arrives).min() : rides.map(\.leaves).max()
      guard let last else { continue }
      for _ in 0..<8 {
        let moment = min(pair.at, last) + numbers.below(abs(pair.at - last) + 1)
        let best =
          isBack
          ? plain.departures(
            from: pair.from, to: pair.to, by: moment, vehicles: pair.vehicles,
            horizon: pair.horizon)
          : plain.arrivals(
            from: pair.from, to: pair.to, at: moment, vehicles: pair.vehicles,
            horizon: pair.horizon)
        for outcome in best where outcome.vehicles > 0 {
          // A day later than it was asked about, others are not looked for.
          let end =
            isBack
            ? plain.arrivals(
              from: pair.from, to: pair.to, at: outcome.time, vehicles: outcome.vehicles,
              horizon: pair.horizon)
            : plain.departures(
              from: pair.from, to: pair.to, by: outcome.time, vehicles: outcome.vehicles,
              horizon: pair.horizon)
          let way = try #require(end.first { $0.vehicles == outcome.vehicles })
          if abs(way.time - pair.at) > pair.horizon { continue }
          #expect(
            all.contains { way in
              way.rides.count == outcome.vehicles
                && (isBack ? way.leaves : way.arrives) == outcome.time
            }, "\(outcome) at \(moment), \(comment)")
        }
      }
      for limit in 1...3 {
        let some = try search.ways(question, limit: limit)
        #expect(some.count == min(limit, all.count), comment)
        #expect(some.allSatisfy(all.contains), comment)
        let soonest = all.map(question.seconds).min()
        #expect(some.isEmpty || some.map(question.seconds).min() == soonest, comment)
      }
    }
    #expect(later > 10)
  }
}
