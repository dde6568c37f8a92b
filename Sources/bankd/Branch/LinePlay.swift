internal import Queueing

/// Plays the present line forward, many times over, by the rules of the branch.
///
/// Whoever is free takes the best grade and then the first of those it may serve; nobody who is
/// behind delays anybody who is ahead. Without new customers of a higher grade, therefore, giving
/// each customer in order the teller of his service who is free first is the same as letting every
/// teller call in turn, and a customer who joins at the end is one step more.
///
/// Times are microseconds from the moment of the play.
struct LinePlay: Sendable {
  /// A teller as far as the play needs one.
  struct Worker: Sendable {
    let services: ServiceSet
    /// Of each service of the branch; nil of those that the teller does not serve.
    let times: [Time?]
    /// What a person needs to call the next; nil for an automatic teller.
    let reaction: TimeTable?
    /// The service in hand, and for how many microseconds it has been.
    var inHand: (service: Int, elapsed: Int64)?
    /// How long a free person has had somebody to call.
    var freeFor: Int64 = 0
  }

  /// How long a teller takes for a service.
  enum Time: Sendable {
    case setting(ServiceTime)
    case learned(TimeTable)

    var moments: Moments {
      switch self {
      case .setting(let time): time.moments
      case .learned(let table): table.moments
      }
    }

    var isFixed: Bool {
      if case .setting(.fixed) = self { true } else { false }
    }
  }

  /// Customers of a higher grade than those of the play who are still to come.
  struct Newcomers: Sendable {
    let service: Int
    let grade: Grade
    /// A microsecond.
    let rate: Double
  }

  let workers: [Worker]
  let draws: Int
  /// When each teller is free again: those of the first draw, those of the second, and so on.
  private(set) var free: [Double] = []
  /// How much slower or faster than what was seen each teller may be, for each draw.
  private var pace: [Double] = []
  private(set) var random: RandomNumbers

  /// - Parameters:
  ///   - workers: The tellers, as they stand now.
  ///   - draws: One where nothing is random.
  ///   - seed: Of the draws; the same line and seed give the same waits.
  init(_ workers: [Worker], draws: Int, seed: UInt64) {
    self.workers = workers
    self.draws = draws
    random = RandomNumbers(seed: seed)
    free.reserveCapacity(draws * workers.count)
    pace.reserveCapacity(draws * workers.count)
    for _ in 0..<draws {
      for worker in workers {
        let pace = drawPace(of: worker)
        self.pace.append(pace)
        free.append(drawStart(of: worker, pace))
      }
    }
  }

  /// The mean of few is uncertain, by its standard error; about normal.
  private mutating func drawPace(of worker: Worker) -> Double {
    for case .learned(let table)? in worker.times {
      let moments = table.moments
      guard moments.mean > 0 else { return 1 }
      let error = (moments.variance / max(1, table.size)).squareRoot() / moments.mean
      var normal = -6.0
      for _ in 0..<12 { normal += random.unit() }
      return max(0.2, 1 + normal * error)
    }
    return 1
  }

  private mutating func drawStart(of worker: Worker, _ pace: Double) -> Double {
    guard let (service, elapsed) = worker.inHand else {
      return worker.reaction?.remaining(after: Double(worker.freeFor), &random) ?? 0
    }
    var rest = 0.0
    switch worker.times[service] {
    case .setting(let time): rest = time.remaining(after: elapsed, &random)
    case .learned(let table):
      rest = table.remaining(after: Double(elapsed) / pace, &random) * pace
    case nil: break
    }
    return rest + (worker.reaction?.quantile(random.unit()) ?? 0)
  }

  /// From one call of a teller to when it can call again.
  private mutating func drawTurn(_ worker: Int, _ service: Int, _ pace: Double) -> Double {
    let turn: Double
    switch workers[worker].times[service] {
    case .setting(.fixed(let duration)): return Double(duration)
    case .setting(let time): return Double(time.draw(from: &random))
    case .learned(let table): turn = table.quantile(random.unit()) * pace
    case nil: return 0
    }
    return turn + (workers[worker].reaction?.quantile(random.unit()) ?? 0)
  }

  // MARK: Without newcomers

  /// The teller who is free first for a service, in one draw.
  private func first(of able: [Int], from start: Int) -> Int {
    var best = able[0]
    var time = free[start + best]
    for worker in able.dropFirst() where free[start + worker] < time {
      best = worker
      time = free[start + worker]
    }
    return best
  }

  private func able(_ service: Int) -> [Int] {
    workers.indices.filter { workers[$0].services.contains(service) }
  }

