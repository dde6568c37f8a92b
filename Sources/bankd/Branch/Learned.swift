internal import Queueing
internal import Values

/// What a day has taught about people: how long they take, how soon they call, who comes.
///
/// Automatic tellers are not learned from: their times are the setting's own. It lives in memory;
/// after a kill it is learned again from the day's visits.
struct Learned: Hashable, Sendable {
  /// The last durations of something, the newest last, and whose they were.
  private struct Recent: Hashable {
    static let capacity = 96
    private(set) var times: [Int64] = []
    private(set) var tellers: [Int] = []

    mutating func add(_ time: Int64, by teller: Int) {
      if times.count == Self.capacity {
        times.removeFirst()
        tellers.removeFirst()
      }
      times.append(max(0, time))
      tellers.append(teller)
    }

    /// Each but one teller's with its weight: the newest 1, and `memory` steps before it a third.
    func weighted(without teller: Int? = nil) -> [TimeTable.Weighted] {
      let memory = Double(Self.capacity) / 2
      var weight = 1.0
      let fading = 1 - 1 / memory
      var list: [TimeTable.Weighted] = []
      list.reserveCapacity(times.count)
      for index in times.indices.reversed() where tellers[index] != teller {
        list.append(TimeTable.Weighted(time: times[index], weight: weight))
        weight *= fading
      }
      return list
    }
  }

  private struct Pair: Hashable {
    let service: Int
    let teller: Int
  }

  /// Half of what is known of arrivals is of the last so many microseconds, about.
  private static let arrivalMemory = 14_400e6

  private var handled: [Pair: Recent] = [:]
  private var handledByAny: [Int: Recent] = [:]
  private var reactions: [Int: Recent] = [:]
  /// Manual tellers who have called somebody today: who calls nobody is not counted on.
  private var present: Set<Int> = []
  /// When a manual teller became free; unknown after a kill.
  private var freeSince: [Int: Timestamp] = [:]
  /// Faded counts of higher grades, by service and grade, and when they were counted.
  private var arrivals: [Pair: (count: Double, at: Timestamp)] = [:]
  /// Changes with everything that is learned of durations.
  private(set) var version = 0
  /// The same, of each service's times and each teller's calls.
  private var versions: [Forecast.Timed: Int] = [:]

  static func == (one: Learned, other: Learned) -> Bool {
    one.handled == other.handled && one.reactions == other.reactions
  }

  func hash(into hasher: inout Hasher) { hasher.combine(version) }

  // MARK: Learning

  /// Arrivals of a new day are counted anew: mornings are not evenings.
  mutating func beginDay() {
    arrivals.removeAll()
    freeSince.removeAll()
    present.removeAll()
  }

  /// The day did not happen, so nobody was seen in it.
  mutating func forgetAll() {
    var nothing = Learned()
    // Whoever looked at what was known must see that it is something else.
    nothing.version = version + 1
    nothing.versions = versions.mapValues { $0 + 1 }
    self = nothing
  }

  /// The clock was set, or the machine slept: what is measured since then is unknown.
  mutating func forgetTimes() { freeSince.removeAll() }

  mutating func came(service: Int, grade: Grade, at now: Timestamp) {
    guard grade != .normal else { return }
    let key = Pair(service: service, teller: grade.rawValue)
    arrivals[key] = (count(key, at: now) + 1, now)
  }

  private func count(_ key: Pair, at now: Timestamp) -> Double {
    guard let (count, then) = arrivals[key] else { return 0 }
    let past = Double(max(0, now.microseconds - then.microseconds))
    return past == 0 ? count : count * portableExponential(-past / Self.arrivalMemory)
  }

  /// A manual teller called somebody who could be called since `waitingSince`.
  mutating func called(by teller: Int, waitingSince: Timestamp, at now: Timestamp) {
    present.insert(teller)
    let since = max(freeSince[teller] ?? waitingSince, waitingSince)
    reactions[teller, default: Recent()]
      .add(now.microseconds - since.microseconds, by: teller)
    version += 1
    versions[Forecast.Timed(teller: teller, service: nil), default: 0] += 1
  }

