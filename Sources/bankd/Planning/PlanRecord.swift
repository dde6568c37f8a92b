internal import CivilTime
internal import IPCProtocol
internal import Queueing
internal import Values

/// Customers of a day as they came: of `at,service[,grade]`, or of the tickets of a day.
struct PlanRecord: Hashable, Sendable {
  struct Customer: Hashable, Sendable {
    /// Microseconds after ``PlanRecord/startMinute``, or from 0 where there is none.
    var at: Int64
    let service: String
    let grade: Grade
    /// How long the service took, in microseconds; nil where that is not known.
    let serviceTime: Int64?
    /// In the file, counted from 1.
    let line: Int
  }

  /// In the order in which they came.
  private(set) var customers: [Customer] = []
  /// The full hour before the first, in minutes after midnight; nil where there are no clocks.
  private(set) var startMinute: Int?

  /// More than these no branch has in a day.
  static let maximum = 100_000

  /// - Throws: ``BankReason/planRecord``, with the line and what is wrong in it.
  init(_ text: String, zone: TimeZoneRules) throws(BankError) {
    var rows = PlanRecordRows(zone: zone)
    customers = try rows.customers(of: text)
    try begin(rows.clock)
  }

  /// The tickets of the branch's own day; each service that one was sent on to begins when the one
  /// before it ends.
  ///
  /// - Parameters:
  ///   - day: All tickets of one business day.
  ///   - zone: Whose clock the day is told by.
  ///   - hasTimes: Whether the record says how long services took, too.
  /// - Throws: ``BankReason/planUnseen`` where nobody took one.
  init(_ day: DayTickets, zone: TimeZoneRules, hasTimes: Bool = true) throws(BankError) {
    var last: (number: Int, endedAt: Timestamp?)?
    for ticket in day.tickets {
      let at = last?.number == ticket.number ? last?.endedAt ?? ticket.takenAt : ticket.takenAt
      last = (ticket.number, ticket.endedAt)
      let isTimed = hasTimes && [.served, .transferred].contains(ticket.outcome)
      let time = isTimed ? ticket.serviceSeconds.map { Int64(($0 * 1e6).rounded()) } : nil
      customers.append(
        Customer(
          at: at.microseconds, service: ticket.service, grade: ticket.grade,
          serviceTime: time.map { max(ServiceTime.shortest, min(ServiceTime.longest, $0)) },
          line: customers.count + 1))
    }
    guard !customers.isEmpty else { throw BankError(.planUnseen) }
    try begin(.moments(zone))
  }

  /// How the file tells times.
  enum Clock: Hashable, Sendable {
    /// Microseconds since 1970.
    case moments(TimeZoneRules)
    /// Microseconds after midnight.
    case day
    /// Microseconds after the beginning.
    case none
  }

  private mutating func begin(_ clock: Clock) throws(BankError) {
    // Who was sent on comes between others.
    customers.sort { ($0.at, $0.line) < ($1.at, $1.line) }
    guard let first = customers.first, let last = customers.last else { return }
    var start: Int64 = 0
    switch clock {
    case .none: break
    case .day:
      start = first.at / 3_600_000_000 * 3_600_000_000
      startMinute = Int(start / 60_000_000)
    case .moments(let zone):
      let hour = zone.hourRange(containing: Timestamp(microseconds: first.at)).lowerBound
      start = hour.microseconds
      startMinute = Int(zone.local(at: hour).time.secondOfDay) / 60
    }
    guard last.at - start <= 86_400_000_000 else {
      throw Self.refusal(
        last.line,
        LocalizedText(
          en: "it is more than a day after the first; give one day",
          ko: "첫 줄보다 하루 넘게 늦습니다. 하루만 쓰십시오"))
    }
    for index in customers.indices { customers[index].at -= start }
  }

  static func refusal(_ line: Int, _ problem: LocalizedText) -> BankError {
    BankError(.planRecord, ["line": .integer(line), "problem": problem.jsonValue])
  }

  /// What was measured of a service, evenly thinned out where it is more than a distribution holds.
  static func time(_ durations: [Int64]) -> ServiceTime? {
    guard !durations.isEmpty else { return nil }
    guard durations.count > ServiceTime.maximumSamples else {
      return .empirical(ServiceTime.Samples(durations))
    }
    let sorted = durations.sorted()
    return .empirical(
      ServiceTime.Samples(
        (0..<ServiceTime.maximumSamples).map {
          sorted[($0 * 2 + 1) * sorted.count / (2 * ServiceTime.maximumSamples)]
        }))
  }
}
