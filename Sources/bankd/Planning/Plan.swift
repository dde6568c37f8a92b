internal import IPCProtocol
internal import Queueing
internal import Values

/// The branch as a manager imagines it: what is not said is as it is now.
struct Plan: Sendable {
  var scenario: Scenario
  /// Which services of the branch those of the scenario are, and the numbers of its tellers; tellers
  /// who are imagined have numbers behind those of the branch.
  let services: [Int]
  var tellers: [Int]

  /// - Throws: ``BankError`` for words that cannot be read, and for services that nobody serves.
  init(_ branch: Branch, _ params: Params.Simulate) throws(BankError) {
    let arrivals = try branch.byService(params.arrivals, PlanWords.arrivals)
    let times = try branch.byService(params.times ?? [], PlanWords.time)
    services = arrivals.keys.sorted()
    let places = Dictionary(uniqueKeysWithValues: services.enumerated().map { ($1, $0) })
    var patience: ServiceTime?
    if let words = params.patience { patience = try PlanWords.time(words) }
    var better = [0.0, 0.0]
    for share in params.grades ?? [] where share.grade != .normal {
      better[share.grade.rawValue] = share.share
    }
    scenario = Scenario(
      services: services.map { index in
        .init(
          arrivals: arrivals[index] ?? .none, time: times[index] ?? branch.services[index].time,
          patience: patience, betterGrades: better)
      }, tellers: [], room: params.room,
      spread: branch.state.spread == .longestIdle ? .longestIdle : .lowestNumber,
      closes: params.hours.map { Int64($0 * 3600e6) })
    tellers = []
    try staff(from: branch, params.tellers ?? [], places)
  }

  /// Tellers of the branch, but for those who serve only what is staffed anew.
  private mutating func staff(
    from branch: Branch, _ counts: [Params.ServiceCount], _ places: [Int: Int]
  ) throws(BankError) {
    var renewed: Set<Int> = []
    var imagined: [(service: Int, count: Int)] = []
    for count in counts {
      let service = try branch.index(ofService: count.service)
      renewed.insert(service)
      imagined.append((service, count.count))
    }
    for teller in branch.tellers where !teller.isPaused {
      let own = teller.services.filter { places[$0] != nil }
      guard !own.isEmpty, !teller.services.allSatisfy({ renewed.contains($0) }) else { continue }
      tellers.append(teller.number)
      scenario.tellers.append(.init(services: ServiceSet(own.compactMap { places[$0] })))
    }
    var number = branch.state.nextTeller
    for (service, count) in imagined {
      guard let place = places[service] else { continue }
      for _ in 0..<count {
        tellers.append(number)
        scenario.tellers.append(.init(services: ServiceSet([place])))
        number += 1
      }
    }
    guard scenario.tellers.count <= Branch.maximumTellers else {
      throw BankError(
        .tooMany,
        [
          "what": LocalizedText(en: "tellers", ko: "창구").jsonValue,
          "maximum": .integer(Branch.maximumTellers),
        ])
    }
    for (place, service) in services.enumerated()
    where !scenario.tellers.contains(where: { $0.services.contains(place) }) {
      throw BankError(.planUnstaffed, ["service": .string(branch.services[service].name)])
    }
  }
}

extension Branch {
  /// What was said of services, by their index.
  fileprivate func byService<T>(
    _ words: [Params.ServiceWords], _ read: (String) throws(BankError) -> T
  ) throws(BankError) -> [Int: T] {
    var found: [Int: T] = [:]
    for word in words { found[try index(ofService: word.service)] = try read(word.words) }
    return found
  }

  /// One service as a manager imagines it, and what there is to find out about it.
  func staffing(_ params: Params.Staff) throws(BankError) -> [(service: Int, Staffing)] {
    let target = try PlanWords.target(params.target)
    let arrivals = try byService(params.arrivals, PlanWords.arrivals)
    let times = try byService(params.times ?? [], PlanWords.time)
    var patience: ServiceTime?
    if let words = params.patience { patience = try PlanWords.time(words) }
    var all: [(service: Int, Staffing)] = []
    for index in arrivals.keys.sorted() {
      if case .hourly? = arrivals[index] { throw BankError(.planHours) }
      let service = Scenario.Service(
        arrivals: arrivals[index] ?? .none, time: times[index] ?? services[index].time,
        patience: patience)
      all.append(
        (
          index,
          Staffing(
            service: service, share: target.share, target: target.within, limit: params.maximum,
            seed: UInt64(bitPattern: params.seed), customers: params.customers)
        ))
    }
    return all
  }
}
