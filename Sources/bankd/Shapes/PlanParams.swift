internal import IPCProtocol
internal import Queueing

extension Params {
  /// Words about one service, typed as `loan='exponential 4m'`.
  struct ServiceWords: Shape, Hashable {
    let service: String
    let words: String

    static let shape = ShapeOf<ServiceWords>(
      named: "ServiceWords",
      [
        Member("service", \.service, .text(length: 1...64)),
        Member("words", \.words, .text(length: 1...100_000)),
      ])
  }

  /// A number for one service, typed as `loan=3`.
  struct ServiceCount: Shape, Hashable {
    let service: String
    let count: Int

    static let shape = ShapeOf<ServiceCount>(
      named: "ServiceCount",
      [
        Member("service", \.service, .text(length: 1...64)),
        Member("count", \.count, .within(0...1000)),
      ])
  }

  /// A share of the customers, typed as `vip=0.1`.
  struct GradeShare: Shape, Hashable {
    let grade: Grade
    let share: Double

    static let shape = ShapeOf<GradeShare>(
      named: "GradeShare",
      [Member("grade", \.grade), Member("share", \.share, .within(0...1))])
  }

  /// By what figures are told besides those of the whole.
  enum PlanBy: String, WireWord { case hour }

  /// In one simulation.
  static let mostCustomers = 1_000_000_000
  static let usualCustomers = 1_000_000

  /// What the file of a day may have, as text.
  private static let recordBytes = 16 << 20

  struct Simulate: Shape {
    let times: [ServiceWords]?
    let tellers: [ServiceCount]?
    let arrivals: [ServiceWords]?
    /// The text of a file of those who came, and the same with the times of their services.
    let record: String?
    let from: String?
    let schedule: String?
    let by: PlanBy?
    let patience: String?
    let noShows: String?
    let room: Int?
    let grades: [GradeShare]?
    let hours: Double?
    let replications: Int?
    let warmUp: String?
    let customers: Int?
    let withinSeconds: Double
    let seed: Int64

    static let shape = ShapeOf<Simulate>([
      Member(
        "arrivals", \.arrivals, .count(0...64),
        "how many come for a service: '60/h', 'every 25s', or hour by hour '20,35,60/h'",
        ko: "업무별 도착: '60/h', 'every 25s', 시간별 '20,35,60/h'"),
      Member(
        "record", \.record, .text(length: 0...recordBytes),
        "a file of those who come, a line each: time,service,grade; - is standard input",
        ko: "오는 고객의 파일, 한 줄에 시각,업무,등급; -는 표준 입력", from: .file),
      Member(
        "from", \.from, .text(length: 0...recordBytes),
        "a recorded day: a file of `bank tickets -o csv`, `report` for the last, `arrivals` without times",
        ko: "기록된 하루: `bank tickets -o csv` 파일, 마지막 영업일은 `report`, 업무 시간 없이는 `arrivals`",
        from: .fileOrWord),
      Member(
        "schedule", \.schedule, .text(length: 1...2000),
        "how many tellers from when on: '09:00=3,12:00=5,17:00=0', or 'loan 09:00=2; deposit 09:00=1'",
        ko: "언제부터 창구 몇 개: '09:00=3,12:00=5,17:00=0', 업무별 'loan 09:00=2; deposit 09:00=1'"),
      Member(
        "by", \.by, "hour: the figures of each hour of a day", ko: "hour: 하루의 시간대별 결과"),
      Member(
        "times", \.times, .count(0...64),
        "how long a service takes: 'exponential 4m', 'fixed 0.7s', 'uniform 1m 6m'; the branch's own if left out",
        ko: "업무 시간: 'exponential 4m', 'fixed 0.7s', 'uniform 1m 6m'; 없으면 지점의 설정"),
      Member(
        "tellers", \.tellers, .count(0...64),
        "how many serve a service and nothing else; the branch's own if left out",
        ko: "한 업무만 보는 창구 수; 없으면 지점의 창구"),
      Member(
        "patience", \.patience, "after how long who waits leaves, as 'exponential 10m'",
        ko: "기다리다 떠나는 시간, 예: 'exponential 10m'"),
      Member(
        "noShows", \.noShows,
        "which share does not come when called, and how long a teller waits, as '5% 30s'",
        ko: "불러도 오지 않는 비율과 창구가 기다리는 시간, 예: '5% 30s'"),
      Member(
        "room", \.room, .within(0...Int64(Branch.maximumWaiting)),
        "how many may wait; who comes then is turned away", ko: "기다릴 수 있는 인원; 넘으면 돌아감"),
      Member(
        "grades", \.grades, .count(0...2), "which share is of a higher grade, as vip=0.1",
        ko: "높은 등급의 비율, 예: vip=0.1"),
      Member(
        "hours", \.hours, .within(0.01...24),
        "a day of so many hours from an empty branch, instead of a line without end",
        ko: "빈 지점에서 시작하는 하루의 시간 수; 없으면 끝없는 줄"),
      Member(
        "replications", \.replications, .within(2...10_000),
        "how often a day is played (200), or independent runs of a line without end instead of one",
        ko: "하루를 되풀이하는 횟수(200), 끝없는 줄이면 한 번 대신 따로 돌리는 횟수"),
      Member(
        "warmUp", \.warmUp,
        "how many customers of a line without end are not counted first: a number, or auto",
        ko: "끝없는 줄의 처음에 세지 않는 고객 수: 수 또는 auto"),
      Member(
        "customers", \.customers, .within(1000...Int64(mostCustomers)),
        "how many come in a line without end; a million if left out",
        ko: "끝없는 줄에 오는 고객 수; 없으면 백만 명"),
      Member(
        "withinSeconds", \.withinSeconds, .seconds(from: 0, to: 86_400), default: 300,
        "a wait that is good enough: the share that waits no longer is told",
        ko: "이 시간 안에 부른 비율을 보임"),
      Member(
        "seed", \.seed, .within(0...Int64.max), default: 1,
        "the same seed gives the same figures on every machine",
        ko: "같은 시드는 같은 결과"),
    ])
  }

