import Foundation
import TestSupport
import Testing
import Values

@testable import transitd

/// Real time on ways: the search beside ``PlainJourneys``, both told the same of some runs.
@Suite("Ways with real time beside a plain search")
struct JourneyRealtimeTests {
  private static func clock(_ seconds: Int) -> String {
    String(format: "%02d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
  }

  /// Something of a third of the runs around a noon: late, early, cancelled, passing stops.
  private static func updates(
    _ table: PlainTimetable, _ noon: Date, _ numbers: inout SeededNumbers
  ) -> [PlainJourneys.Update] {
    var updates: [PlainJourneys.Update] = []
    for trip in table.calls.keys.sorted() {
      for offset in -2...2 where numbers.chance(40) {
        let date = table.calendar.date(byAdding: .day, value: offset, to: noon) ?? noon
        guard let calls = table.calls[trip], let first = calls.first?.departure,
          table.runs(table.serviceOfTrip[trip] ?? "", on: date)
        else { continue }
        let shifts = table.shifts(of: trip, first)
        var update = PlainJourneys.Update(
          trip: trip, day: RandomFeeds.day(noon, offset, table.calendar))
        if shifts != [0] { update.start = first + (shifts.isEmpty ? 0 : numbers.one(of: shifts)) }
        update.isCancelled = numbers.chance(20)
        for call in calls {
          if numbers.chance(40) { update.delays[call.sequence] = numbers.below(2400) - 600 }
          if numbers.chance(10) { update.skipped.insert(call.sequence) }
        }
        updates.append(update)
      }
    }
    return updates
  }

  /// The same, as a feed says it.
  private static func text(
    _ updates: [PlainJourneys.Update], _ extras: [String] = []
  ) -> String {
    let entities = updates.enumerated().map { number, update in
      let start = update.start.map { ",\"start_time\":\"\(clock($0))\"" } ?? ""
      let state = update.isCancelled ? ",\"schedule_relationship\":\"CANCELED\"" : ""
      let known = Set(update.delays.keys).union(update.skipped).sorted()
      let stops = known.map { sequence in
        update.skipped.contains(sequence)
          ? "{\"stop_sequence\":\(sequence),\"schedule_relationship\":\"SKIPPED\"}"
          : "{\"stop_sequence\":\(sequence),\"departure\":{\"delay\":\(update.delays[sequence] ?? 0)}}"
      }
      return "{\"id\":\"\(number)\",\"trip_update\":{\"trip\":{\"trip_id\":\"\(update.trip)\","
        + "\"start_date\":\"\(update.day)\"\(start)\(state)},"
        + "\"stop_time_update\":[\(stops.joined(separator: ","))]}}"
    }
    return "{\"header\":{},\"entity\":[\((entities + extras).joined(separator: ","))]}"
  }

  @Test(
    "delays, cancelled and replaced runs, passed stops, trips that the timetable does not have",
    arguments: 0..<12)
  func random(seed: Int) throws {
    var numbers = SeededNumbers(seed: UInt64(seed + 100))
    let city = try RandomCity(seed, &numbers)
    let (noon, feed) = (city.noon, city.feed)
    let base = try RandomFeeds.network(feed)
    var updates = Self.updates(try PlainTimetable(archive: city.archive), noon, &numbers)
    // A stop that is passed has no delay of its own.
    for index in updates.indices {
      for sequence in updates[index].skipped { updates[index].delays[sequence] = nil }
    }
    let extras = try PlainExtras(archive: city.archive, noon, besides: updates, &numbers)
    let snapshot = try RealtimeSnapshot(
      RealtimeFeed(Array(Self.text(updates, extras.entities).utf8)), on: feed,
      at: Timestamp(microseconds: Int64(noon.timeIntervalSince1970) * 1_000_000))
    var draft = LiveDraft(base)
    try draft.add(snapshot, of: feed, feed: 0)
    let network = JourneyNetwork(draft)
    let search = JourneySearch(network)
    var terms = JourneyRounds.Terms()
    terms.isStepFree = seed % 3 == 1
    let avoided: Set<String> = seed % 4 == 2 ? ["R"] : []
    terms.isAvoided = RandomFeeds.avoided(avoided, network, terms)
    let days = city.days(-11...9)
    let plain = try PlainJourneys(
      archive: city.archive, days: days, speed: terms.millimetresPerSecond, change: 60,
      updates: updates + extras.replaced, extras: extras.runs, avoiding: avoided,
      isStepFree: terms.isStepFree)
    var (live, extra) = (0, 0)
    for _ in 0..<50 {
      let pair = RandomFeeds.Pair(
        from: numbers.one(of: plain.stops), to: numbers.one(of: plain.stops),
        at: Int(noon.timeIntervalSince1970) + numbers.below(3 * 86_400) - 2 * 86_400,
        vehicles: 1 + numbers.below(4), horizon: 86_400)
      if pair.from == pair.to { continue }
      let comment: Comment = "seed \(seed), \(city.zone), \(pair)"
      let ways = search.ways(
        try RandomFeeds.question(pair, feed, network, terms, isArrival: false))
      #expect(
        ways.map { PlainJourneys.Outcome(time: $0.arrives, vehicles: $0.rides.count) }
          == plain.arrivals(
            from: pair.from, to: pair.to, at: pair.at, vehicles: pair.vehicles,
            horizon: pair.horizon), comment)
      let back = search.ways(try RandomFeeds.question(pair, feed, network, terms, isArrival: true))
      #expect(
        back.map { PlainJourneys.Outcome(time: $0.leaves, vehicles: $0.rides.count) }
          == plain.departures(
            from: pair.from, to: pair.to, by: pair.at, vehicles: pair.vehicles,
            horizon: pair.horizon), comment)
      live += (ways + back).flatMap(\.rides).count { $0.isLive }
      extra += (ways + back).flatMap(\.rides).count { $0.extra != nil }
    }
    #expect(live > 5)
    #expect(extra > 5)
  }
}
