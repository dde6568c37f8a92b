internal import IPCProtocol
internal import Queueing
internal import Values

extension Params {
  struct WhatIf: Shape {
    let tellerAway: [Int]?
    let tellerMore: [String]?
    let arrivals: [ServiceWords]?
    let forSeconds: Double
    let seed: Int64

    static let shape = ShapeOf<WhatIf>([
      Member(
        "tellerAway", \.tellerAway, .count(0...64), "a teller who goes now, after the one in hand",
        ko: "지금 업무를 마치고 자리를 비우는 창구", completes: tellers),
      Member(
        "tellerMore", \.tellerMore, .count(0...64), "a service that gets one more teller now",
        ko: "창구를 하나 더 여는 업무", completes: services),
      Member(
        "arrivals", \.arrivals, .count(0...64),
        "how many come for a service, as '60/h'; as in the last hour, or since the opening, if left out",
        ko: "업무별 도착, 예: '60/h'; 없으면 지난 한 시간이나 문을 연 뒤와 같음"),
      Member(
        "forSeconds", \.forSeconds, .seconds(from: 60, to: 43_200), default: 1800,
        "for how long customers come; whoever waits then is played to the end",
        ko: "고객이 오는 시간; 그때까지 온 고객은 끝까지 계산"),
      Member(
        "seed", \.seed, .within(0...Int64.max), default: 1,
        "the same seed and line give the same figures on every machine",
        ko: "같은 시드와 같은 줄은 같은 결과"),
    ])
  }
}

extension PlanAnswers {
  /// What is ahead of the customers of one service.
  struct Ahead: Shape, Hashable {
    let meanWaitSeconds: Interval?
    let p90Seconds: Interval?
    /// How many wait when the time is over.
    let inLine: Interval?
    /// Customers come or wait whom nobody serves.
    let unserved: Bool

    static let shape = ShapeOf<Ahead>(
      named: "LineAhead",
      [
        Member("meanWaitSeconds", \.meanWaitSeconds), Member("p90Seconds", \.p90Seconds),
        Member("inLine", \.inLine), Member("unserved", \.unserved),
      ])

    init(_ service: Outlook.Service) {
      meanWaitSeconds = Interval(service.meanWait)
      p90Seconds = Interval(service.p90)
      inLine = Interval(service.inLine)
      unserved = service.isUnserved
    }
  }

  struct ServiceAhead: Shape, Hashable {
    let service: String
    let name: LocalizedText
    let waiting: Int
    let arrivalsPerHour: Double
    let asIs: Ahead
    /// Absent where nothing is to change.
    let changed: Ahead?

    static let shape = ShapeOf<ServiceAhead>(
      named: "ServiceAhead",
      [
        Member("service", \.service), Member("name", \.name),
        Member("waiting", \.waiting, .from(0)),
        Member("arrivalsPerHour", \.arrivalsPerHour, .from(0)), Member("asIs", \.asIs),
        Member("changed", \.changed),
      ])
  }

  struct WhatIf: Shape, Hashable {
    let services: [ServiceAhead]
    let forSeconds: Double
    let seed: Int64
    /// What a person should know of it, in a sentence.
    let note: LocalizedText

    static let shape = ShapeOf<WhatIf>([
      Member("services", \.services), Member("forSeconds", \.forSeconds, .seconds),
      Member("seed", \.seed, .from(0)), Member("note", \.note),
    ])
  }
}
