internal import IPCProtocol
internal import Queueing
internal import Values

/// A part of a schedule, and the services of the branch that it is about.
struct ScheduledTellers: Hashable, Sendable {
  let services: [Int]
  let part: PlanSchedule.Part
}

extension Branch {
  /// The parts of a schedule; one without a word is about all that is `planned`.
  func scheduled(
    _ schedule: PlanSchedule?, _ planned: [Int]
  ) throws(BankError) -> [ScheduledTellers] {
    var parts: [ScheduledTellers] = []
    for part in schedule?.parts ?? [] {
      guard let word = part.service else {
        parts.append(ScheduledTellers(services: planned, part: part))
        continue
      }
      let service = try index(ofService: word)
      guard !parts.contains(where: { $0.services.contains(service) }) else {
        throw BankError(.planScheduled, ["service": services[service].title.jsonValue])
      }
      parts.append(ScheduledTellers(services: [service], part: part))
    }
    return parts
  }

  /// Customers of a record, with the services that the branch has, and how long these took.
  ///
  /// - Throws: ``BankReason/planRecord`` for a service that there is not, with its line.
  func seen(
    _ record: PlanRecord?
  ) throws(BankError) -> (
    customers: [(at: Int64, service: Int, grade: Grade)], durations: [Int: [Int64]]
  ) {
    var known: [String: Int] = [:]
    var customers: [(at: Int64, service: Int, grade: Grade)] = []
    var durations: [Int: [Int64]] = [:]
    for customer in record?.customers ?? [] {
      let service: Int
      if let found = known[customer.service] {
        service = found
      } else {
        do throws(BankError) {
          service = try index(ofService: customer.service)
        } catch {
          throw PlanRecord.refusal(
            customer.line,
            LocalizedText(
              en: "there is no service \(customer.service); `matectl bank service list` shows all",
              ko: "\(customer.service) 업무는 없습니다. `matectl bank service list`로 확인하십시오"))
        }
        known[customer.service] = service
      }
      customers.append((customer.at, service, customer.grade))
      if let time = customer.serviceTime { durations[service, default: []].append(time) }
    }
    return (customers, durations)
  }
}

extension Plan {
  /// A time of the plan's day on a clock, or how long it is after the beginning where there is none.
  func clock(_ moment: Int64) -> String {
    PlanClock.text((startMinute ?? 0) + Int(moment / 60_000_000))
  }

  /// Refuses hours in which customers come for a service and no teller is there: whoever came would
  /// be in line without end, or until somebody comes who is planned for others.
  func checkGaps(_ branch: Branch, _ schedule: PlanSchedule?) throws(BankError) {
    guard let closes = scenario.closes else { return }
    if let end = schedule?.end {
      let after = min(closes, Int64(end - (startMinute ?? 0)) * 60_000_000)..<closes
      if !after.isEmpty, let place = services.indices.first(where: { comes($0, in: after) }) {
        throw refusal(after, branch.services[services[place]])
      }
    }
    for (place, index) in services.enumerated() {
      for gap in gaps(of: place, until: closes) where comes(place, in: gap) {
        throw refusal(gap, branch.services[index])
      }
    }
  }

  /// Refuses what would fill the memory: days, and lines that patience alone ends, keep everybody who
  /// waits.
  func checkSize() throws(BankError) {
    var customers = 0.0
    for service in scenario.services {
      let hours = Double(scenario.closes ?? 0) / 3.6e9
      switch service.arrivals {
      case .none: break
      case .hourly(let rates): customers += rates.prefix(Int(hours.rounded(.up))).reduce(0, +)
      case .chance, .even:
        let patience = scenario.room == nil ? service.patience?.moments.mean ?? 0 : 0
        customers += service.arrivals.perHour * (scenario.closes == nil ? patience / 3.6e9 : hours)
      }
    }
    guard customers <= Self.mostAtOnce else {
      throw BankError(.planSize, ["maximum": .integer(Int64(Self.mostAtOnce))])
    }
  }

  static let mostAtOnce = 1_000_000.0

  private func refusal(_ gap: Range<Int64>, _ service: Service) -> BankError {
    BankError(
      .planGap,
      [
        "from": .string(clock(gap.lowerBound)), "to": .string(clock(gap.upperBound)),
        "service": service.title.jsonValue,
      ])
  }

  private func gaps(of place: Int, until closes: Int64) -> [Range<Int64>] {
    var there: [Range<Int64>] = []
    for teller in scenario.tellers where teller.services.contains(place) {
      guard let shifts = teller.shifts else { return [] }
      there += shifts
    }
    var gaps: [Range<Int64>] = []
    var from: Int64 = 0
    for shift in there.sorted(by: { $0.lowerBound < $1.lowerBound }) where from < closes {
      if shift.lowerBound > from { gaps.append(from..<min(closes, shift.lowerBound)) }
      from = max(from, shift.upperBound)
    }
    return from < closes ? gaps + [from..<closes] : gaps
  }

  /// Whether anybody comes for a service at any time.
  func comes(_ place: Int) -> Bool { comes(place, in: 0..<Int64.max) }

  private func comes(_ place: Int, in gap: Range<Int64>) -> Bool {
    if scenario.record.contains(where: { $0.service == place && gap.contains($0.at) }) {
      return true
    }
    switch scenario.services[place].arrivals {
    case .none: return false
    case .chance, .even: return true
    case .hourly(let rates):
      return rates.enumerated().contains { hour, rate in
        let start = Int64(hour) * 3_600_000_000
        return rate > 0 && gap.overlaps(start..<(start + 3_600_000_000))
      }
    }
  }

  /// Tellers who serve a service in an hour, those who are there for a part of it as that part.
  func tellers(of place: Int, inHour hour: Int) -> Double {
    let start = Int64(hour) * 3_600_000_000
    let end = min(start + 3_600_000_000, scenario.closes ?? .max)
    return scenario.tellers.reduce(0) { sum, teller in
      guard teller.services.contains(place) else { return sum }
      let there = (teller.shifts ?? [0..<Int64.max]).map { $0.clamped(to: start..<end) }
      return sum
        + there.reduce(0) { $0 + Double($1.upperBound - $1.lowerBound) } / Double(end - start)
    }
  }
}

extension Plan {
  /// Services whose arrivals are said hour by hour, but for fewer hours than the day has.
  var untoldHours: [(service: Int, said: Int, hours: Int)] {
    guard let closes = scenario.closes else { return [] }
    let hours = Int((closes + 3_599_999_999) / 3_600_000_000)
    return scenario.services.enumerated().compactMap { place, service in
      guard case .hourly(let rates) = service.arrivals, rates.count < hours else { return nil }
      return (place, rates.count, hours)
    }
  }
}

/// Customers of a plan who come when nobody is let in any more.
enum TooLate: Hashable, Sendable {
  case nobody
  /// So many of a record.
  case customers(Int)
  /// Those of the hours from one on, counted from 0.
  case hours(from: Int)

  init(_ scenario: Scenario) {
    self = .nobody
    guard let closes = scenario.closes else { return }
    let late = scenario.record.count { $0.at >= closes }
    if late > 0 { self = .customers(late) }
    for case .hourly(let rates) in scenario.services.map(\.arrivals) {
      let from = Int((closes + 3_599_999_999) / 3_600_000_000)
      if rates.dropFirst(from).contains(where: { $0 > 0 }) { self = .hours(from: from) }
    }
  }
}
