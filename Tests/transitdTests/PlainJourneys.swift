import Foundation

/// A second search for ways, plain and slow: every run of every day as nodes of one graph, searched
/// from node to node by the number of vehicles.
///
/// Times stand in the nodes (a time-expanded graph), so that the search knows nothing of rounds,
/// patterns or days. It shares no code with the daemon; distances are those of chords.
final class PlainJourneys {
  /// A way as far as it is compared: when it ends (or begins), and with how many vehicles.
  struct Outcome: Equatable, CustomStringConvertible {
    let time: Int
    let vehicles: Int
    var description: String { "\(time) by \(vehicles)" }
  }

  struct Event {
    let stop: String
    let arrival: Int
    let departure: Int
    let letsIn: Bool
    let letsOut: Bool
    /// The next event of the same run.
    var next: Int?
  }

  struct Edge {
    let to: Int
    let weight: Int
    /// Seconds on foot.
    var walk = 0
  }

  private(set) var events: [Event] = []
  /// Departures at which somebody may get in, by stop, sorted by time.
  private var boards: [String: [Int]] = [:]
  private(set) var forward: [[Edge]] = []
  private(set) var backward: [[Edge]] = []
  let foot: PlainFoot

  /// The stops by id.
  var stops: [String] { foot.stops }

  /// What real time says of one run.
  struct Update {
    let trip: String
    /// `YYYYMMDD`.
    let day: String
    /// When a repeated trip's run begins, in seconds of the day.
    var start: Int?
    var isCancelled = false
    /// By sequence.
    var delays: [Int: Int] = [:]
    var skipped: Set<Int> = []
  }

  /// A run that the timetable does not have.
  struct Extra {
    let route: String
    /// Times are seconds since 1970.
    let calls: [PlainTimetable.Call]
    var isBarred = false
  }

  init(
    archive: String, days: [Date], speed: Int, change: Int, updates: [Update] = [],
    extras: [Extra] = [], avoiding routes: Set<String> = [], isStepFree: Bool = false
  ) throws {
    foot = try PlainFoot(archive: archive, speed: speed, change: change, isStepFree: isStepFree)
    let table = try PlainTimetable(archive: archive)
    var left: Set<String> = []
    for row in try PlainTimetable.rows("trips.txt", in: archive)
    where routes.contains(row["route_id"] ?? "")
      || (isStepFree && row["wheelchair_accessible"] == "2")
    {
      left.insert(row["trip_id"] ?? "")
    }
    for noon in days {
      let start = Int(noon.timeIntervalSince1970) - 43_200
      for (trip, calls) in table.calls
      where !left.contains(trip) && table.runs(table.serviceOfTrip[trip] ?? "", on: noon) {
        let first = calls.first?.departure ?? 0
        for shift in table.shifts(of: trip, first) {
          let update = updates.first {
            $0.trip == trip && $0.day == RandomFeeds.day(noon, 0, table.calendar)
              && ($0.start ?? first + shift) == first + shift
          }
          if update?.isCancelled == true { continue }
          add(update.map { Self.moved(calls, $0) } ?? calls, start + shift)
        }
      }
    }
    for extra in extras where !routes.contains(extra.route) && !(isStepFree && extra.isBarred) {
      add(Self.moved(extra.calls, Update(trip: "", day: "")), 0)
    }
    connect()
  }

  /// A delay holds until the next one; nobody arrives before leaving the stop before.
  private static func moved(
    _ calls: [PlainTimetable.Call], _ update: Update
  ) -> [PlainTimetable.Call] {
    var (delay, left) = (0, Int.min)
    return calls.map { call in
      delay = update.delays[call.sequence] ?? delay
      let isSkipped = update.skipped.contains(call.sequence)
      let arrival = max(left, (call.arrival ?? 0) + delay)
      left = max(arrival, (call.departure ?? 0) + delay)
      return PlainTimetable.Call(
        stop: call.stop, sequence: call.sequence, arrival: arrival, departure: left,
        letsIn: call.letsIn && !isSkipped, letsOut: call.letsOut && !isSkipped)
    }
  }

  private func add(_ calls: [PlainTimetable.Call], _ start: Int) {
    for (index, call) in calls.enumerated() {
      guard let arrival = call.arrival, let departure = call.departure else { continue }
      let isLast = index == calls.count - 1
      events.append(
        Event(
          stop: call.stop, arrival: start + arrival, departure: start + departure,
          letsIn: call.letsIn && !isLast && !foot.barred.contains(call.stop),
          letsOut: call.letsOut && index > 0 && !foot.barred.contains(call.stop),
          next: isLast ? nil : events.count + 1))
    }
  }

  // MARK: The graph

  // An event is three nodes: arriving, leaving, and standing at the stop when it leaves.
  func arriving(_ event: Int) -> Int { event * 3 }
  func leaving(_ event: Int) -> Int { event * 3 + 1 }
  func standing(_ event: Int) -> Int { event * 3 + 2 }

