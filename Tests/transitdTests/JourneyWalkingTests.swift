import Foundation
import TestSupport
import Testing

@testable import transitd

/// Ways by time, vehicles and the way on foot, beside ``PlainJourneys``.
@Suite("Ways with less walking beside a plain search")
struct JourneyWalkingTests {
  /// Feeds in which a way behind all that is looked at first is one to be shown.
  private static let rare = [142, 203, 230]

  private typealias Effort = PlainJourneys.Effort

  private static func efforts(_ ways: [Way], _ pair: RandomFeeds.Pair, isBack: Bool) -> [Effort] {
    ways.map {
      Effort(
        time: isBack ? pair.at - $0.leaves : $0.arrives, vehicles: $0.rides.count,
        walk: $0.walking)
    }
  }

  @Test(
    "over random feeds: none is missing, none is worse than another, each leaves as late as it can",
    arguments: Array(0..<12) + Self.rare)
  func random(seed: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(seed + 101))
    let city = try RandomCity(seed, &numbers)
    let (noon, feed) = (city.noon, city.feed)
    let network = try RandomFeeds.network(feed)
    let search = JourneySearch(network)
    var terms = JourneyRounds.Terms()
    terms.millimetresPerSecond = [1250, 900, 1600][seed % 3]
    terms.isStepFree = seed % 4 == 3
    let avoided: Set<String> = seed % 5 == 4 ? ["N"] : []
    terms.isAvoided = RandomFeeds.avoided(avoided, network, terms)
    let days = city.days(-5...4)
    let plain = try PlainJourneys(
      archive: city.archive, days: days, speed: terms.millimetresPerSecond, change: 60,
      avoiding: avoided, isStepFree: terms.isStepFree)
    let slack = [600, 1800, 7200][seed % 3]
    var spared = 0
    for round in 0..<70 {
      let pair = RandomFeeds.Pair(
        from: numbers.one(of: plain.stops), to: numbers.one(of: plain.stops),
        at: Int(noon.timeIntervalSince1970) + numbers.below(3 * 86_400) - 86_400,
        vehicles: 1 + numbers.below(4), horizon: 43_200)
      if pair.from == pair.to { continue }
      let isBack = round % 3 == 2
      var question = try RandomFeeds.question(
        pair, feed, network, terms, isArrival: isBack, slack: slack)
      if round % 4 == 3 {
        question.mostWalking = numbers.below(1500)
      } else if round % 4 == 0 {
        // Less than on any of the soonest ways.
        var soonest = question
        soonest.slack = 0
        let least = search.ways(soonest).map(\.walking).min() ?? 0
        if least > 0 { question.mostWalking = max(0, least - 1 - numbers.below(120)) }
      }
      let most = question.mostWalking ?? .max
      let comment: Comment = "seed \(seed), \(city.zone), \(pair), back \(isBack), most \(most)"
      let ways = search.ways(question)
      let expected =
        isBack
        ? plain.effortsBack(
          from: pair.from, to: pair.to, by: pair.at, vehicles: pair.vehicles,
          horizon: pair.horizon, slack: slack, most: most)
        : plain.efforts(
          from: pair.from, to: pair.to, at: pair.at, vehicles: pair.vehicles,
          horizon: pair.horizon, slack: slack, most: most)
      // Ways with fewer vehicles may be later; JourneySearchTests knows them.
      let efforts = Self.efforts(ways, pair, isBack: isBack)
      let last = (efforts.map(\.time).min() ?? 0) + slack
      #expect(PlainJourneys.best(efforts.filter { $0.time <= last }) == expected, comment)
      #expect(ways.allSatisfy { $0.walking <= most }, comment)
      if question.mostWalking != nil {
        // However much later it is, who wants fewer vehicles is shown the soonest.
        let all =
          isBack
          ? plain.effortsBack(
            from: pair.from, to: pair.to, by: pair.at, vehicles: pair.vehicles,
            horizon: pair.horizon, slack: pair.horizon, most: most)
          : plain.efforts(
            from: pair.from, to: pair.to, at: pair.at, vehicles: pair.vehicles,
            horizon: pair.horizon, slack: pair.horizon, most: most)
        for vehicles in 0...pair.vehicles {
          func soonest(_ efforts: some Sequence<Effort>) -> Int? {
            efforts.filter { $0.vehicles <= vehicles }.map(\.time).min()
          }
          #expect(soonest(efforts) == soonest(all), comment)
        }
      }
      for way in ways where !isBack && !way.rides.isEmpty && round % 2 == 0 {
        let latest = plain.effortsBack(
          from: pair.from, to: pair.to, by: way.arrives, vehicles: way.rides.count,
          horizon: way.arrives - pair.at, slack: 0, most: way.walking)
        #expect(latest.map(\.time).min() == way.arrives - way.leaves, comment)
      }
      // The ways that nobody asks about the walk for are among them, or something better is.
      question.slack = 0
      spared += question.mostWalking == nil ? ways.count - search.ways(question).count : 0
    }
    #expect(spared > 0 || Self.rare.contains(seed))
  }
}
