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
  /// When the day begins, in minutes after midnight; nil where nothing says so.
  private(set) var startMinute: Int?
  /// Services of the scenario whose lines grow without end; the others are played without them.
  private(set) var growing: Set<Int> = []
  /// Who would come after the day has ended, and so is not let in.
  private(set) var tooLate = TooLate.nobody

  /// - Throws: ``BankError`` for words that cannot be read, and for services that nobody serves.
  init(
    _ branch: Branch, _ params: Params.Simulate, _ record: PlanRecord? = nil
  ) throws(BankError) {
    guard params.from == nil || params.record == nil else { throw BankError(.planRecords) }
    let arrivals = try branch.byService(params.arrivals ?? [], PlanWords.arrivals)
    var times = try branch.byService(params.times ?? [], PlanWords.time)
    let schedule = try params.schedule.map { words throws(BankError) in try PlanSchedule(words) }
    let seen = try branch.seen(record)
    // Of a service that nobody comes for, a time says nothing; it was meant for another one.
    if params.record == nil, params.from == nil,
      let idle = times.keys.filter({ arrivals[$0] == nil }).min()
    {
      throw BankError(.planIdle, ["service": branch.services[idle].title.jsonValue])
    }
    if params.from != nil {
      for (service, durations) in seen.durations where times[service] == nil {
        times[service] = PlanRecord.time(durations)
      }
    }
    services = Set(arrivals.keys).union(seen.customers.map(\.service)).sorted()
    guard !services.isEmpty else { throw BankError(.planNobody) }
    let places = Dictionary(uniqueKeysWithValues: services.enumerated().map { ($1, $0) })
    var patience: ServiceTime?
    if let words = params.patience { patience = try PlanWords.patience(words) }
    var noShows: Scenario.NoShows?
    if let words = params.noShows { noShows = try PlanWords.noShows(words) }
    var better = [0.0, 0.0]
    var told: Set<Grade> = []
    for share in params.grades ?? [] {
      guard told.insert(share.grade).inserted else {
        throw BankError(.planTwice, ["service": share.grade.title.jsonValue])
      }
      if share.grade != .normal { better[share.grade.rawValue] = share.share }
    }
    guard better[0] + better[1] <= 1 else { throw BankError(.planGrades) }
    // Who is of no better grade is of the last one, so its share is known.
    if let normal = params.grades?.first(where: { $0.grade == .normal }),
      abs(better[0] + better[1] + normal.share - 1) > 1e-9
    {
      throw BankError(.planGrades)
    }
    scenario = Scenario(
      services: services.map { index in
        .init(
          arrivals: arrivals[index] ?? .none, time: times[index] ?? branch.services[index].time,
          patience: patience, betterGrades: better, noShows: noShows)
      }, tellers: [], room: params.room,
      spread: branch.state.spread == .longestIdle ? .longestIdle : .lowestNumber)
    tellers = []
    setDay(params, schedule, record)
    // Whose arrivals are said comes as that says, and takes the times that were seen.
    for customer in seen.customers where arrivals[customer.service] == nil {
      guard let place = places[customer.service] else { continue }
      scenario.record.append(
        .init(
          at: customer.at + recordBegins(record), service: place,
          grade: customer.grade.rawValue))
    }
    let scheduled = try branch.scheduled(schedule, services)
    try staff(from: branch, params.tellers ?? [], scheduled, places)
    guard scenario.closes != nil || schedule == nil && params.by == nil else {
      throw BankError(.planDay)
    }
    try checkGaps(branch, schedule)
    try checkSize()
    growing = scenario.growing
    tooLate = TooLate(scenario)
  }

  /// Whether there is a line that does not grow without end.
  var isPlayed: Bool {
    services.indices.contains { !growing.contains($0) && comes($0) }
  }

  /// The beginning and the end of the day, where there are any.
  private mutating func setDay(
    _ params: Params.Simulate, _ schedule: PlanSchedule?, _ record: PlanRecord?
  ) {
    startMinute = [schedule?.start, record?.startMinute].compactMap { $0 }.min()
    let hour = 3_600_000_000.0
    if let hours = params.hours {
      scenario.closes = Int64(hours * hour)
    } else if let end = schedule?.end {
      scenario.closes = Int64(end - (startMinute ?? 0)) * 60_000_000
    } else if let last = record?.customers.last {
      // Up to the end of the hour in which the last one came.
      scenario.closes = (last.at + recordBegins(record)) / Int64(hour) * Int64(hour) + Int64(hour)
    } else {
      let lengths = scenario.services.map {
        if case .hourly(let rates) = $0.arrivals { rates.count } else { 0 }
      }
      if let longest = lengths.max(), longest > 0 {
        scenario.closes = Int64(longest) * Int64(hour)
      }
    }
  }

  /// Microseconds from the beginning of the day to that of the record.
  private func recordBegins(_ record: PlanRecord?) -> Int64 {
    guard let own = record?.startMinute, let startMinute else { return 0 }
    return Int64(own - startMinute) * 60_000_000
  }

  /// Tellers of the branch, for what is not staffed anew; and those who are imagined.
  private mutating func staff(
    from branch: Branch, _ counts: [Params.ServiceCount], _ scheduled: [ScheduledTellers],
    _ places: [Int: Int]
  ) throws(BankError) {
    var renewed = Set(scheduled.flatMap(\.services))
    var imagined: [(service: Int, count: Int)] = []
    for count in counts {
      let service = try branch.index(ofService: count.service)
      guard !imagined.contains(where: { $0.service == service }) else {
        throw BankError(.planTwice, ["service": branch.services[service].title.jsonValue])
      }
      guard !scheduled.contains(where: { $0.services.contains(service) }) else {
        throw BankError(
          .planScheduled, ["service": branch.services[service].title.jsonValue])
      }
      renewed.insert(service)
      imagined.append((service, count.count))
    }
    for teller in branch.tellers where !teller.isPaused {
      let own = teller.services.filter { places[$0] != nil && !renewed.contains($0) }
      guard !own.isEmpty else { continue }
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
    for part in scheduled {
      let own = ServiceSet(part.services.compactMap { places[$0] })
      for teller in part.part.tellers(of: own, from: startMinute ?? 0) where own.bits != 0 {
        tellers.append(number)
        scenario.tellers.append(teller)
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
      throw BankError(.planUnstaffed, ["service": branch.services[service].title.jsonValue])
    }
  }
}

extension Branch {
  /// What was said of services, by their index.
  func byService<T>(
    _ words: [Params.ServiceWords], _ read: (String) throws(BankError) -> T
  ) throws(BankError) -> [Int: T] {
    var found: [Int: T] = [:]
    for word in words {
      let service = try index(ofService: word.service)
      guard found.updateValue(try read(word.words), forKey: service) == nil else {
        throw BankError(.planTwice, ["service": services[service].title.jsonValue])
      }
    }
    return found
  }
}
