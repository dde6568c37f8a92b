internal import IPCProtocol
internal import Queueing
internal import Values

/// What simulations found.
enum PlanAnswers {
  /// A figure with the interval in which the truth is in 95 of 100 simulations.
  struct Interval: Shape, Hashable {
    let mean: Double
    let low: Double
    let high: Double

    static let shape = ShapeOf<Interval>(
      named: "Interval",
      [Member("mean", \.mean), Member("low", \.low), Member("high", \.high)])

    init?(_ figure: Figure?) {
      guard let figure else { return nil }
      mean = figure.mean
      low = max(0, figure.low)
      high = figure.high
    }

    /// Of a share, which is never above 1.
    init?(share figure: Figure?) {
      guard var figure else { return nil }
      figure.high = min(1, figure.high)
      self.init(figure)
    }
  }

  /// What a formula says beside it.
  struct Formula: Shape, Hashable {
    /// In Kendall's notation; absent where none applies.
    let model: String?
    let applies: Bool
    let because: LocalizedText
    let meanWaitSeconds: Double?

    static let shape = ShapeOf<Formula>(
      named: "Formula",
      [
        Member("model", \.model), Member("applies", \.applies), Member("because", \.because),
        Member("meanWaitSeconds", \.meanWaitSeconds, .seconds),
      ])
  }

  struct Service: Shape, Hashable {
    let service: String
    let name: LocalizedText
    var served: Int?
    var meanWaitSeconds: Interval?
    var p50Seconds: Interval?
    var p90Seconds: Interval?
    var p95Seconds: Interval?
    var p99Seconds: Interval?
    var pWait: Interval?
    var within: Interval?
    var left: Interval?
    var turnedAway: Interval?
    var meanLine: Interval?
    /// Whether its line grows without end, so that there is nothing else to tell.
    let grows: Bool
    let theory: Formula

    static let shape = ShapeOf<Service>(
      named: "SimulatedService",
      [
        Member("service", \.service), Member("name", \.name),
        Member("served", \.served, .from(0)), Member("meanWaitSeconds", \.meanWaitSeconds),
        Member("p50Seconds", \.p50Seconds), Member("p90Seconds", \.p90Seconds),
        Member("p95Seconds", \.p95Seconds), Member("p99Seconds", \.p99Seconds),
        Member("pWait", \.pWait), Member("within", \.within), Member("left", \.left),
        Member("turnedAway", \.turnedAway), Member("meanLine", \.meanLine),
        Member("grows", \.grows), Member("theory", \.theory),
      ])
  }

  struct Teller: Shape, Hashable {
    let teller: Int
    let utilisation: Interval?

    static let shape = ShapeOf<Teller>(
      named: "SimulatedTeller",
      [Member("teller", \.teller, .from(1)), Member("utilisation", \.utilisation)])
  }

  /// Of those who came for a service in one hour of the day.
  struct Hour: Shape, Hashable {
    /// From the beginning, counted from 1.
    let hour: Int
    /// `09:00`; absent where the day has no clock.
    let from: String?
    /// The one or the other, to read.
    let label: LocalizedText
    let service: String
    let name: LocalizedText
    /// On duty, those of a part of the hour as that part.
    let tellers: Double
    var came: Interval?
    var meanWaitSeconds: Interval?
    var p90Seconds: Interval?
    var within: Interval?
    var left: Interval?
    var turnedAway: Interval?
    var meanLine: Interval?

    static let shape = ShapeOf<Hour>(
      named: "SimulatedHour",
      [
        Member("hour", \.hour, .from(1)), Member("from", \.from), Member("label", \.label),
        Member("service", \.service), Member("name", \.name),
        Member("tellers", \.tellers, .from(0)), Member("came", \.came),
        Member("meanWaitSeconds", \.meanWaitSeconds), Member("p90Seconds", \.p90Seconds),
        Member("within", \.within), Member("left", \.left),
        Member("turnedAway", \.turnedAway), Member("meanLine", \.meanLine),
      ])
  }

  struct Simulation: Shape, Hashable {
    let services: [Service]
    /// Absent where nobody asked for hours.
    let hours: [Hour]?
    /// Absent where all customers are of one grade.
    let grades: [Graded]?
    let tellers: [Teller]
    let customers: Int
    /// Of each run, not counted; absent where days are played.
    let warmUp: Int?
    let seed: Int64
    let withinSeconds: Double
    /// The work that comes, by the work that can be done.
    let load: Double?
    /// Whether the line of any service grows without end.
    let grows: Bool
    /// What a person should know of it, in a sentence.
    let note: LocalizedText

    static let shape = ShapeOf<Simulation>([
      Member("services", \.services), Member("hours", \.hours), Member("grades", \.grades),
      Member("tellers", \.tellers),
      Member("customers", \.customers, .from(0)), Member("warmUp", \.warmUp, .from(0)),
      Member("seed", \.seed, .from(0)),
      Member("withinSeconds", \.withinSeconds, .seconds), Member("load", \.load, .from(0)),
      Member("grows", \.grows), Member("note", \.note),
    ])
  }

  struct StaffedService: Shape, Hashable {
    let service: String
    let name: LocalizedText
    let theory: Int?
    let confirmed: Int?
    let within: Interval?
    /// What `simulate --schedule` takes to play these tellers; absent without hours or a clock.
    let schedule: String?
    let note: LocalizedText

    static let shape = ShapeOf<StaffedService>(
      named: "StaffedService",
      [
        Member("service", \.service), Member("name", \.name), Member("theory", \.theory, .from(1)),
        Member("confirmed", \.confirmed, .from(1)), Member("within", \.within),
        Member("schedule", \.schedule), Member("note", \.note),
      ])
  }

  /// Tellers of a service in one hour of the day.
  struct StaffedHour: Shape, Hashable {
    /// From the beginning, counted from 1.
    let hour: Int
    /// `09:00`; absent where the day has no clock.
    let from: String?
    let label: LocalizedText
    let service: String
    let name: LocalizedText
    let tellers: Int
    let theory: Int?
    /// Customers a day.
    let came: Double
    let within: Interval?
    /// Whether chance decides by one teller, so near is it to the target.
    let close: Bool

    static let shape = ShapeOf<StaffedHour>(
      named: "StaffedHour",
      [
        Member("hour", \.hour, .from(1)), Member("from", \.from), Member("label", \.label),
        Member("service", \.service), Member("name", \.name),
        Member("tellers", \.tellers, .from(1)), Member("theory", \.theory, .from(1)),
        Member("came", \.came, .from(0)), Member("within", \.within), Member("close", \.close),
      ])
  }

  struct Staff: Shape, Hashable {
    let services: [StaffedService]
    /// Absent for a line without end.
    let hours: [StaffedHour]?
    let share: Double
    let withinSeconds: Double
    let seed: Int64
    /// What a person may do with it, in a sentence; empty where there is nothing to say.
    let note: LocalizedText

    static let shape = ShapeOf<Staff>([
      Member("services", \.services), Member("hours", \.hours),
      Member("share", \.share, .within(0...1)),
      Member("withinSeconds", \.withinSeconds, .seconds), Member("seed", \.seed, .from(0)),
      Member("note", \.note),
    ])
  }
}
