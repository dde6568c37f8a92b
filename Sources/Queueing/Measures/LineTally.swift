/// Counts what happens to the customers of each service and how busy tellers are, batch by batch.
struct LineTally: PlayLog {
  /// What a teller did of the time that was played, a value a batch; microseconds.
  struct Work: Sendable {
    var busy: [Double] = []
    var played: [Double] = []
  }

  private let target: Int64
  private let areNeighbours: Bool
  private(set) var services: [ServiceTally]
  private(set) var work: [Work]
  /// Since the last batch.
  private var busy: [Double]
  private var played: [Double]
  private var began: Int64 = 0
  /// Of a day, when nobody is let in any more; nil for a line without end.
  private let closes: Int64?
  /// For how long each teller is there in a day as planned, and when the last customer in hand was
  /// done, which may be later.
  private let duty: [Int64]
  private let leaves: [Int64]
  private var done: [Int64]
  /// Whether what happens is counted, as it is not while a line is still filling.
  private var isCounting = true
  /// Nil where nobody asks for hours.
  var hours: HourTally?
  /// Nil where all customers are of one grade.
  private(set) var grades: GradeTally?

  /// The share that waits at most for `target` microseconds is counted.
  init(_ scenario: Scenario, target: Int64, areNeighbours: Bool) {
    self.target = target
    self.areNeighbours = areNeighbours
    let isEven = scenario.isEven
    services = scenario.services.map { _ in
      ServiceTally(areNeighbours: areNeighbours, isEven: isEven)
    }
    grades = GradeTally(scenario, areNeighbours: areNeighbours)
    let tellers = scenario.tellers
    work = Array(repeating: Work(), count: tellers.count)
    busy = Array(repeating: 0, count: tellers.count)
    played = busy
    closes = scenario.closes
    let end = scenario.closes ?? 0
    duty = tellers.map { $0.duty(until: end) }
    leaves = tellers.map { min(end, $0.shifts?.last?.upperBound ?? end) }
    done = Array(repeating: 0, count: tellers.count)
  }

  mutating func called(
    _ service: Int, _ grade: Int, arrived: Int64, at now: Int64, until due: Int64, by teller: Int
  ) {
    guard isCounting else { return }
    let wait = now - arrived
    busy[teller] += Double(due - now)
    done[teller] = due
    services[service].called(wait, isWithin: wait <= target)
    services[service].inLine(open(arrived..<now))
    grades?.called(service, grade, wait, isWithin: wait <= target)
    hours?.called(service, arrived: arrived, at: now, isWithin: wait <= target)
  }

  mutating func left(_ service: Int, _ grade: Int, arrived: Int64, at now: Int64) {
    guard isCounting else { return }
    services[service].left()
    services[service].inLine(open(arrived..<now))
    grades?.left(service, grade)
    hours?.left(service, arrived: arrived, at: now)
  }

  mutating func turnedAway(_ service: Int, _ grade: Int, at now: Int64) {
    guard isCounting else { return }
    services[service].turnedAway()
    grades?.turnedAway(service, grade)
    hours?.turnedAway(service, at: now)
  }

  /// What of a wait was in the opening hours: how long the line is, is told of those.
  private func open(_ wait: Range<Int64>) -> Int64 {
    max(0, min(wait.upperBound, closes ?? .max) - wait.lowerBound)
  }

  // MARK: Batches

  /// A day or a run begins at 0.
  mutating func begin(isCounting: Bool) {
    began = 0
    self.isCounting = isCounting
  }

  /// From now on what happens is counted.
  mutating func beginCounting(at now: Int64) {
    began = now
    isCounting = true
  }

  /// A part of a batch has ended: a day or a run; or all of it.
  mutating func endPart(at now: Int64, endsBatch: Bool) {
    let duration = Double(max(1, closes ?? now - began))
    began = now
    for service in services.indices {
      services[service].lasted(duration)
      if endsBatch { services[service].endBatch() }
    }
    if endsBatch { grades?.endBatch() }
    for teller in busy.indices {
      let there =
        closes == nil ? duration : Double(duty[teller] + max(0, done[teller] - leaves[teller]))
      worked(teller, 0, of: there, endsBatch: endsBatch)
      done[teller] = 0
    }
  }

  /// A part that ``OneLine`` has counted by itself, for `duration` microseconds and with `tellers`.
  mutating func add(
    _ service: Int, _ line: OneLine, _ waits: WaitCounts, duration: Int64, tellers: [Int],
    endsBatch: Bool
  ) {
    let duration = Double(max(1, duration))
    services[service].add(line, waits, target: target)
    services[service].lasted(duration)
    if endsBatch { services[service].endBatch() }
    for (index, teller) in tellers.enumerated() {
      worked(teller, line.busy[index], of: duration, endsBatch: endsBatch)
    }
  }

  private mutating func worked(
    _ teller: Int, _ time: Double, of duration: Double, endsBatch: Bool
  ) {
    busy[teller] += time
    played[teller] += duration
    guard endsBatch else { return }
    work[teller].busy.append(busy[teller])
    work[teller].played.append(played[teller])
    (busy[teller], played[teller]) = (0, 0)
  }

  /// The share of time for which each teller was busy.
  var utilisation: [Figure?] {
    work.map { Figure($0.busy, per: $0.played, areNeighbours: areNeighbours)?.asShare }
  }
}

extension Figure {
  /// Who is in hand at the end of a batch is counted in it whole, which may be more than there is.
  fileprivate var asShare: Figure {
    Figure(mean: min(1, mean), low: min(1, low), high: min(1, high))
  }
}
