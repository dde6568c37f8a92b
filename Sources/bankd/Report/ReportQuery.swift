internal import Storage
internal import Values

/// Reads a report from the store; memory grows by eight bytes for each customer who was called.
struct ReportQuery {
  let database: Database
  let now: Timestamp

  /// What is said of the days as a whole.
  struct Days {
    /// The numbers of the first and the last; an empty range where there is none.
    var first: Int64 = 1
    var last: Int64 = 0
    var count = 0
    var from: Timestamp?
    var to: Timestamp?
    /// Microseconds.
    var business: Int64 = 0
  }

  func report(over period: ReportPeriod) throws -> Report {
    let days = try days(of: period)
    let services = try database.query(
      "SELECT name, en, ko, retired, target, target_share FROM service ORDER BY id"
    ) { row in
      (
        name: row.text(0),
        title: LocalizedText(en: row.text(1), ko: row.optionalText(2)),
        isRetired: row.bool(3),
        target: row.optionalInteger(4)
          .flatMap { WaitTarget(within: $0, millionths: row.integer(5)) }
      )
    }
    var branch = ReportTally()
    var byService = [ReportTally](repeating: ReportTally(), count: services.count)
    var byTeller: [Int: ReportTally] = [:]
    var reasons = LeaveTally()
    try forEachVisit(in: days) { service, teller, visit, reason in
      var entry = visit
      if services.indices.contains(service) { entry.target = services[service].target?.within }
      branch.add(entry)
      if entry.outcome == .left { reasons.add(reason) }
      if byService.indices.contains(service) { byService[service].add(entry) }
      if let teller { byTeller[teller, default: ReportTally()].add(entry) }
    }
    try addInHand(in: days, to: &byTeller)
    let duties = try duties(in: days)
    // A service that is gone is spoken of only where it had customers.
    let spoken = zip(services, byService).filter { !$0.isRetired || !$1.isEmpty }
    var rows = spoken.map { service, tally in
      var row = tally.row("service", service.title, service: service.name)
      row.targetSeconds = service.target.map { seconds($0.within) }
      row.targetShare = service.target?.share
      row.targetName = service.target?.title
      row.isTargetMissed = service.target.flatMap { target in
        row.withinTarget.map { $0 < target.share }
      }
      return row
    }
    rows += Set(byTeller.keys).union(duties.keys).sorted().map { number in
      (byTeller[number] ?? ReportTally()).row(teller: number, duty: duties[number] ?? 0)
    }
    rows.append(branch.row("branch", LocalizedText(en: "all", ko: "전체")))
    return Report(
      days: days.count, from: days.from, to: days.to, served: branch.served,
      businessSeconds: seconds(days.business), rows: rows, reasons: reasons.reasons,
      reasonText: reasons.text, remark: Self.remark(branch.estimates.text, reasons.text))
  }

  private static func remark(_ texts: LocalizedText?...) -> LocalizedText? {
    let texts = texts.compactMap { $0 }
    guard !texts.isEmpty else { return nil }
    return LocalizedText(
      en: texts.map(\.en).joined(separator: " "),
      ko: texts.map { $0.text(in: .korean) }.joined(separator: " "))
  }

  // MARK: Days

  func days(of period: ReportPeriod) throws -> Days {
    var bounds: (from: Int64, until: Int64) = (.min, .max)
    if case .opened(let from, let until) = period.choice {
      bounds = (from?.microseconds ?? .min, until?.microseconds ?? .max)
    }
    let isLastOnly = period.choice == .current
    var days = Days()
    var isRunning = false
    try database.forEachRow(
      """
      SELECT day, opened_at, ended_at, business FROM day
      WHERE opened_at >= ?1 AND opened_at < ?2 AND (?3 = 0 OR day = (SELECT max(day) FROM day))
      ORDER BY day
      """, bindings: [.integer(bounds.from), .integer(bounds.until), .bool(isLastOnly)]
    ) { row in
      if days.count == 0 {
        days.first = row.integer(0)
        days.from = row.timestamp(1)
      }
      days.last = row.integer(0)
      days.to = row.timestamp(2)
      days.count += 1
      days.business += row.integer(3)
      isRunning = row.isNull(2)
    }
    if isRunning {
      days.to = now
      days.business += try runningBusiness()
    }
    return days
  }

  /// Microseconds of business in the day that has not ended.
  private func runningBusiness() throws -> Int64 {
    try database.first("SELECT business, busy_since FROM branch") { row in
      row.integer(0) + max(0, now.microseconds - (row.optionalInteger(1) ?? now.microseconds))
    } ?? 0
  }

  // MARK: Visits

  private func forEachVisit(
    in days: Days,
    _ body: (_ service: Int, _ teller: Int?, ReportTally.Entry, _ reason: String?) -> Void
  ) throws {
    try database.forEachRow(
      """
      SELECT service, teller, outcome, waited, max(0, ended_at - called_at), p50, p90, reason
      FROM visit WHERE day BETWEEN ? AND ?
      """, bindings: [.integer(days.first), .integer(days.last)]
    ) { row in
      guard let outcome = Outcome(rawValue: row.text(2)) else {
        throw InconsistentStore(problem: "a visit ended in no known way")
      }
      var estimate: WaitEstimate?
      if let p50 = row.optionalInteger(5), let p90 = row.optionalInteger(6) {
        estimate = WaitEstimate(p50: p50, p90: p90)
      }
      body(
        Int(row.integer(0)), row.optionalInteger(1).map(Int.init),
        ReportTally.Entry(
          outcome: outcome, waited: row.integer(3), handled: row.optionalInteger(4),
          estimate: estimate), row.optionalText(7))
    }
  }

  /// Tickets in hand now, where the running day is among the days.
  private func addInHand(in days: Days, to byTeller: inout [Int: ReportTally]) throws {
    let inHand = try database.query(
      """
      SELECT ticket.teller, called_at FROM ticket, branch WHERE place = 'inHand'
      AND branch.day BETWEEN ? AND ?
      """, .integer(days.first), .integer(days.last)
    ) { (Int($0.integer(0)), $0.integer(1)) }
    for (teller, calledAt) in inHand {
      byTeller[teller, default: ReportTally()].add(inHand: max(0, now.microseconds - calledAt))
    }
  }

  /// Microseconds on duty of each teller.
  private func duties(in days: Days) throws -> [Int: Int64] {
    let rows = try database.query(
      "SELECT teller, before, since FROM duty WHERE day BETWEEN ? AND ?", .integer(days.first),
      .integer(days.last)
    ) { row in
      let open = max(0, now.microseconds - (row.optionalInteger(2) ?? now.microseconds))
      return (Int(row.integer(0)), row.integer(1) + open)
    }
    return rows.reduce(into: [:]) { $0[$1.0, default: 0] += $1.1 }
  }
}
