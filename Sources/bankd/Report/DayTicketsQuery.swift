internal import Storage
internal import Values

/// Reads the tickets of some days from the store, in the order in which they were taken.
///
/// A day of 100,000 takes some ten megabytes for as long as it is written out.
struct DayTicketsQuery {
  let database: Database
  let now: Timestamp

  func tickets(of period: ReportPeriod) throws -> DayTickets {
    let days = try ReportQuery(database: database, now: now).days(of: period)
    let services = try database.query("SELECT name, en, ko FROM service ORDER BY id") { row in
      (word: row.text(0), title: LocalizedText(en: row.text(1), ko: row.optionalText(2)))
    }
    // Whoever waits for the next day, or is still in the branch, belongs to the day under way or
    // the last one.
    let rows: [DayTickets.Row?] = try database.query(
      """
      SELECT day, ticket AS id, leg, number, service, grade, taken_at, called_at, ended_at, teller,
      outcome, reason, waited, NULL FROM visit WHERE day BETWEEN ?1 AND ?2
      UNION ALL
      SELECT branch.day, ticket.id, leg, number, service, grade, taken_at, called_at, NULL,
      CASE place WHEN 'inHand' THEN teller END, place, NULL,
      CASE place WHEN 'inHand' THEN waited ELSE waited_before END,
      CASE WHEN place = 'waiting' AND phase <> 'closed' THEN waiting_since END
      FROM ticket, branch WHERE branch.day BETWEEN ?1 AND ?2 AND place <> 'absent'
      ORDER BY 1, 7, 4, 3
      """, .integer(days.first), .integer(days.last)
    ) { row in
      let service = Int(row.integer(4))
      guard services.indices.contains(service),
        let grade = Grade(rawValue: Int(row.integer(5))),
        let state = Self.state(row.text(10))
      else { return nil }
      let isWaiting = state == .waiting
      let calledAt = isWaiting ? nil : row.timestamp(7)
      let endedAt = row.timestamp(8)
      let since = row.optionalInteger(13).map { max(0, now.microseconds - $0) } ?? 0
      let reason = row.optionalText(11)
      return DayTickets.Row(
        day: row.integer(0), number: Int(row.integer(3)), service: services[service].word,
        serviceName: services[service].title, grade: grade, gradeName: grade.title,
        takenAt: Timestamp(microseconds: row.integer(6)), calledAt: calledAt, endedAt: endedAt,
        teller: row.optionalInteger(9).map(Int.init), waitSeconds: seconds(row.integer(12) + since),
        serviceSeconds: Self.difference(calledAt, endedAt), outcome: state,
        outcomeName: state.title, reason: reason, reasonName: reason.map(LeaveReason.title))
    }
    guard rows.allSatisfy({ $0 != nil }) else {
      throw InconsistentStore(problem: "a visit is of no known service, grade or end")
    }
    return DayTickets(tickets: rows.compactMap { $0 })
  }

  private static func state(_ stored: String) -> DayTickets.State? {
    switch stored {
    case "waiting": .waiting
    case "inHand": .serving
    default: Outcome(rawValue: stored).map { DayTickets.State($0) }
    }
  }

  private static func difference(_ start: Timestamp?, _ end: Timestamp?) -> Double? {
    guard let start, let end else { return nil }
    return max(0, end.seconds(since: start))
  }
}
