internal import Queueing
internal import Storage
internal import Values

/// The branch on disk: every change writes the rows that it touched, never the whole line.
///
/// It opens no transaction; whoever calls it groups changes.
struct BranchStore {
  let database: Database

  /// Writes what happened, in order, and then the branch's own row.
  ///
  /// The time is kept as the sign of life that ``Branch/resume(after:)`` goes by.
  func save(_ facts: [Fact], of state: BranchState, at now: Timestamp) throws(SQLiteError) {
    for fact in facts { try save(fact) }
    try save(state, at: now)
  }

  private func save(_ fact: Fact) throws(SQLiteError) {
    switch fact {
    case .reopened, .closing, .spreadSet, .imported, .overTarget: break
    case .opened(let day, _):
      try database.run(
        "INSERT OR REPLACE INTO day (day, opened_at) VALUES (?, ?)", .integer(day.number),
        .integer(day.openedAt.microseconds))
      try database.run("UPDATE teller SET free_order = 0")
    case .closed(let summary): try close(summary)
    case .reset(let day): try forget(day)
    case .taken(let ticket), .carried(let ticket): try putInLine(ticket)
    case .called(let teller, let inHand): try call(inHand, teller)
    case .recalled(let ticket, _):
      try database.run(
        "UPDATE ticket SET recalls = recalls + 1 WHERE id = ?", .integer(ticket.id))
    case .ended(let visit): try end(visit)
    case .returned(let ticket, let outcome, let day): try putBack(ticket, outcome, day)
    case .tellerAdded(let teller): try insert(teller)
    case .tellerSet(let teller):
      try database.run(
        "UPDATE teller SET services = ?, name = ? WHERE number = ?",
        .integer(Int64(bitPattern: teller.services.bits)), .optional(teller.name),
        .integer(teller.number))
    case .tellerPaused(let number): try setPaused(number, true)
    case .tellerResumed(let number): try setPaused(number, false)
    case .tellerRemoved(let number):
      try database.run("DELETE FROM teller WHERE number = ?", .integer(number))
    case .tellerFree(let number, let order):
      try database.run(
        "UPDATE teller SET free_order = ? WHERE number = ?", .integer(order), .integer(number))
    case .duty(let teller, let duty, let day): try save(duty, teller, day)
    case .hoursSet(let hours): try save(hours)
    case .serviceSet(let index, let service), .serviceRemoved(let index, let service):
      try save(service, index)
    }
  }

  // MARK: Days

  private func close(_ summary: DaySummary) throws(SQLiteError) {
    try database.run(
      "UPDATE day SET served = ?, business = ?, ended_at = ? WHERE day = ?",
      .integer(summary.served), .integer(summary.business),
      .integer(summary.endedAt.microseconds), .integer(summary.day))
    try database.run("DELETE FROM ticket WHERE place = 'absent'")
  }

  private func forget(_ day: Int64) throws(SQLiteError) {
    try database.run("DELETE FROM ticket")
    try database.run("UPDATE teller SET free_order = 0")
    for table in ["visit", "duty", "day"] {
      try database.run("DELETE FROM \(table) WHERE day = ?", .integer(day))
    }
  }

  private func save(_ duty: Duty, _ teller: Int, _ day: Int64) throws(SQLiteError) {
    try database.run(
      "INSERT OR REPLACE INTO duty (day, teller, before, since) VALUES (?, ?, ?, ?)",
      .integer(day), .integer(teller), .integer(duty.before),
      .optional(duty.since?.microseconds))
  }

  // MARK: Tickets

  func putInLine(_ ticket: Ticket) throws(SQLiteError) {
    try database.run(
      """
      INSERT OR REPLACE INTO ticket (id, number, service, grade, leg, taken_at, waiting_since,
      waited_before, p50, p90, place) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting')
      """,
      .integer(ticket.id), .integer(ticket.number), .integer(ticket.service),
      .integer(ticket.grade.rawValue), .integer(ticket.leg),
      .integer(ticket.takenAt.microseconds), .integer(ticket.waitingSince.microseconds),
      .integer(ticket.waitedBefore), .optional(ticket.estimate?.p50),
      .optional(ticket.estimate?.p90))
  }

  private func call(_ inHand: InHand, _ teller: Int) throws(SQLiteError) {
    try database.run(
      """
      UPDATE ticket SET place = 'inHand', teller = ?, called_at = ?, due_at = ?, waited = ?,
      recalls = 0 WHERE id = ?
      """,
      .integer(teller), .integer(inHand.calledAt.microseconds),
      .optional(inHand.due?.microseconds), .integer(inHand.waited), .integer(inHand.ticket.id))
  }

