internal import IPCProtocol
internal import Queueing
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

extension Plan {
  func told(_ figures: SimulationFigures.Grade, _ all: [Service]) -> PlanAnswers.Graded? {
    guard let grade = Grade(rawValue: figures.grade), !growing.contains(figures.service) else {
      return nil
    }
    let service = all[services[figures.service]]
    let theory = scenario.theory(ofGradesOf: figures.service).map { $0[figures.grade] }
    return PlanAnswers.Graded(
      service: service.name, name: service.title, grade: grade, gradeName: grade.title,
      served: figures.served, meanWaitSeconds: .init(figures.meanWait),
      p90Seconds: .init(figures.p90), within: .init(share: figures.within),
      left: .init(share: figures.left), turnedAway: .init(share: figures.turnedAway),
      theorySeconds: theory.flatMap { $0.isFinite ? $0 : nil })
  }
}
