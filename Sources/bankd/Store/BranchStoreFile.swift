internal import IPCProtocol
internal import Queueing
internal import Storage
internal import Values

/// The branch as a file, and back.
extension BranchStore {
  /// What there is now: days that are over, and, where the branch is closed, who waits for the next.
  func file() throws -> BranchFile {
    guard let (state, _) = try loadState() else {
      throw InconsistentStore(problem: "it has no branch")
    }
    var file = BranchFile()
    file.spread = state.spread
    file.hours = state.hours
    file.services = try loadServices()
    file.tellers = try loadTellers(state).map { teller in
      var bare = Teller(number: teller.number, services: teller.services, mode: teller.mode)
      (bare.name, bare.isPaused) = (teller.name, teller.isPaused)
      return bare
    }
    file.history = BranchFile.History(
      line: state.phase == .closed ? try fileLine() : [], days: try fileDays())
    return file
  }

  private func fileLine() throws -> [BranchFile.Waiting] {
    try loadTickets().map { stored in
      let ticket = stored.ticket
      return BranchFile.Waiting(
        number: ticket.number, service: ticket.service, grade: ticket.grade, leg: ticket.leg,
        takenAt: ticket.takenAt, waited: ticket.waitedBefore, estimate: ticket.estimate)
    }
  }

  private func fileDays() throws -> [BranchFile.Day] {
    var days = try database.query(
      """
      SELECT day, opened_at, ended_at, business FROM day WHERE ended_at IS NOT NULL ORDER BY day
      """
    ) { row in
      BranchFile.Day(
        number: row.integer(0), openedAt: Timestamp(microseconds: row.integer(1)),
        endedAt: Timestamp(microseconds: row.integer(2)), business: row.integer(3), duties: [],
        legs: [])
    }
    let places = Dictionary(days.enumerated().map { ($1.number, $0) }) { first, _ in first }
    try database.forEachRow("SELECT day, teller, before FROM duty ORDER BY day, teller") { row in
      guard let day = places[row.integer(0)] else { return }
      days[day].duties.append(
        BranchFile.Duty(teller: Int(row.integer(1)), time: row.integer(2)))
    }
    try database.forEachRow(
      """
      SELECT day, number, service, grade, leg, taken_at, called_at, ended_at, teller, outcome,
      waited, p50, p90, reason FROM visit ORDER BY day, ticket, leg
      """
    ) { row in
      guard let day = places[row.integer(0)] else { return }
      guard let grade = Grade(rawValue: Int(row.integer(3))),
        let outcome = Outcome(rawValue: row.text(9))
      else { throw InconsistentStore(problem: "a visit has no known grade or end") }
      var leg = BranchFile.Leg(
        number: Int(row.integer(1)), service: Int(row.integer(2)), grade: grade,
        leg: Int(row.integer(4)), takenAt: Timestamp(microseconds: row.integer(5)),
        calledAt: row.timestamp(6), endedAt: Timestamp(microseconds: row.integer(7)),
        teller: row.optionalInteger(8).map(Int.init), outcome: outcome, waited: row.integer(10),
        reason: row.optionalText(13))
      if let p50 = row.optionalInteger(11), let p90 = row.optionalInteger(12) {
        leg.estimate = WaitEstimate(p50: p50, p90: p90)
      }
      days[day].legs.append(leg)
    }
    return days
  }

  // MARK: Taking over

  /// Writes a file, completed with its past, in the place of all that there is.
  ///
  /// The state is that of a branch that is closed, and becomes what goes with the file.
  func replace(
    with file: BranchFile, of state: inout BranchState, at now: Timestamp
  ) throws(SQLiteError) {
    for table in ["visit", "duty", "day", "ticket", "teller", "service"] {
      try database.run("DELETE FROM \(table)")
    }
    let past = file.history ?? BranchFile.History()
    for (index, service) in file.services.enumerated() { try save(service, index) }
    for teller in file.tellers { try insert(teller) }
    for day in past.days { try insert(day, &state) }
    for ticket in past.line {
      try putInLine(
        Ticket(
          id: state.nextTicketID, number: ticket.number, service: ticket.service,
          grade: ticket.grade, takenAt: ticket.takenAt, waitingSince: now,
          waitedBefore: ticket.waited, leg: ticket.leg, estimate: ticket.estimate))
      state.nextTicketID += 1
    }
    state.phase = .closed
    state.spread = file.spread
    if let hours = file.hours {
      try save(hours)
      state.clockedTo = now
    }
    state.day =
      past.days.last.map { day in
        Day(
          number: day.number, openedAt: day.openedAt, endedAt: day.endedAt, served: day.served,
          businessBefore: day.business)
      } ?? Day()
    // Nobody gets the number of a teller of whom the past speaks.
    let spoken = past.days.flatMap { $0.duties.map(\.teller) + $0.legs.compactMap(\.teller) }
    state.nextTeller = (spoken + file.tellers.map(\.number)).reduce(0, max) + 1
    try save(state, at: now)
  }

  private func insert(
    _ day: BranchFile.Day, _ state: inout BranchState
  ) throws(SQLiteError) {
    try database.run(
      "INSERT INTO day (day, opened_at, ended_at, served, business) VALUES (?, ?, ?, ?, ?)",
      .integer(day.number), .integer(day.openedAt.microseconds),
      .integer(day.endedAt.microseconds), .integer(day.served), .integer(day.business))
    for duty in day.duties {
      try database.run(
        "INSERT INTO duty (day, teller, before) VALUES (?, ?, ?)", .integer(day.number),
        .integer(duty.teller), .integer(duty.time))
    }
    var last: BranchFile.Leg?
    for leg in day.legs {
      // A ticket that was sent on has its legs one behind the other.
      let isSame = last.map { $0.number == leg.number && $0.leg < leg.leg } ?? false
      if last != nil, !isSame { state.nextTicketID += 1 }
      last = leg
      try insert(leg, day.number, id: state.nextTicketID)
    }
    if last != nil { state.nextTicketID += 1 }
  }

  private func insert(
    _ leg: BranchFile.Leg, _ day: Int64, id: Int64
  ) throws(SQLiteError) {
    try database.run(
      """
      INSERT INTO visit (day, ticket, leg, number, service, grade, teller, outcome, taken_at,
      called_at, ended_at, waited, p50, p90, reason)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(day), .integer(id), .integer(leg.leg), .integer(leg.number),
      .integer(leg.service), .integer(leg.grade.rawValue),
      .optional(leg.teller.map(Int64.init)), .text(leg.outcome.rawValue),
      .integer(leg.takenAt.microseconds), .optional(leg.calledAt?.microseconds),
      .integer(leg.endedAt.microseconds), .integer(leg.waited), .optional(leg.estimate?.p50),
      .optional(leg.estimate?.p90), .optional(leg.reason))
  }
}
