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
  /// Whether what happens is counted, as it is not while a line is still filling.
  private var isCounting = true
  /// Nil where nobody asks for hours.
  var hours: HourTally?

  /// The share that waits at most for `target` microseconds is counted.
  init(services: Int, tellers: Int, target: Int64, areNeighbours: Bool) {
    self.target = target
    self.areNeighbours = areNeighbours
    self.services = (0..<services).map { _ in ServiceTally(areNeighbours: areNeighbours) }
    work = Array(repeating: Work(), count: tellers)
    busy = Array(repeating: 0, count: tellers)
    played = busy
  }

  mutating func called(
    _ service: Int, _ grade: Int, arrived: Int64, at now: Int64, until due: Int64, by teller: Int
  ) {
    guard isCounting else { return }
    let wait = now - arrived
    busy[teller] += Double(due - now)
    services[service].called(wait, isWithin: wait <= target)
    services[service].inLine(wait)
    hours?.called(service, arrived: arrived, at: now, isWithin: wait <= target)
  }

  mutating func left(_ service: Int, _ grade: Int, arrived: Int64, at now: Int64) {
    guard isCounting else { return }
    services[service].left()
    services[service].inLine(now - arrived)
    hours?.left(service, arrived: arrived, at: now)
  }

  mutating func turnedAway(_ service: Int, at now: Int64) {
    guard isCounting else { return }
    services[service].turnedAway()
    hours?.turnedAway(service, at: now)
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
    let duration = Double(max(1, now - began))
    began = now
    for service in services.indices {
      services[service].lasted(duration)
      if endsBatch { services[service].endBatch() }
    }
    for teller in busy.indices { worked(teller, 0, of: duration, endsBatch: endsBatch) }
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
