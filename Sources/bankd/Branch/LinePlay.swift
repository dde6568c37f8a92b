internal import Queueing

/// Plays the present line forward, many times over, by the rules of the branch.
///
/// Whoever is free takes the best grade and then the first of those it may serve; nobody who is
/// behind delays anybody who is ahead. Without new customers of a higher grade, therefore, giving
/// each customer in order the teller of his service who is free first is the same as letting every
/// teller call in turn: a customer who joins at the end is one step more, and on the way to the end
/// everybody's call is known. With them the line is played customer by customer (``PlayedLine``).
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

    /// How many services it has that are known from what was seen.
    var learnedCount: Int { times.count { if case .learned? = $0 { true } else { false } } }
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
  }

  let workers: [Worker]
  let draws: Int
  /// When each teller is free again: those of the first draw, those of the second, and so on.
  private var free: [Double] = []
  /// How much slower or faster than what was seen each teller may be with each service, and then to
  /// call, for each draw; empty where nothing is learned.
  private var pace: [Double] = []
  private let services: Int
  private var random: RandomNumbers

  /// - Parameters:
  ///   - workers: The tellers, as they stand now.
  ///   - draws: One where nothing is random.
  ///   - seed: Of the draws; the same line and seed give the same waits.
  init(_ workers: [Worker], draws: Int, seed: UInt64) {
    self.workers = workers
    self.draws = draws
    services = workers.first?.times.count ?? 0
    random = RandomNumbers(seed: seed)
    free.reserveCapacity(draws * workers.count)
    drawPaces()
    for draw in 0..<draws {
      for worker in workers.indices { free.append(drawStart(of: worker, in: draw)) }
    }
  }

  // MARK: Draws

  private mutating func drawPaces() {
    guard workers.contains(where: { $0.learnedCount > 0 }) else { return }
    pace = [Double](repeating: 1, count: draws * workers.count * (services + 1))
    for (index, worker) in workers.enumerated() {
      for case (let service, .learned(let table)?) in worker.times.enumerated() {
        drawPaces(of: index, service, table)
      }
      if let reaction = worker.reaction { drawPaces(of: index, services, reaction) }
    }
  }

  private mutating func drawPaces(of worker: Int, _ service: Int, _ table: TimeTable) {
    for draw in 0..<draws {
      pace[(draw * workers.count + worker) * (services + 1) + service] =
        table.pace.draw(from: &random)
    }
  }

  private func pace(_ worker: Int, _ service: Int, in draw: Int) -> Double {
    pace.isEmpty ? 1 : pace[(draw * workers.count + worker) * (services + 1) + service]
  }

  private mutating func drawStart(of index: Int, in draw: Int) -> Double {
    let worker = workers[index]
    guard let (service, elapsed) = worker.inHand else {
      guard let reaction = worker.reaction else { return 0 }
      let pace = pace(index, services, in: draw)
      return reaction.remaining(after: Double(worker.freeFor) / pace, &random) * pace
    }
    var rest = 0.0
    switch worker.times[service] {
    case .setting(let time): rest = time.remaining(after: elapsed, &random)
    case .learned(let table):
      let pace = pace(index, service, in: draw)
      rest = table.remaining(after: Double(elapsed) / pace, &random) * pace
    case nil: break
    }
    return rest + drawReaction(index, in: draw)
  }

  private mutating func drawReaction(_ worker: Int, in draw: Int) -> Double {
    guard let reaction = workers[worker].reaction else { return 0 }
    return reaction.quantile(random.unit()) * pace(worker, services, in: draw)
  }

  /// From one call of a teller to when it can call again.
  private mutating func drawTurn(_ worker: Int, _ service: Int, in draw: Int) -> Double {
    let turn: Double
    switch workers[worker].times[service] {
    case .setting(.fixed(let duration)): return Double(duration)
    case .setting(let time): return Double(time.draw(from: &random))
    case .learned(let table): turn = table.quantile(random.unit()) * pace(worker, service, in: draw)
    case nil: return 0
    }
    return turn + drawReaction(worker, in: draw)
  }

  // MARK: Without newcomers

  /// The teller who is free first for a service, in one draw.
  private func first(of able: [Int], from start: Int) -> Int {
    var best = able[0]
    var time = free[start + best]
    for worker in able where free[start + worker] < time {
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
    for draw in 0..<draws {
      let start = draw * workers.count
      let worker = first(of: able, from: start)
      free[start + worker] += drawTurn(worker, service, in: draw)
    }
  }

  /// When a customer behind all would be called, in every draw.
  func calls(of service: Int) -> [Double] {
    let able = able(service)
    guard !able.isEmpty else { return [] }
    return (0..<draws).map { draw in
      let start = draw * workers.count
      return free[start + first(of: able, from: start)]
    }
  }

  // MARK: With newcomers

  /// When customers of a line are called, each in every draw; newcomers come meanwhile.
  ///
  /// They are asked for by their places in the line, those that it was made for.
  mutating func calls(of wanted: [Int], in line: PlayedLine) -> [[Double]] {
    var calls = [[Double]](repeating: [], count: wanted.count)
    let shortest = line.newcomers.map { shortestGap($0.service) }
    for draw in 0..<draws {
      var line = line
      line.begin(&random, shortest: shortest)
      play(&line, in: draw)
      for (index, place) in wanted.enumerated() { calls[index].append(line.calls[place]) }
    }
    return calls
  }

  /// With newcomers so often a service has a quarter more of them than its tellers can call, were they
  /// all to do nothing else: its line grows without end, however more often they come.
  private func shortestGap(_ service: Int) -> Double {
    let perMicrosecond = workers.reduce(0.0) { sum, worker in
      guard let time = worker.times[service], worker.services.contains(service) else { return sum }
      let turn = time.moments.mean + (worker.reaction?.moments.mean ?? 0)
      return sum + Self.fastestCrowd / max(1, turn)
    }
    return perMicrosecond > 0 ? 1 / perMicrosecond : 0
  }

  /// Tellers who are faster than what was seen are among the draws as well.
  private static let fastestCrowd = 1.25

  /// Lets all tellers call until everybody who is asked for was called.
  private mutating func play(_ line: inout PlayedLine, in draw: Int) {
    let start = draw * workers.count
    for _ in 0..<(8 * line.calls.count + 512) {
      guard line.pending > 0, let worker = nextFree(from: start) else { break }
      let now = free[start + worker]
      line.admit(until: now, &random)
      if let service = line.take(for: workers[worker].services, at: now) {
        free[start + worker] = now + drawTurn(worker, service, in: draw)
      } else {
        free[start + worker] = line.nextArrival(after: now)
      }
    }
    // Tellers who cannot keep up: nobody can be told more than that it is longer than this.
    line.giveUp(at: free[start..<(start + workers.count)].min() ?? 0)
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
