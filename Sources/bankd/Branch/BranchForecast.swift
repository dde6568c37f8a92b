internal import Queueing
internal import Values

/// What customers who come are told about their wait.
extension Branch {
  /// A play is bounded by draws times customers, so that a ticket costs no milliseconds.
  private static let mostSteps = 16_384
  /// Longer lines, and more tellers, are told by their moments: there the sum is nearly normal.
  static let longestPlayed = 800
  private static let mostWorkers = 48
  /// Lines of fixed times are played so far; of others up to ``longestPlayed``.
  static let longestExact = 65_536

  /// What a customer who comes now is told.
  ///
  /// - Returns: Nil while nobody on duty serves the service, or only people who have called nobody
  ///   yet: how soon and how long they work is unknown.
  mutating func estimate(service: Int, grade: Grade, at now: Timestamp) -> WaitEstimate? {
    let part = part(of: service)
    let able = able(part, service)
    guard !able.isEmpty else { return nil }
    if able.contains(where: { tellers[$0].takesByItself }) { return WaitEstimate.none }
    keepTables(part)
    let ahead = part.services.reduce(0) { $0 + line.count(service: $1, upTo: grade) }
    let newcomers = newcomers(part, above: grade, at: now)
    // A formula is exact there, and takes no steps for those who are ahead.
    let isFormula = newcomers.isEmpty && isUniform(part, able)
    guard !isFormula, isPlayed(part, able, ahead, newcomers) else {
      let ahead = services.indices.map { line.count(service: $0, upTo: grade) }
      return LongLine(of: self, part, newcomers, at: now)
        .estimate(able: able, grade: grade, ahead: ahead)
    }
    return newcomers.isEmpty
      ? played(part, service, grade, ahead, at: now)
      : told(part, service, grade, ahead, at: now, newcomers)
  }

  /// Whether so many customers are played rather than summed up.
  func isPlayed(
    _ part: Part, _ able: [Int], _ ahead: Int, _ newcomers: [PlayedLine.Newcomers]
  ) -> Bool {
    if newcomers.isEmpty, isFixed(part) { return ahead * able.count <= Self.longestExact }
    return ahead <= Self.longestPlayed && part.tellers.count <= Self.mostWorkers
  }

  /// One less than 10, 20, 40, 100 or 200: the ranks of half and of nine tenths are whole then.
  func draws(for ahead: Int, _ workers: [LinePlay.Worker]) -> Int {
    // To draw how fast somebody is costs about two customers.
    let steps = ahead + workers.reduce(0) { $0 + 1 + 2 * $1.learnedCount }
    switch min(forecast.mostDraws, max(19, Self.mostSteps / max(1, steps))) {
    case 199...: return 199
    case 99...: return 99
    case 39...: return 39
    case 19...: return 19
    default: return 9
    }
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

  // MARK: Without newcomers

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
    let workers = workers(part, at: now)
    var play = LinePlay(
      workers, draws: isFixed ? 1 : draws(for: ahead, workers),
      seed: UInt64(bitPattern: state.nextTicketID))
    line.forEachAhead(of: grade, in: part.services) {
      play.append($0.service)
      return true
    }
    let shortest = part.services.map { services[$0].time.moments.mean }.min() ?? 0
    forecast.played = Forecast.Played(
      key: key, at: now, lasts: isFixed ? .max : Int64(shortest / 50), play: play,
      waiting: waiting(part), nextTicket: state.nextTicketID)
    return LinePlay.estimate(play.calls(of: service))
  }

  private func waiting(_ part: Part) -> Int {
    part.services.reduce(0) { $0 + line.count(service: $1) }
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

  private mutating func told(
    _ part: Part, _ service: Int, _ grade: Grade, _ ahead: Int, at now: Timestamp,
    _ newcomers: [PlayedLine.Newcomers]
  ) -> WaitEstimate? {
    let key = key(part, grade)
    if let told = forecast.told, told.key == key, told.service == service, told.at == now,
      ahead >= told.ahead, ahead - told.ahead <= told.ahead / 32
    {
      return told.estimate.scaled(by: Double(ahead + 1) / Double(told.ahead + 1))
    }
    var customers: [(service: Int, grade: Grade)] = []
    line.forEachAhead(of: grade, in: part.services) {
      customers.append(($0.service, $0.grade))
      return true
    }
    customers.append((service, grade))
    let workers = workers(part, at: now)
    var play = LinePlay(
      workers, draws: draws(for: 4 * ahead, workers),
      seed: UInt64(bitPattern: state.nextTicketID))
    let line = PlayedLine(customers, services: services.count, wanted: [ahead], newcomers)
    let estimate = LinePlay.estimate(play.calls(of: [ahead], in: line)[0])
    forecast.told = Forecast.Told(
      key: key, service: service, at: now, ahead: ahead, estimate: estimate)
    return estimate
  }
}
