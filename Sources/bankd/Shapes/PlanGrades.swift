internal import IPCProtocol
internal import Values

extension PlanAnswers {
  /// Of those of one grade who came for a service.
  struct Graded: Shape, Hashable {
    let service: String
    let name: LocalizedText
    let grade: Grade
    let gradeName: LocalizedText
    let served: Int
    var meanWaitSeconds: Interval?
    var p90Seconds: Interval?
    var within: Interval?
    var left: Interval?
    var turnedAway: Interval?
    /// What a formula says of the mean; absent where none applies.
    var theorySeconds: Double?

    static let shape = ShapeOf<Graded>(
      named: "SimulatedGrade",
      [
        Member("service", \.service), Member("name", \.name), Member("grade", \.grade),
        Member("gradeName", \.gradeName), Member("served", \.served, .from(0)),
        Member("meanWaitSeconds", \.meanWaitSeconds), Member("p90Seconds", \.p90Seconds),
        Member("within", \.within), Member("left", \.left), Member("turnedAway", \.turnedAway),
        Member("theorySeconds", \.theorySeconds, .seconds),
      ])
  }
}
