internal import IPCProtocol
internal import Queueing
internal import Values

/// Simulations as they are told.
extension Plan {
  func answer(
    _ simulation: Simulation, of services: [Service], _ params: Params.Simulate
  ) -> PlanAnswers.Simulation {
    let figures = simulation.figures
    return answer(
      of: services, params, customers: simulation.customers,
      rows: figures.services, hours: params.by == nil ? nil : figures.hours,
      utilisation: figures.utilisation, warmUp: simulation.steady?.warmUp,
      note: note(simulation, figures, of: services))
  }

  /// How long it is played.
  func length(_ params: Params.Simulate) throws(BankError) -> Simulation.Length {
    guard scenario.closes == nil else {
      guard params.warmUp == nil else { throw BankError(.planWarmUp) }
      return .days(params.replications ?? 200)
    }
    let runs = params.replications ?? 1
    var warmUp: Int?
    if let words = params.warmUp {
      warmUp = try PlanWords.warmUp(words)
      if let warmUp, warmUp >= params.customers / runs {
        throw BankError(
          .planNobodyCounts,
          ["warmUp": .integer(warmUp), "customers": .integer(params.customers / runs)]
        )
      }
    }
    return .customers(params.customers, warmUp: warmUp, runs: runs)
  }

  /// What a person should know: who is not in the figures, and how sure these are.
  private func note(
    _ simulation: Simulation, _ figures: SimulationFigures, of all: [Service]
  ) -> LocalizedText {
    let parts = [growingNote(of: all), tooLateNote, sureness(simulation, figures)]
      .compactMap { $0 }
    return LocalizedText(
      en: parts.map(\.en).joined(separator: " "),
      ko: parts.map { $0.text(in: .korean) }.joined(separator: " "))
  }

  private var tooLateNote: LocalizedText? {
    guard let closes = scenario.closes else { return nil }
    let end = startMinute == nil ? nil : clock(closes)
    switch tooLate {
    case .nobody: return nil
    case .customers(let count):
      return LocalizedText(
        en: count == 1
          ? "1 customer of the record comes after the end of the day\(end.map { " at \($0)" } ?? "") "
            + "and is not let in."
          : "\(count) customers of the record come after the end of the day"
            + "\(end.map { " at \($0)" } ?? "") and are not let in.",
        ko: "기록의 고객 \(count)명은 하루가 끝난\(end.map { "(\($0))" } ?? "") 뒤에 와서 들어오지 못합니다.")
    case .hours(let from):
      return LocalizedText(
        en:
          "The day ends before hour \(from + 1) of the arrivals: who comes from then on is not let "
          + "in.",
        ko: "도착률의 \(from + 1)시간째가 되기 전에 하루가 끝나서, 그때부터 오는 고객은 들어오지 못합니다.")
    }
  }

  private func growingNote(of all: [Service]) -> LocalizedText? {
    guard !growing.isEmpty else { return nil }
    let names = growing.sorted().map { all[services[$0]].title }
    return LocalizedText(
      en:
        "The \(names.count == 1 ? "line" : "lines") of \(names.map(\.en).joined(separator: ", ")) "
        + "\(names.count == 1 ? "grows" : "grow") without end: as much work comes as tellers can do, "
        + "or more. Give more of them, or ask `matectl bank staff` how many it takes.",
      ko: "\(names.map { $0.text(in: .korean) }.joined(separator: ", ")): 창구가 할 수 있는 만큼이나 그보다 많은 "
        + "업무가 와서 줄이 끝없이 길어집니다. 창구를 늘리거나 `matectl bank staff` 명령으로 필요한 수를 확인하십시오.")
  }

  /// Whether the ranges are what they say, and else what would make them so.
  private func sureness(
    _ simulation: Simulation, _ figures: SimulationFigures
  ) -> LocalizedText {
    let served = figures.services.filter { $0.served > 0 }
    guard !served.isEmpty else {
      return LocalizedText(en: "Nobody came who counts.", ko: "셀 고객이 없습니다.")
    }
    if let problem = simulation.steady.flatMap({ unsettled($0, simulation.customers) }) {
      return problem
    }
    let parts = simulation.parts
    guard parts >= Self.fewestParts else {
      return LocalizedText(
        en: "Played \(parts) times, which is too few for ranges; `--replications 200` says more.",
        ko: "\(parts)번만 돌려서 범위를 믿기 어렵습니다. `--replications 200`이면 더 분명합니다.")
    }
    let waited = served.map(\.waited).filter { $0 > 0 }.min() ?? 0
    guard scenario.isLeftToChance, waited < Self.fewestWaiting else {
      return LocalizedText(
        en: "Ranges hold the truth 95 times of 100; --json has them all, -o chart draws them.",
        ko: "범위는 100번 가운데 95번 참값을 담습니다. --json에 모두 있고, -o chart는 범위를 그립니다.")
    }
    let option = simulation.steady == nil ? "--replications" : "--customers"
    return LocalizedText(
      en:
        "Hardly anybody waits (\(waited) customers in all that was played), so ranges of waits say "
        + "little; more with `\(option)`.",
      ko: "기다린 고객이 모두 \(waited)명뿐이라 대기 시간의 범위는 믿기 어렵습니다. `\(option)`으로 더 돌리십시오.")
  }

