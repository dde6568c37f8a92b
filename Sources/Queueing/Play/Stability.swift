extension Scenario {
  /// The work that comes, by the work that tellers who may do it can do; from 1 on the line grows
  /// without end, unless patience or room ends it.
  ///
  /// With services that share tellers it is the largest of such quotients over all groups of
  /// services: found as the share of the tellers' time within which a flow of all work to tellers
  /// who may do it just fits. Infinite where work comes that nobody does.
  package var load: Double {
    var perHour = services.map(\.arrivals.perHour)
    if let closes {
      let hours = Double(closes) / Double(Arrivals.hour)
      for customer in record { perHour[customer.service] += 1 / hours }
    }
    let work = zip(services, perHour).map { service, perHour in
      perHour * service.meanTurn / Double(Arrivals.hour)
    }
    guard work.contains(where: { $0 > 0 }) else { return 0 }
    let isDone = work.indices.allSatisfy { service in
      work[service] == 0 || tellers.contains { $0.services.contains(service) }
    }
    guard isDone else { return .infinity }
    var low = 0.0
    var high = work.reduce(0, +)
    while high - low > 1e-9 * high {
      let middle = (low + high) / 2
      if unserved(work, within: middle).isEmpty { high = middle } else { low = middle }
    }
    return high
  }

  /// The services whose lines grow without end: those of which more comes than the tellers who may do
  /// it can do, and all who share these tellers and have no others.
  ///
  /// Where as much comes as can be done, a line grows too, unless nothing in it is left to chance.
  /// None where the room is limited or the day ends.
  package var growing: Set<Int> {
    guard room == nil, closes == nil else { return [] }
    let work = services.map { service in
      // Who loses patience keeps any line short.
      service.patience == nil
        ? service.arrivals.perHour * service.meanTurn / Double(Arrivals.hour) : 0
    }
    let near = unserved(work, within: 1 - 1e-9)
    let isEven = near.allSatisfy { services[$0].isEven }
    return isEven ? unserved(work, within: 1 + 1e-9) : near
  }

  /// The services whose work does not fit into a share of the time of their tellers.
  private func unserved(_ work: [Double], within share: Double) -> Set<Int> {
    var groups: [ServiceSet: Double] = [:]
    for teller in tellers { groups[teller.services, default: 0] += 1 }
    let sets = groups.keys.sorted { $0.bits < $1.bits }
    var flow = WorkFlow(work, sets, sets.map { (groups[$0] ?? 0) * share })
    return flow.fill()
  }

  /// The same without those services and the tellers who may do them, who have no time for others:
  /// who has waited longest is called first, and in a line without end that is one of its own.
  package func without(_ growing: Set<Int>) -> Scenario {
    var rest = self
    for service in growing { rest.services[service].arrivals = .none }
    for teller in tellers.indices where tellers[teller].services.contains(where: growing.contains) {
      rest.tellers[teller].services = ServiceSet([])
    }
    return rest
  }
}

/// Work that flows to tellers who may do it, as much as there is room for.
private struct WorkFlow {
  /// Of each service, and of each set of tellers.
  private var rest: [Double]
  private var rooms: [Double]
  private let sets: [ServiceSet]
  /// From each service to each set.
  private var flow: [[Double]]
  private let small: Double

  init(_ work: [Double], _ sets: [ServiceSet], _ rooms: [Double]) {
    rest = work
    (self.sets, self.rooms) = (sets, rooms)
    flow = work.map { _ in [Double](repeating: 0, count: sets.count) }
    small = 1e-12 * work.reduce(0, +)
  }

  /// Lets work flow along paths that also take back.
  ///
  /// - Returns: The services whose work does not fit, with all that have no tellers but theirs.
  mutating func fill() -> Set<Int> {
    var left: Set<Int> = []
    for service in rest.indices {
      while rest[service] > small {
        let (path, seen) = path(from: service)
        guard let path else {
          left.formUnion(seen)
          break
        }
        push(path)
      }
    }
    return left
  }

  private mutating func push(_ path: [Int]) {
    let (service, end) = (path[0], path[path.count - 1])
    var amount = min(rest[service], rooms[end])
    // A path goes service, set, service, set …; every second step takes work back.
    for step in stride(from: 2, to: path.count, by: 2) {
      amount = min(amount, flow[path[step]][path[step - 1]])
    }
    for step in stride(from: 0, to: path.count - 1, by: 2) {
      flow[path[step]][path[step + 1]] += amount
      if step > 0 { flow[path[step]][path[step - 1]] -= amount }
    }
    rest[service] -= amount
    rooms[end] -= amount
  }

  /// A path to room; and the services that were seen on the way, all that there are where there is no
  /// path.
  private func path(from service: Int) -> (path: [Int]?, services: Set<Int>) {
    var paths = [[service]]
    var seen: Set<Int> = []
    var services: Set<Int> = [service]
    while !paths.isEmpty {
      let path = paths.removeFirst()
      let last = path[path.count - 1]
      for (index, set) in sets.enumerated() where set.contains(last) && !seen.contains(index) {
        seen.insert(index)
        if rooms[index] > small { return (path + [index], services) }
        for other in flow.indices where other != last && flow[other][index] > small {
          paths.append(path + [index, other])
          services.insert(other)
        }
      }
    }
    return (nil, services)
  }
}

extension Scenario {
  package var isLeftToChance: Bool { !isEven }

  /// Whether nothing is left to chance.
  var isEven: Bool {
    services.allSatisfy { service in
      guard case .fixed = service.time, service.noShows == nil,
        !service.betterGrades.contains(where: { $0 > 0 })
      else { return false }
      switch service.arrivals {
      case .none, .even: break
      case .chance, .hourly: return false
      }
      if let patience = service.patience, case .fixed = patience { return true }
      return service.patience == nil
    }
  }
}

extension Scenario.Service {
  /// Mean microseconds for which one customer keeps a teller, no-shows with the others.
  var meanTurn: Double {
    guard let noShows else { return time.moments.mean }
    return noShows.share * Double(noShows.time) + (1 - noShows.share) * time.moments.mean
  }

  /// Whether nothing of it is left to chance.
  fileprivate var isEven: Bool {
    guard case .even = arrivals, case .fixed = time else { return false }
    return noShows == nil
  }
}