  struct Staff: Shape {
    let target: String
    let arrivals: [ServiceWords]?
    let from: String?
    let by: PlanBy?
    let times: [ServiceWords]?
    let patience: String?
    let noShows: String?
    let maximum: Int
    let customers: Int
    let seed: Int64

    static let shape = ShapeOf<Staff>([
      Member(
        "target", \.target, "what share waits at most how long: '90% within 5m'",
        ko: "목표: '90% within 5m'"),
      Member(
        "arrivals", \.arrivals, .count(0...64),
        "how many come for a service: '60/h', 'every 25s', or hour by hour '20,35,60/h'",
        ko: "업무별 도착: '60/h', 'every 25s', 시간별 '20,35,60/h'"),
      Member(
        "from", \.from, .text(length: 0...recordBytes),
        "a recorded day: a file of `bank tickets -o csv`, `report` for the last, `arrivals` without times",
        ko: "기록된 하루: `bank tickets -o csv` 파일, 마지막 영업일은 `report`, 업무 시간 없이는 `arrivals`",
        from: .fileOrWord),
      Member(
        "by", \.by, "hour: tellers for each hour of a day, as a recorded one always has",
        ko: "hour: 하루의 시간대별 창구 수; 기록된 하루는 늘 시간대별"),
      Member(
        "times", \.times, .count(0...64),
        "how long a service takes: 'exponential 4m'; the branch's own if left out",
        ko: "업무 시간: 'exponential 4m'; 없으면 지점의 설정"),
      Member(
        "patience", \.patience, "after how long who waits leaves, as 'exponential 10m'",
        ko: "기다리다 떠나는 시간, 예: 'exponential 10m'"),
      Member(
        "noShows", \.noShows,
        "which share does not come when called, and how long a teller waits, as '5% 30s'",
        ko: "불러도 오지 않는 비율과 창구가 기다리는 시간, 예: '5% 30s'"),
      Member(
        "maximum", \.maximum, .within(1...1000), default: 100,
        "more tellers than these are not tried",
        ko: "창구 수의 한도"),
      Member(
        "customers", \.customers, .within(10_000...10_000_000), default: 200_000,
        "how many come in each simulation", ko: "시뮬레이션마다 오는 고객 수"),
      Member(
        "seed", \.seed, .within(0...Int64.max), default: 1,
        "the same seed gives the same figures on every machine",
        ko: "같은 시드는 같은 결과"),
    ])
  }
}