  /// With fewer days or runs, and with fewer who wait, ranges held the truth less than 92 times of 100.
  private static let fewestParts = 20
  private static let fewestWaiting = 200

  private func unsettled(_ length: SteadyLength, _ played: Int) -> LocalizedText? {
    guard !length.isSure else { return nil }
    let enough = length.sureCustomers
    guard enough <= Params.mostCustomers else {
      return LocalizedText(
        en: "So near to its limit this line hardly ever settles: these ranges are too narrow.",
        ko: "한계에 이렇게 가까운 줄은 거의 자리를 잡지 못해서 이 범위는 너무 좁습니다.")
    }
    guard enough > played else {
      return LocalizedText(
        en:
          "Too few are left behind this warm-up, or too many before it: these ranges are too narrow. "
          + "`--warm-up auto` is enough.",
        ko: "준비 고객 수가 너무 적거나 너무 많아 이 범위는 너무 좁습니다. `--warm-up auto`면 충분합니다.")
    }
    return LocalizedText(
      en: "So few customers do not tell how this line is once it has settled: these ranges are too "
        + "narrow. `--customers \(enough)` and `--warm-up auto` are enough.",
      ko: "고객이 너무 적어 줄이 자리 잡은 모습을 알 수 없고, 이 범위는 너무 좁습니다. "
        + "`--customers \(enough)`과 `--warm-up auto`면 충분합니다.")
  }

  /// What is told where there is nothing to play: all lines would grow without end.
  func growing(of services: [Service], _ params: Params.Simulate) -> PlanAnswers.Simulation {
    answer(
      of: services, params, customers: 0, rows: [], hours: nil, utilisation: [], warmUp: nil,
      note: growingNote(of: services) ?? LocalizedText(en: "", ko: ""))
  }

  private func answer(
    of all: [Service], _ params: Params.Simulate, customers: Int,
    rows: [SimulationFigures.Service], hours: [SimulationFigures.Hour]?,
    utilisation: [Figure?], warmUp: Int?, note: LocalizedText
  ) -> PlanAnswers.Simulation {
    let load = scenario.load
    return PlanAnswers.Simulation(
      services: services.enumerated().map { place, index in
        let figures = rows.isEmpty || growing.contains(place) ? nil : rows[place]
        return PlanAnswers.Service(
          service: all[index].name, name: all[index].title, served: figures?.served,
          meanWaitSeconds: .init(figures?.meanWait), p50Seconds: .init(figures?.p50),
          p90Seconds: .init(figures?.p90), p95Seconds: .init(figures?.p95),
          p99Seconds: .init(figures?.p99), pWait: .init(share: figures?.probabilityOfWait),
          within: .init(share: figures?.within), left: .init(share: figures?.left),
          turnedAway: .init(share: figures?.turnedAway), meanLine: .init(figures?.meanLine),
          grows: growing.contains(place), theory: PlanAnswers.Formula(scenario.theory(of: place)))
      },
      hours: hours.map { $0.map { told($0, all) } },
      tellers: tellers.enumerated().map { place, number in
        PlanAnswers.Teller(
          teller: number, utilisation: .init(share: busy(place, utilisation)))
      },
      customers: customers, warmUp: warmUp, seed: params.seed, withinSeconds: params.withinSeconds,
      load: load.isFinite ? load : nil, grows: !growing.isEmpty, note: note)
  }

  /// A teller of a line without end is never free.
  private func busy(_ teller: Int, _ utilisation: [Figure?]) -> Figure? {
    if scenario.tellers[teller].services.contains(where: growing.contains) {
      return Figure(mean: 1, low: 1, high: 1)
    }
    return utilisation.isEmpty ? nil : utilisation[teller]
  }
}

extension Plan {
  fileprivate func told(
    _ hour: SimulationFigures.Hour, _ all: [Service]
  ) -> PlanAnswers.Hour {
    let service = all[services[hour.service]]
    let clock = startMinute == nil ? nil : clock(Int64(hour.hour) * 3_600_000_000)
    return PlanAnswers.Hour(
      hour: hour.hour + 1, from: clock,
      label: PlanClock.label(clock, hour: hour.hour),
      service: service.name, name: service.title,
      tellers: tellers(of: hour.service, inHour: hour.hour), came: .init(hour.came),
      meanWaitSeconds: .init(hour.meanWait), p90Seconds: .init(hour.p90),
      within: .init(share: hour.within), left: .init(share: hour.left),
      turnedAway: .init(share: hour.turnedAway),
      meanLine: .init(hour.meanLine))
  }
}

