internal import Queueing
internal import Values

/// How many customers have come lately, by service and grade.
struct ArrivalRates: Sendable {
  private struct Kind: Hashable {
    let service: String
    let grade: Grade
  }

  /// What was long ago says little of now; nor do the first minutes of a day.
  private static let longest = 3600.0
  private static let shortest = 600.0

  private var perHour: [Kind: Double] = [:]

  /// Nobody comes, as to a branch that is not open.
  init() {}

  /// - Parameters:
  ///   - day: The tickets of the day under way.
  ///   - openedAt: Since when anybody could come.
  ///   - now: The end of the hour that is looked at.
  init(_ day: DayTickets, openedAt: Timestamp, now: Timestamp) {
    let hours =
      min(Self.longest, max(Self.shortest, now.seconds(since: openedAt))) / Self.longest
    var last: Int?
    for ticket in day.tickets {
      // A customer who was sent on has come once.
      defer { last = ticket.number }
      guard ticket.number != last, now.seconds(since: ticket.takenAt) <= Self.longest,
        ticket.takenAt >= openedAt
      else { continue }
      perHour[Kind(service: ticket.service, grade: ticket.grade), default: 0] += 1 / hours
    }
  }

  /// Customers an hour, of all grades, and the shares of the better ones, the best first.
  func rate(of service: String) -> (perHour: Double, betterGrades: [Double]) {
    let grades = [Grade.vvip, .vip, .normal].map { perHour[Kind(service: service, grade: $0)] ?? 0 }
    let all = grades.reduce(0, +)
    return (all, all > 0 ? [grades[0] / all, grades[1] / all] : [0, 0])
  }
}
