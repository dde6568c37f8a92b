internal import IPCProtocol
internal import Queueing
internal import Values

/// Services as a manager imagines them, and what there is to find out about each.
struct StaffPlan: Sendable {
  enum Search: Sendable {
    case steady(Staffing)
    case hourly(HourStaffing)
  }

  let target: (share: Double, within: Int64)
  /// By the index of the service in the branch.
  private(set) var searches: [(service: Int, search: Search)] = []
  /// When the day begins, in minutes after midnight; nil where nothing says so.
  let startMinute: Int?

  /// - Throws: ``BankError`` for words that cannot be read, and where nobody comes.
  init(_ branch: Branch, _ params: Params.Staff, _ record: PlanRecord?) throws(BankError) {
    target = try PlanWords.target(params.target)
    guard target.share <= Staffing.largestShare else { throw BankError(.planShare) }
    startMinute = record?.startMinute
    let arrivals = try branch.byService(params.arrivals ?? [], PlanWords.arrivals)
    let times = try branch.byService(params.times ?? [], PlanWords.time)
    let seen = try branch.seen(record)
    if params.from == nil, let idle = times.keys.filter({ arrivals[$0] == nil }).min() {
      throw BankError(.planIdle, ["service": branch.services[idle].title.jsonValue])
    }
    var patience: ServiceTime?
    if let words = params.patience { patience = try PlanWords.patience(words) }
    let noShows = try params.noShows.map(PlanWords.noShows)
    let indices = Set(arrivals.keys).union(seen.customers.map(\.service)).sorted()
    guard !indices.isEmpty else { throw BankError(.planNobody) }
    let hours = try hours(arrivals, record, byHour: params.by == .hour)
    for index in indices {
      let service = Scenario.Service(
        arrivals: arrivals[index] ?? .none,
        time: times[index] ?? PlanRecord.time(seen.durations[index] ?? [])
          ?? branch.services[index].time,
        patience: patience, noShows: noShows)
      let moments = seen.customers.filter { $0.service == index && arrivals[index] == nil }
        .map(\.at)
      searches.append((index, search(service, moments, hours, params)))
    }
  }

  /// How many hours the day has; nil for a line without end.
  private func hours(
    _ arrivals: [Int: Arrivals], _ record: PlanRecord?, byHour: Bool
  ) throws(BankError) -> Int? {
    var hours = record?.customers.last.map { Int($0.at / 3_600_000_000) + 1 } ?? 0
    var isSteady = false
    for case let arrival in arrivals.values {
      if case .hourly(let rates) = arrival {
        hours = max(hours, rates.count)
      } else {
        isSteady = true
      }
    }
    guard hours > 0 || byHour else { return nil }
    guard !isSteady, hours > 0 else { throw BankError(.planSteady) }
    return hours
  }

  private func search(
    _ service: Scenario.Service, _ moments: [Int64], _ hours: Int?, _ params: Params.Staff
  ) -> Search {
    let seed = UInt64(bitPattern: params.seed)
    guard let hours else {
      return .steady(
        Staffing(
          service: service, share: target.share, target: target.within, limit: params.maximum,
          seed: seed, customers: params.customers))
    }
    return .hourly(
      HourStaffing(
        service: service, record: moments, hours: hours, share: target.share,
        target: target.within, limit: params.maximum, seed: seed))
  }
}

// MARK: As it is told

extension StaffPlan {
  func answer(
    _ found: HourStaffing.Found, of service: Service, limit: Int
  ) -> (PlanAnswers.StaffedService, [PlanAnswers.StaffedHour]) {
    let hours = found.hours.enumerated().map { index, hour in
      let clock = startMinute.map { PlanClock.text($0 + 60 * index) }
      return PlanAnswers.StaffedHour(
        hour: index + 1, from: clock, label: PlanClock.label(clock, hour: index),
        service: service.name, name: service.title, tellers: hour.tellers, theory: hour.theory,
        came: hour.came, within: .init(share: hour.within), close: hour.isClose)
    }
    let most = found.hours.map(\.tellers).max() ?? 1
    let note =
      found.isReached
      ? LocalizedText(
        en: "at most, and \(found.hours.reduce(0) { $0 + $1.tellers }) hours of tellers",
        ko: "가장 많을 때, 창구 시간은 모두 \(found.hours.reduce(0) { $0 + $1.tellers })시간")
      : LocalizedText(
        en: "not even \(limit) tellers are enough", ko: "창구 \(limit)개로도 모자랍니다")
    let told = PlanAnswers.StaffedService(
      service: service.name, name: service.title,
      theory: found.hours.compactMap(\.theory).max(), confirmed: found.isReached ? most : nil,
      within: .init(share: found.within), schedule: found.isReached ? schedule(found.hours) : nil,
      note: note)
    return (told, hours)
  }

