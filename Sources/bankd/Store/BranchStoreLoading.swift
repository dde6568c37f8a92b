internal import Queueing
internal import Storage
internal import Values

extension BranchStore {
  /// What the store holds.
  struct Stored {
    let branch: Branch
    /// The last sign of life.
    let aliveAt: Timestamp
  }

  /// Reads the branch: what is there now, and nothing of its history.
  ///
  /// - Returns: Nil where the store is new.
  /// - Throws: ``InconsistentStore`` or `SQLiteError`.
  func load() throws -> Stored? {
    guard let (state, aliveAt) = try loadState() else { return nil }
    var branch = Branch(state: state, services: try loadServices(), tellers: try loadTellers(state))
    for stored in try loadTickets() {
      guard branch.restore(stored) else {
        throw InconsistentStore(problem: "ticket \(stored.ticket.number) has no place")
      }
    }
    try learn(&branch)
    branch.lookForTargets(at: aliveAt)
    return Stored(branch: branch, aliveAt: aliveAt)
  }

  /// So many visits of a day teach: people's last ninety-six times are among them.
  private static let lessons = 2000

  /// Teaches the branch what its day has taught before.
  private func learn(_ branch: inout Branch) throws {
    let manual = Set(branch.tellers.filter { $0.mode == .manual }.map(\.number))
    guard !manual.isEmpty || branch.phase != .closed else { return }
    let visits = try database.query(
      """
      SELECT service, grade, teller, taken_at, called_at, ended_at, waited, leg FROM visit
      WHERE day = ? ORDER BY ticket DESC, leg DESC LIMIT ?
      """, .integer(branch.state.day.number), .integer(Int64(Self.lessons))
    ) { row in
      Lesson(
        service: Int(row.integer(0)), grade: Grade(rawValue: Int(row.integer(1))) ?? .normal,
        teller: row.optionalInteger(2).map(Int.init), takenAt: row.timestamp(3),
        calledAt: row.timestamp(4), endedAt: row.timestamp(5), waited: row.integer(6),
        leg: Int(row.integer(7)))
    }
    let present = try database.query(
      "SELECT service, grade, taken_at, leg FROM ticket WHERE grade < ? ORDER BY id DESC LIMIT ?",
      .integer(Grade.normal.rawValue), .integer(Int64(Self.lessons))
    ) { row in
      Lesson(
        service: Int(row.integer(0)), grade: Grade(rawValue: Int(row.integer(1))) ?? .normal,
        teller: nil, takenAt: row.timestamp(2), calledAt: nil, endedAt: nil, waited: 0,
        leg: Int(row.integer(3)))
    }
    branch.learn(visits, present, manual: manual)
  }

  func loadState() throws -> (BranchState, Timestamp)? {
    let hours = try loadHours()
    return try database.first(
      """
      SELECT phase, day, opened_at, ended_at, served, business, busy_since, next_number,
      next_ticket, next_teller, random, alive_at, spread, clocked_to, told_to FROM branch
      """
    ) { row in
      guard let phase = Phase(stored: row.text(0)),
        let random = RandomNumbers(stored: row.blob(10))
      else { throw InconsistentStore(problem: "its own row cannot be read") }
      var state = BranchState(seed: 0)
      state.phase = phase
      state.day = Day(
        number: row.integer(1), openedAt: Timestamp(microseconds: row.integer(2)),
        endedAt: row.timestamp(3), served: Int(row.integer(4)), businessBefore: row.integer(5),
        busySince: row.timestamp(6))
      state.nextNumber = Int(row.integer(7))
      state.nextTicketID = row.integer(8)
      state.nextTeller = Int(row.integer(9))
      state.random = random
      state.spread = Spread(rawValue: row.text(12)) ?? .longestIdle
      state.hours = hours
      state.clockedTo = row.timestamp(13)
      state.toldTo = row.timestamp(14)
      state.turn = state.clockedTo.flatMap { hours.turn(after: $0) }
      return (state, Timestamp(microseconds: row.integer(11)))
    }
  }

  func loadServices() throws -> [Service] {
    try database.query(
      "SELECT name, en, ko, time, retired, target, target_share FROM service ORDER BY id"
    ) { row in
      guard let time = ServiceTime(stored: row.text(3)) else {
        throw InconsistentStore(problem: "the time of service \(row.text(0)) cannot be read")
      }
      let target = row.optionalInteger(5)
        .flatMap { WaitTarget(within: $0, millionths: row.integer(6)) }
      return Service(
        name: row.text(0), title: LocalizedText(en: row.text(1), ko: row.optionalText(2)),
        time: time, target: target, isRetired: row.bool(4))
    }
  }

  func loadTellers(_ state: BranchState) throws -> [Teller] {
    try database.query(
      """
      SELECT number, services, mode, is_paused, before, since, free_order, name FROM teller
      LEFT JOIN duty ON duty.teller = number AND duty.day = ? ORDER BY number
      """, .integer(state.day.number)
    ) { row in
      guard let mode = Teller.Mode(rawValue: row.text(2)) else {
        throw InconsistentStore(problem: "the mode of teller \(row.integer(0)) cannot be read")
      }
      var teller = Teller(
        number: Int(row.integer(0)),
        services: ServiceSet(bits: UInt64(bitPattern: row.integer(1))), mode: mode)
      teller.isPaused = row.bool(3)
      teller.duty = Duty(before: row.integer(4), since: row.timestamp(5))
      teller.freeOrder = row.integer(6)
      teller.name = row.optionalText(7)
      return teller
    }
  }

  func loadTickets() throws -> [Branch.StoredTicket] {
    try database.query(
      """
      SELECT id, number, service, grade, taken_at, waiting_since, waited_before, leg, p50, p90,
      place, teller, called_at, due_at, waited, recalls FROM ticket ORDER BY id
      """
    ) { row in
      guard let grade = Grade(rawValue: Int(row.integer(3))) else {
        throw InconsistentStore(problem: "ticket \(row.integer(1)) has no grade")
      }
      var ticket = Ticket(
        id: row.integer(0), number: Int(row.integer(1)), service: Int(row.integer(2)),
        grade: grade, takenAt: Timestamp(microseconds: row.integer(4)),
        waitingSince: Timestamp(microseconds: row.integer(5)), waitedBefore: row.integer(6),
        leg: Int(row.integer(7)))
      if let p50 = row.optionalInteger(8), let p90 = row.optionalInteger(9) {
        ticket.estimate = WaitEstimate(p50: p50, p90: p90)
      }
      return Branch.StoredTicket(ticket: ticket, place: try Self.place(row))
    }
  }

  private static func place(
    _ row: borrowing Row
  ) throws(InconsistentStore) -> Branch.StoredTicket.Place {
    switch row.text(10) {
    case "waiting": return .waiting
    case "absent": return .absent
    case "inHand":
      return .inHand(
        teller: Int(row.integer(11)), calledAt: Timestamp(microseconds: row.integer(12)),
        due: row.timestamp(13), waited: row.integer(14), recalls: Int(row.integer(15)))
    default: throw InconsistentStore(problem: "ticket \(row.integer(1)) is nowhere")
    }
  }
}

extension Row {
  borrowing func timestamp(_ column: Int) -> Timestamp? {
    optionalInteger(column).map(Timestamp.init(microseconds:))
  }
}
