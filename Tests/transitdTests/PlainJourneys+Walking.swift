import Foundation

/// The same graph with the way on foot as a third measure: labels go from node to node until none is
/// news.
extension PlainJourneys {
  struct Effort: Hashable, CustomStringConvertible {
    let time: Int
    let vehicles: Int
    let walk: Int
    var description: String { "\(time) by \(vehicles), \(walk) s on foot" }

    func isAsGood(as other: Effort) -> Bool {
      time <= other.time && vehicles <= other.vehicles && walk <= other.walk
    }
  }

  /// Those of which no other is as good.
  static func best(_ efforts: [Effort]) -> Set<Effort> {
    let all = Set(efforts)
    return all.filter { one in !all.contains { $0 != one && $0.isAsGood(as: one) } }
  }

  private struct Label {
    let vehicles: Int
    let walk: Int
  }

  /// All labels of each node; what `takes` says no to is not gone to.
  private func spread(
    _ edges: [[Edge]], _ starts: [(node: Int, walk: Int)], vehicles: Int, most: Int,
    takes: (Int) -> Bool
  ) -> [Int: [Label]] {
    var bags: [Int: [Label]] = [:]
    var open: [(Int, Label)] = []
    func note(_ node: Int, _ label: Label) {
      guard label.vehicles <= vehicles, label.walk <= most, takes(node / 3) else { return }
      var bag = bags[node] ?? []
      if bag.contains(where: { $0.vehicles <= label.vehicles && $0.walk <= label.walk }) { return }
      bag.removeAll { label.vehicles <= $0.vehicles && label.walk <= $0.walk }
      bag.append(label)
      bags[node] = bag
      open.append((node, label))
    }
    for start in starts { note(start.node, Label(vehicles: 0, walk: start.walk)) }
    var next = 0
    while next < open.count {
      let (node, label) = open[next]
      next += 1
      for edge in edges[node] {
        note(
          edge.to,
          Label(vehicles: label.vehicles + edge.weight, walk: label.walk + edge.walk))
      }
    }
    return bags
  }

  /// The best arrivals by number of vehicles and seconds on foot, at most `slack` behind the first.
  func efforts(
    from: String, to: String, at time: Int, vehicles: Int, horizon: Int, slack: Int,
    most: Int = .max
  ) -> Set<Effort> {
    let starts = foot.ends(from, isLeaving: true).compactMap { stop, walk in
      first(stop, time + walk).map { (standing($0), walk) }
    }
    let bags = spread(forward, starts, vehicles: vehicles, most: most) {
      events[$0].arrival <= time + horizon
    }
    let goal = foot.ends(to, isLeaving: false)
    var found: [Effort] = []
    for (index, event) in events.enumerated() where event.letsOut {
      guard let rest = goal[event.stop] else { continue }
      for label in bags[arriving(index)] ?? [] where label.walk + rest <= most {
        found.append(
          Effort(
            time: event.arrival + rest, vehicles: label.vehicles, walk: label.walk + rest))
      }
    }
    if let walk = foot.whole(from, to), walk <= most {
      found.append(Effort(time: time + walk, vehicles: 0, walk: walk))
    }
    found = found.filter { $0.time <= time + horizon }
    let soonest = found.map(\.time).min() ?? 0
    return Self.best(found.filter { $0.time <= soonest + slack })
  }

  /// The best departures for who must be there by a time; times count backwards from it.
  func effortsBack(
    from: String, to: String, by time: Int, vehicles: Int, horizon: Int, slack: Int,
    most: Int = .max
  ) -> Set<Effort> {
    let goal = foot.ends(to, isLeaving: false)
    let starts = events.indices.compactMap { index -> (Int, Int)? in
      guard events[index].letsOut, let rest = goal[events[index].stop],
        events[index].arrival + rest <= time
      else { return nil }
      return (arriving(index), rest)
    }
    let bags = spread(backward, starts, vehicles: vehicles, most: most) {
      events[$0].departure >= time - horizon
    }
    let origin = foot.ends(from, isLeaving: true)
    var found: [Effort] = []
    for (index, event) in events.enumerated() where event.letsIn {
      guard let walk = origin[event.stop] else { continue }
      for label in bags[leaving(index)] ?? []
      where label.vehicles < vehicles && label.walk + walk <= most {
        found.append(
          Effort(
            time: time - (event.departure - walk), vehicles: label.vehicles + 1,
            walk: label.walk + walk))
      }
    }
    if let walk = foot.whole(from, to), walk <= most {
      found.append(Effort(time: walk, vehicles: 0, walk: walk))
    }
    found = found.filter { $0.time <= horizon }
    let latest = found.map(\.time).min() ?? 0
    return Self.best(found.filter { $0.time <= latest + slack })
  }
}
