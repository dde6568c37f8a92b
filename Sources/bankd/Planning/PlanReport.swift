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
      grades: figures.grades.isEmpty ? nil : figures.grades,
      utilisation: figures.utilisation, warmUp: simulation.steady?.warmUp,
      note: note(simulation, figures, of: services))
  }

  /// How long it is played.
  func length(_ params: Params.Simulate) throws(BankError) -> Simulation.Length {
    guard scenario.closes == nil else {
      guard params.warmUp == nil else { throw BankError(.planWarmUp) }
      guard params.customers == nil else { throw BankError(.planDayCustomers) }
      return .days(params.replications ?? 200)
    }
    let runs = params.replications ?? 1
    let customers = params.customers ?? Params.usualCustomers
    var warmUp: Int?
    if let words = params.warmUp {
      warmUp = try PlanWords.warmUp(words)
      if let warmUp, warmUp >= customers / runs {
        throw BankError(
          .planNobodyCounts,
          ["warmUp": .integer(warmUp), "customers": .integer(customers / runs)]
        )
      }
    }
    return .customers(customers, warmUp: warmUp, runs: runs)
  }

  /// What is told where there is nothing to play: all lines would grow without end.
  func growing(of services: [Service], _ params: Params.Simulate) -> PlanAnswers.Simulation {
    answer(
      of: services, params, customers: 0, rows: [], hours: nil, grades: nil, utilisation: [],
      warmUp: nil,
      note: growingNote(of: services) ?? LocalizedText(en: "", ko: ""))
  }

  private func answer(
    of all: [Service], _ params: Params.Simulate, customers: Int,
    rows: [SimulationFigures.Service], hours: [SimulationFigures.Hour]?,
    grades: [SimulationFigures.Grade]?,
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
      grades: grades.map { $0.compactMap { told($0, all) } },
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

  fileprivate func told(_ figures: SimulationFigures.Grade, _ all: [Service]) -> PlanAnswers.Graded?
  {
    guard let grade = Grade(rawValue: figures.grade), !growing.contains(figures.service) else {
      return nil
    }
    let service = all[services[figures.service]]
    let theory = scenario.theory(ofGradesOf: figures.service).map { $0[figures.grade] }
    return PlanAnswers.Graded(
      service: service.name, name: service.title, grade: grade, gradeName: grade.title,
      served: figures.served, meanWaitSeconds: .init(figures.meanWait),
      p90Seconds: .init(figures.p90), within: .init(share: figures.within),
      left: .init(share: figures.left), turnedAway: .init(share: figures.turnedAway),
      theorySeconds: theory.flatMap { $0.isFinite ? $0 : nil })
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
      note: Self.note(
        changed == nil ? nil : Self.change(params, all),
        unserved: alone.map { ($0.0.name, $0.1) }, uncounted: uncounted))
  }

  /// What is otherwise then.
  private static func change(_ params: Params.WhatIf, _ all: [Service]) -> LocalizedText {
    let away = (params.tellerAway ?? []).map(String.init).joined(separator: ", ")
    let more = (params.tellerMore ?? []).map { word in
      all.first { $0.name == word || [$0.title.en, $0.title.ko].contains(word) }?.title
        ?? LocalizedText(en: word, ko: nil)
    }
    let names = (
      en: more.map(\.en).joined(separator: ", "),
      ko: more.map { $0.text(in: .korean) }.joined(separator: ", ")
    )
    let en = [
      away.isEmpty ? nil : "without teller \(away)",
      more.isEmpty ? nil : "with one more for \(names.en)",
    ].compactMap { $0 }.joined(separator: " and ")
    let ko = [
      away.isEmpty ? nil : "\(away)번 창구 없이", more.isEmpty ? nil : "\(names.ko) 창구 하나 더",
    ].compactMap { $0 }.joined(separator: ", ")
    return LocalizedText(en: "Then: \(en).", ko: "변경 후: \(ko).")
  }

  private static func note(
    _ change: LocalizedText?, unserved: [(name: LocalizedText, silent: [Int])], uncounted: [Int]
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
        ko: "\(ko) 업무를 본다고 셈할 창구가 없습니다. \(number)번 창구가 볼 수 있지만 오늘 아무도 부르지 않았습니다. "
          + "`matectl bank next \(number)`: 다음 고객 부르기.")
    }
    if change == nil, let number = uncounted.min() {
      return LocalizedText(
        en: "Teller \(number) has called nobody today and was not counted on, so nothing changes.",
        ko: "\(number)번 창구는 오늘 아무도 부르지 않아 셈에 넣지 않았으므로 달라지는 것이 없습니다.")
    }
    guard let change else {
      return LocalizedText(
        en: "So the line goes on as it is. A change is compared with it: "
          + "`matectl bank what-if --teller-away 3`, `matectl bank what-if --teller-more deposit`.",
        ko: "지금대로 이어질 때의 줄입니다. 바꿀 것을 더하면 비교합니다: "
          + "`matectl bank what-if --teller-away 3`, `matectl bank what-if --teller-more deposit`.")
    }
    return LocalizedText(
      en: "\(change.en) Waits of those who wait now, from now on, and of those who come.",
      ko: "\(change.text(in: .korean)) 지금 기다리는 고객은 지금부터, 오는 고객은 온 때부터 잰 대기 시간입니다.")
  }
}

extension PlanAnswers.StaffedService {
  init(_ service: Service, _ found: Staffing.Found, limit: Int) {
    let note =
      switch found.confirmed {
      case nil where found.within == nil:
        LocalizedText(
          en: "with \(limit) the line grows without end; see --maximum",
          ko: "창구 \(limit)개로는 줄이 끝없이 길어집니다. --maximum으로 늘리십시오")
      case nil:
        LocalizedText(
          en: "not even \(limit) are enough; see --maximum",
          ko: "창구 \(limit)개로도 모자랍니다. --maximum으로 늘리십시오")
      case .some where found.isClose:
        LocalizedText(
          en: "so near that chance decides; one more is sure",
          ko: "목표에 아주 가까워 우연에 달려 있습니다. 하나 더 두면 확실합니다")
      case .some(1): LocalizedText(en: "one is enough", ko: "하나로 충분합니다")
      case .some where found.isFewerClose:
        LocalizedText(
          en: "enough; whether one fewer is, chance decides",
          ko: "충분합니다. 하나 적어도 될지는 우연에 달려 있습니다")
      case .some:
        LocalizedText(en: "one fewer misses it", ko: "하나 적으면 목표에 못 미칩니다")
      }
    self.init(
      service: service.name, name: service.title, theory: found.theory,
      confirmed: found.confirmed, within: .init(share: found.within), schedule: nil, note: note)
  }
}
