import Testing

@testable import Queueing

/// Formulas beside values of textbooks, and beside each other where one is a case of another.
@Suite struct FormulaTests {
  private func close(_ value: Double, _ truth: Double, _ relative: Double = 1e-4) -> Bool {
    abs(value - truth) <= relative * abs(truth)
  }

  @Test func erlangC() {
    let line = ErlangLine(arrivalRate: 2.4, serviceRate: 1, servers: 3)
    #expect(close(line.probabilityOfWait, 0.647191))
    #expect(close(line.meanWait, 1.078652))
  }

  @Test func fixedTimes() {
    #expect(close(crommelinWait(arrivalRate: 2.4, time: 1, servers: 3), 0.5539))
    #expect(close(crommelinWait(arrivalRate: 0.75, time: 1.1, servers: 1), 2.592857))
    #expect(close(crommelinWait(arrivalRate: 0.75, time: 0.7, servers: 2), 0.02934, 1e-3))
    #expect(close(pollaczekKhinchineWait(arrivalRate: 0.75, mean: 1.1, variance: 0), 2.592857))
  }

  @Test func evenArrivals() {
    #expect(close(evenArrivalsWait(distance: 1 / 2.4, serviceRate: 1, servers: 3), 0.4114, 2e-4))
  }

  @Test func priorities() {
    let waits = ErlangLine.meanWaits(ofGrades: [0.2, 0.6, 1.6], serviceRate: 1, servers: 3)
    for (wait, truth) in zip(waits, [0.2311, 0.3152, 1.4709]) { #expect(close(wait, truth, 5e-4)) }
  }

  @Test func patience() throws {
    let line = try #require(
      MarkovLine(arrivalRate: 2.4, serviceRate: 1, servers: 3, patience: 2, room: nil))
    #expect(close(line.shareLeft, 0.11986, 1e-3), "\(line.shareLeft)")
  }

  @Test func pooled() {
    #expect(close(ErlangLine(arrivalRate: 0.8, serviceRate: 1, servers: 2).meanWait, 0.190476))
    #expect(close(ErlangLine(arrivalRate: 0.4, serviceRate: 1, servers: 1).meanWait, 0.666667))
  }

  @Test func powers() {
    #expect(close(naturalPower(1), 2.718281828459045, 1e-15))
    #expect(close(naturalPower(-20.5), 1.2501528663867426e-09, 1e-14))
    #expect(close(naturalPower(300.25), 2.4942303e130, 1e-3))
    for step in 1...2000 {
      let value = Double(step) * 0.31
      #expect(close(portableLogarithm(naturalPower(value)), value, 1e-13))
    }
  }
}
