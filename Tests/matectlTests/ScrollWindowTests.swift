import TestSupport
import Testing

@testable import matectl

@Suite("Scrolling")
struct ScrollWindowTests {
  @Test("what is chosen is seen, every line is used, and all rows are told of")
  func all() {
    for total in 0..<25 {
      for height in 0..<12 {
        for before in 0..<25 {
          for chosen in [nil] + (0..<total).map(Optional.init) {
            for leftOut in [0, 149] { check(total, height, before, chosen, leftOut) }
          }
        }
      }
    }
  }

  private func check(
    _ total: Int, _ height: Int, _ before: Int, _ chosen: Int?, _ leftOut: Int
  ) {
    let window = ScrollWindow(
      of: total, chosen: chosen, height: height, before: before, leftOut: leftOut)
    let notes = (window.above > 0 ? 1 : 0) + (window.below > 0 ? 1 : 0)
    let what =
      "\(total) rows, \(leftOut) left out, \(height) lines, \(chosen ?? -1), before \(before)"
    let hasNotes = height >= 3
    let wanted = total + (hasNotes && leftOut > 0 ? 1 : 0)
    #expect(window.count + notes == min(wanted, height), "\(what): \(window)")
    if hasNotes {
      #expect(window.above + window.count + window.below == total + leftOut, "\(what): \(window)")
    }
    if let chosen, height > 0 {
      let isSeen = (window.first..<window.first + window.count).contains(chosen)
      #expect(isSeen, "\(what): \(window)")
    }
  }

  @Test("it moves no further than it must")
  func calm() {
    let window = ScrollWindow(of: 100, chosen: 40, height: 20, before: 35)
    #expect(window.first == 35)
  }
}