  /// Lets a customer be served, behind all who were before.
  mutating func append(_ service: Int) {
    let able = able(service)
    guard !able.isEmpty else { return }
    for start in stride(from: 0, to: free.count, by: workers.count) {
      let worker = first(of: able, from: start)
      free[start + worker] += drawTurn(worker, service, pace[start + worker])
    }
  }

  /// When a customer behind all would be called, in every draw.
  func calls(of service: Int) -> [Double] {
    let able = able(service)
    guard !able.isEmpty else { return [] }
    return stride(from: 0, to: free.count, by: workers.count).map { start in
      free[start + first(of: able, from: start)]
    }
  }

  // MARK: With newcomers

  /// When a customer behind `ahead` would be called, in every draw; newcomers go before.
  mutating func calls(
    of service: Int, grade: Grade, behind ahead: [(service: Int, grade: Grade)],
    _ newcomers: [Newcomers]
  ) -> [Double] {
    (0..<draws).map { draw in
      var line = OneLine(ahead, newcomers, &random)
      let start = draw * workers.count
      for _ in 0..<(8 * ahead.count + 512) {
        guard let worker = nextFree(from: start) else { return .greatestFiniteMagnitude }
        let now = free[start + worker]
        line.admit(until: now, &random)
        if let next = line.take(for: workers[worker].services) {
          free[start + worker] = now + drawTurn(worker, next, pace[start + worker])
        } else if workers[worker].services.contains(service) {
          return now
        } else {
          free[start + worker] = line.nextArrival(after: now)
        }
      }
      return free[start..<(start + workers.count)].min() ?? 0
    }
  }

  private func nextFree(from start: Int) -> Int? {
    var best: Int?
    var time = Double.infinity
    for worker in workers.indices where free[start + worker] < time {
      best = worker
      time = free[start + worker]
    }
    return best
  }

  /// The line of one draw: those ahead, and newcomers between them.
  private struct OneLine {
    private var queues = [[Int]](repeating: [], count: Grade.allCases.count)
    private var heads = [Int](repeating: 0, count: Grade.allCases.count)
    private let newcomers: [Newcomers]
    private var arrivals: [Double]

    init(
      _ ahead: [(service: Int, grade: Grade)], _ newcomers: [Newcomers],
      _ random: inout RandomNumbers
    ) {
      self.newcomers = newcomers
      arrivals = []
      for customer in ahead { queues[customer.grade.rawValue].append(customer.service) }
      for newcomer in newcomers { arrivals.append(Self.gap(newcomer.rate, &random)) }
    }

    private static func gap(_ rate: Double, _ random: inout RandomNumbers) -> Double {
      -portableLogarithm(1 - random.unit()) / rate
    }

    mutating func admit(until now: Double, _ random: inout RandomNumbers) {
      while true {
        var next = 0
        for index in arrivals.indices where arrivals[index] < arrivals[next] { next = index }
        guard arrivals[next] <= now else { return }
        queues[newcomers[next].grade.rawValue].append(newcomers[next].service)
        arrivals[next] += Self.gap(newcomers[next].rate, &random)
      }
    }

    func nextArrival(after now: Double) -> Double {
      // Somebody else's arrival too: the teller looks again then.
      max(arrivals.min() ?? .greatestFiniteMagnitude, now.nextUp)
    }

    /// The first whom the services allow; the service is -1 where somebody has gone already.
    mutating func take(for services: ServiceSet) -> Int? {
      for grade in queues.indices {
        while heads[grade] < queues[grade].count, queues[grade][heads[grade]] < 0 {
          heads[grade] += 1
        }
        for index in heads[grade]..<max(heads[grade], queues[grade].count) {
          let service = queues[grade][index]
          guard service >= 0, services.contains(service) else { continue }
          queues[grade][index] = -1
          return service
        }
      }
      return nil
    }
  }

  // MARK: Quantiles

  /// The quantiles of the calls: with 199 draws the 100th and the 180th of them, and so on.
  ///
  /// The next one is as likely in any of the D + 1 gaps between D draws, so it is at most the k-th
  /// with a probability of just k / (D + 1), however few they are.
  static func estimate(_ calls: [Double]) -> WaitEstimate {
    let sorted = calls.sorted()
    func time(_ rank: Int) -> Int64 {
      let time = sorted[min(sorted.count - 1, max(0, rank - 1))]
      return Int64(min(max(0, time), 9e15).rounded())
    }
    return WaitEstimate(
      p50: time((sorted.count + 1) / 2), p90: time((sorted.count + 1) * 9 / 10))
  }
}
