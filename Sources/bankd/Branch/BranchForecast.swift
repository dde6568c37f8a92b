internal import Queueing
internal import Values

/// What customers are told about their wait.
extension Branch {
  /// A play is bounded by draws times customers, so that a ticket costs no milliseconds.
  private static let mostSteps = 16_384
  /// Longer lines, and more tellers, are told by their moments: there the sum is nearly normal.
  private static let longestPlayed = 800
  private static let mostWorkers = 48

  /// The tellers and customers that one estimate depends on.
  private struct Part {
    /// All services that share tellers with the customer's, directly or by others.
    var services: ServiceSet
    /// Indices of the tellers on duty who serve any of them.
    var tellers: [Int] = []
  }

  /// What a customer who comes now is told.
  ///
  /// - Returns: Nil while nobody on duty serves the service, or only people who have called nobody
  ///   yet: how soon and how long they work is unknown.
  mutating func estimate(service: Int, grade: Grade, at now: Timestamp) -> WaitEstimate? {
    let part = part(of: service)
    let able = part.tellers.filter { tellers[$0].services.contains(service) }
    guard !able.isEmpty else { return nil }
    if able.contains(where: { tellers[$0].takesByItself }) { return WaitEstimate.none }
    let ahead = part.services.reduce(0) { $0 + line.count(service: $1, upTo: grade) }
    let newcomers = newcomers(part, above: grade, at: now)
    if newcomers.isEmpty {
      if isUniform(part, able) || ahead * able.count > Self.longestExact {
        return byMoments(part, able, grade, at: now, newcomers)
      }
      return played(part, service, grade, ahead, at: now)
    }
    if ahead > Self.longestPlayed || part.tellers.count > Self.mostWorkers {
      return byMoments(part, able, grade, at: now, newcomers)
    }
    return told(part, service, grade, ahead, at: now, newcomers)
  }

  /// Lines of fixed times are played so far; of others up to ``longestPlayed``.
  private static var longestExact: Int { 65_536 }

  private func part(of service: Int) -> Part {
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
    return teller.mode == .automatic || teller.inHand != nil || learned.knows(teller: teller.number)
  }

