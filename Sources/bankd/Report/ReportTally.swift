internal import Values

/// Waits, services and estimates of one row, while visits go by.
struct ReportTally {
  var served = 0
  var left = 0
  var sentHome = 0
  var noShows = 0
  var transferred = 0
  private(set) var waits: [Int64] = []
  /// Microseconds of services that were finished.
  private(set) var serviceTime: Int64 = 0
  private(set) var busy: Int64 = 0
  private(set) var estimates = EstimateTally()
  /// Visits with a target: those that were called, and those that were not and waited longer.
  private(set) var targeted = 0
  private(set) var inTarget = 0

  /// Whether no visit went by.
  var isEmpty: Bool { served + left + sentHome + noShows + transferred == 0 }

  /// One visit as the store has it; durations in microseconds.
  struct Entry {
    let outcome: Outcome
    let waited: Int64
    /// From the call to the end; nil where nobody called.
    let handled: Int64?
    let estimate: WaitEstimate?
    /// How long it should have waited at most; nil where nobody said.
    var target: Int64?
  }

  mutating func add(_ entry: Entry) {
    switch entry.outcome {
    case .served: served += 1
    case .left: left += 1
    case .sentHome: sentHome += 1
    case .noShow: noShows += 1
    case .transferred: transferred += 1
    }
    if let target = entry.target, entry.handled != nil || entry.waited > target {
      targeted += 1
      if entry.waited <= target { inTarget += 1 }
    }
    guard let handled = entry.handled else { return }
    waits.append(entry.waited)
    busy += handled
    if entry.outcome == .served { serviceTime += handled }
    guard let estimate = entry.estimate else { return }
    estimates.add(estimate, waited: entry.waited)
  }

  /// Time that a ticket still in hand has taken so far.
  mutating func add(inHand microseconds: Int64) { busy += microseconds }

  // MARK: Rows

  /// A row about customers.
  func row(_ kind: String, _ name: LocalizedText, service: String? = nil) -> Report.Row {
    var row = Report.Row(kind: kind, name: name, service: service)
    fill(&row)
    row.left = left
    row.sentHome = sentHome
    let sorted = waits.sorted()
    if !sorted.isEmpty {
      row.meanWaitSeconds = Self.mean(sorted.reduce(0, +), of: sorted.count)
      row.p50WaitSeconds = Self.quantile(0.5, of: sorted)
      row.p90WaitSeconds = Self.quantile(0.9, of: sorted)
      row.maxWaitSeconds = sorted.last.map(seconds)
    }
    if targeted > 0 { row.withinTarget = Double(inTarget) / Double(targeted) }
    row.estimates = estimates.count
    row.exactEstimates = estimates.exact
    row.withinExact = estimates.shares.exact
    row.withinP50 = estimates.shares.p50
    row.withinP90 = estimates.shares.p90
    return row
  }

  /// A row about a teller who was on duty for so many microseconds.
  func row(teller number: Int, duty: Int64) -> Report.Row {
    let name = LocalizedText(en: "teller \(number)", ko: "\(number)번 창구")
    var row = Report.Row(kind: "teller", name: name, teller: number)
    fill(&row)
    row.busySeconds = seconds(busy)
    row.dutySeconds = seconds(duty)
    if duty > 0 { row.utilisation = min(1, Double(busy) / Double(duty)) }
    return row
  }

  private func fill(_ row: inout Report.Row) {
    row.served = served
    row.noShows = noShows
    row.transferred = transferred
    if served > 0 { row.meanServiceSeconds = Self.mean(serviceTime, of: served) }
  }

  /// In seconds; divided first, so that equal durations have that duration as their mean.
  private static func mean(_ microseconds: Int64, of count: Int) -> Double {
    Double(microseconds) / Double(count) / 1e6
  }

  /// The nearest-rank quantile of a sorted list.
  private static func quantile(_ share: Double, of sorted: [Int64]) -> Double {
    let rank = Int((share * Double(sorted.count)).rounded(.up))
    return seconds(sorted[max(1, rank) - 1])
  }
}
