internal import Queueing

/// The line of one draw of a ``LinePlay``: those who wait now, and newcomers who come before some.
///
/// Like the branch's own line it is one queue for each service and grade, and the order of arrival
/// decides between services.
struct PlayedLine: Sendable {
  /// Customers of a higher grade than some of the line, who are still to come.
  struct Newcomers: Sendable {
    let service: Int
    let grade: Grade
    /// How many were seen, and in how many microseconds.
    let count: Double
    var over: Double

    /// A microsecond, as far as is known.
    var rate: Double { count / over }
  }

  private struct Waiting: Sendable {
    /// The place in the line; -1 for a newcomer.
    let place: Int
    let order: Int
  }

  private let services: Int
  private var queues: [[Waiting]]
  private var heads: [Int]
  let newcomers: [Newcomers]
  /// Of each newcomer's kind in this draw, one in so many microseconds, and when the next comes.
  private var gaps: [Double] = []
  private var arrivals: [Double] = []
  private var order: Int
  private var isWanted: [Bool]
  /// How many of those who are asked for were not called yet.
  private(set) var pending: Int
  /// By place in the line; below 0 where nobody has called yet.
  private(set) var calls: [Double]

  /// - Parameters:
  ///   - customers: In the order in which they are called, but for their services.
  ///   - services: How many there are in the branch.
  ///   - wanted: Places in the line whose calls are asked for.
  ///   - newcomers: Who may come meanwhile.
  init(
    _ customers: [(service: Int, grade: Grade)], services: Int, wanted: [Int],
    _ newcomers: [Newcomers]
  ) {
    self.services = services
    self.newcomers = newcomers
    isWanted = Array(repeating: false, count: customers.count)
    for place in wanted { isWanted[place] = true }
    pending = wanted.count
    queues = Array(repeating: [], count: services * Grade.allCases.count)
    heads = Array(repeating: 0, count: queues.count)
    calls = Array(repeating: -1, count: customers.count)
    order = customers.count
    for (place, customer) in customers.enumerated() {
      queues[customer.grade.rawValue * services + customer.service].append(
        Waiting(place: place, order: place))
    }
  }

  /// Draws how often newcomers come: of k in a time t the rate is a gamma distribution of shape k and
  /// mean k / t (Jeffreys' would be half a customer more).
  ///
  /// Of each kind the gap is at least the one of `shortest`, in microseconds: where few were seen, a
  /// draw may have far more come than anybody could serve, and to let them all wait in vain costs
  /// time and changes no call.
  mutating func begin(_ random: inout RandomNumbers, shortest: [Double]) {
    for (kind, least) in zip(newcomers, shortest) {
      let gap = max(least, kind.over / max(random.gamma(kind.count), 1e-9))
      gaps.append(gap)
      arrivals.append(Self.draw(gap, &random))
    }
  }

  private static func draw(_ gap: Double, _ random: inout RandomNumbers) -> Double {
    -portableLogarithm(1 - random.unit()) * gap
  }

  mutating func admit(until now: Double, _ random: inout RandomNumbers) {
    guard !arrivals.isEmpty else { return }
    while true {
      var next = 0
      for index in arrivals.indices where arrivals[index] < arrivals[next] { next = index }
      guard arrivals[next] <= now else { return }
      queues[newcomers[next].grade.rawValue * services + newcomers[next].service].append(
        Waiting(place: -1, order: order))
      order += 1
      arrivals[next] += max(1, Self.draw(gaps[next], &random))
    }
  }

  func nextArrival(after now: Double) -> Double {
    max(arrivals.min() ?? .greatestFiniteMagnitude, now.nextUp)
  }

  /// Calls the first whom the services allow; the service, or nil where there is none.
  mutating func take(for able: ServiceSet, at now: Double) -> Int? {
    for rank in stride(from: 0, to: queues.count, by: services) {
      var best: (service: Int, order: Int)?
      for service in able where heads[rank + service] < queues[rank + service].count {
        let order = queues[rank + service][heads[rank + service]].order
        if order < best?.order ?? .max { best = (service, order) }
      }
      guard let best else { continue }
      let place = queues[rank + best.service][heads[rank + best.service]].place
      heads[rank + best.service] += 1
      if place >= 0 {
        calls[place] = now
        if isWanted[place] { pending -= 1 }
      }
      return best.service
    }
    return nil
  }

  /// Whoever was not called is called no sooner than now.
  mutating func giveUp(at now: Double) {
    for place in calls.indices where calls[place] < 0 { calls[place] = now }
  }
}