extension PlanAnswers.Formula {
  init(_ theory: Theory) {
    switch theory {
    case .applies(let model, let wait):
      self.init(
        model: model, applies: true,
        because: LocalizedText(
          en: "arrivals and times are those of \(model)", ko: "도착과 업무 시간이 \(model) 모형과 같습니다"),
        meanWaitSeconds: wait.isFinite ? wait : nil)
    case .fails(let obstacle):
      self.init(model: nil, applies: false, because: obstacle.text, meanWaitSeconds: nil)
    }
  }
}

extension Theory.Obstacle {
  fileprivate var text: LocalizedText {
    switch self {
    case .sharedTellers:
      LocalizedText(en: "its tellers serve others as well", ko: "창구가 다른 업무도 봅니다")
    case .hours:
      LocalizedText(
        en: "the day begins and ends, or tellers come and go", ko: "하루가 시작되고 끝나거나 창구가 바뀝니다")
    case .kind:
      LocalizedText(en: "there is no formula for such times", ko: "이런 업무 시간에는 공식이 없습니다")
    case .room:
      LocalizedText(en: "the room is limited", ko: "기다릴 자리가 한정되어 있습니다")
    case .nobody: LocalizedText(en: "nobody comes", ko: "오는 고객이 없습니다")
    }
  }
}

extension WhatIf {
  func answer(of all: [Service], _ params: Params.WhatIf) -> PlanAnswers.WhatIf {
    let (now, then) = (asIs.services, changed?.services)
    let rows = services.enumerated().compactMap { place, index -> PlanAnswers.ServiceAhead? in
      .init(
        service: all[index].name, name: all[index].title, waiting: waiting[place],
        arrivalsPerHour: (perHour[place] * 10).rounded() / 10, asIs: .init(now[place]),
        changed: then.map { .init($0[place]) })
    }
    let alone = zip(rows, silent).filter { ($0.0.changed ?? $0.0.asIs).unserved }
    return PlanAnswers.WhatIf(
      services: rows, forSeconds: params.forSeconds, seed: params.seed,
      note: Self.note(isChanged: changed != nil, unserved: alone.map { ($0.0.name, $0.1) }))
  }

  private static func note(
    isChanged: Bool, unserved: [(name: LocalizedText, silent: [Int])]
  ) -> LocalizedText {
    if !unserved.isEmpty {
      let (en, ko) = (
        unserved.map(\.name.en).joined(separator: ", "),
        unserved.map { $0.name.text(in: .korean) }.joined(separator: ", ")
      )
      guard let number = unserved.flatMap(\.silent).min() else {
        return LocalizedText(en: "Nobody would serve \(en).", ko: "\(ko) 업무를 볼 창구가 없습니다.")
      }
      return LocalizedText(
        en: "Nobody is counted on for \(en): teller \(number) could serve it and has called nobody "
          + "today. `matectl bank next \(number)` calls the next.",
        ko: "\(ko) 업무를 볼 창구가 없습니다. \(number)번 창구가 볼 수 있지만 오늘 아무도 부르지 않았습니다. "
          + "`matectl bank next \(number)`: 다음 고객 부르기.")
    }
    guard isChanged else {
      return LocalizedText(
        en: "So the line goes on as it is. Add a change to compare, as `--teller-away 3` or "
          + "`--teller-more deposit`.",
        ko: "지금대로 이어질 때의 줄입니다. `--teller-away 3`이나 `--teller-more deposit`처럼 바꿀 것을 더하면 비교합니다.")
    }
    return LocalizedText(
      en: "Waits of those who wait now, from now on, and of those who come.",
      ko: "지금 기다리는 고객은 지금부터, 오는 고객은 온 때부터 잰 대기 시간입니다.")
  }
}

extension PlanAnswers.StaffedService {
  init(_ service: Service, _ found: Staffing.Found, limit: Int) {
    let note =
      switch found.confirmed {
      case nil:
        LocalizedText(
          en: "not even \(limit) tellers are enough; allow more with --maximum",
          ko: "창구 \(limit)개로도 모자랍니다. --maximum으로 늘리십시오")
      case .some(1) where !found.isClose:
        LocalizedText(en: "one is enough", ko: "하나로 충분합니다")
      case .some where found.isClose:
        LocalizedText(
          en: "so near to the target that chance decides; one more is sure",
          ko: "목표에 아주 가까워 우연에 달려 있습니다. 하나 더 두면 확실합니다")
      case .some:
        LocalizedText(
          en: "with one teller fewer the target is missed", ko: "창구가 하나 적으면 목표에 못 미칩니다")
      }
    self.init(
      service: service.name, name: service.title, theory: found.theory,
      confirmed: found.confirmed, within: .init(share: found.within), schedule: nil, note: note)
  }
}
