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

  private struct Event {
    let stop: String
    let arrival: Int
    let departure: Int
    let letsIn: Bool
    let letsOut: Bool
    /// The next event of the same run.
    var next: Int?
  }

  private struct Edge {
    let to: Int
    let weight: Int
  }

  private var events: [Event] = []
  /// Departures at which somebody may get in, by stop, sorted by time.
  private var boards: [String: [Int]] = [:]
  private var forward: [[Edge]] = []
  private var backward: [[Edge]] = []
  private var points: [String: (Double, Double)] = [:]
  private var station: [String: String] = [:]
  private var rules: [String: PlainTimetable.Row] = [:]
  let speed: Int
  let change: Int

  /// The stops by id.
  var stops: [String] { Array(station.keys).sorted() }

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

  init(
    archive: String, days: [Date], speed: Int, change: Int, updates: [Update] = []
  ) throws {
    (self.speed, self.change) = (speed, change)
    let table = try PlainTimetable(archive: archive)
    for row in try PlainTimetable.rows("stops.txt", in: archive) {
      let id = row["stop_id"] ?? ""
      let parent = row["parent_station"] ?? ""
      station[id] = parent.isEmpty ? id : parent
      if let latitude = Double(row["stop_lat"] ?? ""), let longitude = Double(row["stop_lon"] ?? "")
      {
        points[id] = (latitude, longitude)
      }
    }
    for row in try PlainTimetable.rows("transfers.txt", in: archive) {
      rules["\(row["from_stop_id"] ?? "") \(row["to_stop_id"] ?? "")"] = row
    }
    for noon in days {
      let start = Int(noon.timeIntervalSince1970) - 43_200
      for (trip, calls) in table.calls
      where table.runs(table.serviceOfTrip[trip] ?? "", on: noon) {
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
          letsIn: call.letsIn && !isLast, letsOut: call.letsOut && index > 0,
          next: isLast ? nil : events.count + 1))
    }
  }

  // MARK: The graph

  // An event is three nodes: arriving, leaving, and standing at the stop when it leaves.
  private func arriving(_ event: Int) -> Int { event * 3 }
  private func leaving(_ event: Int) -> Int { event * 3 + 1 }
  private func standing(_ event: Int) -> Int { event * 3 + 2 }

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
    var changes: [String: [(String, Int)]] = [:]
    for one in stops {
      changes[one] = stops.compactMap { other in
        seconds(from: one, to: other).map { (other, $0) }
      }
    }
    for (index, event) in events.enumerated() {
      edge(arriving(index), leaving(index), 0)
      if let next = event.next { edge(leaving(index), arriving(next), 0) }
      guard event.letsOut else { continue }
      for (stop, seconds) in changes[event.stop] ?? [] {
        if let first = first(stop, event.arrival + seconds) {
          edge(arriving(index), standing(first), 0)
        }
      }
    }
  }

  private func edge(_ from: Int, _ to: Int, _ weight: Int) {
    forward[from].append(Edge(to: to, weight: weight))
    backward[to].append(Edge(to: from, weight: weight))
  }

  /// The first departure of a stop at or after a time.
  private func first(_ stop: String, _ time: Int) -> Int? {
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

  // MARK: On foot

  /// Metres of a straight line by the chord between two points of the sphere.
  private func straight(_ one: String, _ other: String) -> Double? {
    guard let here = points[one], let there = points[other] else { return nil }
    func vector(_ point: (Double, Double)) -> [Double] {
      let (latitude, longitude) = (point.0 * .pi / 180, point.1 * .pi / 180)
      return [cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)]
    }
    let chord = zip(vector(here), vector(there)).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
    return 2 * 6_371_008.8 * asin(chord.squareRoot() / 2)
  }

  private func walk(_ metres: Double) -> Int {
    Int((1.3 * metres).rounded(.up) * 1000 / Double(speed) + 0.999_999)
  }

  /// What a change from one stop to another takes; nil where nobody can change.
  private func seconds(from one: String, to other: String) -> Int? {
    let line = one == other ? 0 : straight(one, other)
    let foot = line.map { walk($0) } ?? Int((150_000 / Double(speed)).rounded(.up))
    let keys = [(one, other), (one, station[other] ?? ""), (station[one] ?? "", other)]
    let rule =
      rules["\(keys[0].0) \(keys[0].1)"] ?? rules["\(keys[1].0) \(keys[1].1)"]
      ?? rules["\(keys[2].0) \(keys[2].1)"]
      ?? rules["\(station[one] ?? "") \(station[other] ?? "")"]
    switch rule?["transfer_type"] {
    case "3": return nil
    case "2": return Int(rule?["min_transfer_time"] ?? "") ?? 0
    case "1": return foot
    case "0", "": return foot + change
    default: break
    }
    let isNear = line.map { $0 <= 500 } ?? false
    return isNear || station[one] == station[other] ? foot + change : nil
  }

  /// Seconds on foot to a place, by stop.
  private func ends(_ place: String) -> [String: Int] {
    var found: [String: Int] = [:]
    for stop in stops {
      if let metres = straight(place, stop), metres <= 1000 { found[stop] = walk(metres) }
    }
    found[place] = 0
    return found
  }

  // MARK: Answers

  /// The arrivals that are best by number of vehicles, of ways that begin at a time.
  func arrivals(from: String, to: String, at time: Int, vehicles: Int, horizon: Int) -> [Outcome] {
    let starts = ends(from).compactMap { first($0.key, time + $0.value).map(standing) }
    let least = search(forward, from: starts)
    let goal = ends(to)
    var outcomes = events.indices.compactMap { index -> Outcome? in
      let event = events[index]
      let number = least[arriving(index)]
      guard event.letsOut, number <= vehicles, let rest = goal[event.stop] else { return nil }
      return Outcome(time: event.arrival + rest, vehicles: number)
    }
    if let metres = straight(from, to), metres <= 2000 {
      outcomes.append(Outcome(time: time + walk(metres), vehicles: 0))
    }
    return best(outcomes.filter { $0.time <= time + horizon }) { $0 < $1 }
  }

  /// The times to leave that are best, of ways that end by a time.
  func departures(from: String, to: String, by time: Int, vehicles: Int, horizon: Int) -> [Outcome]
  {
    let goal = ends(to)
    let starts = events.indices.filter { index in
      guard events[index].letsOut, let rest = goal[events[index].stop] else { return false }
      return events[index].arrival + rest <= time
    }
    let least = search(backward, from: starts.map(arriving))
    let origin = ends(from)
    var outcomes = events.indices.compactMap { index -> Outcome? in
      let event = events[index]
      guard event.letsIn, least[leaving(index)] < vehicles, let walk = origin[event.stop] else {
        return nil
      }
      return Outcome(time: event.departure - walk, vehicles: least[leaving(index)] + 1)
    }
    if let metres = straight(from, to), metres <= 2000 {
      outcomes.append(Outcome(time: time - walk(metres), vehicles: 0))
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
