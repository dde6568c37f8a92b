internal import Queueing
internal import Values

/// The play of the last estimate, as long as the branch is what it was.
///
/// A hundred customers who come at once need one play and a step more for each.
struct Forecast: Sendable {
  /// Everything that a play depends on beside the line's length.
  struct Key: Hashable {
    let services: ServiceSet
    let grade: Grade
    let tellers: [Int64]
    let learned: Int
    let times: [ServiceTime]
  }

  struct Played: Sendable {
    let key: Key
    let at: Timestamp
    /// How long it stays true enough; for ever where nothing is random.
    let lasts: Int64
    var play: LinePlay
    /// Waiting of the services, and the number of the next ticket, that it holds for.
    var waiting: Int
    var nextTicket: Int64
  }

  /// An estimate with newcomers, for those who come right behind.
  struct Told: Sendable {
    let key: Key
    let service: Int
    let at: Timestamp
    let ahead: Int
    let estimate: WaitEstimate
  }

  /// A teller's time for a service; without one, how soon it calls.
  struct Timed: Hashable {
    let teller: Int
    let service: Int?
  }

  /// What is known of a time, as of a version of what was learned.
  struct Table: Sendable {
    let version: Int
    let setting: ServiceTime?
    let time: TimeTable
  }

  /// As sorting what was seen costs more than a play of a short line.
  var tables: [Timed: Table] = [:]
  var played: Played?
  var told: Told?
  /// 199, 99, 39, 19 or 9: fewer make an estimate rougher, and right as often.
  var mostDraws = 199
}

extension Forecast.Key: Sendable {}
extension Forecast.Timed: Sendable {}

extension WaitEstimate {
  func scaled(by factor: Double) -> WaitEstimate {
    WaitEstimate(
      p50: Int64((Double(p50) * factor).rounded()), p90: Int64((Double(p90) * factor).rounded()))
  }
}
