internal import IPCProtocol
internal import Queueing
internal import Values

/// What is said below the figures of a simulation.
extension Plan {
  /// What a person should know: who is not in the figures, and how sure these are.
  func note(
    _ simulation: Simulation, _ figures: SimulationFigures, of all: [Service]
  ) -> LocalizedText {
    let parts = [
      growingNote(of: all), tooLateNote, untoldNote(of: all), sureness(simulation, figures),
    ]
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

  private func untoldNote(of all: [Service]) -> LocalizedText? {
    guard let untold = untoldHours.first else { return nil }
    let name = all[services[untold.service]].title
    return LocalizedText(
      en:
        "The arrivals of \(name.en) are said for \(untold.said) of the day's \(untold.hours) hours; "
        + "nobody comes for it after those.",
      ko: "\(name.text(in: .korean)) 업무의 도착은 하루 \(untold.hours)시간 가운데 \(untold.said)시간만 정해져 있어 "
        + "그 뒤에는 아무도 오지 않습니다.")
  }

  func growingNote(of all: [Service]) -> LocalizedText? {
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
    guard waited > 0 else {
      return LocalizedText(
        en: "Nobody had to wait in all that was played.", ko: "돌린 동안 기다린 고객이 한 명도 없습니다.")
    }
    let option = simulation.steady == nil ? "--replications" : "--customers"
    return LocalizedText(
      en:
        "Hardly anybody waits (\(waited) customers in all that was played), so ranges of waits say "
        + "little; more with `\(option)`.",
      ko: "기다린 고객이 모두 \(waited)명뿐이라 대기 시간의 범위는 믿기 어렵습니다. `\(option)`로 더 돌리십시오.")
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
}
