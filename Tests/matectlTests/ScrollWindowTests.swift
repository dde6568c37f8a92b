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
            let window = ScrollWindow(of: total, chosen: chosen, height: height, before: before)
            let notes = (window.above > 0 ? 1 : 0) + (window.below > 0 ? 1 : 0)
            let what = "\(total) rows, \(height) lines, \(chosen ?? -1) chosen, before \(before)"
            #expect(window.count + notes == min(total, height), "\(what): \(window)")
            if height >= 3 {
              #expect(window.above + window.count + window.below == total, "\(what): \(window)")
            }
            if let chosen, height > 0 {
              let isSeen = (window.first..<window.first + window.count).contains(chosen)
              #expect(isSeen, "\(what): \(window)")
            }
          }
        }
      }
    }
  }

  @Test("it moves no further than it must")
  func calm() {
    let window = ScrollWindow(of: 100, chosen: 40, height: 20, before: 35)
    #expect(window.first == 35)
  }
}
