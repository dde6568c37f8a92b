/// How long a line without end is played, and of what its figures are means.
///
/// One long run is cut into batches; several runs, independent of each other, are a batch each. The
/// beginning of a run, when the line is still filling, is not counted.
package struct SteadyLength: Hashable, Sendable {
  /// Batches of one run.
  private static let batchesOfOne = 32
  /// How often a batch is longer than what the line takes to forget how it began: with less, ranges
  /// near the limit hold the truth less than 93 times of 100.
  private static let memories = 20.0

  /// In all runs.
  package let customers: Int
  /// Customers of each run who are not counted.
  package let warmUp: Int
  package let runs: Int
  /// Whether there are enough customers for the intervals to be what they say.
  package let isSure: Bool
  /// So many customers would be enough.
  package let sureCustomers: Int

  /// - Parameters:
  ///   - customers: In all runs.
  ///   - warmUp: Of each run; nil leaves it to the load: four times what the line takes to forget how
  ///     it began, at least one of 33 customers and at most half of them.
  ///   - runs: From 1.
  ///   - scenario: What is played.
  init(customers: Int, warmUp: Int?, runs: Int, of scenario: Scenario) {
    (self.customers, self.runs) = (customers, runs)
    let memory = scenario.memory
    let run = customers / runs
    let settling = (4 * memory).rounded(.up)
    let parts = runs == 1 ? Self.batchesOfOne : 1
    let automatic = max(run / (Self.batchesOfOne + 1), Int(min(settling, Double(run / 2))))
    self.warmUp = min(run, warmUp ?? automatic)
    let batch = Double(run - self.warmUp) / Double(parts)
    // Of a run that is long enough its beginning is no part that counts.
    let isSettled = Double(self.warmUp) >= settling || Double(run) >= 100 * settling
    isSure = isSettled && batch >= Self.memories * memory
    // Of one run a 33rd part is not counted, which is more than four times what it takes to settle.
    let length = Self.memories * memory
    let enough = runs == 1 ? length * Double(parts + 1) : settling + length
    sureCustomers = Self.roundedUp(
      Int(min(1e12, max(1000, enough.rounded(.up) * Double(runs)))))
  }

  /// To two digits, as a person would say it.
  private static func roundedUp(_ number: Int) -> Int {
    var unit = 1
    while number / unit >= 100 { unit *= 10 }
    return (number + unit - 1) / unit * unit
  }

  private init(_ length: SteadyLength, customers: Int) {
    let share = Double(customers) / Double(max(1, length.customers))
    self.customers = customers
    warmUp = Int(Double(length.warmUp) * share)
    (runs, isSure, sureCustomers) = (length.runs, length.isSure, length.sureCustomers)
  }

  /// The same for a part of the customers.
  func scaled(to customers: Int) -> SteadyLength { SteadyLength(self, customers: customers) }

  /// Of a run, besides the warm-up.
  var batches: Int { runs == 1 ? Self.batchesOfOne : 1 }

  /// Whether figures are of what ends here: of each batch of one run, and of many runs put together.
  func endsBatch(_ batch: Int, ofRun run: Int) -> Bool {
    runs == 1 || Self.endsBatch(run, of: runs)
  }

  /// Whether the last of those days or runs that make a batch has ended.
  static func endsBatch(_ part: Int, of parts: Int) -> Bool {
    let most = ServiceTally.mostBatches
    return (part + 1) * most / parts > part * most / parts
  }

  /// Customers of a run up to the end of a batch; batch 0 is the warm-up.
  func end(ofBatch batch: Int) -> Int {
    let run = customers / runs
    return warmUp + (run - warmUp) * batch / batches
  }
}

extension Scenario {
  /// Customers after whom a line has forgotten how it began, but for a factor of e; infinite where it
  /// grows without end.
  ///
  /// Source: A. Odoni and E. Roth, "An Empirical Investigation of the Transient Behavior of Stationary
  /// Queueing Systems", Operations Research 31 (1983), in customers instead of time. Where people
  /// leave it takes no longer than they are patient, and where the room ends no longer than to fill it.
  var memory: Double { min(memoryOfLoad, memoryOfPatience, memoryOfRoom) }

  private var memoryOfLoad: Double {
    let load = load
    let spread = services.map {
      $0.time.moments.variance / ($0.time.moments.mean * $0.time.moments.mean)
    }
    // Of one line at even distances; where several come together their sum is taken to be chance.
    var arrivals = 1.0
    if services.count == 1, case .even = services[0].arrivals { arrivals = 0 }
    let chance = arrivals + (spread.max() ?? 0)
    guard chance > 0 else { return 0 }
    guard load < 1 else { return .infinity }
    let rest = 1 - load.squareRoot()
    return load * chance / (2.8 * rest * rest)
  }

  private var memoryOfPatience: Double {
    guard services.allSatisfy({ $0.patience != nil }) else { return .infinity }
    let perMicrosecond = services.map(\.arrivals.perHour).reduce(0, +) / Double(Arrivals.hour)
    return perMicrosecond * (services.compactMap(\.patience?.moments.mean).max() ?? 0)
  }

  /// A line that wanders fills its room in a square of steps, and one that grows in as many as are left
  /// over of it.
  private var memoryOfRoom: Double {
    guard let room = room.map(Double.init) else { return .infinity }
    let load = load
    return load > 1 && load.isFinite ? min(room * room, room * load / (load - 1)) : room * room
  }
}
