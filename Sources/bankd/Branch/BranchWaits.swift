internal import Queueing
internal import Values

/// What customers who wait already are told about the rest of their wait.
extension Branch {
  /// The waits from now of tickets in the line, by their ids, from one play for all of them.
  ///
  /// It is the play by which newcomers are told: the same line, tellers, and newcomers of higher
  /// grades.
  ///
  /// - Returns: Nothing for those whom nobody will call, as far as anybody can know.
  func waits(of tickets: [Ticket], at now: Timestamp) -> [Int64: WaitEstimate] {
    guard isCalling else { return [:] }
    var waits: [Int64: WaitEstimate] = [:]
    var left = tickets
    while let first = left.first {
      let part = part(of: first.service)
      let together = left.filter { part.services.contains($0.service) }
      left.removeAll { part.services.contains($0.service) }
      let known = together.filter { !able(part, $0.service).isEmpty }
      if !known.isEmpty { tell(known, of: part, at: now, &waits) }
    }
    return waits
  }

  /// What a ticket in the line is told; nil where nothing can be said.
  func estimate(of ticket: Ticket, at now: Timestamp) -> WaitEstimate? {
    waits(of: [ticket], at: now)[ticket.id]
  }

  private func tell(
    _ tickets: [Ticket], of part: Part, at now: Timestamp, _ waits: inout [Int64: WaitEstimate]
  ) {
    let lowest = tickets.max { $0.grade.rawValue < $1.grade.rawValue }?.grade ?? .normal
    var wanted = Set(tickets.map(\.id))
    var customers: [Ticket] = []
    var places: [Int] = []
    line.forEachAhead(of: lowest, in: part.services) {
      if wanted.remove($0.id) != nil { places.append(customers.count) }
      customers.append($0)
      return !wanted.isEmpty
    }
    let newcomers = newcomers(part, above: lowest, at: now)
    let played = places.filter {
      isPlayed(part, able(part, customers[$0].service), $0, newcomers)
    }
    if let last = played.last {
      let line = Array(customers[...last])
      let calls =
        newcomers.isEmpty
        ? calls(of: played, in: line, part, at: now)
        : calls(of: played, in: line, part, newcomers, at: now)
      for (place, calls) in zip(played, calls) {
        waits[line[place].id] = LinePlay.estimate(calls)
      }
    }
    if played.count < places.count {
      sumUp(customers, Set(places).subtracting(played), part, newcomers, at: now, &waits)
    }
  }

  private func calls(
    of wanted: [Int], in customers: [Ticket], _ part: Part, at now: Timestamp
  ) -> [[Double]] {
    let workers = workers(part, at: now)
    var play = LinePlay(
      workers, draws: isFixed(part) ? 1 : draws(for: customers.count, workers),
      seed: UInt64(bitPattern: state.nextTicketID))
    var calls: [[Double]] = []
    for (place, customer) in customers.enumerated() {
      if place == wanted[calls.count] { calls.append(play.calls(of: customer.service)) }
      if calls.count < wanted.count { play.append(customer.service) }
    }
    return calls
  }

  private func calls(
    of wanted: [Int], in customers: [Ticket], _ part: Part, _ newcomers: [PlayedLine.Newcomers],
    at now: Timestamp
  ) -> [[Double]] {
    let workers = workers(part, at: now)
    var play = LinePlay(
      workers, draws: draws(for: 4 * customers.count, workers),
      seed: UInt64(bitPattern: state.nextTicketID))
    return play.calls(
      of: wanted,
      in: PlayedLine(
        customers.map { ($0.service, $0.grade) }, services: services.count, wanted: wanted,
        newcomers))
  }

  /// By moments, of places in a line that is too long to be played.
  private func sumUp(
    _ customers: [Ticket], _ places: Set<Int>, _ part: Part,
    _ newcomers: [PlayedLine.Newcomers], at now: Timestamp, _ waits: inout [Int64: WaitEstimate]
  ) {
    let long = LongLine(of: self, part, newcomers, at: now)
    var ahead = [Int](repeating: 0, count: services.count)
    for (place, customer) in customers.enumerated() {
      if places.contains(place) {
        waits[customer.id] = long.estimate(
          able: able(part, customer.service), grade: customer.grade, ahead: ahead)
      }
      ahead[customer.service] += 1
    }
  }
}