  private func connect() {
    for index in events.indices where events[index].letsIn {
      boards[events[index].stop, default: []].append(index)
    }
    for stop in boards.keys { boards[stop]?.sort { events[$0].departure < events[$1].departure } }
    forward = Array(repeating: [], count: events.count * 3)
    backward = forward
    for list in boards.values {
      for (event, later) in zip(list, list.dropFirst()) {
        edge(standing(event), standing(later), 0)
      }
      for event in list { edge(standing(event), leaving(event), 1) }
    }
    var changes: [String: [(String, PlainFoot.Change)]] = [:]
    for one in stops {
      changes[one] = stops.compactMap { other in
        foot.change(from: one, to: other).map { (other, $0) }
      }
    }
    for (index, event) in events.enumerated() {
      edge(arriving(index), leaving(index), 0)
      if let next = event.next { edge(leaving(index), arriving(next), 0) }
      guard event.letsOut else { continue }
      for (stop, change) in changes[event.stop] ?? [] {
        if let first = first(stop, event.arrival + change.seconds) {
          edge(arriving(index), standing(first), 0, walk: change.walk)
        }
      }
    }
  }

  private func edge(_ from: Int, _ to: Int, _ weight: Int, walk: Int = 0) {
    forward[from].append(Edge(to: to, weight: weight, walk: walk))
    backward[to].append(Edge(to: from, weight: weight, walk: walk))
  }

  /// The first departure of a stop at or after a time.
  func first(_ stop: String, _ time: Int) -> Int? {
    boards[stop]?.first { events[$0].departure >= time }
  }

  /// The fewest vehicles to each node, by Dijkstra's search with a bucket for each number.
  private func search(_ edges: [[Edge]], from starts: [Int]) -> [Int] {
    var least = [Int](repeating: .max, count: edges.count)
    var buckets = [starts]
    for start in starts { least[start] = 0 }
    var number = 0
    while number < buckets.count {
      while let node = buckets[number].popLast() {
        guard least[node] == number else { continue }
        for edge in edges[node] where number + edge.weight < least[edge.to] {
          least[edge.to] = number + edge.weight
          while buckets.count <= number + edge.weight { buckets.append([]) }
          buckets[number + edge.weight].append(edge.to)
        }
      }
      number += 1
    }
    return least
  }

  // MARK: Answers

  /// The arrivals that are best by number of vehicles, of ways that begin at a time.
  func arrivals(from: String, to: String, at time: Int, vehicles: Int, horizon: Int) -> [Outcome] {
    let starts = foot.ends(from, isLeaving: true).compactMap {
      first($0.key, time + $0.value).map(standing)
    }
    let least = search(forward, from: starts)
    let goal = foot.ends(to, isLeaving: false)
    var outcomes = events.indices.compactMap { index -> Outcome? in
      let event = events[index]
      let number = least[arriving(index)]
      guard event.letsOut, number <= vehicles, let rest = goal[event.stop] else { return nil }
      return Outcome(time: event.arrival + rest, vehicles: number)
    }
    if let walk = foot.whole(from, to) {
      outcomes.append(Outcome(time: time + walk, vehicles: 0))
    }
    return best(outcomes.filter { $0.time <= time + horizon }) { $0 < $1 }
  }

  /// The times to leave that are best, of ways that end by a time.
  func departures(from: String, to: String, by time: Int, vehicles: Int, horizon: Int) -> [Outcome]
  {
    let goal = foot.ends(to, isLeaving: false)
    let starts = events.indices.filter { index in
      guard events[index].letsOut, let rest = goal[events[index].stop] else { return false }
      return events[index].arrival + rest <= time
    }
    let least = search(backward, from: starts.map(arriving))
    let origin = foot.ends(from, isLeaving: true)
    var outcomes = events.indices.compactMap { index -> Outcome? in
      let event = events[index]
      guard event.letsIn, least[leaving(index)] < vehicles, let walk = origin[event.stop] else {
        return nil
      }
      return Outcome(time: event.departure - walk, vehicles: least[leaving(index)] + 1)
    }
    if let walk = foot.whole(from, to) {
      outcomes.append(Outcome(time: time - walk, vehicles: 0))
    }
    return best(outcomes.filter { $0.time >= time - horizon }) { $0 > $1 }
  }

  private func best(_ outcomes: [Outcome], _ isBetter: (Int, Int) -> Bool) -> [Outcome] {
    var found: [Outcome] = []
    for outcome in outcomes.sorted(by: {
      $0.vehicles != $1.vehicles ? $0.vehicles < $1.vehicles : isBetter($0.time, $1.time)
    }) where found.last.map({ isBetter(outcome.time, $0.time) }) ?? true {
      found.append(outcome)
    }
    return found
  }
}
