internal import Queueing
internal import Values

/// The tellers and customers that a wait depends on, as a play sees them.
extension Branch {
  struct Part {
    /// All services that share tellers with the customer's, directly or by others.
    var services: ServiceSet
    /// Indices of the tellers on duty who serve any of them.
    var tellers: [Int] = []
  }

  func part(of service: Int) -> Part {
    var part = Part(services: ServiceSet([service]))
    var bits: UInt64 = 0
    while bits != part.services.bits {
      bits = part.services.bits
      part.tellers.removeAll(keepingCapacity: true)
      for index in tellers.indices where tellers[index].services.bits & bits != 0 {
        guard works(tellers[index]) else { continue }
        part.tellers.append(index)
        part.services = ServiceSet(bits: part.services.bits | tellers[index].services.bits)
      }
    }
    return part
  }

  /// Whether a teller serves the line, as far as anybody can know.
  private func works(_ teller: Teller) -> Bool {
    guard !teller.isPaused else { return false }
    return teller.mode == .automatic || teller.inHand != nil
      || learned.isPresent(teller: teller.number)
  }

  /// Those of a part who serve a service.
  func able(_ part: Part, _ service: Int) -> [Int] {
    part.tellers.filter { tellers[$0].services.contains(service) }
  }

  /// Whether nothing is random.
  func isFixed(_ part: Part) -> Bool {
    part.tellers.allSatisfy { tellers[$0].mode == .automatic }
      && part.services.allSatisfy {
        if case .fixed = services[$0].time { true } else { false }
      }
  }

  /// Whether all times are fixed and the same for all who are ahead, so that a formula is exact.
  func isUniform(_ part: Part, _ able: [Int]) -> Bool {
    guard able.count == part.tellers.count else { return false }
    var duration: Int64?
    for service in part.services {
      guard case .fixed(let time) = services[service].time, duration ?? time == time else {
        return false
      }
      duration = time
    }
    return part.tellers.allSatisfy {
      tellers[$0].mode == .automatic && tellers[$0].services == tellers[part.tellers[0]].services
    }
  }

  // MARK: Tellers

  func workers(_ part: Part, at now: Timestamp) -> [LinePlay.Worker] {
    part.tellers.map { index in
      let teller = tellers[index]
      let isManual = teller.mode == .manual
      let times = services.indices.map { service -> LinePlay.Time? in
        guard teller.services.contains(service) || teller.inHand?.ticket.service == service else {
          return nil
        }
        let setting = services[service].time
        guard isManual else { return .setting(setting) }
        return .learned(time(of: service, teller: teller.number))
      }
      let inHand = teller.inHand.map {
        (service: $0.ticket.service, elapsed: now.microseconds - $0.calledAt.microseconds)
      }
      return LinePlay.Worker(
        services: teller.services, times: times,
        reaction: isManual ? reaction(of: teller.number) : nil, inHand: inHand,
        freeFor: isManual && inHand == nil ? freeFor(teller, at: now) : 0)
    }
  }

  /// How long a person takes for a service.
  private func time(of service: Int, teller: Int) -> TimeTable {
    let setting = services[service].time
    return kept(Forecast.Timed(teller: teller, service: service), setting)
      ?? learned.time(of: service, teller: teller, setting: setting)
  }

  /// How soon a person calls; nil where it has called nobody yet.
  private func reaction(of teller: Int) -> TimeTable? {
    kept(Forecast.Timed(teller: teller, service: nil), nil) ?? learned.reaction(of: teller)
  }

  private func kept(_ time: Forecast.Timed, _ setting: ServiceTime?) -> TimeTable? {
    guard let table = forecast.tables[time], table.setting == setting,
      table.version == learned.version(of: time)
    else { return nil }
    return table.time
  }

  /// Keeps what the people of a part are known to take, for this estimate and for later ones.
  mutating func keepTables(_ part: Part) {
    for index in part.tellers where tellers[index].mode == .manual {
      let number = tellers[index].number
      for service in tellers[index].services {
        keep(Forecast.Timed(teller: number, service: service), services[service].time)
      }
      keep(Forecast.Timed(teller: number, service: nil), nil)
    }
  }

  private mutating func keep(_ timed: Forecast.Timed, _ setting: ServiceTime?) {
    guard kept(timed, setting) == nil else { return }
    let table = timed.service.map { time(of: $0, teller: timed.teller) }
    guard let time = table ?? reaction(of: timed.teller) else { return }
    forecast.tables[timed] = Forecast.Table(
      version: learned.version(of: timed), setting: setting, time: time)
  }

  /// How long a free person has had somebody to call: since then it is late, or has gone.
  private func freeFor(_ teller: Teller, at now: Timestamp) -> Int64 {
    var first: Timestamp?
    for service in teller.services {
      guard let since = line.earliest(service: service)?.waitingSince else { continue }
      first = min(first ?? since, since)
    }
    guard let first else { return 0 }
    let since = max(first, learned.freeSince(teller: teller.number) ?? first)
    return max(0, now.microseconds - since.microseconds)
  }

  // MARK: Newcomers

  /// The higher grades that have come today, and will come.
  func newcomers(
    _ part: Part, above grade: Grade, at now: Timestamp
  ) -> [PlayedLine.Newcomers] {
    var all: [PlayedLine.Newcomers] = []
    var load = 0.0
    for rank in 0..<grade.rawValue {
      guard let higher = Grade(rawValue: rank) else { continue }
      for service in part.services where learned.hasSeen(service: service, grade: higher) {
        let mean = meanTime(part, service)
        let seen = learned.arrivals(
          service: service, grade: higher, since: state.day.openedAt, doubt: min(20 * mean, 1200e6),
          at: now)
        guard seen.count > 0.01 else { continue }
        load += seen.count / seen.over * mean
        all.append(
          PlayedLine.Newcomers(
            service: service, grade: higher, count: seen.count, over: seen.over))
      }
    }
    // More than all tellers can serve is no estimate of how many will come.
    let bound = 0.9 * Double(part.tellers.count)
    guard load > bound else { return all }
    for index in all.indices { all[index].over *= load / bound }
    return all
  }

  /// Of a service with those who serve it: the setting's of automatic tellers, and as it was learned
  /// of people.
  private func meanTime(_ part: Part, _ service: Int) -> Double {
    let able = able(part, service)
    let setting = services[service].time
    let sum = able.reduce(0.0) { sum, index in
      let teller = tellers[index]
      guard teller.mode == .manual else { return sum + setting.moments.mean }
      return sum + time(of: service, teller: teller.number).moments.mean
    }
    return able.isEmpty ? setting.moments.mean : sum / Double(able.count)
  }
}
