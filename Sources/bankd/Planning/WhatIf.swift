internal import IPCProtocol
internal import Queueing
internal import Values

/// The present line as it goes on, and as it would with other tellers.
struct WhatIf: Sendable {
  /// Which services of the branch are told of.
  let services: [Int]
  let waiting: [Int]
  let perHour: [Double]
  private(set) var asIs: Outlook
  /// Nil where nothing is to change.
  private(set) var changed: Outlook?
  /// Of each service, who could serve it and has called nobody today, so that nobody counts on them.
  let silent: [[Int]]
  /// Who was to go and is not counted on anyway, having called nobody today.
  let uncounted: [Int]

  /// Steps of all plays together, so that a long line takes no minutes.
  private static let steps = 4_000_000
  private static let mostDraws = 200
  private static let fewestDraws = 20

  /// - Throws: ``BankError`` for services and tellers that there are not, and for words.
  init(
    _ branch: Branch, _ params: Params.WhatIf, _ rates: ArrivalRates, at now: Timestamp
  ) throws(BankError) {
    var present = Present(branch, at: now)
    services = present.services
    var spoken: [Int: Arrivals] = [:]
    for word in params.arrivals ?? [] {
      let arrivals = try PlanWords.arrivals(word.words)
      if case .hourly = arrivals { throw BankError(.planHours) }
      spoken[try branch.index(ofService: word.service)] = arrivals
    }
    for (place, index) in services.enumerated() {
      let rate = rates.rate(of: branch.services[index].name)
      present.scenario.services[place].betterGrades = rate.betterGrades
      present.scenario.services[place].arrivals =
        spoken[index] ?? (rate.perHour > 0 ? .chance(every: 3600e6 / rate.perHour) : .none)
    }
    waiting = services.map { branch.line.count(service: $0) }
    perHour = present.scenario.services.map(\.arrivals.perHour)
    silent = services.map { service in
      branch.tellers.filter {
        $0.mode == .manual && !$0.isPaused && $0.services.contains(service)
          && !present.has($0.number) && !(params.tellerAway ?? []).contains($0.number)
      }.map(\.number)
    }
    uncounted = (params.tellerAway ?? []).filter { !present.has($0) }
    var other = present
    for number in params.tellerAway ?? [] {
      let teller = branch.tellers[try branch.index(ofTeller: number)]
      guard !teller.isPaused else { throw BankError(.tellerPaused, ["teller": .integer(number)]) }
      other.send(away: teller.number)
    }
    for word in params.tellerMore ?? [] { other.add(try branch.index(ofService: word)) }
    let window = Int64(params.forSeconds * 1e6)
    let coming = perHour.reduce(0, +) * params.forSeconds / 3600
    let customers = waiting.reduce(0, +) + Int(coming)
    guard Double(waiting.reduce(0, +)) + coming <= Plan.mostAtOnce else {
      throw BankError(.planSize, ["maximum": .integer(Int64(Plan.mostAtOnce))])
    }
    let draws = max(Self.fewestDraws, min(Self.mostDraws, Self.steps / max(1, customers)))
    let seed = UInt64(bitPattern: params.seed)
    asIs = present.outlook(window, draws, seed)
    changed = other == present ? nil : other.outlook(window, draws, seed)
  }

  /// Plays once more; false when there is nothing left to play.
  mutating func step() -> Bool {
    let goesOn = asIs.step()
    return changed?.step() ?? false || goesOn
  }

  /// The branch at a moment, as plays see it.
  private struct Present: Hashable {
    let services: [Int]
    var scenario: Scenario
    private var numbers: [Int] = []
    private var inHand: [Outlook.InHand?] = []
    /// How uncertain the times of each service are, teller by teller.
    private var paces: [[Pace?]] = []

    init(_ branch: Branch, at now: Timestamp) {
      services = branch.activeServices
      let places = Dictionary(uniqueKeysWithValues: services.enumerated().map { ($1, $0) })
      scenario = Scenario(
        services: [], tellers: [],
        spread: branch.state.spread == .longestIdle ? .longestIdle : .lowestNumber)
      var times: [[ServiceTime]] = services.map { _ in [] }
      paces = services.map { _ in [] }
      var seen: Set<Int> = []
      for service in services {
        let part = branch.part(of: service)
        for (index, worker) in zip(part.tellers, branch.workers(part, at: now))
        where seen.insert(index).inserted {
          numbers.append(branch.tellers[index].number)
          scenario.tellers.append(
            .init(services: ServiceSet(worker.services.compactMap { places[$0] })))
          inHand.append(worker.outlook)
          for service in worker.services {
            if let place = places[service], let time = worker.time(of: service) {
              times[place].append(time)
              paces[place].append(worker.pace(of: service))
            }
          }
        }
      }
      scenario.services = zip(services, times).map { service, times in
        .init(arrivals: .none, time: ServiceTime(anyOf: times) ?? branch.services[service].time)
      }
      branch.line.forEachAhead(of: .normal, in: ServiceSet(services)) { ticket in
        if let place = places[ticket.service] {
          scenario.record.append(.init(at: 0, service: place, grade: ticket.grade.rawValue))
        }
        return true
      }
    }

    func has(_ number: Int) -> Bool { numbers.contains(number) }

    mutating func send(away number: Int) {
      guard let index = numbers.firstIndex(of: number) else { return }
      numbers.remove(at: index)
      scenario.tellers.remove(at: index)
      inHand.remove(at: index)
    }

    mutating func add(_ service: Int) {
      guard let place = services.firstIndex(of: service) else { return }
      numbers.append(0)
      scenario.tellers.append(.init(services: ServiceSet([place])))
      inHand.append(nil)
    }

    func outlook(_ window: Int64, _ draws: Int, _ seed: UInt64) -> Outlook {
      Outlook(
        scenario, inHand: inHand, paces: paces, window: window, draws: draws, seed: seed)
    }
  }
}

extension LinePlay.Worker {
  /// The customer in hand, as a play sees it.
  fileprivate var outlook: Outlook.InHand? {
    guard let inHand, let time = time(of: inHand.service) else { return nil }
    return Outlook.InHand(
      time: time, elapsed: inHand.elapsed, pace: pace(of: inHand.service))
  }

  /// Nil where its times are those of the setting.
  fileprivate func pace(of service: Int) -> Pace? {
    if case .learned(let table) = times[service] { table.pace } else { nil }
  }

  /// From one call to the next: what was learned of a person, with the pause before the next call.
  fileprivate func time(of service: Int) -> ServiceTime? {
    switch times[service] {
    case .setting(let time): time
    case .learned(let table):
      .empirical(
        ServiceTime.Samples(
          ServiceTime.ranks.map { rank in
            let pause = reaction?.moments.mean ?? 0
            return max(1, Int64((table.quantile(rank) + pause).rounded()))
          }))
    case nil: nil
    }
  }
}

extension ServiceTime {
  /// The middles of equal shares: so many times stand for a distribution.
  fileprivate static let ranks = (0..<64).map { (Double($0) + 0.5) / 64 }

  /// Any of several, each as likely as another; nil of none.
  fileprivate init?(anyOf times: [ServiceTime]) {
    guard let first = times.first else { return nil }
    guard times.contains(where: { $0 != first }) else {
      self = first
      return
    }
    self = .empirical(Samples(times.flatMap { time in Self.ranks.map { time.quantile($0) } }))
  }
}
