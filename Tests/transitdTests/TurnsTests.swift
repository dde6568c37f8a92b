import TestSupport
import Testing

@testable import transitd

@Suite("The parts of a second")
struct TurnsTests {
  @Test(
    "whoever takes a turn has the first within a second and then one each second, however many come and go",
    arguments: 0..<8)
  func model(seed: Int) {
    struct Taker {
      let part: Int
      /// When its last turn was, or when it came; in parts since the beginning.
      var last: Int
    }
    var numbers = SeededNumbers(seed: UInt64(seed))
    var turns = Turns()
    var takers: [Taker] = []
    var time = 0
    for _ in 0..<2000 {
      switch numbers.below(4) {
      case 0:
        takers.append(Taker(part: turns.take(), last: time))
      case 1 where !takers.isEmpty:
        turns.giveBack(takers.remove(at: numbers.below(takers.count)).part)
      default:
        guard let pause = turns.pause else {
          #expect(takers.isEmpty && turns.isEmpty)
          continue
        }
        #expect((1...Turns.parts).contains(pause))
        turns.pass(pause)
        time += pause
        #expect(takers.contains { $0.part == turns.now })
        for index in takers.indices {
          if takers[index].part == turns.now {
            // The first is at most a second away, and the others one from another.
            #expect(time - takers[index].last <= Turns.parts)
            takers[index].last = time
          } else {
            #expect(time - takers[index].last < Turns.parts)
          }
        }
      }
    }
  }

  @Test("no part has more than one taker more than another, where none goes")
  func fair() {
    var turns = Turns()
    var parts: [Int: Int] = [:]
    for number in 1...95 {
      parts[turns.take(), default: 0] += 1
      if number % 3 == 0, let pause = turns.pause { turns.pass(pause) }
      let counts = (0..<Turns.parts).map { parts[$0] ?? 0 }
      #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
    }
  }
}
