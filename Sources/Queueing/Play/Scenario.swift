/// What is played in virtual time: who comes, who serves, and for how long.
///
/// Times are microseconds from the start. The rules are those of the branch: within a service the
/// better grade goes first, within a grade who came first; a teller takes the best of all services
/// that it serves, and of several free tellers the one who has been free longest.
package struct Scenario: Hashable, Sendable {
  package static let grades = 3

  package struct Service: Hashable, Sendable {
    package var arrivals: Arrivals
    package var time: ServiceTime
    /// Nil where customers wait as long as it takes.
    package var patience: ServiceTime?
    /// Shares of the better grades, the best first; the rest is of the last grade.
    package var betterGrades: [Double]
    /// Nil where everybody who is called comes.
    package var noShows: NoShows?

    package init(
      arrivals: Arrivals, time: ServiceTime, patience: ServiceTime? = nil,
      betterGrades: [Double] = [], noShows: NoShows? = nil
    ) {
      self.noShows = noShows
      self.arrivals = arrivals
      self.time = time
      self.patience = patience
      self.betterGrades = betterGrades
    }
  }

  /// Customers who are called and do not come.
  package struct NoShows: Hashable, Sendable {
    /// Of those who are called, from 0 to 1.
    package var share: Double
    /// For how many microseconds a teller waits for such a one.
    package var time: Int64

    package init(share: Double, time: Int64) {
      self.share = share
      self.time = time
    }
  }

  package struct Teller: Hashable, Sendable {
    package var services: ServiceSet
    /// When the teller is there, in order; nil where always.
    ///
    /// Whoever is in hand at the end is finished.
    package var shifts: [Range<Int64>]?
    /// Whether it is there after its last shift as well, until nobody waits any more.
    package var staysToTheLast: Bool

    package init(
      services: ServiceSet, shifts: [Range<Int64>]? = nil, staysToTheLast: Bool = false
    ) {
      self.services = services
      self.shifts = shifts
      self.staysToTheLast = staysToTheLast
    }

    /// When it comes and goes, in turn.
    var turns: [Int64] {
      var turns = (shifts ?? []).flatMap { [$0.lowerBound, $0.upperBound] }
      if staysToTheLast { _ = turns.popLast() }
      return turns
    }

    /// Microseconds of a day for which it is there as planned.
    func duty(until closes: Int64) -> Int64 {
      guard let shifts else { return closes }
      return shifts.reduce(0) { sum, shift in
        let there = shift.clamped(to: 0..<closes)
        return sum + there.upperBound - there.lowerBound
      }
    }
  }

  /// A customer of a record.
  package struct Arrival: Hashable, Sendable {
    package var at: Int64
    package var service: Int
    package var grade: Int

    package init(at: Int64, service: Int, grade: Int = Scenario.grades - 1) {
      self.at = at
      self.service = service
      self.grade = grade
    }
  }

  package enum Spread: Hashable, Sendable { case longestIdle, lowestNumber }

  package var services: [Service]
  package var tellers: [Teller]
  /// Customers who come besides those of the services' arrivals; in order of time.
  package var record: [Arrival]
  /// Customers who may wait, of all services; nil without a limit.
  ///
  /// Who comes when so many wait is turned away.
  package var room: Int?
  package var spread: Spread
  /// From when on nobody is let in; nil for a line without end.
  ///
  /// Who waits then is served to the end.
  package var closes: Int64?

  package init(
    services: [Service], tellers: [Teller], record: [Arrival] = [], room: Int? = nil,
    spread: Spread = .longestIdle, closes: Int64? = nil
  ) {
    self.services = services
    self.tellers = tellers
    self.record = record
    self.room = room
    self.spread = spread
    self.closes = closes
  }
}

/// When customers come.
package enum Arrivals: Hashable, Sendable {
  case none
  /// By chance, each independent of the others, at a mean distance in microseconds.
  case chance(every: Double)
  /// At even distances in microseconds, the first after one.
  case even(every: Int64)
  /// By chance, with as many an hour as the list says; nobody behind its last hour.
  case hourly([Double])

  static let hour: Int64 = 3_600_000_000

  /// The first arrival behind a moment; nil where nobody comes any more.
  func next(after now: Int64, _ random: inout RandomNumbers) -> Int64? {
    switch self {
    case .none: return nil
    case .even(let distance): return now + distance
    case .chance(let mean):
      return now + random.exponential(mean)
    case .hourly(let rates): return Self.next(after: now, rates, &random)
    }
  }

  /// What is left of an hour without an arrival says nothing of the next: each hour is drawn anew.
  private static func next(
    after now: Int64, _ rates: [Double], _ random: inout RandomNumbers
  ) -> Int64? {
    var from = now
    while from < Int64(rates.count) * hour {
      let index = Int(from / hour)
      let end = Int64(index + 1) * hour
      if rates[index] > 0 {
        let mean = Double(hour) / rates[index]
        let gap = -portableLogarithm(1 - random.unit()) * mean
        if gap < Double(end - from) { return min(end - 1, from + Int64(gap.rounded())) }
      }
      from = end
    }
    return nil
  }

  /// Customers an hour; of changing hours the mean.
  package var perHour: Double {
    switch self {
    case .none: 0
    case .chance(let mean): Double(Self.hour) / mean
    case .even(let distance): Double(Self.hour) / Double(distance)
    case .hourly(let rates): rates.isEmpty ? 0 : rates.reduce(0, +) / Double(rates.count)
    }
  }
}