  private func end(_ visit: Visit) throws(SQLiteError) {
    let ticket = visit.ticket
    try database.run(
      """
      INSERT INTO visit (day, ticket, leg, number, service, grade, teller, outcome, taken_at,
      called_at, ended_at, waited, p50, p90, reason)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(visit.day), .integer(ticket.id), .integer(ticket.leg), .integer(ticket.number),
      .integer(ticket.service), .integer(ticket.grade.rawValue),
      .optional(visit.teller.map(Int64.init)), .text(visit.outcome.rawValue),
      .integer(ticket.takenAt.microseconds), .optional(visit.calledAt?.microseconds),
      .integer(visit.endedAt.microseconds), .integer(visit.waited),
      .optional(ticket.estimate?.p50), .optional(ticket.estimate?.p90), .optional(visit.reason))
    guard visit.outcome == .noShow else {
      return try database.run("DELETE FROM ticket WHERE id = ?", .integer(ticket.id))
    }
    try database.run(
      "UPDATE ticket SET place = 'absent', waited_before = ? WHERE id = ?",
      .integer(visit.waited), .integer(ticket.id))
  }

  /// A ticket that comes back after nobody had come was no no-show after all.
  private func putBack(
    _ ticket: Ticket, _ outcome: Outcome, _ day: Int64
  ) throws(SQLiteError) {
    if outcome == .noShow {
      try database.run(
        "DELETE FROM visit WHERE day = ? AND ticket = ? AND leg = ?", .integer(day),
        .integer(ticket.id), .integer(ticket.leg))
    }
    try putInLine(ticket)
  }

  // MARK: Tellers and services

  func insert(_ teller: Teller) throws(SQLiteError) {
    try database.run(
      "INSERT INTO teller (number, services, mode, is_paused, name) VALUES (?, ?, ?, ?, ?)",
      .integer(teller.number), .integer(Int64(bitPattern: teller.services.bits)),
      .text(teller.mode.rawValue), .bool(teller.isPaused), .optional(teller.name))
  }

  private func setPaused(_ number: Int, _ isPaused: Bool) throws(SQLiteError) {
    try database.run(
      "UPDATE teller SET is_paused = ? WHERE number = ?", .bool(isPaused), .integer(number))
  }

  func save(_ service: Service, _ index: Int) throws(SQLiteError) {
    try database.run(
      """
      INSERT OR REPLACE INTO service (id, name, en, ko, time, retired, target, target_share)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(index), .text(service.name), .text(service.title.en),
      .optional(service.title.ko), .text(service.time.stored),
      .bool(service.isRetired), .optional(service.target?.within),
      .optional(service.target?.millionths))
  }

  // MARK: The branch's row

  func save(_ state: BranchState, at now: Timestamp) throws(SQLiteError) {
    try database.run(
      """
      INSERT OR REPLACE INTO branch (id, phase, day, opened_at, ended_at, served, business,
      busy_since, next_number, next_ticket, next_teller, random, alive_at, spread,
      clocked_to, told_to) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .text(state.phase.stored), .integer(state.day.number),
      .integer(state.day.openedAt.microseconds), .optional(state.day.endedAt?.microseconds),
      .integer(state.day.served), .integer(state.day.businessBefore),
      .optional(state.day.busySince?.microseconds), .integer(state.nextNumber),
      .integer(state.nextTicketID), .integer(state.nextTeller), .blob(state.random.stored),
      .integer(now.microseconds), .text(state.spread.rawValue),
      .optional(state.clockedTo?.microseconds), .optional(state.toldTo?.microseconds))
  }

  /// Writes a sign of life and nothing else.
  func saveAlive(at now: Timestamp) throws(SQLiteError) {
    try database.run("UPDATE branch SET alive_at = ?", .integer(now.microseconds))
  }

  /// Writes a branch on its first morning.
  func create(_ branch: Branch, at now: Timestamp) throws(SQLiteError) {
    for (index, service) in branch.services.enumerated() { try save(service, index) }
    for teller in branch.tellers { try insert(teller) }
    try save(branch.state, at: now)
  }
}

extension Phase {
  fileprivate var stored: String { self == .closing(keepsLine: true) ? "keeping" : word }

  init?(stored: String) {
    switch stored {
    case "closed": self = .closed
    case "open": self = .open
    case "closing": self = .closing(keepsLine: false)
    case "keeping": self = .closing(keepsLine: true)
    default: return nil
    }
  }
}

extension RandomNumbers {
  /// The four words, each with its low byte first.
  fileprivate var stored: [UInt8] {
    [state.0, state.1, state.2, state.3].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
  }

  init?(stored: [UInt8]) {
    guard stored.count == 32, stored.contains(where: { $0 != 0 }) else { return nil }
    let words = (0..<4).map { word in
      (0..<8).reduce(UInt64(0)) { $0 | UInt64(stored[word * 8 + $1]) << ($1 * 8) }
    }
    self.init(words: (words[0], words[1], words[2], words[3]))
  }
}
