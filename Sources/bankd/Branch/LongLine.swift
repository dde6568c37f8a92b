internal import Queueing
internal import Values

/// Lines that are too long to be played, by ``WorkAhead``: exact for fixed times, nearly so for long
/// lines of any.
///
/// Newcomers of a share ρ of the tellers' time leave 1 - ρ of it (Cobham 1954).
struct LongLine {
  private let branch: Branch
  private let part: Branch.Part
  private let newcomers: [PlayedLine.Newcomers]
  /// From one call to the next, of each service of the branch.
  private let times: [Moments]
  /// What is left of the customer in hand, by the teller's index.
  private let inHand: [Int: Moments]

  init(
    of branch: Branch, _ part: Branch.Part, _ newcomers: [PlayedLine.Newcomers],
    at now: Timestamp
  ) {
    self.branch = branch
    self.part = part
    self.newcomers = newcomers
    let workers = branch.workers(part, at: now)
    let times = branch.services.indices.map { Self.time($0, workers) }
    self.times = times
    var inHand: [Int: Moments] = [:]
    for index in part.tellers {
      guard let held = branch.tellers[index].inHand else { continue }
      let elapsed = now.microseconds - held.calledAt.microseconds
      inHand[index] =
        branch.tellers[index].mode == .manual
        ? times[held.ticket.service]
        : branch.services[held.ticket.service].time.remaining(after: elapsed)
    }
    self.inHand = inHand
  }

  /// The mean of the tellers of a service.
  private static func time(_ service: Int, _ workers: [LinePlay.Worker]) -> Moments {
    let times = workers.compactMap { worker in
      worker.times[service].map { time in
        let reaction = worker.reaction?.moments ?? Moments(mean: 0, variance: 0)
        return Moments(
          mean: time.moments.mean + reaction.mean,
          variance: time.moments.variance + reaction.variance)
      }
    }
    let count = Double(max(1, times.count))
    return times.reduce(into: Moments(mean: 0, variance: 0)) {
      $0.mean += $1.mean / count
      $0.variance += $1.variance / count
    }
  }

  /// What a customer is told behind so many of each service; `able` are the indices of the tellers
  /// who serve the customer's own.
  func estimate(able: [Int], grade: Grade, ahead: [Int]) -> WaitEstimate? {
    var work = WorkAhead()
    for service in part.services where ahead[service] > 0 {
      let inPool = able.count { branch.tellers[$0].services.contains(service) }
      guard inPool > 0 else { continue }
      let all = part.tellers.count { branch.tellers[$0].services.contains(service) }
      work.add(
        customers: Double(ahead[service]) * Double(inPool) / Double(all), each: times[service])
    }
    work.inHand = able.map { inHand[$0] ?? Moments(mean: 0, variance: 0) }
    let taken = newcomers.reduce(0) {
      $1.grade.rawValue < grade.rawValue ? $0 + $1.rate * times[$1.service].mean : $0
    }
    let share = min(0.98, taken / Double(max(1, part.tellers.count)))
    return work.estimate()?.scaled(by: 1 / (1 - share))
  }
}