  /// A manual teller had somebody in hand for so many microseconds.
  mutating func ended(service: Int, teller: Int, time: Int64, at now: Timestamp) {
    handled[Pair(service: service, teller: teller), default: Recent()].add(time, by: teller)
    handledByAny[service, default: Recent()].add(time, by: teller)
    freeSince[teller] = now
    version += 1
    versions[Forecast.Timed(teller: 0, service: service), default: 0] += 1
  }

  // MARK: What is known

  /// Changes with what is known of a time; that of a service with everybody's times for it.
  func version(of time: Forecast.Timed) -> Int {
    versions[time.service == nil ? time : Forecast.Timed(teller: 0, service: time.service)] ?? 0
  }

  /// Whether a manual teller has called anybody today.
  func isPresent(teller: Int) -> Bool { present.contains(teller) }

  func freeSince(teller: Int) -> Timestamp? { freeSince[teller] }

  /// How soon a teller calls, once there is somebody to call and nobody in hand.
  func reaction(of teller: Int) -> TimeTable? {
    reactions[teller].map { TimeTable($0.weighted()) }
  }

  /// How long a teller takes for a service.
  ///
  /// The teller's own times weigh most, those of all others for the same service as a few of them,
  /// and the setting of the service as one, until others are known.
  func time(of service: Int, teller: Int, setting: ServiceTime) -> TimeTable {
    let own = handled[Pair(service: service, teller: teller)]?.weighted() ?? []
    let others = handledByAny[service]?.weighted(without: teller) ?? []
    let total = others.reduce(0) { $0 + $1.weight }
    // Another person is not this one: however many they are, they say no more than so many own.
    let share = min(1, Self.othersAtMost / max(total, 1))
    let known = own.reduce(0) { $0 + $1.weight } + total * share
    let prior = 1 / ((1 + known) * (1 + known))
    let points = 8
    let size = TimeTable.size(of: own) + min(total * share, TimeTable.size(of: others)) + prior
    return TimeTable(
      own + others.map { .init(time: $0.time, weight: $0.weight * share) }
        + (0..<points).map { index in
          let time = setting.quantile((Double(index) + 0.5) / Double(points))
          return .init(time: time, weight: prior / Double(points))
        }, size: size)
  }

  private static let othersAtMost = 6.0

  /// Whether customers of a grade have come for a service today.
  func hasSeen(service: Int, grade: Grade) -> Bool {
    arrivals[Pair(service: service, teller: grade.rawValue)] != nil
  }

  /// How many customers of a grade have come for a service, and in how many microseconds.
  ///
  /// Both fade. The first minutes say little of a day, and a family that comes together is no crowd:
  /// what was seen is taken as seen over at least `doubt` microseconds.
  func arrivals(
    service: Int, grade: Grade, since opening: Timestamp, doubt: Double, at now: Timestamp
  ) -> (count: Double, over: Double) {
    let count = count(Pair(service: service, teller: grade.rawValue), at: now)
    let past = Double(max(1, now.microseconds - opening.microseconds))
    let seen = Self.arrivalMemory * (1 - portableExponential(-past / Self.arrivalMemory))
    return (count, max(seen, doubt))
  }
}

/// e to the power of a number at or below 0, by multiplications only; 1e-15 where it is tiny.
///
/// For the same reason as ``portableLogarithm(_:)``: the C library's may differ in the last bit.
func portableExponential(_ number: Double) -> Double {
  guard number > -34 else { return 1e-15 }
  // e^x = (e^(x/1024))^1024 with five terms of the series, right to 1e-8.
  let part = number / 1024
  var power = 1 + part * (1 + part / 2 * (1 + part / 3 * (1 + part / 4 * (1 + part / 5))))
  for _ in 0..<10 { power *= power }
  return power
}