  /// Whether all times are fixed and the same for all who are ahead, so that a formula is exact.
  private func isUniform(_ part: Part, _ able: [Int]) -> Bool {
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

  // MARK: The play

  private func workers(_ part: Part, at now: Timestamp) -> [LinePlay.Worker] {
    part.tellers.map { index in
      let teller = tellers[index]
      let isManual = teller.mode == .manual
      let times = services.indices.map { service -> LinePlay.Time? in
        guard teller.services.contains(service) || teller.inHand?.ticket.service == service else {
          return nil
        }
        let setting = services[service].time
        guard isManual else { return .setting(setting) }
        return .learned(learned.time(of: service, teller: teller.number, setting: setting))
      }
      let inHand = teller.inHand.map {
        (service: $0.ticket.service, elapsed: now.microseconds - $0.calledAt.microseconds)
      }
      return LinePlay.Worker(
        services: teller.services, times: times,
        reaction: isManual ? learned.reaction(of: teller.number) : nil, inHand: inHand,
        freeFor: isManual && inHand == nil ? freeFor(teller, at: now) : 0)
    }
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

  private func key(_ part: Part, _ grade: Grade) -> Forecast.Key {
    var state: [Int64] = []
    state.reserveCapacity(part.tellers.count * 2)
    for index in part.tellers {
      state.append(Int64(tellers[index].number) << 1 | (tellers[index].isPaused ? 1 : 0))
      state.append(tellers[index].inHand?.ticket.id ?? -1)
    }
    return Forecast.Key(
      services: part.services, grade: grade, tellers: state, learned: learned.version,
      times: part.services.map { services[$0].time })
  }

  private func isFixed(_ part: Part) -> Bool {
    part.tellers.allSatisfy { tellers[$0].mode == .automatic }
      && part.services.allSatisfy {
        if case .fixed = services[$0].time { true } else { false }
      }
  }

  private mutating func played(
    _ part: Part, _ service: Int, _ grade: Grade, _ ahead: Int, at now: Timestamp
  ) -> WaitEstimate? {
    let key = key(part, grade)
    let past = forecast.played.map { now.microseconds - $0.at.microseconds } ?? 0
    if let played = forecast.played, played.key == key, played.waiting == waiting(part),
      played.nextTicket == state.nextTicketID, past >= 0, past <= played.lasts
    {
      return LinePlay.estimate(played.play.calls(of: service).map { $0 - Double(past) })
    }
    let isFixed = isFixed(part)
    if !isFixed, ahead > Self.longestPlayed || part.tellers.count > Self.mostWorkers {
      let able = part.tellers.filter { tellers[$0].services.contains(service) }
      return byMoments(part, able, grade, at: now, [])
    }
    let workers = workers(part, at: now)
    var play = LinePlay(
      workers, draws: isFixed ? 1 : draws(for: ahead + workers.count),
      seed: UInt64(bitPattern: state.nextTicketID))
    line.forEachAhead(of: grade, in: part.services) { play.append($0.service) }
    let shortest = part.services.map { services[$0].time.moments.mean }.min() ?? 0
    forecast.played = Forecast.Played(
      key: key, at: now, lasts: isFixed ? .max : Int64(shortest / 50), play: play,
      waiting: waiting(part), nextTicket: state.nextTicketID)
    return LinePlay.estimate(play.calls(of: service))
  }

  private func waiting(_ part: Part) -> Int {
    part.services.reduce(0) { $0 + line.count(service: $1) }
  }

  /// One less than 20, 40, 100 or 200: the ranks of half and of nine tenths are whole then.
  private func draws(for steps: Int) -> Int {
    switch min(forecast.mostDraws, Self.mostSteps / max(1, steps)) {
    case 199...: 199
    case 99...: 99
    case 39...: 39
    default: 19
    }
  }

  /// A ticket that was just estimated is in the line: the play goes on with it.
  mutating func noteWaiting(_ ticket: Ticket) {
    guard var played = forecast.played, played.key.services.contains(ticket.service),
      played.key.grade == ticket.grade, played.nextTicket == ticket.id
    else { return forecast.played = nil }
    forecast.played = nil
    played.play.append(ticket.service)
    played.waiting += 1
    played.nextTicket += 1
    forecast.played = played
  }

  // MARK: With newcomers

  /// The higher grades that have come today, and will come.
  private func newcomers(
    _ part: Part, above grade: Grade, at now: Timestamp
  ) -> [LinePlay.Newcomers] {
    var all: [LinePlay.Newcomers] = []
    var load = 0.0
    for rank in 0..<grade.rawValue {
      guard let higher = Grade(rawValue: rank) else { continue }
      for service in part.services {
        let mean = services[service].time.moments.mean
        let rate = learned.rate(
          service: service, grade: higher, since: state.day.openedAt, doubt: min(20 * mean, 1200e6),
          at: now)
        if rate > 0 {
          load += rate * mean
          all.append(LinePlay.Newcomers(service: service, grade: higher, rate: rate))
        }
      }
    }
    // More than all tellers can serve is no estimate of how many will come.
    let bound = 0.9 * Double(part.tellers.count)
    guard load > bound else { return all }
    return all.map {
      LinePlay.Newcomers(service: $0.service, grade: $0.grade, rate: $0.rate * bound / load)
    }
  }

  private mutating func told(
    _ part: Part, _ service: Int, _ grade: Grade, _ ahead: Int, at now: Timestamp,
    _ newcomers: [LinePlay.Newcomers]
  ) -> WaitEstimate? {
    let key = key(part, grade)
    if let told = forecast.told, told.key == key, told.service == service, told.at == now,
      ahead >= told.ahead, ahead - told.ahead <= told.ahead / 32
    {
      return told.estimate.scaled(by: Double(ahead + 1) / Double(told.ahead + 1))
    }
    let workers = workers(part, at: now)
    var play = LinePlay(
      workers, draws: draws(for: 4 * ahead + workers.count),
      seed: UInt64(bitPattern: state.nextTicketID))
    var customers: [(service: Int, grade: Grade)] = []
    line.forEachAhead(of: grade, in: part.services) { customers.append(($0.service, $0.grade)) }
    let estimate = LinePlay.estimate(
      play.calls(of: service, grade: grade, behind: customers, newcomers))
    forecast.told = Forecast.Told(
      key: key, service: service, at: now, ahead: ahead, estimate: estimate)
    return estimate
  }

  // MARK: Long lines

  /// By ``WorkAhead``: exact for fixed times, nearly so for long lines of any.
  ///
  /// Newcomers of a share ρ of the tellers' time leave 1 - ρ of it (Cobham 1954).
  private func byMoments(
    _ part: Part, _ able: [Int], _ grade: Grade, at now: Timestamp,
    _ newcomers: [LinePlay.Newcomers]
  ) -> WaitEstimate? {
    var work = WorkAhead()
    let workers = workers(part, at: now)
    func time(_ service: Int) -> Moments {
      let times = workers.compactMap { worker in
        worker.times[service].map { time in
          let reaction = worker.reaction?.moments ?? Moments(mean: 0, variance: 0)
          return Moments(
            mean: time.moments.mean + reaction.mean,
            variance: time.moments.variance + reaction.variance)
        }
      }
      let count = Double(max(1, times.count))
      return times.reduce(into: Moments(mean: 0, variance: 0)) {
        $0.mean += $1.mean / count
        $0.variance += $1.variance / count
      }
    }
    for other in part.services {
      let ahead = line.count(service: other, upTo: grade)
      let inPool = able.count { tellers[$0].services.contains(other) }
      guard ahead > 0, inPool > 0 else { continue }
      let all = part.tellers.count { tellers[$0].services.contains(other) }
      work.add(
        customers: Double(ahead) * Double(inPool) / Double(all), each: time(other))
    }
    work.inHand = able.map { index in
      guard let inHand = tellers[index].inHand else { return Moments(mean: 0, variance: 0) }
      let elapsed = now.microseconds - inHand.calledAt.microseconds
      guard tellers[index].mode == .manual else {
        return services[inHand.ticket.service].time.remaining(after: elapsed)
      }
      return time(inHand.ticket.service)
    }
    let taken = newcomers.reduce(0) { $0 + $1.rate * time($1.service).mean }
    let share = min(0.98, taken / Double(max(1, part.tellers.count)))
    return work.estimate()?.scaled(by: 1 / (1 - share))
  }
}
