import Foundation
import TestSupport

@testable import transitd

/// Runs that only real time knows, at random: as a feed says them, and as ``PlainJourneys`` has them.
struct PlainExtras {
  private(set) var entities: [String] = []
  private(set) var runs: [PlainJourneys.Extra] = []
  /// Trips in whose place others run, on a day: the plain search leaves them out.
  private(set) var replaced: [PlainJourneys.Update] = []

  private let table: PlainTimetable
  private let noon: Date
  private let routes: [String: String]
  private let barred: Set<String>

  init(
    archive: String, _ noon: Date, besides updates: [PlainJourneys.Update],
    _ numbers: inout SeededNumbers
  ) throws {
    table = try PlainTimetable(archive: archive)
    self.noon = noon
    let trips = try PlainTimetable.rows("trips.txt", in: archive)
    routes = Dictionary(
      uniqueKeysWithValues: trips.map { ($0["trip_id"] ?? "", $0["route_id"] ?? "") })
    barred = Set(trips.filter { $0["wheelchair_accessible"] == "2" }.map { $0["trip_id"] ?? "" })
    for number in 0..<12 { addNew(number, &numbers) }
    for trip in table.calls.keys.sorted() where numbers.chance(40) {
      let offset = numbers.below(3) - 1
      let day = RandomFeeds.day(noon, offset, table.calendar)
      guard let date = table.calendar.date(byAdding: .day, value: offset, to: noon),
        let calls = table.calls[trip], let first = calls.first?.departure
      else { continue }
      let isRepeated = table.shifts(of: trip, first) != [0]
      if isRepeated || numbers.chance(50) {
        again(trip, date, day, calls, first, isRepeated: isRepeated, &numbers)
      } else if !updates.contains(where: { $0.trip == trip }),
        table.runs(table.serviceOfTrip[trip] ?? "", on: date)
      {
        replace(trip, day, start(date) + first, &numbers)
      }
    }
  }

  private func start(_ date: Date) -> Int { Int(date.timeIntervalSince1970) - 43_200 }

  /// A run of its own: where it stops, and when, which may run backwards.
  private func path(
    from begin: Int? = nil, _ numbers: inout SeededNumbers
  ) -> [PlainTimetable.Call] {
    var time =
      begin ?? Int(noon.timeIntervalSince1970) + numbers.below(3 * 86_400) - 2 * 86_400
    return (0..<2 + numbers.below(5)).map { index in
      let arrival = time
      time += numbers.chance(30) ? numbers.below(200) : 0
      let departure = time
      time += numbers.below(1500) - (numbers.chance(10) ? 600 : 0)
      return PlainTimetable.Call(
        stop: "s\(numbers.below(12))", sequence: index + 1, arrival: arrival,
        departure: departure, letsIn: true, letsOut: true)
    }
  }

  private func text(
    _ trip: String, _ more: String, _ calls: [PlainTimetable.Call],
    _ numbers: inout SeededNumbers
  ) -> String {
    var stops: [String] = []
    for call in calls {
      // Stops without times, or that nobody knows, are none.
      if numbers.chance(20) { stops.append("{\"stop_id\":\"\(call.stop)\"}") }
      if numbers.chance(10) {
        stops.append("{\"stop_id\":\"elsewhere\",\"departure\":{\"time\":\(call.departure ?? 0)}}")
      }
      var events = ["\"departure\":{\"time\":\(call.departure ?? 0)}"]
      if call.arrival != call.departure || numbers.chance(50) {
        events.append("\"arrival\":{\"time\":\(call.arrival ?? 0)}")
      }
      stops.append("{\"stop_id\":\"\(call.stop)\",\(events.joined(separator: ","))}")
    }
    return
      "{\"id\":\"x\(entities.count)\",\"trip_update\":{\"trip\":{\"trip_id\":\"\(trip)\"\(more)},"
      + "\"stop_time_update\":[\(stops.joined(separator: ","))]}}"
  }

  /// A trip that is added or that nobody knows, of a route of the timetable or of none.
  private mutating func addNew(_ number: Int, _ numbers: inout SeededNumbers) {
    let calls = path(&numbers)
    let route = numbers.one(of: ["R", "N", "X", ""])
    let word = numbers.one(of: ["ADDED", "NEW", "SCHEDULED", "UNSCHEDULED"])
    var more = ",\"schedule_relationship\":\"\(word)\""
    if route != "" { more += ",\"route_id\":\"\(route)\"" }
    if numbers.chance(50) {
      // The day on which its times are, the one before, or one that cannot be meant.
      let date = Date(timeIntervalSince1970: Double(calls[0].departure ?? 0))
      let offset = [0, -1, 3][numbers.below(3)]
      more += ",\"start_date\":\"\(RandomFeeds.day(date, offset, table.calendar))\""
    }
    entities.append(text("new-\(number)", more, calls, &numbers))
    runs.append(PlainJourneys.Extra(route: route, calls: calls))
  }

  /// A second run of a trip, or one of a repeated trip between those of the timetable.
  private mutating func again(
    _ trip: String, _ date: Date, _ day: String, _ calls: [PlainTimetable.Call], _ first: Int,
    isRepeated: Bool, _ numbers: inout SeededNumbers
  ) {
    var begin = numbers.below(140_000)
    while table.shifts(of: trip, first).contains(begin - first) { begin += 1 }
    let word = isRepeated ? "UNSCHEDULED" : "DUPLICATED"
    let clock = String(format: "%02d:%02d:%02d", begin / 3600, begin / 60 % 60, begin % 60)
    let more =
      ",\"schedule_relationship\":\"\(word)\",\"start_date\":\"\(day)\",\"start_time\":\"\(clock)\""
    let delay = numbers.below(900)
    entities.append(
      "{\"id\":\"x\(entities.count)\",\"trip_update\":{\"trip\":{\"trip_id\":\"\(trip)\"\(more)},"
        + "\"stop_time_update\":[{\"stop_sequence\":\(calls[0].sequence),\"departure\":{\"delay\":\(delay)}}]}}"
    )
    let shift = start(date) + begin - first + delay
    runs.append(
      PlainJourneys.Extra(
        route: routes[trip] ?? "",
        calls: calls.map { call in
          var call = call
          call.arrival = call.arrival.map { $0 + shift }
          call.departure = call.departure.map { $0 + shift }
          return call
        }, isBarred: barred.contains(trip)))
  }

  /// Another run in the place of a trip.
  private mutating func replace(
    _ trip: String, _ day: String, _ planned: Int, _ numbers: inout SeededNumbers
  ) {
    let calls = path(from: planned + numbers.below(3600) - 1800, &numbers)
    let more = ",\"schedule_relationship\":5,\"start_date\":\"\(day)\""
    entities.append(text(trip, more, calls, &numbers))
    runs.append(
      PlainJourneys.Extra(
        route: routes[trip] ?? "", calls: calls, isBarred: barred.contains(trip)))
    var update = PlainJourneys.Update(trip: trip, day: day)
    update.isCancelled = true
    replaced.append(update)
  }
}