  /// What `simulate --schedule` takes; nil where the day has no clock.
  private func schedule(_ hours: [HourStaffing.Hour]) -> String? {
    guard let startMinute, hours.count <= 24 else { return nil }
    var turns: [String] = []
    for (index, hour) in hours.enumerated()
    where index == 0 || hours[index - 1].tellers != hour.tellers {
      turns.append("\(PlanClock.text(startMinute + 60 * index))=\(hour.tellers)")
    }
    let end = startMinute + 60 * hours.count
    return (turns + ["\(end == 1440 ? "24:00" : PlanClock.text(end))=0"]).joined(separator: ",")
  }

  /// A line for people: what `simulate` would be asked to see these days, or what is not reached.
  static func note(
    _ services: [PlanAnswers.StaffedService], _ hours: [PlanAnswers.StaffedHour], limit: Int
  ) -> LocalizedText {
    let (plan, close) = (note(services, limit: limit), closeNote(hours))
    return LocalizedText(
      en: [close?.en, plan.en].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " "),
      ko: [close?.text(in: .korean), plan.text(in: .korean)].compactMap { $0 }
        .filter { !$0.isEmpty }.joined(separator: " "))
  }

  /// Hours in which chance decides between a teller more and one less.
  private static func closeNote(_ hours: [PlanAnswers.StaffedHour]) -> LocalizedText? {
    let close = hours.filter(\.close)
    guard !close.isEmpty else { return nil }
    let en = close.map(\.label.en).joined(separator: ", ")
    let ko = close.map { $0.label.text(in: .korean) }.joined(separator: ", ")
    return LocalizedText(
      en:
        "With these tellers or one fewer the share is so near to the target that chance decides: \(en).",
      ko: "이 창구 수나 하나 적은 수에서 비율이 목표에 아주 가까워 우연에 달린 시간: \(ko).")
  }

  private static func note(
    _ services: [PlanAnswers.StaffedService], limit: Int
  ) -> LocalizedText {
    if let missed = services.first(where: { $0.confirmed == nil }) {
      let (en, ko) = (missed.name.en, missed.name.text(in: .korean))
      return LocalizedText(
        en: "Not even \(limit) tellers keep the target for \(en) in every hour; what they reach is "
          + "shown. Allow more with --maximum, or a longer wait with --target.",
        ko: "창구 \(limit)개로도 \(ko) 업무의 목표를 지키지 못하는 시간이 있어, 이룰 수 있는 만큼을 보입니다. "
          + "--maximum으로 창구를 늘리거나 --target으로 더 긴 대기를 허용하십시오.")
    }
    let parts = services.compactMap { service in
      service.schedule.map { services.count == 1 ? $0 : "\(service.service) \($0)" }
    }
    guard !parts.isEmpty, parts.count == services.count else {
      return LocalizedText(en: "", ko: "")
    }
    let schedule = parts.joined(separator: "; ")
    return LocalizedText(
      en: "Look at such a day: --schedule '\(schedule)'",
      ko: "이런 하루를 보려면: --schedule '\(schedule)'")
  }
}

/// Times of day, as they are told.
enum PlanClock {
  /// `09:00`, of minutes after midnight.
  static func text(_ minute: Int) -> String {
    let (hour, rest) = (minute / 60 % 24, minute % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
  }

  /// The time, or which hour of the day it is, counted from 0, where the day has no clock.
  static func label(_ clock: String?, hour: Int) -> LocalizedText {
    clock.map { LocalizedText(en: $0, ko: nil) }
      ?? LocalizedText(en: "hour \(hour + 1)", ko: "\(hour + 1)시간째")
  }
}
