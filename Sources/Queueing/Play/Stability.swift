extension Scenario {
  /// The work that comes, by the work that tellers who may do it can do; from 1 on the line grows
  /// without end, unless patience or room ends it.
  ///
  /// With services that share tellers it is the largest of such quotients over all groups of
  /// services: found as the share of the tellers' time within which a flow of all work to tellers
  /// who may do it just fits. Infinite where work comes that nobody does.
  package var load: Double {
    let work = services.map { service in
      service.arrivals.perHour * service.meanTurn / Double(Arrivals.hour)
    }
    guard work.contains(where: { $0 > 0 }) else { return 0 }
    var groups: [ServiceSet: Double] = [:]
    for teller in tellers { groups[teller.services, default: 0] += 1 }
    let sets = groups.keys.sorted { $0.bits < $1.bits }
    let isDone = work.indices.allSatisfy { service in
      work[service] == 0 || sets.contains { $0.contains(service) }
    }
    guard isDone else { return .infinity }
    var low = 0.0
    var high = work.reduce(0, +)
    while high - low > 1e-9 * high {
      let middle = (low + high) / 2
      let rooms = sets.map { (groups[$0] ?? 0) * middle }
      if Self.fits(work, sets, rooms) { high = middle } else { low = middle }
    }
    return high
  }

  /// Whether all work flows to tellers with so much room: flows along paths that also take back.
  private static func fits(_ work: [Double], _ sets: [ServiceSet], _ rooms: [Double]) -> Bool {
    let small = 1e-12 * work.reduce(0, +)
    var flow = work.map { _ in [Double](repeating: 0, count: sets.count) }
    var rest = work
    var rooms = rooms
    while let service = rest.indices.first(where: { rest[$0] > small }) {
      guard let path = path(from: service, sets, flow, rooms, small) else { return false }
      var amount = min(rest[service], rooms[path.last ?? 0])
      // A path goes service, set, service, set …; every second step takes work back.
      for step in stride(from: 2, to: path.count, by: 2) {
        amount = min(amount, flow[path[step]][path[step - 1]])
      }
      for step in stride(from: 0, to: path.count - 1, by: 2) {
        flow[path[step]][path[step + 1]] += amount
        if step > 0 { flow[path[step]][path[step - 1]] -= amount }
      }
      rest[service] -= amount
      rooms[path.last ?? 0] -= amount
    }
    return true
  }

  private static func path(
    from service: Int, _ sets: [ServiceSet], _ flow: [[Double]], _ rooms: [Double],
    _ small: Double
  ) -> [Int]? {
    var paths = [[service]]
    var seen: Set<Int> = []
    while !paths.isEmpty {
      let path = paths.removeFirst()
      guard let last = path.last else { return nil }
      for (index, set) in sets.enumerated() where set.contains(last) && !seen.contains(index) {
        seen.insert(index)
        if rooms[index] > small { return path + [index] }
        for other in flow.indices where other != last && flow[other][index] > small {
          paths.append(path + [index, other])
        }
      }
    }
    return nil
  }
}

extension Scenario.Service {
  /// Mean microseconds for which one customer keeps a teller, no-shows with the others.
  var meanTurn: Double {
    guard let noShows else { return time.moments.mean }
    return noShows.share * Double(noShows.time) + (1 - noShows.share) * time.moments.mean
  }
}
