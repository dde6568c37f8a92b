internal import IPCProtocol
internal import Values

/// What happened in some business days: a row for each service, each teller, and the branch.
struct Report: Shape, Hashable {
  /// One line of the table; members that a kind has not are absent.
  struct Row: Shape, Hashable {
    /// `service`, `teller` or `branch`.
    let kind: String
    let name: LocalizedText
    var service: String?
    var teller: Int?
    var served = 0
    /// Gone from the line by themselves.
    var left: Int?
    /// Sent away when the line was cleared.
    var sentHome: Int?
    var noShows = 0
    var transferred = 0
    /// Waits of those who were called.
    var meanWaitSeconds: Double?
    var p50WaitSeconds: Double?
    var p90WaitSeconds: Double?
    var maxWaitSeconds: Double?
    var meanServiceSeconds: Double?
    /// Seconds with a customer in hand, and seconds on duty.
    var busySeconds: Double?
    var dutySeconds: Double?
    /// The share of the time on duty with a customer in hand.
    var utilisation: Double?
    /// What the service wants now, and the share of customers who waited no longer: of those who
    /// were called, and of those who were not and waited longer.
    var targetSeconds: Double?
    var targetShare: Double?
    var targetName: LocalizedText?
    var withinTarget: Double?
    var isTargetMissed: Bool?
    /// Tickets whose wait was foretold and is over.
    var estimates: Int?
    /// Those of them who were told one exact time, as where all times are fixed, and the share of
    /// these for whom it was right, to half a millisecond.
    var exactEstimates: Int?
    var withinExact: Double?
    /// Shares of the others that waited at most as long as foretold: 0.5 and 0.9 would be perfect.
    var withinP50: Double?
    var withinP90: Double?

    static let shape = ShapeOf<Row>(
      named: "ReportRow",
      [
        Member("kind", \.kind, .words(["service", "teller", "branch"])), Member("name", \.name),
        Member("service", \.service), Member("teller", \.teller, .from(1)),
        Member("served", \.served, .from(0)), Member("left", \.left, .from(0)),
        Member("sentHome", \.sentHome, .from(0)), Member("noShows", \.noShows, .from(0)),
        Member("transferred", \.transferred, .from(0)),
        Member("meanWaitSeconds", \.meanWaitSeconds, .seconds),
        Member("p50WaitSeconds", \.p50WaitSeconds, .seconds),
        Member("p90WaitSeconds", \.p90WaitSeconds, .seconds),
        Member("maxWaitSeconds", \.maxWaitSeconds, .seconds),
        Member("meanServiceSeconds", \.meanServiceSeconds, .seconds),
        Member("busySeconds", \.busySeconds, .seconds),
        Member("dutySeconds", \.dutySeconds, .seconds),
        Member("utilisation", \.utilisation, .within(0...1)),
        Member("targetSeconds", \.targetSeconds, .seconds),
        Member("targetShare", \.targetShare, .within(0...1)), Member("targetName", \.targetName),
        Member("withinTarget", \.withinTarget, .within(0...1)),
        Member("isTargetMissed", \.isTargetMissed),
        Member("estimates", \.estimates, .from(0)),
        Member("exactEstimates", \.exactEstimates, .from(0)),
        Member("withinExact", \.withinExact, .within(0...1)),
        Member("withinP50", \.withinP50, .within(0...1)),
        Member("withinP90", \.withinP90, .within(0...1)),
      ])
  }

  /// Why customers left the line, and how many for that.
  struct Reason: Shape, Hashable {
    /// Nil for those who gave none.
    let reason: String?
    let name: LocalizedText
    let customers: Int

    static let shape = ShapeOf<Reason>(
      named: "LeaveReason",
      [
        Member("reason", \.reason), Member("name", \.name),
        Member("customers", \.customers, .from(1)),
      ])
  }

  /// Business days that it is about.
  let days: Int
  /// When the first of them was opened.
  let from: Timestamp?
  /// When the last of them ended, or now.
  let to: Timestamp?
  let served: Int
  let businessSeconds: Double
  let rows: [Row]
  /// The most frequent first; empty where nobody left.
  var reasons: [Reason] = []
  /// The same to read, where anybody gave a reason.
  var reasonText: LocalizedText?
  /// How the estimates of all did, and then the reasons, to read.
  var remark: LocalizedText?

  static let shape = ShapeOf<Report>([
    Member("days", \.days, .from(0)), Member("from", \.from), Member("to", \.to),
    Member("served", \.served, .from(0)), Member("businessSeconds", \.businessSeconds, .seconds),
    Member("rows", \.rows), Member("reasons", \.reasons), Member("reasonText", \.reasonText),
    Member("remark", \.remark),
  ])
}
